import { expect, test } from 'vitest'
import { makeBatcher } from './batcher.ts'

/** Batching of writes from many requests. */

test('combines items that arrive within the gathering time into one write, in order of arrival', async () => {
  const writes: [number, string[]][] = []
  const keep = makeBatcher<string>(async (site, items) => void writes.push([site, items]), { gatherFor: 5 })
  await Promise.all([keep(31, 'a', 'b'), keep(2, 'x'), keep(31, 'c')])
  expect(writes.toSorted(([a], [b]) => a - b)).toEqual([
    [2, ['x']],
    [31, ['a', 'b', 'c']],
  ])
})

test('limits the items of a write, and never splits the items of one request', async () => {
  const writes: string[][] = []
  const keep = makeBatcher<string>(async (_site, items) => void writes.push(items), { most: 3 })
  await Promise.all([keep(31, 'a', 'b'), keep(31, 'c', 'd'), keep(31, 'e', 'f', 'g', 'h'), keep(31, 'i')])
  expect(writes).toEqual([['a', 'b'], ['c', 'd'], ['e', 'f', 'g', 'h'], ['i']])
})

test('rejects only the requests whose items were in the failed write', async () => {
  const keep = makeBatcher<string>(async (_site, items) => {
    if (items.includes('bad')) throw new Error('not kept')
  })
  const first = Promise.allSettled([keep(31, 'bad'), keep(31, 'good')])
  await expect(first).resolves.toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  await expect(keep(31, 'good')).resolves.toBeUndefined()
})
