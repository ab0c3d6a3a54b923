import { routes } from '@cutaway/contract/routes.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hashToken } from '../../../core/auth/caller.ts'
import { hashSource, widenPolicy } from '../../../core/http/policy.ts'
import type { Services } from '../../../core/services.ts'
import { originOf } from './third-party.queries.ts'
import { tokenPattern } from './tokens.ts'

/**
 * The headers of pages that other programs open. /thirdPartyLogin may be framed by the origin of its token only, through
 * every level of frames. Addresses with secrets are neither indexed nor told to other sites.
 */

const loginPage = /^\/thirdPartyLogin\/?(?:\?|$)/i
const secretPage = /^\/(?:thirdPartyLogin|autologin)(?:[/?]|$)/i

/**
 * Leads older addresses, whose path is behind #!, to the page: a fragment does not reach the server, so this document
 * does not know who may frame what it leads to. It shows nothing and reads nothing, so any page may frame it.
 */
const relayScript = `const to=/^#!(\\/thirdPartyLogin(?:[?].*)?)$/i.exec(location.hash);if(to)location.replace(to[1])`
const relayPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="robots" content="noindex"><title>…</title></head><body><script>${relayScript}</script></body></html>`
const isFramedRoot = ({ url, headers }: FastifyRequest): boolean =>
  /^\/(?:\?|$)/.test(url) && headers['sec-fetch-dest'] === 'iframe'

export function registerFrames(app: FastifyInstance, services: Services): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url !== routes.page.path || request.method !== 'GET') return undefined
    if (isFramedRoot(request)) return sendRelay(reply)
    if (!secretPage.test(request.url)) return undefined
    reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex, nofollow')
    const { token } = request.query as { token?: unknown }
    if (!loginPage.test(request.url) || typeof token !== 'string' || !tokenPattern.test(token)) return undefined
    const site = services.sites.byHost(request.host)
    const now = services.clock.now()
    const origin = await services.database.inTenant(site.web_site_id, (db) => originOf(db, site, hashToken(token), now))
    if (origin) mayFrame(reply, origin)
    return undefined
  })
}

function mayFrame(reply: FastifyReply, origin: string): void {
  widenPolicy(reply, { 'frame-ancestors': [origin] })
  // It knows no origins, and browsers that read the policy ignore it.
  reply.removeHeader('x-frame-options')
}

function sendRelay(reply: FastifyReply): FastifyReply {
  widenPolicy(reply, { 'script-src': [hashSource(relayScript)] })
  mayFrame(reply, '*')
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(relayPage)
}
