import { expect, test } from 'vitest'
import { rates, readPreferences } from './preferences.ts'

test('playback rates are 1, 1.5 and 2', () => expect(rates).toEqual([1, 1.5, 2]))

test('restores labels, captions, shortcuts and speed from this device', () => {
  const kept = { labels: false, captions: true, keys: false, rate: 1.5 }
  expect(readPreferences(JSON.stringify(kept))).toEqual(kept)
})

test('uses defaults for missing or invalid entries', () => {
  const first = { labels: true, captions: true, keys: true, rate: 1 }
  for (const text of [null, '', 'no json', '7', '{"rate":3,"labels":"no"}'])
    expect(readPreferences(text)).toEqual(first)
})
