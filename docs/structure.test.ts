import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

/** The plan of the house that no compiler holds: the same rooms everywhere, and who may import whom. */

const root = join(import.meta.dirname, '..')

/** Which rooms a room may import. A new room gets its line here and its heading in docs/map.md. */
const order: Record<string, readonly string[]> = {
  sites: [],
  sessions: ['sites'],
  users: ['sites', 'sessions'],
  catalogue: ['sites', 'sessions', 'users'],
  player: ['sites', 'sessions', 'users', 'catalogue'],
  favourites: ['sites', 'sessions', 'users', 'catalogue', 'player'],
  branding: ['sites', 'sessions', 'users'],
  sharing: ['sites', 'sessions', 'users', 'catalogue', 'player', 'branding'],
}
const rooms = Object.keys(order).toSorted()

/** Browser tests that walk through several rooms. */
const journeys = new Set(['journey', 'axe'])

/** Put the rooms together; no room imports them. */
const isRoot = (path: string) =>
  /^(server\/src\/\w+|web\/src\/(main|routes)|contract\/src\/(index|boot))\.tsx?$/.test(path)
/** Stands under the rooms and knows none of them. */
const isGround = (path: string) =>
  /^(server|web)\/src\/(core|outside|ui)\//.test(path) || (/^contract\/src\/[\w-]+\.ts$/.test(path) && !isRoot(path))

describe('the same rooms everywhere', () => {
  const folders = (path: string) =>
    readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .toSorted()
  /** Rooms that have files in a folder; a room with several subjects has `room.subject` files. */
  const files = (path: string, ending: string) => [
    ...new Set(
      readdirSync(join(root, path))
        .filter((name) => name.endsWith(ending))
        .map((name) => name.slice(0, -ending.length).replace(/\..*/, ''))
        .toSorted(),
    ),
  ]

  test('contract', () => expect(files('contract/src/rooms', '.ts')).toEqual(rooms))
  test('server', () => expect(folders('server/src/rooms')).toEqual(rooms))
  // The gallery shows the pieces of ui/ in the demo; it is no room of the product.
  test('web', () => expect(folders('web/src/rooms').filter((name) => name !== 'gallery')).toEqual(rooms))
  test('browser tests', () => expect(files('e2e', '.e2e.ts').filter((name) => !journeys.has(name))).toEqual(rooms))
  test('docs/map.md', () => {
    const map = readFileSync(join(root, 'docs/map.md'), 'utf8')
    const part = map.split(/^## /m).find((text) => text.startsWith('Rooms\n')) ?? ''
    expect([...part.matchAll(/^### (\w+)$/gm)].map((match) => match[1]).toSorted()).toEqual(rooms)
  })
})

describe('docs/map.md lists the whole of', () => {
  const map = readFileSync(join(root, 'docs/map.md'), 'utf8')
  test.each(['server/src/core', 'server/src/outside'])('%s', (folder) => {
    const modules = globSync(`${folder}/*.ts`, { cwd: root }).filter((path) => !path.endsWith('.test.ts'))
    expect(modules.length).toBeGreaterThan(0)
    expect(modules.map((path) => path.replaceAll('\\', '/')).filter((path) => !map.includes(`\`${path}\``))).toEqual([])
  })
})

describe('imports', () => {
  const sources = globSync('{contract,server,web}/src/**/*.{ts,tsx}', { cwd: root }).map((file) => ({
    file,
    imports: importsOf(file),
  }))

  test('are found', () => {
    expect(sources.length).toBeGreaterThan(20)
    expect(sources.flatMap(({ imports }) => imports).filter((path) => roomOf(path)).length).toBeGreaterThan(10)
  })

  test('a room imports only rooms before it', () => {
    const crossings = sources.flatMap(({ file, imports }) => {
      const room = roomOf(file)
      if (!room) return []
      return imports
        .filter((path) => {
          const other = roomOf(path)
          return other !== undefined && other !== room && !order[room]?.includes(other)
        })
        .map((path) => `${file} -> ${path}`)
    })
    expect(crossings).toEqual([])
  })

  test('a room imports nothing that puts rooms together', () => {
    const wrong = sources.flatMap(({ file, imports }) =>
      roomOf(file) && !file.includes('.test.')
        ? imports
            .filter((path) => isRoot(path) && packageOf(path) === packageOf(file))
            .map((path) => `${file} -> ${path}`)
        : [],
    )
    expect(wrong).toEqual([])
  })

  test('core, outside, ui and the ground of the contract import no room of their package', () => {
    const wrong = sources.flatMap(({ file, imports }) =>
      isGround(file)
        ? imports
            .filter((path) => roomOf(path) && packageOf(path) === packageOf(file))
            .map((path) => `${file} -> ${path}`)
        : [],
    )
    expect(wrong).toEqual([])
  })

  test('packages: the contract imports neither side, and the sides not each other', () => {
    // The description lists what both sides hold.
    const sides = sources.filter(({ file }) => file !== 'server/src/describe.ts')
    const wrong = sides.flatMap(({ file, imports }) =>
      imports
        .filter(
          (path) =>
            packageOf(path) !== packageOf(file) &&
            packageOf(path) !== 'contract' &&
            /^(contract|server|web)\/src\//.test(path),
        )
        .map((path) => `${file} -> ${path}`),
    )
    expect(wrong).toEqual([])
  })
})

/** 'server/src/rooms/sites/legal.ts' -> 'sites'; undefined outside the rooms. */
function roomOf(path: string): string | undefined {
  return /^(?:contract|server|web)\/src\/rooms\/([\w-]+)/.exec(path)?.[1]
}

function packageOf(path: string): string | undefined {
  return path.split('/')[0]
}

/** The paths, from the root, of what a file of ours imports, re-exports or loads later. Packages of others are left out. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const found = [...text.matchAll(/\bfrom\s*['"]([^'"\n]+)['"]|\bimport\s*\(?\s*['"]([^'"\n]+)['"]/g)]
  return found
    .map((match) => match[1] ?? match[2] ?? '')
    .flatMap((specifier) => {
      if (specifier === '@cutaway/contract') return ['contract/src/index.ts']
      if (specifier.startsWith('@cutaway/contract/')) return [specifier.replace('@cutaway/contract/', 'contract/src/')]
      if (specifier.startsWith('@cutaway/')) return [specifier.replace('@cutaway/', '')]
      if (!specifier.startsWith('.')) return []
      return [relative(root, join(root, dirname(file), specifier)).replaceAll('\\', '/')]
    })
}
