import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { movableClock } from '../clock.ts'
import { SerialisedResponse } from './endpoints.ts'
import { makeResponseCache } from './response-cache.ts'

const kilobyte = () => new SerialisedResponse(Buffer.alloc(1024))

test('makes a response once for a key, and again after a quarter of an hour or after the cache is cleared', () => {
  const clock = movableClock()
  const cache = makeResponseCache(100_000, clock)
  let made = 0
  const make = () => {
    made += 1
    return new SerialisedResponse(Buffer.from(`number ${made}`))
  }
  const ask = (key = 'systems car left en-US') => cache.of(key, make).bytes.toString()
  expect([ask(), ask(), ask('systems car right en-US')]).toEqual(['number 1', 'number 1', 'number 2'])
  clock.forward(14 * 60)
  expect(ask()).toBe('number 1')
  clock.forward(2 * 60)
  expect(ask()).toBe('number 3')
  cache.clear()
  expect(ask()).toBe('number 4')
  expect(cache.size).toBeLessThan(2000)
})

test('stays within its size in bytes by evicting the least recently used responses', () => {
  const cache = makeResponseCache(20_000, movableClock())
  let made: string[] = []
  const ask = (key: string) =>
    cache.of(key, () => {
      made.push(key)
      return kilobyte()
    })
  ask('often')
  for (let i = 0; i < 100; i += 1) {
    ask(`film ${i}`)
    ask('often')
    expect(cache.size).toBeLessThanOrEqual(20_000)
  }
  expect(cache.size).toBeGreaterThan(15_000)
  made = []
  for (const key of ['often', 'film 99', 'film 0']) ask(key)
  expect(made).toEqual(['film 0'])
})

test('sends but does not store a response that is larger than the whole cache', () => {
  const cache = makeResponseCache(500, movableClock())
  expect(cache.of('large', kilobyte).bytes).toHaveLength(1024)
  expect(cache.size).toBe(0)
})

test('compresses a large response once, after it is stored', async () => {
  const cache = makeResponseCache(1_000_000, movableClock())
  const text = JSON.stringify(Array.from({ length: 5000 }, (_, n) => ({ part_id: `S${n}`, name: 'Disc brake' })))
  const large = cache.of('large', () => new SerialisedResponse(Buffer.from(text)))
  expect(large.brotli).toBeUndefined()
  await expect.poll(() => large.brotli).toBeDefined()
  expect(brotliDecompressSync(large.brotli!).toString()).toBe(text)
  expect(large.brotli!.length).toBeLessThan(text.length / 5)
  expect(cache.of('large', kilobyte).brotli).toBe(large.brotli)
  expect(cache.size).toBeGreaterThanOrEqual(text.length + large.brotli!.length)
  expect(cache.of('small', kilobyte).brotli).toBeUndefined()
})
