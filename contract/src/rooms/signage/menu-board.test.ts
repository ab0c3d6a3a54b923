import { expect, test } from 'vitest'
import { boardOf, MenuBoard, pagesOf, stateOf } from './menu-board.ts'

const moment = { day: '2026-11-20', weekday: 5, minute: 600 }
const item = (key: string, more: object = {}) => ({ key, name: key, price: { kind: 'exact', amount: 100 }, ...more })
const board = (layout: string, ...counts: number[]) =>
  MenuBoard.parse({
    layout,
    sections: counts.map((count, s) => ({
      key: `s${s}`,
      name: `Section ${s}`,
      items: Array.from({ length: count }, (_, i) => item(`i${s}-${i}`)),
    })),
  })
const sizes = (pages: ReturnType<typeof pagesOf>) => pages.map((page) => page.map(({ items }) => items.length))

test('a board that fits stays on one page, and a longer one goes on under its heading', () => {
  expect(sizes(pagesOf(board('panel', 5, 4), moment, 'landscape'))).toEqual([[5, 4]])
  expect(sizes(pagesOf(board('panel', 15), moment, 'landscape'))).toEqual([[10], [5]])
  expect(pagesOf(board('panel', 15), moment, 'landscape')[1]![0]!.name).toBe('Section 0')
})

test('a heading never stands alone at the end of a page', () => {
  expect(sizes(pagesOf(board('panel', 10, 3), moment, 'landscape'))).toEqual([[10], [3]])
})

test('one at a time shows an item a page', () =>
  expect(sizes(pagesOf(board('feature', 2, 1), moment, 'portrait'))).toEqual([[1], [1], [1]]))

test('what is hidden, or not offered at this hour, is left out; what is out stays in its place', () => {
  const states = [
    { kind: 'always' },
    { kind: 'hidden' },
    { kind: 'hours', when: { weekdays: [6] } },
    { kind: 'out', until: '2026-11-23' },
    { kind: 'out', until: '2026-11-20' },
    { kind: 'out', until: null },
  ].map((available) => {
    const { sections } = MenuBoard.parse({
      sections: [{ key: 's', name: 'S', items: [item('i', { available })] }],
    })
    return stateOf(sections[0]!.items[0]!, moment)
  })
  expect(states).toEqual(['shown', 'hidden', 'hidden', 'out', 'shown', 'out'])
})

test('free text is no board, and neither is a board with a price below zero', () => {
  expect(boardOf('<p>Oil change $89</p>')).toBeNull()
  expect(boardOf('{ oil }')).toBeNull()
  const content = JSON.stringify({
    sections: [{ key: 's', name: 'S', items: [item('i', { price: { kind: 'exact', amount: -1 } })] }],
  })
  expect(boardOf(content)).toBeNull()
  expect(boardOf(JSON.stringify(board('columns', 1)))).toMatchObject({ layout: 'columns' })
})
