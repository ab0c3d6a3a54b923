import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** What a node holds in memory is listed in docs/map.md, and no request waits for the disk of the whole node. */

const root = join(import.meta.dirname, '..')
const sources = globSync('server/src/**/*.ts', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('server/src/testing/'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

/** The rows of the table, without its head. */
const rows = (
  readFileSync(join(root, 'docs/map.md'), 'utf8')
    .split(/^## /m)
    .find((part) => part.startsWith('What a node holds in memory')) ?? ''
)
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

test('each memory has an owner, a bound and a way to be dropped', () => {
  expect(rows.length).toBeGreaterThan(10)
  for (const row of rows) {
    expect(row).toHaveLength(4)
    expect(row[1]).toMatch(/^`server\/src\/[\w/.-]+\.ts`/)
    for (const cell of row) expect(cell).not.toBe('')
  }
})

/** An empty collection at the top of a module is filled later; so is a cache wherever it is made. */
const isMemory = (text: string) =>
  /\bnew LRUCache\b|\b(?:folderCache|makeResponseCache)\(/.test(text) ||
  /^(?:export )?(?:const|let) \w+.* = new (?:Map|Set|WeakMap)\b.*\(\)$/m.test(text)

test('each memory in the code is in the table', () => {
  const listed = new Set(rows.flatMap(([, modules = '']) => modules.match(/server\/src\/[\w/.-]+\.ts/g) ?? []))
  // Where everything is put together nothing is held.
  const memories = sources.filter(({ file, text }) => isMemory(text) && file !== 'server/src/start.ts')
  expect(memories.length).toBeGreaterThan(5)
  expect(memories.map(({ file }) => file).filter((file) => !listed.has(file))).toEqual([])
})

/**
 * They read files before the first request, again when the library or texts on the disk change, in a command, or in a
 * thread of their own.
 */
const beforeRequests = [
  // The commands, and the start.
  /^server\/src\/\w+\.ts$/,
  /^server\/src\/rooms\/player\/tracking\/check-sums\.ts$/,
  /^server\/src\/core\/backup\/[\w.]+\.ts$/,
  /^server\/src\/core\/db\/lock\.ts$/,
  /^server\/src\/rooms\/messaging\/mail-domain\.ts$/,
  // The gateway for test money is a process of its own, and writes its ledger before it answers; the portal joins it at its
  // start. The file of payment accounts is read with the settings.
  /^server\/src\/outside\/payments\/(?:accounts|gateway\/[\w.-]+)\.ts$/,
  // The program that converts videos is looked for at the start.
  /^server\/src\/rooms\/customvideos\/ffmpeg\.ts$/,
  // The list of members, with the settings.
  /^server\/src\/outside\/membership\.ts$/,
  // Excel files are read in a thread of their own.
  /^server\/src\/core\/import\/xlsx\.ts$/,
  // Texts and the library, as a whole.
  /^server\/src\/core\/(?:texts|file-watcher)\.ts$/,
  /^server\/src\/rooms\/catalogue\/(?:library\/(?:library|media-version|part-records)|vehicle\/vehicles|lights\/warning-lights)\.ts$/,
  // Unpacking the few kilobytes of one part takes less time than handing them to a thread.
  /^server\/src\/rooms\/catalogue\/library\/packed\.ts$/,
]

test('no request waits for a synchronous call: others would wait with it', () => {
  const found = sources
    .filter(({ file }) => !beforeRequests.some((pattern) => pattern.test(file)))
    .flatMap(({ file, text }) => [...text.matchAll(/\b(\w+Sync)\b/g)].map(([, name]) => `${file}: ${name}`))
  expect(found).toEqual([])
})
