import { saveFile } from './download.ts'

/** Writes CSV files that spreadsheets open as they are: UTF-8 with a byte order mark, cells that cannot be formulas. */

export type CsvCell = string | number | null | undefined

/** Spreadsheets evaluate a cell that begins with one of these. */
const beginsFormula = /^[=+\-@\t\r]/

function cellOf(value: CsvCell): string {
  const plain = value === null || value === undefined ? '' : String(value)
  const text = typeof value === 'string' && beginsFormula.test(plain) ? `'${plain}` : plain
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns the text of a CSV file (RFC 4180) with its header. */
export const csvOf = (header: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  `\uFEFF${[header, ...rows].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')}`

/** Saves a CSV text as a file of the given name. */
export const saveCsv = (name: string, text: string): void =>
  saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }))
