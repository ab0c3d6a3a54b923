import { stringify } from 'csv-stringify/sync'
import writeXlsxFile from 'write-excel-file/node'

/** Writes files in the format of imports. */

/** A cell that a spreadsheet would evaluate is written with an apostrophe before it, which reading removes. */
const escapedFormula = /^'(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/

/** Returns the text of a cell without the apostrophe that keeps spreadsheets from evaluating it. */
export const withoutEscape = (cell: string): string => cell.replace(escapedFormula, '')

export async function writeTable(
  format: 'csv' | 'xlsx',
  header: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<Buffer> {
  if (format === 'csv')
    return Buffer.from(
      stringify([[...header], ...rows.map((r) => [...r])], {
        bom: true,
        escape_formulas: true,
        record_delimiter: 'windows',
      }),
    )
  // Cells of the type String are never formulas.
  const head = header.map((value) => ({ value, type: String, fontWeight: 'bold' as const }))
  const cells = rows.map((row) => row.map((value) => (value === '' ? null : { value, type: String, format: '@' })))
  return writeXlsxFile([head, ...cells], {
    columns: header.map((text) => ({ width: Math.max(14, text.length + 4) })),
    stickyRowsCount: 1,
  }).toBuffer()
}

export const mediaTypeOf = (format: 'csv' | 'xlsx'): string =>
  format === 'csv' ? 'text/csv; charset=utf-8' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
