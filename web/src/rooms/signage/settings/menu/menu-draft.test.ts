import { MenuBoard } from '@cutaway/contract/rooms/signage/menu-board.ts'
import { expect, test } from 'vitest'
import { amountOf, itemInSection, movedItem, movedSection, typedAmount, withoutItem } from './menu-draft.ts'

const item = (key: string) => ({ key, name: key, price: { kind: 'free' } })
const board = MenuBoard.parse({
  sections: [
    { key: 'a', name: 'A', items: [item('1'), item('2')] },
    { key: 'b', name: 'B', items: [item('3')] },
  ],
})
const keys = (of: MenuBoard) => of.sections.map(({ items }) => items.map(({ key }) => key).join(''))

test('a price is read as people type it, in the decimals of the currency', () => {
  expect(['219', ' 219.50', '219,5', '0'].map((typed) => amountOf(typed, 2))).toEqual([21_900, 21_950, 21_950, 0])
  expect(['', 'free', '2.199', '-5', '1,2,3', '12345678'].map((typed) => amountOf(typed, 2))).toEqual(
    Array.from({ length: 6 }, () => null),
  )
  expect([amountOf('219', 0), amountOf('219.5', 0)]).toEqual([219, null])
})

test('a price is shown as it was typed, without needless zeros', () => {
  expect(typedAmount({ kind: 'exact', amount: 21_900 }, 2)).toBe('219')
  expect(typedAmount({ kind: 'from', amount: 21_950 }, 2)).toBe('219.50')
  expect(typedAmount({ kind: 'free' }, 2)).toBe('')
})

test('sections and items move, and an item goes to another section', () => {
  expect(keys(movedItem(board, 0, 0, 1))).toEqual(['21', '3'])
  expect(keys(movedItem(board, 0, 5, 0))).toEqual(['12', '3'])
  expect(keys(movedSection(board, 1, 0))).toEqual(['3', '12'])
  expect(keys(itemInSection(board, 0, 0, 1))).toEqual(['2', '31'])
  expect(keys(itemInSection(board, 0, 0, 0))).toEqual(['12', '3'])
  expect(keys(itemInSection(board, 0, 0, 7))).toEqual(['12', '3'])
  expect(keys(withoutItem(board, 0, 0))).toEqual(['2', '3'])
})
