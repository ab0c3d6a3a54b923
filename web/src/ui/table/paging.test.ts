import { expect, test } from 'vitest'
import { pageCount, pageSizes, pageWindow } from './paging.ts'

test('the sizes are those of the specification', () => {
  expect(pageSizes).toEqual([5, 10, 25, 50, 100, 200, 500])
})

test.each([
  [0, 5, 1],
  [5, 5, 1],
  [6, 5, 2],
  [501, 500, 2],
])('%d rows by %d are %d pages', (total, size, pages) => expect(pageCount(total, size)).toBe(pages))

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 20, [1, 2, 3, 4, 5]],
  [3, 20, [1, 2, 3, 4, 5]],
  [10, 20, [8, 9, 10, 11, 12]],
  [20, 20, [16, 17, 18, 19, 20]],
])('around page %d of %d', (page, pages, shown) => expect(pageWindow(page, pages)).toEqual(shown))
