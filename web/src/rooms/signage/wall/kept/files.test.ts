import { expect, test } from 'vitest'
import { leavers, partOf, rangeOf } from './files.ts'

/** Which files leave a full disk, and which bytes a player gets. */

const kept = new Map([
  ['/old.mp4', { bytes: 50, used: 1 }],
  ['/left.mp4', { bytes: 50, used: 9 }],
  ['/loop.mp4', { bytes: 50, used: 2 }],
  ['/plays.mp4', { bytes: 50, used: 0 }],
])
const wanted = new Set(['/loop.mp4', '/plays.mp4', '/new.mp4'])
const playing = new Set(['/plays.mp4'])

test('the least recently used file that left the loop goes first', () => {
  expect(leavers(kept, { needed: 40, wanted, playing })).toEqual(['/old.mp4'])
  expect(leavers(kept, { needed: 60, wanted, playing })).toEqual(['/old.mp4', '/left.mp4'])
})

test('neither what plays nor a file of the loop goes for another one', () => {
  expect(leavers(kept, { needed: 120, wanted, playing })).toBeNull()
  expect(leavers(kept, { needed: 120, wanted: new Set(), playing })).toEqual(['/old.mp4', '/loop.mp4', '/left.mp4'])
})

test.each([
  ['bytes=0-', [0, 99]],
  ['bytes=10-19', [10, 19]],
  ['bytes=90-500', [90, 99]],
  ['bytes=-10', [90, 99]],
  ['bytes=100-', null],
  ['bytes=20-10', null],
  ['bytes=-', null],
  ['lines=1-2', null],
] as const)('of 100 bytes, %s', (header, bytes) => {
  expect(rangeOf(header, 100)).toEqual(bytes)
})

test('a part says which one it is', async () => {
  const part = partOf(new Blob(['0123456789']), 'video/mp4', 'bytes=2-4')
  expect(part.status).toBe(206)
  expect(part.headers.get('content-range')).toBe('bytes 2-4/10')
  expect(await part.text()).toBe('234')
  expect(partOf(new Blob(['01']), 'video/mp4', 'bytes=7-').status).toBe(416)
  expect(partOf(new Blob(['01']), 'video/mp4', null).status).toBe(200)
})
