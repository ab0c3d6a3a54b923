import { routes } from '@cutaway/contract/routes.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { writeAudit } from '../../core/audit.ts'
import { HttpRefusal } from '../../core/http/errors.ts'
import { addRoute } from '../../core/plain-routes.ts'
import type { Services } from '../../core/services.ts'
import { addressKey } from './consent.queries.ts'
import { revokeConsent } from './opt-out.ts'
import { isEmail } from '@cutaway/contract/addresses.ts'
import { isSignedBy } from './unsubscribe-link.ts'

/**
 * One-click unsubscribing (RFC 8058): mail programs post `List-Unsubscribe=One-Click` to the URL in the header, which
 * is that of the unsubscribe page. Only a signed URL acts, and only on POST.
 */
export function registerListUnsubscribe(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    // A small form parser for this route alone: uploads have a parser of their own.
    scope.removeContentTypeParser('multipart/form-data')
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: 4096 },
      (_request, body, done) => done(null, String(body)),
    )
    const { linkSecret: secret } = services.config
    const linkOf = ({ query }: FastifyRequest) => {
      const { to, wsid, sig } = query as Record<string, string | undefined>
      const address = to?.trim() ?? ''
      return { address, wsid, isSigned: !!sig && isSignedBy({ secret, webSiteId: Number(wsid), address }, sig) }
    }
    // A mail provider posts for all of its users from a few addresses, so signed requests are counted by recipient.
    const limitBy = (request: FastifyRequest) => {
      const { address, wsid, isSigned } = linkOf(request)
      if (!isSigned) return request.ip
      return createHash('sha256')
        .update(`${wsid} ${addressKey(address)}`)
        .digest('base64url')
    }
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const site = services.sites.byHost(request.host)
      const { address, wsid, isSigned } = linkOf(request)
      const isOneClick =
        typeof request.body === 'string' && /List-Unsubscribe[^\n]*(=|\r?\n\r?\n)\s*One-Click/.test(request.body)
      if (!isOneClick || !isEmail(address) || Number(wsid) !== site.web_site_id)
        throw new HttpRefusal(400, 'invalid_request')
      if (!isSigned) throw new HttpRefusal(403, 'permission_denied')
      const now = services.clock.now()
      await services.database.inTenant(site.web_site_id, async (db) => {
        const wording = 'List-Unsubscribe=One-Click'
        await revokeConsent(db, site, { address, wording, screen: 'one_click', now, remoteAddress: request.ip })
        await writeAudit(db, site, {
          at: now,
          action: 'consent.change',
          outcome: 'ok',
          user_id: null,
          acted_for: null,
          after: { unsubscribed: true, signed: true },
          ip: request.ip,
          user_agent: request.headers['user-agent'] ?? '',
          request_id: request.id,
        })
      })
      return reply.send({ status: 1, message: 'unsubscribed', data: null })
    }
    addRoute(scope, routes.unsubscribe, handler, { limitBy })
  })
}
