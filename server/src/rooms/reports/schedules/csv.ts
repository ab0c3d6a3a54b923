import type { ReportData, ReportRow } from '@cutaway/contract/rooms/reports/reports.ts'
import { stringify } from 'csv-stringify/sync'
import { inTreeOrder, levelOf } from '../tree.ts'

/** A report as CSV: its rows in the order of the page, without formulas. */
export function csvOfReport(data: ReportData, t: (key: string) => string): Buffer {
  const isRanking = data.columns.some(({ date }) => date === undefined)
  const numbers = ({ values, average, total }: Pick<ReportRow, 'values' | 'average' | 'total'>) => [
    ...data.columns.map(({ key }) => values[key] ?? null),
    ...(isRanking ? [] : [average, total]),
  ]
  const head = [
    t('report_name'),
    ...data.columns.map(({ date, label_key }) => date ?? t(label_key)),
    ...(isRanking ? [] : [t('report_average'), t('report_total')]),
  ]
  const rows = inTreeOrder(data.rows).map((row) => [
    `${'  '.repeat(levelOf(row, data.rows))}${row.class_name || t(row.label_key ?? '')}`,
    ...numbers(row),
  ])
  return Buffer.from(
    stringify([head, [t('report_all'), ...numbers(data.total)], ...rows], {
      bom: true,
      escape_formulas: true,
      record_delimiter: 'windows',
    }),
  )
}
