import { expect, test } from 'vitest'
import { queryOf, viewOf } from './view.ts'

const read = (query: string) => viewOf(new URLSearchParams(query))

test('a URL without a query shows the newest ten', () => {
  const view = read('')
  expect(view).toMatchObject({ page: 1, size: 10, sort: { by: 'sent_at', descending: true }, search: '' })
  expect(queryOf(view).toString()).toBe('')
})
test('parsing and formatting a URL round-trips', () => {
  const query = 'page=3&size=25&sort=-outcome&search=RO+48&channel=sms&recipient=7'
  expect(queryOf(read(query)).toString()).toBe(query)
  expect(read('sort=to').sort).toEqual({ by: 'to', descending: false })
})
test('ignores invalid values', () => {
  expect(read('page=-1&size=7&sort=colour&channel=fax&recipient=x')).toEqual(read(''))
  expect(read(`search=${'x'.repeat(300)}`).search).toHaveLength(100)
})
