import { routes } from '@cutaway/contract/routes.ts'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../../core/http/errors.ts'
import { addRoute } from '../../../core/plain-routes.ts'
import type { Services } from '../../../core/services.ts'

/** Serves the demo's substitutes for customer uploads under /samples/<file>: a video with its picture, and a poster. */
export function registerSamples(app: FastifyInstance, { library }: Pick<Services, 'library'>): void {
  addRoute(app, routes.sample, (request, reply) => {
    const { samplesFolder } = library
    const { file } = request.params as { file: string }
    if (!/^[\w-]+\.(mp4|webp)$/.test(file)) notFound()
    reply.header('cross-origin-resource-policy', 'same-origin').header('cache-control', 'private, no-cache')
    return reply.sendFile(file, samplesFolder, {
      cacheControl: false,
      acceptRanges: true,
      index: false,
      dotfiles: 'deny',
    })
  })
}
