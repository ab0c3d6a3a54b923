import type { ReportName } from '@cutaway/contract/rooms/reports/reports.ts'
import { stringify } from 'csv-stringify/sync'
import { Readable } from 'node:stream'
import type { AnyCall } from '../../core/http/endpoints.ts'
import { text } from '../../core/texts.ts'
import { prepare, type Json } from './build.ts'
import { whileWaiting } from './cancel.ts'
import { findEvents, type EventRow } from './counts.queries.ts'
import { cellsOf, detailColumns, videoNames } from './details.ts'
import { filmNames, languageOf } from './names.ts'

/** The events of a report as CSV, written while they are read: a browser that leaves ends the reading and its query. */

export const mostRawRows = 50_000
const rowsAtOnce = 2_000

export async function rawData(call: AnyCall, report: ReportName, json: Json, name: string): Promise<Readable> {
  const asked = await prepare(call, report, json)
  const tag = languageOf(call)
  const films = filmNames(call, tag)
  const columns = detailColumns(report, asked.scope.seesAddresses)
  const events = {
    ...asked,
    interval: { start: asked.periods[0]!.start, end: asked.periods.at(-1)!.end },
  }
  const first = await whileWaiting(call, () => findEvents(call.db, events, { limit: rowsAtOnce }))
  const videos = await videoNames(call, first)
  call.reply.header('content-disposition', `attachment; filename="${name}"`)
  const { database, clock } = call.services
  const now = clock.now()
  const csv = (rows: readonly (readonly (string | number | null)[])[], bom = false) =>
    stringify([...rows], { bom, escape_formulas: true, record_delimiter: 'windows' })

  async function* chunks() {
    yield csv([columns.map((key) => text(call.site, tag, `report_column_${key}`))], true)
    let rows: EventRow[] = first
    let written = 0
    while (rows.length > 0) {
      const wanted = rows.slice(0, mostRawRows - written)
      yield csv(wanted.map((row) => shown(row)))
      written += wanted.length
      const last = wanted.at(-1)!
      if (rows.length < rowsAtOnce) return
      const after = { at: last.at, event_id: last.event_id }
      // A transaction for each part: a slow reader holds no connection.
      rows = await database.inTenant(call.site.web_site_id, (db) =>
        whileWaiting({ db, reply: call.reply, services: call.services }, () =>
          findEvents(db, events, { limit: written < mostRawRows ? rowsAtOnce : 1, after }),
        ),
      )
      if (written >= mostRawRows) {
        if (rows.length > 0) yield csv([[text(call.site, tag, 'report_raw_capped', { number: mostRawRows })]])
        return
      }
    }
  }
  const shown = (row: EventRow) => {
    const cells = cellsOf(row, films, videos, now)
    return columns.map((key) => cells[key] ?? '')
  }
  return Readable.from(chunks(), { objectMode: false })
}
