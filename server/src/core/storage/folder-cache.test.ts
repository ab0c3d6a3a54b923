import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderCache } from './folder-cache.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-folder-cache-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const bytes = (count: number) => new Uint8Array(count)
/** Sets the last use of a file to some hours ago. */
const lastUsed = (name: string, hours: number) => {
  const at = new Date(Date.now() - hours * 3_600_000)
  return utimes(join(folder, name), at, at)
}

test('makes a file once, also for concurrent requests', async () => {
  let made = 0
  const cache = folderCache(join(folder, 'films'), 1000)
  const make = async () => {
    made += 1
    return new TextEncoder().encode('film')
  }
  const paths = await Promise.all([cache.of('a.mp4', make), cache.of('a.mp4', make)])
  paths.push(await cache.of('a.mp4', make))
  expect(made).toBe(1)
  for (const path of paths) expect(await readFile(path, 'utf8')).toBe('film')
})

test('evicts the least recently used files beyond its size, and makes them again when requested', async () => {
  const cache = folderCache(folder, 1000)
  for (const name of ['a', 'b', 'c']) await cache.of(name, async () => bytes(300))
  await lastUsed('a', 3)
  await lastUsed('b', 2)
  // Requesting the oldest file makes it a recently used one.
  await cache.of('a', () => Promise.reject(new Error('it is there')))
  await cache.of('d', async () => bytes(300))
  expect((await readdir(folder)).toSorted()).toEqual(['a', 'c', 'd'])
  await cache.of('b', async () => bytes(300))
  expect(await readdir(folder)).toContain('b')
})

test('keeps the newest file even if that alone is larger than the cache', async () => {
  const cache = folderCache(folder, 1000)
  await cache.of('small', async () => bytes(10))
  await lastUsed('small', 1)
  await cache.of('large', async () => bytes(2000))
  expect(await readdir(folder)).toEqual(['large'])
})

test('removes leftovers of a crash', async () => {
  const cache = folderCache(folder, 1000)
  await writeFile(join(folder, 'a.mp4.half'), bytes(900))
  await lastUsed('a.mp4.half', 5)
  await cache.of('a.mp4', async () => bytes(900))
  expect(await readdir(folder)).toEqual(['a.mp4'])
})

test('leaves nothing behind when making a file fails, and retries on the next request', async () => {
  const cache = folderCache(folder, 1000)
  await expect(cache.of('a', () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk')
  expect(await readdir(folder)).toEqual([])
  await cache.of('a', async () => bytes(1))
  expect(await readdir(folder)).toEqual(['a'])
})
