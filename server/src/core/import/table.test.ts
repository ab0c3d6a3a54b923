import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { matchColumns } from './columns.ts'
import { editDistance, nearestOf } from './near.ts'
import { mostUnpackedBytes } from './shape.ts'
import { readTable } from './table.ts'
import { withoutEscape, writeTable } from './write.ts'

/** Files as spreadsheets and people save them. */

const text = 'Name;City\r\nZoë;Köln\r\nנועה;חיפה\r\n'
const latin = 'Name;City\r\nZoë;Köln\r\n'
const utf16 = (content: string, bigEndian = false) => {
  const bytes = Buffer.from(content, 'utf16le')
  return bigEndian ? bytes.swap16() : bytes
}

describe('the encoding of a CSV file is found and named', () => {
  test.each([
    ['UTF-8', Buffer.from(text), text],
    ['UTF-8 (BOM)', Buffer.from(`\uFEFF${text}`), text],
    ['UTF-16 LE', utf16(`\uFEFF${text}`), text],
    ['UTF-16 BE', utf16(`\uFEFF${text}`, true), text],
    ['UTF-16 LE', utf16(latin), latin],
    ['UTF-16 BE', utf16(latin, true), latin],
    ['Windows-1252', Buffer.from(latin, 'latin1'), latin],
  ])('%s', async (encoding, bytes, content) => {
    const table = await readTable(bytes)
    expect(table).toMatchObject({ encoding, delimiter: ';', header: ['Name', 'City'] })
    expect(table.rows[0]).toEqual([2, ['Zoë', 'Köln']])
    expect(table.rows).toHaveLength(content.trim().split('\r\n').length - 1)
  })
})

test.each([
  ['comma', 'a,b\n1,2', ','],
  ['semicolon', 'a;b\n"1,5";2', ';'],
  ['tab', 'a\tb\n1\t2', '\t'],
  ['bar', 'a|b\n1|2', '|'],
  ['the line for Excel', 'sep=;\na;b\n1,1;2', ';'],
])('the delimiter: %s', async (_name, content, delimiter) => {
  expect(await readTable(Buffer.from(content))).toMatchObject({ delimiter, header: ['a', 'b'] })
})

test('rows keep the numbers of the spreadsheet; empty rows and cells beyond the header are dropped', async () => {
  const { rows } = await readTable(Buffer.from('a,b\n1,2,3\n,\n\n"x\ny"\n'))
  expect(rows).toEqual([
    [2, ['1', '2']],
    [5, ['x\ny', '']],
  ])
})

test('a stray control character makes no file unreadable', async () => {
  const { rows } = await readTable(Buffer.from(`a,b\n${'Mill Lane,Salem\n'.repeat(20)}Quay\u0007side,Astoria`))
  expect(rows).toHaveLength(21)
})

describe('refused with a reason', () => {
  test.each([
    ['an empty file', Buffer.from(''), 'import_file_empty'],
    ['a header alone', Buffer.from('a,b\n'), 'import_file_empty'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 1, 2, 3]), 'import_file_not_readable'],
    ['a PDF', Buffer.from('%PDF-1.7\nx,y\n1,2'), 'import_file_not_readable'],
    ['a broken archive', Buffer.from('PK\u0003\u0004 this is no archive'), 'import_file_not_readable'],
    ['another archive', Buffer.from(zipSync({ 'notes.txt': Buffer.from('hello') })), 'import_file_not_readable'],
    ['too many columns', Buffer.from(`${'a,'.repeat(120)}z\n1`), 'import_too_many_columns'],
    ['more than 100,000 rows', Buffer.from(`a,b\n${'1,2\n'.repeat(100_001)}`), 'import_too_many_rows'],
  ])('%s', async (_name, bytes, key) => {
    await expect(readTable(bytes)).rejects.toMatchObject({ key })
  })

  test('a quotation mark that is never closed, by its row', async () => {
    const file = Buffer.from('a,b\n1,"two\nlines"\n2,"open\n3,4\n')
    await expect(readTable(file)).rejects.toMatchObject({ key: 'import_quote_open', row: 3 })
  })

  /** Returns an archive whose directory declares a size for its only entry. */
  const archive = (name: string, content: Uint8Array, declared: number) => {
    const bytes = Buffer.from(zipSync({ [name]: content }))
    bytes.writeUInt32LE(declared, bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24)
    return bytes
  }
  test.each([
    ['declares more than memory should hold', mostUnpackedBytes + 1, 'import_file_too_large'],
    ['unpacks to more than it declares', 100, 'import_file_not_readable'],
  ])('an Excel file that %s', async (_name, declared, key) => {
    const bomb = archive('xl/worksheets/sheet1.xml', new Uint8Array(5_000_000), declared)
    await expect(readTable(bomb)).rejects.toMatchObject({ key })
  })
})

describe('what is written is read again', () => {
  const rows = [
    ['=1+1', '@home', '+49 30 1', "O'Neil"],
    ['-5', 'a "b", c', 'שלום', '0012'],
  ]
  test.each(['csv', 'xlsx'] as const)('%s', async (format) => {
    const table = await readTable(await writeTable(format, ['a', 'b', 'c', 'd'], rows))
    expect(table.rows.map(([, cells]) => cells.map(withoutEscape))).toEqual(rows)
  })
  test('spreadsheets do not evaluate cells of CSV files', async () => {
    const content = (await writeTable('csv', ['a'], [['=HYPERLINK("https://evil.example")']])).toString()
    expect(content).toMatch(/^\uFEFFa\r\n"?'=HYPERLINK/)
  })
})

test('columns are matched by label, wire name and synonym; each field once; remembered choices win', () => {
  const fields = [
    { name: 'username', label: 'l1', synonyms: ['login'] },
    { name: 'email', label: 'l2', synonyms: ['mail'] },
    { name: 'role', label: 'l3', synonyms: [] },
  ]
  const labelsOf = ({ name }: { name: string }) => (name === 'email' ? ['Correo electrónico'] : [])
  const match = (header: string[], remembered = new Map<string, string | null>()) =>
    matchColumns(header, fields, { remembered, labelsOf })
  expect(match(['User-Name ', 'correo electronico', 'LOGIN', 'x'])).toEqual(['username', 'email', null, null])
  expect(match(['Stufe', 'role'], new Map([['stufe', 'role']]))).toEqual(['role', null])
  expect(match(['Mail'], new Map([['mail', null]]))).toEqual([null])
})

test('a near name is suggested, a far one is not', () => {
  const near = nearestOf(['Harbour Road', 'Mill Lane', 'Żabka'])
  expect(near('Harbor Road')).toBe('Harbour Road')
  expect(near('zabka')).toBe('Żabka')
  expect(near('Orchard Park')).toBeUndefined()
  expect(editDistance('kitten', 'sitting', 3)).toBe(3)
  expect(editDistance('kitten', 'sitting', 2)).toBeUndefined()
  expect(editDistance('norht', 'north', 1)).toBe(1)
})
