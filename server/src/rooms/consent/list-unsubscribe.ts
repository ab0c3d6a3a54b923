import { routes } from '@cutaway/contract/routes.ts'
import type { FastifyInstance } from 'fastify'
import { HttpRefusal } from '../../core/http/errors.ts'
import { addRoute } from '../../core/plain-routes.ts'
import type { Services } from '../../core/services.ts'
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
    addRoute(scope, routes.unsubscribe, async (request, reply) => {
      const site = services.sites.byHost(request.host)
      const { to, wsid, sig } = request.query as Record<string, string | undefined>
      const isOneClick =
        typeof request.body === 'string' && /List-Unsubscribe[^\n]*(=|\r?\n\r?\n)\s*One-Click/.test(request.body)
      const address = to?.trim() ?? ''
      if (!isOneClick || !isEmail(address) || Number(wsid) !== site.web_site_id)
        throw new HttpRefusal(400, 'invalid_request')
      const { linkSecret: secret } = services.config
      if (!sig || !isSignedBy({ secret, webSiteId: site.web_site_id, address }, sig))
        throw new HttpRefusal(403, 'permission_denied')
      await services.database.inTenant(site.web_site_id, (db) =>
        revokeConsent(db, site, {
          address,
          wording: 'List-Unsubscribe=One-Click',
          screen: 'one_click',
          now: services.clock.now(),
          remoteAddress: request.ip,
        }),
      )
      return reply.send({ status: 1, message: 'unsubscribed', data: null })
    })
  })
}
