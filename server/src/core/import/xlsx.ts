import { unzipSync, zipSync } from 'fflate'
import readXlsxFile from 'read-excel-file/node'
import { mostUnpackedBytes, type Table, TableRefused, tableOf } from './shape.ts'

/** Reads the first sheet of an Excel file (.xlsx). */

/** Parts of the file that hold cells; pictures and the like are not unpacked. */
const wanted = /^(\[Content_Types\]\.xml|_rels\/|xl\/(_rels\/|worksheets\/[^/]*\.xml|workbook|sharedStrings|styles))/i

/** Returns the table of the first sheet. Throws TableRefused for other archives and for files that unpack to too much. */
export async function readXlsx(bytes: Uint8Array): Promise<Table> {
  let sheets: Awaited<ReturnType<typeof readXlsxFile>>
  try {
    sheets = await readXlsxFile(Buffer.from(safeCopy(bytes)))
  } catch (error) {
    if (error instanceof TableRefused) throw error
    throw new TableRefused('import_file_not_readable')
  }
  const [first, ...others] = sheets
  if (!first) throw new TableRefused('import_file_empty')
  const rows = first.data.map((cells) => cells.map(textOf))
  return tableOf(rows, { encoding: null, delimiter: null, sheet: first.sheet, otherSheets: others.length })
}

/**
 * Unpacks an archive and packs it again without compression. The declared sizes are added up first, and unpacking never
 * writes more than the declared size, so that a small file cannot fill the memory, whatever its entries claim.
 */
function safeCopy(bytes: Uint8Array): Uint8Array {
  let total = 0
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!wanted.test(name)) return false
      total += originalSize
      if (total > mostUnpackedBytes) throw new TableRefused('import_file_too_large')
      return true
    },
  })
  return zipSync(parts, { level: 0 })
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return typeof cell === 'string' ? cell : JSON.stringify(cell)
}
