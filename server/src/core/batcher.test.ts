import { expect, test } from 'vitest'
import { makeBatcher } from './batcher.ts'

/** Writes of many requests that go together. */

test('what several requests bring within the time is one write, in the order of their arrival', async () => {
  const writes: [number, string[]][] = []
  const keep = makeBatcher<string>(async (site, items) => void writes.push([site, items]), { gatherFor: 5 })
  await Promise.all([keep(31, 'a', 'b'), keep(2, 'x'), keep(31, 'c')])
  expect(writes.toSorted(([a], [b]) => a - b)).toEqual([
    [2, ['x']],
    [31, ['a', 'b', 'c']],
  ])
})

test('a write takes at most so many items, and never parts those of one request', async () => {
  const writes: string[][] = []
  const keep = makeBatcher<string>(async (_site, items) => void writes.push(items), { most: 3 })
  await Promise.all([keep(31, 'a', 'b'), keep(31, 'c', 'd'), keep(31, 'e', 'f', 'g', 'h'), keep(31, 'i')])
  expect(writes).toEqual([['a', 'b'], ['c', 'd'], ['e', 'f', 'g', 'h'], ['i']])
})

test('a write that fails is told to the requests in it, and to no other', async () => {
  const keep = makeBatcher<string>(async (_site, items) => {
    if (items.includes('bad')) throw new Error('not kept')
  })
  const first = Promise.allSettled([keep(31, 'bad'), keep(31, 'good')])
  await expect(first).resolves.toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  await expect(keep(31, 'good')).resolves.toBeUndefined()
})
