import { mostImportRows } from '@cutaway/contract/administration/imports.ts'

/** The table of a file, and what makes a file refused. */

/** A row: its number as the spreadsheet counts, and its cells as text. Empty rows are left out. */
export type TableRow = [row: number, cells: string[]]

export interface Table {
  /** 'UTF-8', 'Windows-1252'; null for an Excel file. */
  encoding: string | null
  delimiter: string | null
  sheet: string | null
  otherSheets: number
  header: string[]
  rows: TableRow[]
}

/** The message keys of files that are refused. */
export type TableRefusal =
  | 'import_file_not_readable'
  | 'import_file_empty'
  | 'import_too_many_rows'
  | 'import_too_many_columns'
  | 'import_file_too_large'
  | 'import_quote_open'

export class TableRefused extends Error {
  readonly key: TableRefusal
  /** The row that causes the refusal, as the spreadsheet counts, if it is one. */
  readonly row: number | undefined
  constructor(key: TableRefusal, row?: number) {
    super(key)
    this.key = key
    this.row = row
  }
}

export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

export const mostColumns = 100
/** Bytes of an Excel file after decompression: far more than 100,000 rows need. */
export const mostUnpackedBytes = 300 * 1024 * 1024

/** Checks the number of rows and columns, takes the first row as header and drops empty rows. */
export function tableOf(all: readonly (readonly string[])[], about: Omit<Table, 'header' | 'rows'>): Table {
  const first = all.findIndex((cells) => cells.some((cell) => cell.trim() !== ''))
  if (first < 0) throw new TableRefused('import_file_empty')
  const header = trimEnd(all[first]!)
  if (header.length > mostColumns) throw new TableRefused('import_too_many_columns')
  const rows: TableRow[] = []
  for (let at = first + 1; at < all.length; at += 1) {
    const cells = all[at]!
    if (cells.every((cell) => cell.trim() === '')) continue
    if (rows.length === mostImportRows) throw new TableRefused('import_too_many_rows')
    rows.push([at + 1, Array.from({ length: header.length }, (_, i) => cells[i] ?? '')])
  }
  if (rows.length === 0) throw new TableRefused('import_file_empty')
  return { ...about, header, rows }
}

const trimEnd = (cells: readonly string[]): string[] => {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  return cells.slice(0, last + 1).map((cell) => cell.trim())
}
