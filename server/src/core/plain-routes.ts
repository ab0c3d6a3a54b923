import type { Route } from '@cutaway/contract/routes.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Registers a route that is not a call, from its declaration in the contract. */
export function addRoute(
  app: FastifyInstance,
  { method, path, limit }: Route,
  handler: (request: FastifyRequest, reply: FastifyReply) => unknown,
  {
    limitBy,
    ...options
  }: {
    bodyLimit?: number
    /** Returns whose requests are counted together; the default is the remote address. */
    limitBy?: (request: FastifyRequest) => string
  } = {},
): void {
  const rateLimit = limit && { max: limit.max, timeWindow: 60_000, ...(limitBy ? { keyGenerator: limitBy } : {}) }
  app.route({ method, url: path, handler, ...options, ...(rateLimit ? { config: { rateLimit } } : {}) })
}

/**
 * Returns the routes that an application serves, as 'GET /path', in order of registration, without HEAD. Call it before
 * the first route is added.
 */
export function listRoutes(app: FastifyInstance): readonly string[] {
  const served: string[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') served.push(`${one} ${url}`)
  })
  return served
}
