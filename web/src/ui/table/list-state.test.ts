import { expect, test } from 'vitest'
import { isFiltered, type ListDefaults, listStateOf, queryOfList } from './list-state.ts'

const defaults = {
  sort: { by: 'name', descending: false },
  sorts: ['name', 'city'],
  filters: { region: '', deleted: 'Off' },
} satisfies ListDefaults<Record<string, string>>
const read = (query: string) => listStateOf(new URLSearchParams(query), defaults)
const write = (query: string) => queryOfList(read(query), defaults, new URLSearchParams(query)).toString()

test('an empty URL is the list as it opens', () => {
  expect(read('')).toEqual({
    search: '',
    page: 1,
    size: 5,
    sort: { by: 'name', descending: false },
    filters: { region: '', deleted: 'Off' },
  })
  expect(write('')).toBe('')
  expect(isFiltered(read(''), defaults)).toBe(false)
})

test.each([
  'search=mill&region=3&sort=city&descending=1&size=25&page=2',
  'deleted=On',
  'sort=name&descending=1',
  'import=open&page=2',
])('the URL holds the whole state: %s', (query) => expect(write(query)).toBe(query))

test.each(['page=0', 'page=-1', 'page=x', 'size=7', 'size=1000', 'sort=password', 'descending=1'])(
  'a value that no link has is ignored: %s',
  (query) => expect(read(query)).toEqual(read('')),
)

test('a search or a filter narrows the list; page, size and order do not', () => {
  expect(['search=a', 'region=3', 'deleted=On'].every((query) => isFiltered(read(query), defaults))).toBe(true)
  expect(isFiltered(read('page=2&size=25&sort=city'), defaults)).toBe(false)
})
