import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { expect, test, vi } from 'vitest'

/**
 * Measures what a browser downloads before a page is usable, in kB of compressed script: the entry with all its
 * imports, and the modules of the page. Users log in from workshops with slow connections.
 */
const root = join(import.meta.dirname, '..')

async function sizesOf(pages: Record<string, string[]>): Promise<Record<string, number>> {
  // Otherwise the libraries resolve to their test builds.
  vi.stubEnv('NODE_ENV', 'production')
  const built = await build({ root, logLevel: 'silent', build: { write: false } })
  const [result] = [built].flat()
  if (!result || !('output' in result)) throw new Error('the build has no output')
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
