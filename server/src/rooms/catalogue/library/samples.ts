import type { FastifyInstance } from 'fastify'
import { notFound } from '../../../core/http/errors.ts'
import type { Library } from './library.ts'

/** What stands for uploads of customers in the demo, under /samples/<file>: a video with its picture, and a poster. */
export function registerSamples(app: FastifyInstance, { samplesFolder }: Pick<Library, 'samplesFolder'>): void {
  app.get('/samples/:file', (request, reply) => {
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
