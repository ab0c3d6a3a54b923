import type { ListQuery } from '@cutaway/contract/administration/list.ts'
import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import { contains, readPage } from '../../../core/db/list.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { Day } from '../days.ts'

/** Queries of the desk of payments. Lists are of several web sites at once, and so read by the system. */

export interface OfSites {
  webSiteIds: readonly number[]
}

const among = (column: string, { webSiteIds }: OfSites) =>
  sql<boolean>`${sql.ref(column)} = any(${[...webSiteIds]}::int[])`

/** Payments with the address of their receipt, and the invoice that they pay if it was issued before. */
const addressed = (system: Db) =>
  system
    .selectFrom('payments')
    .selectAll()
    .select(sql<string>`coalesce(quote #>> '{order,email}', '')`.as('email'))
    .select(sql<string | null>`case when purpose in ('renewal', 'arrears') then order_id::uuid end`.as('billed_id'))
    .as('p')

/** Differences, and payments that were not delivered for a while, as rows of the same shape. */
const items = (system: Db, of: OfSites, { isDone, undeliveredBefore }: { isDone: boolean; undeliveredBefore: Date }) =>
  system
    .selectFrom('payment_differences as d')
    .leftJoin('payment_attempts as a', (j) =>
      j.onRef('a.web_site_id', '=', 'd.web_site_id').onRef('a.reference', '=', 'd.reference'),
    )
    .leftJoin('refunds as r', (j) =>
      j.onRef('r.web_site_id', '=', 'd.web_site_id').onRef('r.reference', '=', 'd.reference'),
    )
    .where(among('d.web_site_id', of))
    .where('d.resolved_at', isDone ? 'is not' : 'is', null)
    .select(['d.web_site_id', 'd.kind', 'd.reference', 'd.found_at as at', 'd.ours', 'd.theirs'])
    .select(['d.resolved_at', 'd.resolved_by', 'd.note'])
    .select(sql<string | null>`coalesce(a.payment_id, r.payment_id)`.as('payment_id'))
    .unionAll(
      system
        .selectFrom('payments as p')
        .where(among('p.web_site_id', of))
        .where('p.state', '=', 'paid')
        .where('p.paid_at', '<', undeliveredBefore)
        .where(sql<boolean>`${!isDone}::boolean`)
        .select(['p.web_site_id', sql<string>`'undelivered'`.as('kind')])
        .select(sql<string>`p.payment_id::text`.as('reference'))
        .select(sql<Date>`p.paid_at`.as('at'))
        .select([sql<object>`'{}'::jsonb`.as('ours'), sql<object>`'{}'::jsonb`.as('theirs')])
        .select([sql<Date | null>`null::timestamptz`.as('resolved_at'), sql<string | null>`null`.as('resolved_by')])
        .select([sql<string>`''`.as('note'), sql<string | null>`p.payment_id`.as('payment_id')]),
    )

export const findItems = (
  system: Db,
  of: OfSites,
  filter: { isDone: boolean; undeliveredBefore: Date },
  list: ListQuery<'at'>,
) =>
  readPage(
    system
      .selectFrom(items(system, of, filter).as('i'))
      .leftJoin(addressed(system), (j) =>
        j.onRef('p.web_site_id', '=', 'i.web_site_id').onRef('p.payment_id', '=', 'i.payment_id'),
      )
      .leftJoin('business_entities as b', (j) =>
        j.onRef('b.web_site_id', '=', 'p.web_site_id').onRef('b.businessentity_id', '=', 'p.businessentity_id'),
      )
      .selectAll('i')
      .select(['p.currency', 'p.amount_minor', 'b.business_name'])
      .where(contains(['i.reference', 'i.kind', 'b.business_name', 'p.email'], list.search)),
    list,
    { by: { at: sql.ref('i.at') }, unique: 'i.reference' },
  )

/** Marks a difference as settled. Undefined: there is none; false: it was settled before. */
export async function resolveDifference(
  db: Db,
  site: Site,
  { reference, kind, note, by, at }: { reference: string; kind: string; note: string; by: string; at: Date },
): Promise<boolean | undefined> {
  const ofDifference = () =>
    db
      .updateTable('payment_differences')
      .where('web_site_id', '=', site.web_site_id)
      .where('reference', '=', reference)
      .where('kind', '=', kind)
  const { numUpdatedRows } = await ofDifference()
    .set({ resolved_by: by, resolved_at: at, note })
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return true
  const known = await db
    .selectFrom('payment_differences')
    .select('reference')
    .where('web_site_id', '=', site.web_site_id)
    .where('reference', '=', reference)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return known && false
}

