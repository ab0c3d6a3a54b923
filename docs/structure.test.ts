import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

/** The plan of the house that no compiler holds: the same rooms everywhere, and who may import whom. */

const root = join(import.meta.dirname, '..')

/** Which rooms a room may import. A new room gets its line here and its heading in docs/map.md. */
const order: Record<string, readonly string[]> = {
  messaging: [],
  sites: ['messaging'],
  sessions: ['messaging', 'sites'],
  organisation: ['messaging', 'sites', 'sessions'],
  users: ['messaging', 'sites', 'sessions', 'organisation'],
  catalogue: ['sites', 'sessions', 'users'],
  player: ['sites', 'sessions', 'users', 'catalogue', 'signup'],
  favourites: ['sites', 'sessions', 'users', 'catalogue', 'player'],
  customvideos: ['sites', 'sessions', 'users', 'catalogue', 'player', 'sharing', 'embeds'],
  embeds: ['messaging', 'sites', 'sessions', 'organisation', 'users', 'catalogue', 'player'],
  branding: ['messaging', 'sites', 'sessions', 'users'],
  consent: ['messaging'],
  billing: ['messaging', 'sites', 'sessions'],
  sharing: ['messaging', 'sites', 'sessions', 'users', 'catalogue', 'player', 'branding', 'consent'],
  conversations: ['messaging', 'sites', 'sessions', 'users', 'catalogue', 'player', 'branding', 'consent', 'sharing'],
  integrations: [
    'messaging',
    'sites',
    'sessions',
    'users',
    'catalogue',
    'player',
    'embeds',
    'sharing',
    'customvideos',
    'conversations',
  ],
  // Reads other rooms only through the views that they publish in migrations.
  reports: ['sites', 'sessions', 'catalogue', 'messaging'],
  signup: ['messaging', 'sites', 'sessions', 'organisation', 'users', 'billing'],
  telephony: ['messaging', 'sites', 'sessions', 'users', 'billing'],
  signage: [
    'messaging',
    'sites',
    'sessions',
    'organisation',
    'users',
    'catalogue',
    'player',
    'branding',
    'sharing',
    'favourites',
  ],
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
      .filter((entry) => entry.isDirectory() && readdirSync(join(root, path, entry.name)).length > 0)
      .map((entry) => entry.name)
      .toSorted()
  /** Rooms that have files in a folder. A room with several subjects has `room.subject` files. */
  const files = (path: string, ending: string) => [
    ...new Set(
      readdirSync(join(root, path))
        .filter((name) => name.endsWith(ending))
        .map((name) => name.slice(0, -ending.length).replace(/\..*/, ''))
        .toSorted(),
    ),
  ]
  /** Names that are not rooms. A room needs only the folders in which it has files. */
  const strangers = (names: string[], allowed: string[] = []) =>
    names.filter((name) => !rooms.includes(name) && !allowed.includes(name))

  test('contract: a file or a folder for each room', () =>
    expect(strangers([...folders('contract/src/rooms'), ...files('contract/src/rooms', '.ts')])).toEqual([]))
  test('server', () => expect(strangers(folders('server/src/rooms'))).toEqual([]))
  // The gallery shows the components of ui/ in the demo. It is not a room of the product.
  test('web', () => expect(strangers(folders('web/src/rooms'), ['gallery'])).toEqual([]))
  test('browser tests', () => expect(strangers(files('e2e', '.e2e.ts'), [...journeys])).toEqual([]))
  test('every room has files', () =>
    expect(
      rooms.filter(
        (room) => globSync(`{contract,server,web}/src/rooms/${room}{.ts,/**/*}`, { cwd: root }).length === 0,
      ),
    ).toEqual([]))
  test('docs/map.md', () => {
    const map = readFileSync(join(root, 'docs/map.md'), 'utf8')
    const part = map.split(/^## /m).find((text) => text.startsWith('Rooms\n')) ?? ''
    expect([...part.matchAll(/^### (\w+)$/gm)].map((match) => match[1]).toSorted()).toEqual(rooms)
  })
})

test('no folder holds more than 25 files side by side', () => {
  const perFolder = new Map<string, number>()
  for (const file of globSync('{contract,server,web,studio,e2e,bench,docs,scripts}/**/*.{ts,tsx,mjs,css}', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|migrations)$/.test(path),
  }))
    perFolder.set(dirname(file), (perFolder.get(dirname(file)) ?? 0) + 1)
  expect([...perFolder].filter(([, count]) => count > 25)).toEqual([])
})

describe('docs/map.md lists the whole of', () => {
  const map = readFileSync(join(root, 'docs/map.md'), 'utf8')
  test.each(['server/src/core/**', 'server/src/outside'])('%s', (folder) => {
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

describe('what a folder must not know', () => {
  const code = (pattern: string) =>
    globSync(pattern, { cwd: root })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => !path.includes('.test.'))
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

  test('adapters of outside services: no database, no tenant, no job', () => {
    const adapters = code('server/src/outside/**/*.ts')
    expect(adapters.length).toBeGreaterThan(5)
    const forbidden =
      /^(kysely|pg|pg-boss|@electric-sql\/)|\/(core\/(database|engine|tables|tenancy|jobs)|migrations)\b/
    const wrong = adapters.flatMap(({ path, text }) => [
      ...[...text.matchAll(/\bfrom\s*['"]([^'"\n]+)['"]/g)]
        .map((match) => match[1] ?? '')
        .filter((specifier) => forbidden.test(specifier))
        .map((specifier) => `${path} imports ${specifier}`),
      ...(/\bsql`|web_?site_?id|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/i.test(text) ? [path] : []),
    ])
    expect(wrong).toEqual([])
  })

  test('payments: what speaks to a provider never opens the transaction of a request', () => {
    const speaking = code('server/src/rooms/**/*.ts').filter(
      ({ path, text }) => path.includes('/billing/') || text.includes('outside/payments.ts'),
    )
    expect(speaking.length).toBeGreaterThan(10)
    expect(speaking.filter(({ text }) => /\bcall\.db\b/.test(text)).map(({ path }) => path)).toEqual([])
    const handlers = speaking.find(({ path }) => path.endsWith('billing/payments.ts'))!.text
    expect([...handlers.matchAll(/async \(\{([^}]*)\}\)/g)].filter(([, given]) => /\bdb\b/.test(given!))).toEqual([])
  })

  test('messaging: no word of films', () => {
    const files = [
      ...code('{server,web}/src/rooms/messaging/**/*.{ts,tsx}'),
      ...code('contract/src/rooms/messaging*.ts'),
    ]
    expect(files.length).toBeGreaterThan(10)
    expect(files.filter(({ text }) => /film|animation|video/i.test(text)).map(({ path }) => path)).toEqual([])
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
