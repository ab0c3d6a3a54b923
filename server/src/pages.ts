import type { FastifyInstance } from 'fastify'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageSource } from './rooms/sites/page.ts'

/** Where the HTML of the pages comes from: the built web, or the bundler's development server. */

export interface Pages extends PageSource {
  folder?: string
  /** Puts the development server into the application. */
  attach?: (app: FastifyInstance) => void
}

/** The web as `vite build` left it. Throws when it has not been built. */
export function builtPages(folder: string): Pages {
  const index = join(folder, 'index.html')
  if (!existsSync(index)) throw new Error(`The web is not built (${index} is missing). Start with: npm start`)
  const html = readFileSync(index, 'utf8')
  return { folder, html: async () => html }
}

/** The web with hot reload, inside the same server. Only for development: the bundler is not a production dependency. */
export async function developmentPages(): Promise<Pages> {
  const root = join(import.meta.dirname, '../../web')
  const { createServer } = await import('vite')
  const vite = await createServer({ root, server: { middlewareMode: true }, appType: 'custom' })
  return {
    html: async (url) => vite.transformIndexHtml(url, readFileSync(join(root, 'index.html'), 'utf8')),
    attach: (app) => {
      app.addHook('onRequest', (request, reply, done) => {
        if (/^\/(api|films|language-translations|healthz|readyz|metrics)\b/.test(request.url)) return done()
        vite.middlewares(request.raw, reply.raw, () => done())
      })
      app.addHook('onClose', () => vite.close())
    },
  }
}
