import { routes } from '@cutaway/contract/routes.ts'
import type { FastifyInstance } from 'fastify'
import { isLocalHost } from '../../core/auth/cookies.ts'
import type { Db } from '../../core/db/database.ts'
import { HttpRefusal, notFound } from '../../core/http/errors.ts'
import { linkOrigin } from '../../core/http/origin.ts'
import { addRoute } from '../../core/plain-routes.ts'
import type { Services } from '../../core/services.ts'
import { hostName, type Site } from '../../core/tenancy.ts'

/** oEmbed (oembed.com): what other programs show for a URL of a web site. A room that has such URLs describes them. */

export interface OembedRequest {
  /** The path of the URL. */
  path: string
  site: Site
  db: Db
  services: Services
  /** The origin of URLs in the description. */
  origin: string
  ip: string
  /** The largest frame that fits, in pixels. */
  maxWidth: number
  maxHeight: number
}

/** Returns the description of a URL, without version; undefined if the URL is not the room's. Refuses by 404. */
export type OembedSource = (request: OembedRequest) => Promise<object | undefined>

const most = (value: unknown) => (/^\d{1,5}$/.test(String(value)) ? Number(value) : Infinity)

export function registerOembed(app: FastifyInstance, services: Services, sources: readonly OembedSource[]): void {
  addRoute(app, routes.oembed, async (request, reply) => {
    const asked = request.query as Record<string, unknown>
    const address = typeof asked['url'] === 'string' ? URL.parse(asked['url']) : null
    if (!address) throw new HttpRefusal(400, 'invalid_request')
    if (asked['format'] !== undefined && asked['format'] !== 'json') return reply.code(501).send()
    const site = services.sites.byHost(request.host)
    const isOurs = site.hosts.includes(hostName(address.host)) || isLocalHost(address.host)
    if (!isOurs || services.sites.byHost(address.host) !== site) notFound()
    const origin = linkOrigin(`${request.protocol}://${request.host}`, site.hosts, services.config)
    const found = await services.database.inTenant(site.web_site_id, async (db) => {
      for (const source of sources) {
        const described = await source({
          path: address.pathname,
          site,
          db,
          services,
          origin,
          ip: request.ip,
          maxWidth: most(asked['maxwidth']),
          maxHeight: most(asked['maxheight']),
        })
        if (described) return described
      }
      return notFound()
    })
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex')
    return { version: '1.0', ...found }
  })
}
