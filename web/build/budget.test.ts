import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { expect, test, vi } from 'vitest'

/**
 * Measures what a browser downloads before a page is usable, in kB of compressed script: the entry with all its
 * imports, and the modules of the page. Users log in from workshops with slow connections.
 */
const root = join(import.meta.dirname, '..')

let built: ReturnType<typeof buildOnce> | undefined
const builtOnce = () => (built ??= buildOnce())
async function buildOnce() {
  // Otherwise the libraries resolve to their test builds.
  vi.stubEnv('NODE_ENV', 'production')
  const [result] = [await build({ root, logLevel: 'silent', build: { write: false } })].flat()
  if (!result || !('output' in result)) throw new Error('the build has no output')
  return result
}

async function sizesOf(pages: Record<string, string[]>): Promise<Record<string, number>> {
  const result = await builtOnce()
  const chunks = new Map(
    result.output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  )
  const entry = [...chunks.values()].find(({ isEntry, name }) => isEntry && name === 'index')
  const sizeOf = (modules: string[]) => {
    const loaded = new Set<string>()
    const load = (name: string | undefined) => {
      if (name === undefined || loaded.has(name)) return
      loaded.add(name)
      for (const imported of chunks.get(name)?.imports ?? []) load(imported)
    }
    load(entry?.fileName)
    for (const module of modules) {
      const chunk = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(module))
      if (!chunk) throw new Error(`${module} has no chunk of its own`)
      load(chunk.fileName)
    }
    const bytes = [...loaded].map((name) => gzipSync(chunks.get(name)?.code ?? '').length)
    return bytes.reduce((sum, size) => sum + size, 0) / 1000
  }
  return Object.fromEntries(Object.entries(pages).map(([name, modules]) => [name, sizeOf(modules)]))
}

test(
  'the scripts of the card frame, of its return page and of the worker of screens load nothing else',
  { timeout: 120_000 },
  async () => {
    const { output } = await builtOnce()
    const own = output.filter(
      (file) =>
        file.type === 'chunk' && file.isEntry && !['index', 'customer', 'embed', 'embedFilm'].includes(file.name),
    )
    expect(own.map((file) => [file.name, file.type === 'chunk' ? file.imports : []]).toSorted()).toEqual([
      ['card', []],
      ['returned', []],
      ['wallWorker', []],
    ])
  },
)

test('the customer’s page and embeds load no file of the portal', { timeout: 120_000 }, async () => {
  const { output } = await builtOnce()
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])))
  const loadedBy = (name: string): string[] => [name, ...(chunks.get(name)?.imports ?? []).flatMap(loadedBy)]
  const own = [...chunks.values()].filter(
    ({ isEntry, name }) => isEntry && ['customer', 'embed', 'embedFilm'].includes(name),
  )
  expect(own).toHaveLength(3)
  const loaded = own.flatMap(({ fileName }) => loadedBy(fileName))
  expect(loaded.filter((name) => /\/(first-(?!frame)|vendor-|index-)/.test(name))).toEqual([])
})

test('the first pages stay within their size budgets', { timeout: 120_000 }, async () => {
  const sizes = await sizesOf({
    entry: [],
    login: ['layouts/LoggedOutLayout.tsx', 'player/samples/PublicHomePage.tsx', 'sessions/LoginDialog.tsx'],
    home: ['layouts/MainLayout.tsx', 'catalogue/HomePage.tsx'],
    film: ['layouts/MainLayout.tsx', 'player/AnimationPage.tsx'],
  })
  expect(sizes['entry']).toBeGreaterThan(50)
  expect(sizes['entry'], 'entry').toBeLessThan(131)
  expect(sizes['login'], 'login').toBeLessThan(150)
  expect(sizes['home'], 'home').toBeLessThan(170)
  expect(sizes['film'], 'film').toBeLessThan(220)
})
