import type { ListQuery } from '@cutaway/contract/administration/list.ts'
import type { InvoiceRow, invoiceSorts } from '@cutaway/contract/rooms/billing/documents.ts'
import { sql, type Selectable } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import { contains, readPage } from '../../../core/db/list.ts'
import type { Tables } from '../../../core/db/tables.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { BillingAddress } from '../../../outside/payments.ts'
import type { Day } from '../days.ts'

/** Queries of invoices and credit notes. */

type Invoice = Selectable<Tables['invoices']>
export type DocumentLine = Selectable<Tables['invoice_lines']>

/** Everything that a document says, in any form. */
export interface DocumentFacts extends Omit<Invoice, 'buyer'> {
  buyer: BillingAddress & { taxNumber?: string }
  /** The invoice that a credit note corrects. */
  of: { full_number: string; issued_on: Day } | null
  /** How it was paid; null where nothing was charged through a provider. */
  provider: string | null
  payment_type: string | null
  lines: DocumentLine[]
}

const invoices = (db: Db, site: Site) =>
  db
    .selectFrom('invoices as i')
    .leftJoin('invoices as o', (j) =>
      j.onRef('o.web_site_id', '=', 'i.web_site_id').onRef('o.invoice_id', '=', 'i.of_invoice_id'),
    )
    .leftJoin('payments as p', (j) =>
      j.onRef('p.web_site_id', '=', 'i.web_site_id').onRef('p.payment_id', '=', 'i.payment_id'),
    )
    .leftJoin('subscriptions as s', (j) =>
      j.onRef('s.web_site_id', '=', 'i.web_site_id').onRef('s.subscription_id', '=', 'i.subscription_id'),
    )
    .selectAll('i')
    .select(['o.full_number as of_number', 'o.issued_on as of_issued_on', 'p.provider', 's.payment_type'])
    .where('i.web_site_id', '=', site.web_site_id)

type Row = Awaited<ReturnType<ReturnType<typeof invoices>['execute']>>[number]

/** Adds the lines of documents, all in one query. */
async function withLines(db: Db, site: Site, rows: readonly Row[]): Promise<DocumentFacts[]> {
  if (rows.length === 0) return []
  const lines = await db
    .selectFrom('invoice_lines')
    .selectAll()
    .where('web_site_id', '=', site.web_site_id)
    .where(
      'invoice_id',
      'in',
      rows.map(({ invoice_id }) => invoice_id),
    )
    .orderBy('line_no')
    .execute()
  const byInvoice = Map.groupBy(lines, ({ invoice_id }) => invoice_id)
  return rows.map(({ of_number, of_issued_on, buyer, ...row }) => ({
    ...row,
    buyer: buyer as unknown as DocumentFacts['buyer'],
    of: of_number === null || of_issued_on === null ? null : { full_number: of_number, issued_on: of_issued_on },
    lines: byInvoice.get(row.invoice_id) ?? [],
  }))
}

/** Returns a document. With a business, only one of that business. */
export async function findDocument(
  db: Db,
  site: Site,
  { id, business }: { id: string; business?: number | null },
): Promise<DocumentFacts | undefined> {
  const rows = await invoices(db, site)
    .where('i.invoice_id', '=', id)
    .$if(business !== undefined, (q) => q.where('i.businessentity_id', '=', business ?? 0))
    .execute()
  return (await withLines(db, site, rows))[0]
}

/** Returns the invoice that a credit note corrects, and the credit notes of an invoice. */
export const findRelated = (
  db: Db,
  site: Site,
  { invoice_id, of_invoice_id }: Pick<Invoice, 'invoice_id' | 'of_invoice_id'>,
): Promise<Pick<Invoice, 'invoice_id' | 'kind' | 'full_number' | 'total_minor'>[]> =>
  db
    .selectFrom('invoices')
    .select(['invoice_id', 'kind', 'full_number', 'total_minor'])
    .where('web_site_id', '=', site.web_site_id)
    .where((eb) => eb.or([eb('of_invoice_id', '=', invoice_id), eb('invoice_id', '=', of_invoice_id)]))
    .orderBy('full_number')
    .execute()

