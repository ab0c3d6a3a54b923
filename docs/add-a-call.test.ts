import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryPostgres, type Postgres } from '../bench/postgres.ts'
import { copyTree, type Copy } from '../scripts/mutate/copy.ts'

/** The example of add-a-call.md works: its blocks are pasted literally into a copy of the tree. */

const page = readFileSync(join(import.meta.dirname, 'add-a-call.md'), 'utf8')
/** The blocks that name a file, in order. */
const blocks = [...page.matchAll(/^```(\w+) (\S+)\n([\s\S]*?)^```$/gm)].map(([, kind, path, text]) => ({
  isDiff: kind === 'diff',
  path: path!,
  text: text!,
}))

let copy: Copy
/** For the tests in the copy, which need half the processor time on it. Undefined where PostgreSQL is not installed. */
let postgres: Postgres | undefined
beforeAll(async () => {
  copy = await copyTree()
  if (!process.env['TEST_DATABASE_URL']) postgres = await temporaryPostgres()
  for (const { isDiff, path, text } of blocks)
    await copy.write(path, isDiff ? changed(await copy.read(path), text, path) : text)
}, 120_000)
afterAll(async () => {
  await postgres?.stop()
  await copy.remove()
})

/**
 * Applies a change. A line after a space must be in the file, each below the one before; a line after "-" is removed; a
 * line after "+" is added below the previous line, or above the next one if that is the first known place.
 */
function changed(file: string, change: string, path: string): string {
  const lines = file.split('\n')
  let at = 0
  let waiting: string[] = []
  const find = (line: string) => {
    const found = lines.indexOf(line, at)
    if (found === -1) throw new Error(`${path} has no line "${line}" below line ${at}`)
    return found
  }
  const edits = change.split('\n').filter((line) => line !== '')
  for (const [i, edit] of edits.entries()) {
    const [sign, line] = [edit[0], edit.slice(1)]
    const next = edits[i + 1]
    if (sign === '+' && next?.startsWith(' ')) waiting.push(line)
    else if (sign === '+') lines.splice(at++, 0, line)
    else if (sign === '-') lines.splice((at = find(line)), 1)
    else {
      const found = find(line)
      lines.splice(found, 0, ...waiting)
      at = found + waiting.length + 1
      waiting = []
    }
  }
  return lines.join('\n')
}

/** Runs a program of node_modules in the copy. Returns its output if it fails, else nothing. */
function failing(program: string, ...args: string[]): string {
  const run = spawnSync(process.execPath, [join(copy.folder, 'node_modules', program), ...args], {
    cwd: copy.folder,
    encoding: 'utf8',
    env: { ...process.env, ...(postgres ? { TEST_DATABASE_URL: postgres.url } : {}) },
  })
  return run.status === 0 ? '' : run.stdout + run.stderr
}

test('the example has a contract, a table, queries, a handler, a page and a test', () => {
  expect(blocks.map(({ path }) => path)).toEqual([
    'contract/src/rooms/player/notes.ts',
    'contract/src/index.ts',
    'server/migrations/9001-notes.ts',
    'server/migrations/index.ts',
    'server/src/rooms/player/tables.ts',
    'server/src/rooms/player/notes.queries.ts',
    'server/src/rooms/player/notes.ts',
    'server/src/app.ts',
    'web/src/rooms/player/useSaveNote.ts',
    'server/src/rooms/player/notes.test.ts',
  ])
})

test('compiles', () => {
  expect(failing('typescript/bin/tsc', '--noEmit', '--singleThreaded', '-p', 'tsconfig.json')).toBe('')
}, 180_000)

test('is formatted, and follows the rules of the linter', () => {
  const files = blocks.map(({ path }) => path)
  expect(failing('prettier/bin/prettier.cjs', '--check', ...files)).toBe('')
  expect(failing('oxlint/bin/oxlint', ...files)).toBe('')
})

test('passes its own test, the walk over every call, and the rules of the schema and of the rooms', () => {
  const files = ['server/src/rooms/player/notes.test.ts', 'server/src/walk', 'server/src/tenancy.test.ts']
  const chosen = 'saveNote|keeps a note|the schema'
  // In one worker: a second one would load and compile the whole server of the copy too.
  const run = ['run', '--project', 'server', '--maxWorkers=1', '--no-color', '-t', chosen]
  expect(failing('vitest/vitest.mjs', ...run, ...files)).toBe('')
  expect(failing('vitest/vitest.mjs', 'run', '--project', 'docs', '--no-color', 'docs/structure.test.ts')).toBe('')
}, 240_000)
