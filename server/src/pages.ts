import type { TextRoom } from '@cutaway/contract/boot.ts'
import type { FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer as createNetServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { PageSource } from './rooms/sites/page.ts'

/** The source of the pages' HTML: the built web, or the bundler's development server. */

export interface Pages extends PageSource {
  folder?: string
  /** Registers the development server in the application. */
  attach?: (app: FastifyInstance) => void
}

interface ManifestEntry {
  file: string
  imports?: string[]
  css?: string[]
}
type Manifest = Record<string, ManifestEntry | undefined>

/** Modules that pages opened by their address need besides the entry, so that they load with it, not after it. */
const firstModules: [RegExp, string[]][] = [
  [/^\/animation\//, ['src/layouts/MainLayout.tsx', 'src/rooms/player/AnimationPage.tsx']],
  [/^\/home\b/, ['src/layouts/MainLayout.tsx', 'src/rooms/catalogue/HomePage.tsx']],
]

/** Returns the web as `vite build` wrote it. Throws if it has not been built. */
export function builtPages(folder: string): Pages {
  const index = join(folder, 'index.html')
  if (!existsSync(index)) throw new Error(`The web is not built (${index} is missing). Start with: npm start`)
  const html = readFileSync(index, 'utf8')
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  const pageTexts = JSON.parse(readFileSync(join(folder, '.vite/page-texts.json'), 'utf8')) as PageTexts
  const extras = firstModules.map(([pattern, modules]) => ({ pattern, files: filesOf(manifest, modules, html) }))
  return {
    folder,
    html: async (url, { later, texts }) => {
      const files = extras.find(({ pattern }) => pattern.test(url))?.files ?? { scripts: [], styles: [] }
      return later ? withLater(html, files, texts) : html.replace('</head>', () => `${preloads(files)}</head>`)
    },
    textRooms: async (url) => roomsAt(pageTexts, url),
    scripts: (module) => filesOf(manifest, [module], '').scripts,
  }
}

/** Path patterns and the rooms whose texts those pages show, as in web/src/pages/. */
type PageTexts = readonly { pattern: string; rooms: TextRoom[] }[]

function roomsAt(pageTexts: PageTexts, url: string): TextRoom[] {
  const path = url.replace(/[?#].*$/, '')
  return pageTexts.find(({ pattern }) => new RegExp(pattern, 'i').test(path))?.rooms ?? ['frame']
}

interface Files {
  scripts: string[]
  styles: string[]
}

/** Returns the files of modules that the page does not already name. Throws for a module that was not built. */
function filesOf(manifest: Manifest, modules: string[], html: string): Files {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const visit = (name: string) => {
    const entry = manifest[name]
    if (!entry) throw new Error(`The built web has no module ${name}`)
    if (scripts.has(entry.file)) return
    scripts.add(entry.file)
    for (const style of entry.css ?? []) styles.add(style)
    for (const imported of entry.imports ?? []) visit(imported)
  }
  for (const name of modules) visit(name)
  const missing = (files: Set<string>) => [...files].filter((file) => !html.includes(file)).map((file) => `/${file}`)
  return { scripts: missing(scripts), styles: missing(styles) }
}

const preloads = ({ scripts, styles }: Files) =>
  [
    ...scripts.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
    ...styles.map((href) => `<link rel="preload" as="style" crossorigin href="${href}">`),
  ].join('')

/**
 * Returns the page without the application's own tags. script#later lists their files for the script that loads them.
 */
function withLater(html: string, files: Files, texts: string[]): string {
  const entry = /<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/
  const link = (rel: string) => new RegExp(`<link rel="${rel}"[^>]*href="([^"]+)"[^>]*>\\s*`, 'g')
  const hrefs = (rel: string) => [...html.matchAll(link(rel))].map((m) => m[1]!)
  const later = {
    entry: entry.exec(html)![1],
    scripts: [...hrefs('modulepreload'), ...files.scripts],
    styles: [...hrefs('stylesheet'), ...files.styles],
    texts,
  }
  return html
    .replace(entry, '')
    .replaceAll(link('modulepreload'), '')
    .replaceAll(link('stylesheet'), '')
    .replace('</head>', () => `<script type="application/json" id="later">${JSON.stringify(later)}</script></head>`)
}

/**
 * Returns the web with hot reload, inside the same server. For development only: the bundler is not a production
 * dependency.
 */
export async function developmentPages(): Promise<Pages> {
  const root = join(import.meta.dirname, '../../web')
  const { createServer } = await import('vite')
  // The bundler's default port for hot reload is fixed, so a second portal on the machine could not use it.
  const server = { middlewareMode: true, hmr: { port: await freePort() } } as const
  const vite = await createServer({ root, server, appType: 'custom' })
  return {
    html: async (url) => vite.transformIndexHtml(url, await readFile(join(root, 'index.html'), 'utf8')),
    textRooms: async (url) => {
      const { pageTexts } = (await vite.ssrLoadModule('/src/pages/all.ts')) as { pageTexts: PageTexts }
      return roomsAt(pageTexts, url)
    },
    scripts: (module) => [`/${module}`],
    attach: (app) => {
      app.addHook('onRequest', (request, reply, done) => {
        if (/^\/(api|films|language-translations|healthz|readyz|metrics)\b/.test(request.url)) return done()
        vite.middlewares(request.raw, reply.raw, () => done())
      })
      app.addHook('onClose', () => vite.close())
    },
  }
}

async function freePort(): Promise<number> {
  const probe = createNetServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
