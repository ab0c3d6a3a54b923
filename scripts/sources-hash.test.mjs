import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './setup.mjs'
import { sourcesHash } from './sources-hash.mjs'

/** A folder in the repository, because the hash is of paths in it. */
let folder
const path = (name) => relative(root, join(folder, name))
const write = (name, text) => writeFileSync(join(folder, name), text)
beforeEach(() => {
  mkdirSync(join(root, '.runtime'), { recursive: true })
  folder = mkdtempSync(join(root, '.runtime/sources-'))
  mkdirSync(join(folder, 'suite'))
  write('suite/one.ts', "import { two } from '../two.ts'")
  write('two.ts', "export * from './three.ts'")
  write('three.ts', 'export const two = 2')
  write('four.ts', 'export const four = 4')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a change of a file, of what it imports and of what that imports changes the hash', () => {
  const before = sourcesHash([path('suite')])
  expect(sourcesHash([path('suite')])).toBe(before)
  for (const name of ['suite/one.ts', 'two.ts', 'three.ts']) {
    const now = sourcesHash([path('suite')])
    write(
      name,
      `${name === 'three.ts' ? '' : name === 'two.ts' ? "export * from './three.ts'" : "import '../two.ts'"}\n// x`,
    )
    expect(sourcesHash([path('suite')]), name).not.toBe(now)
  }
})

test('a file that nothing of it imports does not, nor what is installed or built', () => {
  const before = sourcesHash([path('suite')])
  write('four.ts', 'export const four = 5')
  mkdirSync(join(folder, 'suite/node_modules'))
  write('suite/node_modules/package.ts', 'export {}')
  expect(sourcesHash([path('suite')])).toBe(before)
})
