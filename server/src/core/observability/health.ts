import { routes } from '@cutaway/contract/routes.ts'
import type { FastifyInstance } from 'fastify'
import { timingSafeEqual } from 'node:crypto'
import { isLocalHost } from '../auth/cookies.ts'
import { DatabaseGone, HttpRefusal } from '../http/errors.ts'
import { metricsText } from './metrics.ts'
import { addRoute } from '../plain-routes.ts'
import type { Services } from '../services.ts'

/** Registers /healthz (the process responds), /readyz (the database is reachable) and /metrics for Prometheus. */
export function registerHealth(app: FastifyInstance, services: Services): void {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  addRoute(app, routes.alive, async () => ({ status: 1, message: 'ok', data: null }))
  addRoute(app, routes.ready, async (_request, reply) => {
    if (stopping) return reply.code(503).send({ status: 0, message: 'service_unavailable', data: null })
    const connection = await services.database.engine.connect('background')
    let broken = true
    try {
      await connection.query('select 1')
      broken = false
    } catch (error) {
      throw error instanceof DatabaseGone ? error : new DatabaseGone(error)
    } finally {
      connection.release(broken)
    }
    return { status: 1, message: 'ok', data: null }
  })
  addRoute(app, routes.metrics, async (request, reply) => {
    const { metricsToken } = services.config
    const given = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    const allowed = metricsToken ? same(given, metricsToken) : services.config.demo && isLocalHost(request.host)
    if (!allowed) throw new HttpRefusal(404, 'not_found')
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metricsText())
  })
}

const same = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
