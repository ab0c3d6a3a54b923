import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { replaceFolder } from './folders.ts'

let root = ''
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'cutaway-folder-'))))
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('Noor packs a part whose film is missing: the media from before stay, and nothing else is left', async () => {
  const media = join(root, 'media')
  mkdirSync(media)
  writeFileSync(join(media, 'film.mp4'), 'before')
  const packing = replaceFolder(media, [], async (unfinished) => {
    writeFileSync(join(unfinished, 'captions.vtt'), 'new')
    return Promise.reject(new Error('film.mp4 has not been made'))
  })
  await expect(packing).rejects.toThrow('film.mp4 has not been made')
  expect(readdirSync(root)).toEqual(['media'])
  expect(readFileSync(join(media, 'film.mp4'), 'utf8')).toBe('before')
})

test('Noor packs a part for the first time and it fails: there are no media', async () => {
  await expect(replaceFolder(join(root, 'media'), [], () => Promise.reject(new Error('no film')))).rejects.toThrow(
    'no film',
  )
  expect(existsSync(join(root, 'media'))).toBe(false)
  expect(readdirSync(root)).toEqual([])
})