/** Returns the documents of a business that were issued in a year, in the order of their numbers. */
export async function findDocumentsOfYear(
  db: Db,
  site: Site,
  { business, year }: { business: number; year: number },
): Promise<DocumentFacts[]> {
  const rows = await invoices(db, site)
    .where('i.businessentity_id', '=', business)
    .where('i.issued_on', '>=', `${year}-01-01`)
    .where('i.issued_on', '<=', `${year}-12-31`)
    .orderBy('i.issued_on')
    .orderBy('i.full_number')
    .execute()
  return withLines(db, site, rows)
}

/** The state of a document on a day: one that is open after its day of payment is overdue. */
const stateOn = (today: Day) =>
  sql<
    InvoiceRow['state']
  >`case when i.state = 'open' and i.due_on < ${today}::date and i.kind = 'invoice' then 'overdue' else i.state end`

const firstLine = <T>(column: string) =>
  sql<T>`(select ${sql.ref(`l.${column}`)} from invoice_lines l
    where l.web_site_id = i.web_site_id and l.invoice_id = i.invoice_id order by l.line_no limit 1)`

interface Listed {
  business: number
  year: number | undefined
  today: Day
}

const listed = (db: Db, site: Site, { business, year }: Listed, search: string) =>
  db
    .selectFrom('invoices as i')
    .where('i.web_site_id', '=', site.web_site_id)
    .where('i.businessentity_id', '=', business)
    .$if(year !== undefined, (q) =>
      q.where('i.issued_on', '>=', `${year}-01-01`).where('i.issued_on', '<=', `${year}-12-31`),
    )
    .where(contains(['i.full_number'], search))

/** Returns a page of a business's documents. */
export async function findInvoices(
  db: Db,
  site: Site,
  of: Listed,
  list: ListQuery<(typeof invoiceSorts)[number]>,
): Promise<{ rows: InvoiceRow[]; total: number }> {
  const { rows, total } = await readPage(
    listed(db, site, of, list.search)
      .leftJoin('invoices as o', (j) =>
        j.onRef('o.web_site_id', '=', 'i.web_site_id').onRef('o.invoice_id', '=', 'i.of_invoice_id'),
      )
      .select(['i.invoice_id', 'i.kind', 'i.full_number', 'i.issued_on', 'i.due_on', 'i.currency', 'i.total_minor'])
      .select(['o.full_number as of_number', stateOn(of.today).as('state')])
      .select([
        firstLine<string | null>('kind').as('line_kind'),
        firstLine<string | null>('name').as('plan'),
        firstLine<number | null>('quantity').as('quantity'),
        firstLine<Day | null>('period_start').as('period_start'),
        firstLine<Day | null>('period_end').as('period_end'),
      ])
      .select(
        sql<number>`(select count(*)::int from invoice_lines l
          where l.web_site_id = i.web_site_id and l.invoice_id = i.invoice_id)`.as('lines'),
      ),
    list,
    {
      by: {
        issued_on: sql.ref('i.issued_on'),
        full_number: sql.ref('i.full_number'),
        total: sql.ref('i.total_minor'),
        state: stateOn(of.today),
      },
      unique: 'i.full_number',
    },
  )
  return {
    rows: rows.map((row) => ({
      ...row,
      line_kind: row.line_kind ?? '',
      plan: row.plan ?? '',
      quantity: row.quantity ?? 0,
    })),
    total,
  }
}

/** Returns the sums of all documents that match, and the years with documents. */
export async function summaryOf(db: Db, site: Site, of: Listed, search: string) {
  const sums = await listed(db, site, of, search)
    .select(['i.currency', sql<string>`sum(i.total_minor)`.as('total_minor')])
    .groupBy('i.currency')
    .orderBy('i.currency')
    .execute()
  const years = await listed(db, site, { ...of, year: undefined }, '')
    .select(sql<number>`extract(year from i.issued_on)::int`.as('year'))
    .distinct()
    .orderBy('year', 'desc')
    .execute()
  return {
    sums: sums.map(({ currency, total_minor }) => ({ currency, total_minor: Number(total_minor) })),
    years: years.map(({ year }) => year),
  }
}
