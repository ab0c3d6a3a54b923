import type { ReportData, ReportRow } from '@cutaway/contract/rooms/reports/reports.ts'
import type { useTexts } from '../../core/i18n/i18n.ts'

/** The rows of a report in the order of the table. */

export interface ShownRow {
  row: ReportRow
  level: number
  hasChildren: boolean
}

/** Returns the name of a row: of a person, a place or a film, or a text in the place of a missing one. */
export function nameOfRow({ label_key: key, class_name: name }: ReportRow, t: ReturnType<typeof useTexts>): string {
  if (key === null || key === '') return name
  return key === 'report_no_manager' ? `${t(key)} ${name || t('report_no_region')}` : t(key)
}

/** By how much a number has changed, as a share of the time before; null if there was nothing then. */
export const changeOf = ({ total, previous }: Pick<ReportRow, 'total' | 'previous'>): number | null =>
  previous === 0 ? null : (total - previous) / previous

/** Returns a change with its sign: "+19%". Isolated, so that the sign stays on the left of the number in Hebrew. */
export const signed = (share: number, percent: (share: number) => string): string =>
  `\u2066${share < 0 ? '−' : '+'}${percent(Math.abs(share))}\u2069`

const valueOf = (row: ReportRow, by: string): number | null => {
  if (by === 'change' && !('change' in row.values)) return changeOf(row)
  if (by === 'average') return row.average
  if (by === 'total') return row.total
  return row.values[by] ?? 0
}

/** Returns the rows that are in sight: children only of opened rows, siblings in the chosen order. */
export function rowsInSight({ rows }: ReportData, sort: string, opened: ReadonlySet<string>): ShownRow[] {
  const by = sort.replace(/^-/, '')
  const descending = sort.startsWith('-')
  const children = new Map<string | null, ReportRow[]>()
  for (const row of rows) children.set(row.parent, [...(children.get(row.parent) ?? []), row])
  const ordered = (list: ReportRow[]) => {
    if (by === '') return list
    // Rows come in the order of their names.
    if (by === 'name') return descending ? list.toReversed() : list
    return list.toSorted((a, b) => {
      const difference = (valueOf(a, by) ?? 0) - (valueOf(b, by) ?? 0)
      return descending ? -difference : difference
    })
  }
  const below = (parent: string | null, level: number): ShownRow[] =>
    ordered(children.get(parent) ?? []).flatMap((row) => {
      const hasChildren = children.has(row.id)
      return [{ row, level, hasChildren }, ...(hasChildren && opened.has(row.id) ? below(row.id, level + 1) : [])]
    })
  return below(null, 0)
}

/** Returns the fields that name a cell in the call for its rows. */
export function cellFieldsOf(row: ReportRow | undefined) {
  if (!row) return { type: 'total' as const }
  const given = {
    class_id: row.class_id,
    businessentity_location_id: row.location_id,
    user_id: row.user_id,
    manager_id: row.manager_id,
    embed_id: row.embed_id,
    system_id: row.system_id,
    part_id: row.part_id,
    channel: row.channel,
    row_language: row.row_language,
  }
  return { type: row.row_type, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) }
}
