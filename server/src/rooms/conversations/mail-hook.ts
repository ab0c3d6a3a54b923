import { routes } from '@cutaway/contract/routes.ts'
import type { FastifyInstance } from 'fastify'
import { HttpRefusal } from '../../core/http/errors.ts'
import { addRoute } from '../../core/plain-routes.ts'
import type { Services } from '../../core/services.ts'
import { isSignedMail, readInboundMail } from '../../outside/mailgun.hooks.ts'
import { findCustomer } from '../sharing/customers/customers.queries.ts'
import { readReplyAddress } from '../sharing/send/reply-address.ts'
import { keepInbound } from './inbound.ts'

/** Attachments are not kept, but their form must be read. */
const mostBytes = 25 * 1024 * 1024

/**
 * Registers the hook of inbound mail if the configuration has a domain for replies. A mail that cannot be assigned, or
 * that a machine wrote, is accepted and dropped: a repetition would not help, and an answer could start a loop.
 */
export function registerMailHook(app: FastifyInstance, services: Services): void {
  const { replies } = services.config
  if (!replies) return
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'buffer', bodyLimit: mostBytes },
      (_request, body, parsed) => parsed(null, body),
    )
    addRoute(
      scope,
      routes.mailInbound,
      async (request, reply) => {
        const form = await formOf(request.body, request.headers['content-type'] ?? '')
        if (!isSignedMail(form, replies.signingKey, services.clock.now()))
          throw new HttpRefusal(403, 'permission_denied')
        const mail = readInboundMail(form)
        const to = mail && readReplyAddress(services.config, mail.recipient)
        const site = to && services.sites.byId(to.webSiteId)
        if (mail && to && site && !mail.isAutomatic)
          await services.database.inTenant(site.web_site_id, async (db) => {
            const customer = await findCustomer(db, site, to.customerId)
            // The customer may have been forgotten since.
            if (!customer) return
            await keepInbound(db, services, site, {
              customer_id: customer.customer_id,
              location_id: customer.location_id,
              channel: 'email',
              from: mail.from.toLowerCase(),
              words: mail.text || mail.subject,
              reference: mail.messageId,
              isCommand: false,
            })
          })
        return reply.code(204).send()
      },
      { bodyLimit: mostBytes },
    )
    done()
  })
}

async function formOf(body: unknown, type: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body as Buffer), { headers: { 'content-type': type } }).formData()
  } catch {
    throw new HttpRefusal(400, 'invalid_request')
  }
}
