import { isEndpoint } from '@cutaway/contract/endpoint.ts'
import { contract } from '@cutaway/contract'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { pages } from '../src/pages/all.ts'
import { type Module, names, readModules, withImports } from './texts.graph.ts'

/**
 * A page loads the texts of the frame and of its rooms (`texts` in web/src/pages/, `withTexts` elsewhere). This test reads
 * every module of the browser: each key that a module names, or that its calls can refuse with, must be loaded with the
 * page.
 */

const sources = join(import.meta.dirname, '../src')
const locale = join(import.meta.dirname, '../../locales/en-US')
const modules = readModules(sources)
const roomOfKey = new Map(
  readdirSync(locale).flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(join(locale, file), 'utf8')) as object).map(
      (key) => [key, file.replace('.json', '')] as const,
    ),
  ),
)

/** Modules that show no text: one makes plural forms of any key, one names rooms, one calls a function `t` of its own. */
const withoutTexts = new Set(
  ['core/i18n/texts.ts', 'paths.ts', 'pages/front.ts', 'pages/settings.ts', 'core/analytics.ts'].map((file) =>
    join(sources, file),
  ),
)

function keysOf(path: string, module: Module): string[] {
  if (withoutTexts.has(path)) return []
  const refusals = module.calls.flatMap(({ room, name }) => {
    const call = (contract as Record<string, Record<string, unknown>>)[room]?.[name]
    return isEndpoint(call) ? (call.fails ?? []) : []
  })
  return [...[...roomOfKey.keys()].filter((key) => names(module, key)), ...refusals]
}

/** The entry modules of separately loaded chunks, with the rooms whose texts are certainly loaded. */
function textsOfPieces(): Map<string, Set<string>> {
  const routes = ['front', 'settings'].map((table) => join(sources, 'routes', `${table}.ts`))
  const pieces = new Map<string, Set<string>>([[join(sources, 'main.tsx'), new Set()]])
  for (const table of routes) {
    const pageModules = pageModulesOf(readFileSync(table, 'utf8'))
    for (const { module, rooms: loaded } of modules.get(table)!.later) {
      const shown = pages.filter(({ path }) => pageModules.get(path) === module)
      const rooms = shown.map(({ texts = [] }) => new Set<string>(texts))
      const own = rooms.length ? rooms.reduce((all, some) => all.intersection(some)) : new Set<string>(loaded)
      pieces.set(module, pieces.get(module)?.intersection(own) ?? own)
    }
  }
  const all = new Set(roomOfKey.values())
  const inner = [...modules].flatMap(([from, { later }]) =>
    routes.includes(from) ? [] : later.map((l) => ({ from, ...l })),
  )
  for (const { module } of inner) if (!pieces.has(module)) pieces.set(module, all)
  // A module has the texts common to all chunks that contain it. A chunk has the texts of the modules that load it, and
  // its own.
  for (let settled = false; !settled;) {
    settled = true
    const held = new Map([...pieces].map(([start, rooms]) => [start, { rooms, all: withImports(modules, start) }]))
    const roomsAt = (path: string) =>
      [...held.values()].filter((h) => h.all.has(path)).reduce((rooms, h) => rooms.intersection(h.rooms), all)
    for (const [start, rooms] of pieces) {
      const loads = inner.filter(({ module }) => module === start)
      if (loads.length === 0) continue
      const next = loads.map(({ from, rooms: own }) => roomsAt(from).union(new Set(own)))
      const common = next.reduce((a, b) => a.intersection(b), rooms)
      if (common.size < rooms.size) {
        pieces.set(start, common)
        settled = false
      }
    }
  }
  return pieces
}

/** Maps the path of a page to the module that renders it, as in web/src/routes/. */
function pageModulesOf(code: string): Map<string, string> {
  const named = new Map(
    [...code.matchAll(/const (\w+): Module = \(\) => import\('\.\.\/([^']+)'\)/g)].map((m) => [m[1]!, m[2]!]),
  )
  const paths = new Map(
    [...readFileSync(join(sources, 'paths.ts'), 'utf8').matchAll(/^  (\w+):\s+'([^']+)',$/gm)].map((m) => [
      m[1]!,
      m[2]!,
    ]),
  )
  return new Map(
    [...code.matchAll(/\[paths\.(\w+)\]: (?:(\w+)|\(\) => import\('\.\.\/([^']+)'\)),/g)].map(
      ([, path = '', name = '', file = named.get(name)]) => [paths.get(path)!, join(sources, file ?? '')],
    ),
  )
}

test('every text that a page shows is loaded with it', () => {
  const missing: string[] = []
  const pieces = textsOfPieces()
  expect(pieces.size).toBeGreaterThan(50)
  for (const [start, rooms] of pieces)
    for (const path of withImports(modules, start)) {
      const module = modules.get(path)
      for (const key of module ? keysOf(path, module) : []) {
        const room = roomOfKey.get(key) ?? 'frame'
        if (room !== 'frame' && !rooms.has(room))
          missing.push(
            `${relative(sources, start)} needs the texts of ${room}: ${relative(sources, path)} shows ${key}`,
          )
      }
    }
  expect(missing).toEqual([])
})

test('every message key that a call can refuse with has a text', () => {
  const calls = [...modules.values()].flatMap((module) => module.calls)
  expect(calls.length).toBeGreaterThan(50)
  const unknown = [...modules].flatMap(([path, module]) => keysOf(path, module).filter((key) => !roomOfKey.has(key)))
  expect(unknown).toEqual([])
})

/** Calls that take a message key: `t` in the browser, `say` and `text` on the server. */
const asking = [
  /\bt\(\s*(['`])([^'`]+)\1/g,
  /\bsay\(\s*(['`])([^'`]+)\1/g,
  /\btext\(\s*[\w.?]+,\s*(?:[\w.?]+|'[\w-]+'),\s*(['`])([^'`]+)\1/g,
]

test('every text that is asked for exists', () => {
  const withoutPlural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')
  const known = new Set([...roomOfKey.keys()].flatMap((key) => [key, withoutPlural(key)]))
  const server = join(import.meta.dirname, '../../server/src')
  const folders = [sources, join(server, 'rooms'), join(server, 'core')]
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  const asked = files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|testing/.test(file) && !withoutTexts.has(file))
    .flatMap((file) => {
      const code = readFileSync(file, 'utf8')
      return asking.flatMap((call) => [...code.matchAll(call)].map(([, , key = '']) => ({ file, key })))
    })
  expect(asked.length).toBeGreaterThan(500)
  const exists = (key: string) => {
    const parts = key.split(/\$\{[^}]*\}/)
    if (parts.length === 1) return known.has(key)
    return [...known].some((one) => one.startsWith(parts[0]!) && one.endsWith(parts.at(-1)!))
  }
  expect(asked.filter(({ key }) => !exists(key)).map(({ file, key }) => `${key} in ${file}`)).toEqual([])
})
