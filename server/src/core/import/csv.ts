import papa from 'papaparse'
import { type Table, TableRefused, tableOf } from './shape.ts'

/** Reads CSV files of any usual encoding and delimiter. */

const delimiters = [',', ';', '\t', '|']

/** Returns the table of a CSV file. Throws TableRefused for a file that is no text, such as a picture or a PDF. */
export function readCsv(bytes: Uint8Array): Table {
  const { encoding, text } = decode(bytes)
  if (isBinary(text.slice(0, 4096)) || text.startsWith('%PDF')) throw new TableRefused('import_file_not_readable')
  // A first line such as "sep=;" names the delimiter for Excel.
  const hint = /^sep=([,;\t|])\r?\n/i.exec(text)
  const content = hint ? text.slice(hint[0].length) : text
  const delimiter = hint?.[1] ?? guessDelimiter(content)
  const { data, errors } = papa.parse<string[]>(content, { delimiter })
  // Without its end, a quoted cell holds all rows below it.
  const open = errors.find(({ code }) => code === 'MissingQuotes')
  if (open) throw new TableRefused('import_quote_open', (open.row ?? 0) + 1)
  return tableOf(data, { encoding, delimiter, sheet: null, otherSheets: 0 })
}

/**
 * Whether a file's beginning is not text: it has a zero character, or more than one control character in a hundred. Systems
 * that export people let single ones pass; fields drop them.
 */
function isBinary(beginning: string): boolean {
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  const controls: string[] = beginning.match(/[\u0000-\u0008\u000e-\u001a]/g) ?? []
  return controls.includes('\u0000') || controls.length * 100 > beginning.length
}

/** Returns the delimiter by which most of the first rows have as many cells as the header, and the most of them. */
function guessDelimiter(text: string): string {
  const [best] = delimiters
    .map((delimiter) => {
      const { data } = papa.parse<string[]>(text, { delimiter, preview: 20, skipEmptyLines: true })
      const width = data[0]?.length ?? 0
      const equal = data.filter((cells) => cells.length === width).length
      return { delimiter, width, share: equal / Math.max(1, data.length) }
    })
    .filter(({ width }) => width > 1)
    .toSorted((a, b) => b.share - a.share || b.width - a.width)
  return best?.delimiter ?? ','
}

/**
 * Decodes a text file: by its byte order mark, else UTF-16 if every second byte of the Latin letters is 0, else UTF-8 if
 * it is valid, else Windows-1252, in which old versions of Excel save.
 */
export function decode(bytes: Uint8Array): { encoding: string; text: string } {
  const as = (label: string, encoding: string) => ({ encoding, text: new TextDecoder(label).decode(bytes) })
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return as('utf-8', 'UTF-8 (BOM)')
  if (a === 0xff && b === 0xfe) return as('utf-16le', 'UTF-16 LE')
  if (a === 0xfe && b === 0xff) return as('utf-16be', 'UTF-16 BE')
  const zeros = [0, 0]
  const seen = Math.min(bytes.length, 2000)
  for (let at = 0; at < seen; at += 1) if (bytes[at] === 0) zeros[at % 2]! += 1
  if (zeros[1]! > seen / 8 && zeros[0]! < seen / 50) return as('utf-16le', 'UTF-16 LE')
  if (zeros[0]! > seen / 8 && zeros[1]! < seen / 50) return as('utf-16be', 'UTF-16 BE')
  try {
    return { encoding: 'UTF-8', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return as('windows-1252', 'Windows-1252')
  }
}