/** Returns payments by reference, e-mail, invoice number or business. */
export const findPayments = (system: Db, of: OfSites, list: ListQuery<'created' | 'amount'>) =>
  readPage(
    system
      .selectFrom(addressed(system))
      .innerJoin('business_entities as b', (j) =>
        j.onRef('b.web_site_id', '=', 'p.web_site_id').onRef('b.businessentity_id', '=', 'p.businessentity_id'),
      )
      .leftJoin('invoices as i', (j) =>
        j
          .onRef('i.web_site_id', '=', 'p.web_site_id')
          .onRef('i.payment_id', '=', 'p.payment_id')
          .on('i.kind', '=', 'invoice'),
      )
      .leftJoin('invoices as billed', (j) =>
        j.onRef('billed.web_site_id', '=', 'p.web_site_id').onRef('billed.invoice_id', '=', 'p.billed_id'),
      )
      .leftJoinLateral(
        (q) =>
          q
            .selectFrom('payment_attempts as t')
            .whereRef('t.web_site_id', '=', 'p.web_site_id')
            .whereRef('t.payment_id', '=', 'p.payment_id')
            .select(['t.reference', 't.attempt_id', 't.captured_minor', 't.state as attempt_state'])
            .orderBy('t.number', 'desc')
            .limit(1)
            .as('a'),
        (j) => j.onTrue(),
      )
      .select(['p.web_site_id', 'p.payment_id', 'p.email', 'p.purpose', 'p.provider', 'p.state', 'p.currency'])
      .select(['p.amount_minor', 'p.created_at', 'b.business_name', 'a.reference'])
      .select(sql<string | null>`coalesce(i.invoice_id, billed.invoice_id)::text`.as('invoice_id'))
      .select(sql<string | null>`coalesce(i.full_number, billed.full_number)`.as('full_number'))
      .select(
        sql<string>`case when p.state in ('fulfilled', 'partly_refunded') and a.attempt_state = 'paid' then
          coalesce(a.captured_minor, 0) - coalesce((select sum(r.amount_minor) from refunds r
            where r.web_site_id = p.web_site_id and r.attempt_id = a.attempt_id and r.state <> 'refused'), 0)
          else 0 end`.as('refundable_minor'),
      )
      .where(among('p.web_site_id', of))
      .where(
        contains(['p.email', 'b.business_name', 'i.full_number', 'billed.full_number', 'a.reference'], list.search),
      ),
    list,
    { by: { created: sql.ref('p.created_at'), amount: sql.ref('p.amount_minor') }, unique: 'p.payment_id' },
  )

export const findOpenInvoices = (system: Db, of: OfSites, list: ListQuery<'due_on' | 'total'>) =>
  readPage(
    system
      .selectFrom('invoices as i')
      .innerJoin('business_entities as b', (j) =>
        j.onRef('b.web_site_id', '=', 'i.web_site_id').onRef('b.businessentity_id', '=', 'i.businessentity_id'),
      )
      .select(['i.web_site_id', 'i.invoice_id', 'i.full_number', 'i.issued_on', 'i.due_on', 'i.currency'])
      .select(['i.total_minor', 'i.paid_minor', 'b.business_name', sql<string>`i.buyer ->> 'email'`.as('email')])
      .where(among('i.web_site_id', of))
      .where('i.state', '=', 'open')
      .where('i.kind', '=', 'invoice')
      .where('i.total_minor', '>', 0)
      .where(contains(['i.full_number', 'b.business_name'], list.search)),
    list,
    { by: { due_on: sql.ref('i.due_on'), total: sql.ref('i.total_minor') }, unique: 'i.full_number' },
  )

/** Returns an invoice and holds it: two transfers at once cannot pay more than it asks for. */
export const lockInvoice = (db: Db, site: Site, invoiceId: string) =>
  db
    .selectFrom('invoices')
    .select([
      'invoice_id',
      'businessentity_id',
      'currency',
      'total_minor',
      'paid_minor',
      'state',
      'kind',
      'full_number',
    ])
    .where('web_site_id', '=', site.web_site_id)
    .where('invoice_id', '=', invoiceId)
    .forNoKeyUpdate()
    .executeTakeFirst()

export interface NewTransfer {
  transfer_id: string
  invoice_id: string
  currency: string
  amount_minor: number
  received_on: Day
  bank_reference: string
  note: string
  recorded_by: string
  recorded_at: Date
}

/** Adds a transfer. Returns false if the line of the statement was recorded for the invoice before. */
export async function addTransfer(db: Db, site: Site, transfer: NewTransfer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('bank_transfers')
    .values({ web_site_id: site.web_site_id, ...transfer })
    .onConflict((c) => c.columns(['web_site_id', 'invoice_id', 'bank_reference']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const setPaid = (
  db: Db,
  site: Site,
  invoiceId: string,
  { paid_minor, isPaid }: { paid_minor: number; isPaid: boolean },
) =>
  db
    .updateTable('invoices')
    .set({ paid_minor, ...(isPaid ? { state: 'paid' as const } : {}) })
    .where('web_site_id', '=', site.web_site_id)
    .where('invoice_id', '=', invoiceId)
    .execute()
