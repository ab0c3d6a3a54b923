import type { UpgradeDetails } from '@cutaway/contract/rooms/signup/upgrade.ts'
import { sql, type Selectable } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Db } from '../../../core/db/database.ts'
import type { Tables } from '../../../core/db/tables.ts'
import type { Site } from '../../../core/tenancy.ts'

/** Queries of upgrades. */

export type Upgrade = Selectable<Tables['upgrades']>

const ofSite = (db: Db, site: Site) => db.selectFrom('upgrades').selectAll().where('web_site_id', '=', site.web_site_id)

export const findOfUser = (db: Db, site: Site, userId: number): Promise<Upgrade | undefined> =>
  ofSite(db, site).where('user_id', '=', userId).executeTakeFirst()

export const findUpgrade = (db: Db, site: Site, id: string): Promise<Upgrade | undefined> =>
  ofSite(db, site).where('upgrade_id', '=', id).executeTakeFirst()

export const lockUpgrade = (db: Db, site: Site, id: string): Promise<Upgrade | undefined> =>
  ofSite(db, site).where('upgrade_id', '=', id).forUpdate().executeTakeFirst()

/** Returns the upgrade of a user, locked; begins it if there is none. */
export async function lockOfUser(db: Db, site: Site, userId: number, now: Date): Promise<Upgrade> {
  await db
    .insertInto('upgrades')
    .values({
      web_site_id: site.web_site_id,
      upgrade_id: randomUUID(),
      user_id: userId,
      businessentity_id: null,
      seen_at: null,
      accepted_at: null,
      declined_at: null,
      details: null,
      terms_at: null,
      promo_code: null,
      billing_plan_id: null,
      done_at: null,
      created_at: now,
    })
    .onConflict((c) => c.columns(['web_site_id', 'user_id']).doNothing())
    .execute()
  return ofSite(db, site).where('user_id', '=', userId).forUpdate().executeTakeFirstOrThrow()
}

export async function changeUpgrade(
  db: Db,
  site: Site,
  id: string,
  { details, ...columns }: Partial<Omit<Upgrade, 'web_site_id' | 'upgrade_id' | 'user_id'>>,
): Promise<void> {
  await db
    .updateTable('upgrades')
    .set({ ...columns, ...(details ? { details: JSON.stringify(details) } : {}) })
    .where('web_site_id', '=', site.web_site_id)
    .where('upgrade_id', '=', id)
    .execute()
}

export async function countDecline(db: Db, site: Site, id: string): Promise<void> {
  await db
    .updateTable('upgrades')
    .set({ declines: sql<number>`declines + 1` })
    .where('web_site_id', '=', site.web_site_id)
    .where('upgrade_id', '=', id)
    .execute()
}

export interface Person {
  user_id: number
  user_access_id: number
  is_employee: number
  businessentity_id: number | null
  username: string
  email: string
  first_name: string
  last_name: string
  phone: string
  language_id: number | null
  business_name: string | null
}

/** Returns the person who upgrades, with the name of the own business. */
export const findPerson = (db: Db, site: Site, userId: number): Promise<Person | undefined> =>
  db
    .selectFrom('users as u')
    .leftJoin('business_entities as b', (join) =>
      join.onRef('b.web_site_id', '=', 'u.web_site_id').onRef('b.businessentity_id', '=', 'u.businessentity_id'),
    )
    .select([
      'u.user_id',
      'u.user_access_id',
      'u.is_employee',
      'u.businessentity_id',
      'u.username',
      'u.email',
      'u.first_name',
      'u.last_name',
      'u.phone',
      'u.language_id',
      'b.business_name',
    ])
    .where('u.web_site_id', '=', site.web_site_id)
    .where('u.user_id', '=', userId)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()

const locationOf = (details: UpgradeDetails) => ({
  businessentity_location_name: details.business_name,
  country_code: details.country_code,
  street1: details.businessentity_street1,
  city: details.businessentity_city,
  state: details.businessentity_state,
  zip: details.businessentity_zip,
  phone: details.phone,
})

/** Makes the business of a free trial, in which nobody can do anything before it is paid. Returns its id. */
export async function insertBusiness(db: Db, site: Site, details: UpgradeDetails): Promise<number> {
  const of = { web_site_id: site.web_site_id }
  const { businessentity_id } = await db
    .insertInto('business_entities')
    .values({
      ...of,
      business_name: details.business_name,
      business_type: 'dealership',
      subscription_status: 'ended',
      max_locations: 1,
    })
    .returning('businessentity_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('locations')
    .values({ ...of, businessentity_id, ...locationOf(details), deleted_at: null })
    .execute()
  return businessentity_id
}

/** Writes changed details to a business that nobody uses yet. */
export async function changeBusiness(db: Db, site: Site, id: number, details: UpgradeDetails): Promise<void> {
  await db
    .updateTable('business_entities')
    .set({ business_name: details.business_name })
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', id)
    .execute()
  await db
    .updateTable('locations')
    .set(locationOf(details))
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', id)
    .execute()
}

/** Makes the user of a free trial the administrator of a business. Returns false if the user is no trial any more. */
export async function promote(
  db: Db,
  site: Site,
  userId: number,
  to: { role: number; from: number; businessId: number; username: string; details: UpgradeDetails },
): Promise<boolean> {
  const { details } = to
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({
      user_access_id: to.role,
      is_employee: 0,
      businessentity_id: to.businessId,
      username: to.username,
      email: details.email,
      first_name: details.first_name,
      last_name: details.last_name,
      phone: details.phone,
      permissions: null,
    })
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where('user_access_id', '=', to.from)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the last payment for an upgrade. */
export const lastPayment = (db: Db, site: Site, id: string): Promise<{ payment_id: string } | undefined> =>
  db
    .selectFrom('payments')
    .select('payment_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('purpose', '=', 'upgrade')
    .where('order_id', '=', id)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()

/** Keeps the language in which a user reads the pages, who has chosen none: of the card fields and the mails. */
export async function keepLanguage(db: Db, site: Site, userId: number, languageId: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ language_id: languageId })
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where('language_id', 'is', null)
    .execute()
}
