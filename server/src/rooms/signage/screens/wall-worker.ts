import { routes } from '@cutaway/contract/routes.ts'
import type { FastifyInstance } from 'fastify'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { notFound } from '../../../core/http/errors.ts'
import { addRoute } from '../../../core/plain-routes.ts'
import type { PageSource } from '../../sites/page.ts'

const module = 'src/rooms/signage/wall/kept/worker.ts'

/**
 * Serves the service worker of paired screens under an address of its own: browsers ask for it again and again by that
 * address, and its folder is the widest scope that it may have. The development server has no such file.
 */
export function registerWallWorker(
  app: FastifyInstance,
  pages: Pick<PageSource, 'scripts'> & { folder?: string },
): void {
  addRoute(app, routes.wallWorker, async (_request, reply) => {
    const { folder } = pages
    const [script, ...more] = folder === undefined ? [] : pages.scripts(module)
    if (folder === undefined || script === undefined) notFound()
    if (more.length > 0) throw new Error(`the service worker has more than one file: ${more.join()}`)
    return reply
      .header('cache-control', 'no-cache')
      .type('text/javascript; charset=utf-8')
      .send(await readFile(join(folder, script)))
  })
}
