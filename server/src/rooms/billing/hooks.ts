import { routes } from '@cutaway/contract/routes.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpRefusal } from '../../core/http/errors.ts'
import { countForgedHook } from '../../core/observability/metrics.ts'
import { addRoute } from '../../core/plain-routes.ts'
import type { Services } from '../../core/services.ts'
import { ForgedHook, HookUnverified, type ProviderName } from '../../outside/payments.ts'
import { orderLook, providerSignal } from './saga/desk.ts'
import { siteOfReference } from './saga/reference.ts'

/**
 * Accepts an event only with a valid signature, and only once. An event starts a look at the provider; its content
 * decides nothing, so a late, duplicate or missing event only changes when the result is known.
 */

const maxBytes = 256 * 1024

export function registerPaymentHooks(app: FastifyInstance, services: Services): void {
  void app.register((scope, _options, done) => {
    // The signature is over the bytes as they came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, parsed) =>
      parsed(null, body),
    )
    const hook = (provider: ProviderName) => (request: FastifyRequest, reply: FastifyReply) =>
      receive(services, provider, request).then(() => reply.code(200).send({}))
    addRoute(scope, routes.cybersourceHook, hook('cybersource'), { bodyLimit: maxBytes })
    addRoute(scope, routes.paypalHook, hook('paypal'), { bodyLimit: maxBytes })
    done()
  })
}

async function receive(services: Services, provider: ProviderName, request: FastifyRequest): Promise<void> {
  const event = await readSigned(services, provider, request)
  const { database, clock, sites } = services
  await database.system.transaction().execute(async (db) => {
    const now = clock.now()
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('provider_events')
      .values({
        provider,
        event_id: event.eventId,
        kind: event.kind,
        reference: event.references,
        received_at: now,
        handled_at: now,
      })
      .onConflict((c) => c.columns(['provider', 'event_id']).doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) return
    for (const reference of event.references) {
      const site = sites.byId(siteOfReference(reference) ?? 0)
      if (site) await orderLook(services, db, site, { reference, look: 'now' })
    }
  })
}

/**
 * Returns the event if one of the provider's accounts signed it. Its age is judged by the clock of the machine, which
 * providers share: the demo's clock can be months ahead of them.
 */
async function readSigned({ payments, log }: Services, provider: ProviderName, request: FastifyRequest) {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  for (const account of payments.accounts.filter((one) => one.provider === provider))
    try {
      const raw = { headers: request.headers, body, now: new Date() }
      return await payments.provider(account.name).readHook(raw, providerSignal())
    } catch (error) {
      if (error instanceof HookUnverified) {
        log.warn({ provider, account: account.name, reason: error.message }, 'an event could not be verified')
        throw new HttpRefusal(503, 'unable_to_proceed_please_try_later')
      }
      if (!(error instanceof ForgedHook)) throw error
      log.warn({ provider, account: account.name, reason: error.message }, 'an event is not signed by an account')
    }
  countForgedHook(provider)
  throw new HttpRefusal(403, 'permission_denied')
}
