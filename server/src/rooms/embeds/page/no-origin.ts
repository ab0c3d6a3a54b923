import type { FastifyInstance } from 'fastify'

/**
 * What the script of an embed reads and reports in a frame with `sandbox` and without `allow-same-origin`. Such a page
 * has no origin, so the browser asks whether any origin may. Both are open to anyone, and neither reads a cookie.
 */
const open = /^\/api\/v1\/(?:embedViewed|captions\/[^?]*)(?:\?|$)/i

/** Lets pages without an origin make the calls of an embed. Register it before the calls. */
export function openToNoOrigin(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!open.test(request.url)) return done()
    reply.header('access-control-allow-origin', '*')
    if (request.method !== 'OPTIONS') return done()
    void reply
      .code(204)
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-allow-headers', 'content-type')
      .header('access-control-max-age', '7200')
      .send()
  })
}
