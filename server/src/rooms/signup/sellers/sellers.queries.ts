import type { SellerFields } from '@cutaway/contract/rooms/signup/sellers.ts'
import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'

/** Queries of the seller of a web site, as the operator edits it. */

export interface SellerRecord {
  fields: SellerFields
  version: number
  changed_by: string
  changed_at: Date | null
}

/** Lets the changes of a web site's seller run one after another, also the first one. */
export const lockSeller = (db: Db, site: Site) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`seller ${site.web_site_id}`}, 0))`.execute(db)

/** Returns the seller of a web site; undefined if it has none. */
export async function findSellerRecord(db: Db, site: Site): Promise<SellerRecord | undefined> {
  const row = await db.selectFrom('sellers').selectAll().where('web_site_id', '=', site.web_site_id).executeTakeFirst()
  if (!row) return undefined
  const { web_site_id: _, version, changed_by, changed_at, ...fields } = row
  return { fields, version, changed_by, changed_at }
}

export async function putSeller(
  db: Db,
  site: Site,
  { payment_accounts, ...fields }: SellerFields,
  change: { version: number; changed_by: string; changed_at: Date },
): Promise<void> {
  const row = { ...fields, payment_accounts: JSON.stringify(payment_accounts), ...change }
  await db
    .insertInto('sellers')
    .values({ web_site_id: site.web_site_id, ...row })
    .onConflict((conflict) => conflict.column('web_site_id').doUpdateSet(row))
    .execute()
}

/** Counts the invoices and credit notes of a web site. */
export async function countDocuments(db: Db, site: Site): Promise<number> {
  const { documents } = await db
    .selectFrom('invoices')
    .select(sql<number>`count(*)::int`.as('documents'))
    .where('web_site_id', '=', site.web_site_id)
    .executeTakeFirstOrThrow()
  return documents
}

/**
 * Returns whether the same company numbers the invoices of another web site with a prefix: two invoices of one seller
 * would have one number. Reads all tenants.
 */
export async function isPrefixTaken(
  system: Db,
  site: Site,
  { invoice_prefix, legal_name, tax_id }: SellerFields,
): Promise<boolean> {
  const row = await system
    .selectFrom('sellers')
    .select('web_site_id')
    .where('web_site_id', '!=', site.web_site_id)
    .where('invoice_prefix', '=', invoice_prefix)
    .where((eb) =>
      eb.or([
        eb(sql`lower(legal_name)`, '=', legal_name.toLowerCase()),
        ...(tax_id === '' ? [] : [eb('tax_id', '=', tax_id)]),
      ]),
    )
    .executeTakeFirst()
  return row !== undefined
}
