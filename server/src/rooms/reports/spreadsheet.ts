import type { ReportData, ReportRow } from '@cutaway/contract/rooms/reports/reports.ts'
import writeXlsxFile from 'write-excel-file/node'
import { text } from '../../core/texts.ts'
import { languageOf } from './names.ts'
import { inTreeOrder, levelOf } from './tree.ts'
import type { ReportCall } from './report-call.ts'

/** A report as a spreadsheet: its rows in the order of the page, numbers as numbers, names never as formulas. */

type Cell = { value: string; type: StringConstructor; fontWeight?: 'bold' } | { value: number; type: NumberConstructor }

export async function spreadsheet(call: ReportCall, data: ReportData): Promise<Buffer> {
  const tag = languageOf(call)
  const t = (key: string) => text(call.site, tag, key)
  const isRanking = data.columns.some(({ date }) => date === undefined)
  const word = (value: string, isBold = false): Cell => ({
    value,
    type: String,
    ...(isBold ? { fontWeight: 'bold' as const } : {}),
  })
  const number = (value: number | null): Cell | null => (value === null ? null : { value, type: Number })
  const tail = isRanking ? [] : [t('report_average'), t('report_total')]
  const head = [t('report_name'), ...data.columns.map(({ date, label_key }) => date ?? t(label_key)), ...tail]
  const numbers = (row: Pick<ReportRow, 'values' | 'average' | 'total'>) => [
    ...data.columns.map(({ key }) => number(row.values[key] ?? null)),
    ...(isRanking ? [] : [number(row.average), number(row.total)]),
  ]
  const rows = inTreeOrder(data.rows).map((row) => [
    word(`${'    '.repeat(levelOf(row, data.rows))}${row.class_name || t(row.label_key ?? '')}`),
    ...numbers(row),
  ])
  return writeXlsxFile(
    [head.map((title) => word(title, true)), [word(t('report_all'), true), ...numbers(data.total)], ...rows],
    {
      columns: head.map((title, i) => ({ width: i === 0 ? 36 : Math.max(12, title.length + 2) })),
      stickyRowsCount: 1,
    },
  ).toBuffer()
}
