import { routes } from '@cutaway/contract/routes.ts'
import type { FastifyInstance } from 'fastify'
import { addRoute } from '../../../core/plain-routes.ts'
import type { Services } from '../../../core/services.ts'
import { hostName } from '../../../core/tenancy.ts'
import { HttpRefusal, notFound } from '../../../core/http/errors.ts'
import { textFor } from '../../catalogue/library/library.ts'
import { isLocalHost } from '../../../core/auth/cookies.ts'
import { linkOrigin } from '../../../core/http/origin.ts'
import { filmPictureUrl } from './film-pictures.ts'
import { findLink } from '../links/short-links.ts'
import { refusalOf } from './landing.ts'
import { filmsOfLink } from './facts.ts'
import { shopCardOf } from '../shop.ts'

/** Registers oEmbed (oembed.com), the preview of a link: the film and the shop, nothing about the customer. */
export function registerOembed(app: FastifyInstance, services: Services): void {
  addRoute(app, routes.oembed, async (request, reply) => {
    const asked = request.query as Record<string, unknown>
    const address = typeof asked['url'] === 'string' ? URL.parse(asked['url']) : null
    if (!address) throw new HttpRefusal(400, 'invalid_request')
    if (asked['format'] !== undefined && asked['format'] !== 'json') return reply.code(501).send()
    const site = services.sites.byHost(request.host)
    const isOurs = site.hosts.includes(hostName(address.host)) || isLocalHost(address.host)
    const token = /^\/(?:l|animation_link)\/([\w-]{1,60})\/?$/i.exec(address.pathname)?.[1]
    if (!isOurs || !token || services.sites.byHost(address.host) !== site) notFound()
    const now = services.clock.now()
    const { link, shop } = await services.database.inTenant(site.web_site_id, async (db) => {
      const found = await findLink({ db, site, services, ip: request.ip }, token)
      if (!found || refusalOf(found, now)) notFound()
      return { link: found, shop: await shopCardOf(db, site, found.user_id) }
    })
    const language = site.languages.find((l) => l.language_id === link.language_id) ?? site.languages[0]!
    const film = filmsOfLink({ library: services.library, link, site, language, now })[0]?.film
    const origin = linkOrigin(`${request.protocol}://${request.host}`, site.hosts, services.config)
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex')
    return {
      version: '1.0',
      type: 'link',
      title: film ? textFor(film.of.texts, language.language_code).name : shop.business_name,
      provider_name: shop.business_name,
      provider_url: origin,
      ...(film ? { thumbnail_url: filmPictureUrl(origin, film), thumbnail_width: 992, thumbnail_height: 558 } : {}),
    }
  })
}
