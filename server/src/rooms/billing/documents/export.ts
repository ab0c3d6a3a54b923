import { stringify } from 'csv-stringify/sync'
import type { Readable } from 'node:stream'
import type { Cell, ExportSource } from '../../../core/data-export.ts'
import type { AnyCall } from '../../../core/http/endpoints.ts'
import { toDecimal } from '../money.ts'
import { zipStream, type ZipEntry } from './zip.ts'

/** Everything that a business takes with it: one CSV file for each table, written while its rows are read. */

const rowsAtOnce = 1_000
type Rows = Awaited<ReturnType<ExportSource['read']>>

export const exportedInvoices: ExportSource = {
  name: 'invoices',
  permission: 'manage_billing',
  columns: ['invoice_id', 'kind', 'number', 'issued_on', 'due_on', 'currency', 'net', 'tax', 'total', 'state'],
  async read(db, { site, businessId, after, most }) {
    const rows = await db
      .selectFrom('invoices')
      .select(['invoice_id', 'kind', 'full_number', 'issued_on', 'due_on', 'currency'])
      .select(['net_minor', 'tax_minor', 'total_minor', 'state'])
      .where('web_site_id', '=', site.web_site_id)
      .where('businessentity_id', '=', businessId)
      .$if(after !== null, (q) => q.where('invoice_id', '>', after!))
      .orderBy('invoice_id')
      .limit(most)
      .execute()
    return rows.map((row) => ({
      key: row.invoice_id,
      cells: [
        row.invoice_id,
        row.kind,
        row.full_number,
        row.issued_on,
        row.due_on,
        row.currency,
        toDecimal(row.net_minor, row.currency),
        toDecimal(row.tax_minor, row.currency),
        toDecimal(row.total_minor, row.currency),
        row.state,
      ],
    }))
  },
}

/** Returns the archive of a business. A part of each table has a transaction of its own: a slow reader holds none. */
export function exportOf({ services, site, caller }: AnyCall, businessId: number): Readable {
  const sources = services.exportSources.filter(({ permission }) => caller.session.permissions.includes(permission))
  const at = services.clock.now()
  async function* bytesOf(source: ExportSource): AsyncGenerator<Buffer> {
    yield csv([source.columns], true)
    for (let after: string | null = null; ;) {
      const of = { site, services, businessId, after, most: rowsAtOnce }
      // oxlint-disable-next-line no-await-in-loop -- one part after the other
      const rows: Rows = await services.database.inTenant(site.web_site_id, (db) => source.read(db, of))
      if (rows.length > 0) yield csv(rows.map(({ cells }) => cells))
      if (rows.length < rowsAtOnce) return
      after = rows.at(-1)!.key
    }
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const source of sources) yield { name: `${source.name}.csv`, bytes: bytesOf(source), at }
  }
  return zipStream(entries())
}

const csv = (rows: readonly (readonly Cell[])[], bom = false): Buffer =>
  Buffer.from(stringify([...rows], { bom, escape_formulas: true, record_delimiter: 'windows' }))
