import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './setup.mjs'
import { sourcesHash } from './sources-hash.mjs'

/** Creates a folder in the repository, because the hash covers paths relative to it. */
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

test('the hash changes with a file, with its imports and with their imports', () => {
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

test('the hash ignores files that are not imported, and installed or built files', () => {
  const before = sourcesHash([path('suite')])
  write('four.ts', 'export const four = 5')
  mkdirSync(join(folder, 'suite/node_modules'))
  write('suite/node_modules/package.ts', 'export {}')
  expect(sourcesHash([path('suite')])).toBe(before)
})
