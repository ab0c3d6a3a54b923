import { expect, test } from 'vitest'
import { merge } from './merge.ts'

const base = { first: 'Noor', last: 'Haddad', regions: [1, 2] }

test('Elena renamed Noor while Rosa moved her: both changes stay', () => {
  const merged = merge(base, { ...base, regions: [2, 3] }, { ...base, first: 'Nora' })
  expect(merged).toEqual({
    values: { first: 'Nora', last: 'Haddad', regions: [2, 3] },
    theirs: [{ name: 'first', isMine: false }],
  })
})

test('where both changed a field, mine stays and theirs is listed, unless both made the same change', () => {
  const merged = merge(base, { ...base, first: 'Nour', last: 'Hale' }, { ...base, first: 'Nora', last: 'Hale' })
  expect(merged.values).toEqual({ first: 'Nour', last: 'Hale', regions: [1, 2] })
  expect(merged.theirs).toEqual([{ name: 'first', isMine: true }])
})
