import { routes } from '@cutaway/contract/routes.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as contract from '@cutaway/contract/rooms/integrations/lti.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { secondsAfter } from '../../../core/clock.ts'
import type { Config } from '../../../core/config.ts'
import type { Handlers } from '../../../core/http/endpoints.ts'
import { fail, HttpRefusal, notFound } from '../../../core/http/errors.ts'
import { allowStyles, widenPolicy } from '../../../core/http/policy.ts'
import { addRoute } from '../../../core/plain-routes.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { canPlay, mediaOrigins, withOwnFilms } from '../../catalogue/library/own-films.ts'
import { embedFilmPage } from '../../embeds/page/film-page.ts'
import { filmScript, frameScript, styleOf } from '../../embeds/page/frame.ts'
import { apart, sendPage } from '../../player/page/send.ts'
import { plainFilmSender } from '../../player/stored-film.ts'
import { addViews, frameNumber, hasCounted } from '../../player/tracking/tracking.queries.ts'
import { programOf } from '../../player/visitors.ts'
import { browserLanguage, type PageSource } from '../../sites/page.ts'
import { findServed, type PlatformRow } from './lti.queries.ts'

/**
 * A video of the business in a course. The portal's film page shows the library only, so a launch opens the page of
 * embeds with this video. The address is signed, and holds while the platform is registered.
 */

const openSeconds = 12 * 3600

const Pass = z.object({ part: z.string(), origin: z.string(), until: z.number() })
type Pass = z.infer<typeof Pass>

const sign = ({ linkSecret }: Pick<Config, 'linkSecret'>, site: Site, key: string, text: string): Buffer =>
  createHmac('sha256', linkSecret)
    .update(JSON.stringify(['lti film', site.web_site_id, key, text]))
    .digest()

/** Returns the address of the page of a video, for a frame in a page of `origin`. */
export function ownFilmPath(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  site: Site,
  { address_key: key }: Pick<PlatformRow, 'address_key'>,
  { partId: part, origin, language }: { partId: string; origin: string; language: string | undefined },
): string {
  const until = secondsAfter(clock.now(), openSeconds).getTime()
  const text = Buffer.from(JSON.stringify({ part, origin, until } satisfies Pass)).toString('base64url')
  const pass = `${text}.${sign(config, site, key, text).toString('base64url')}`
  return `/lti/${key}/film?${new URLSearchParams({ pass, ...(language ? { lang: language } : {}) })}`
}

function readPass(config: Pick<Config, 'linkSecret'>, site: Site, key: string, pass: unknown): Pass | undefined {
  const [text = '', signature = ''] = typeof pass === 'string' ? pass.split('.') : []
  const given = Buffer.from(signature, 'base64url')
  const right = sign(config, site, key, text)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  return Pass.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
}

/**
 * The call of the page: a view of the business's video, as one of the user who registered the platform, as views of films
 * of the library in courses are. Machines are not counted.
 */
export const courseFilms: Pick<Handlers<typeof contract>, 'courseFilmViewed'> = {
  courseFilmViewed: async ({ body, site, db, services, ip, reply }) => {
    const { token: key, view_key } = body
    const now = services.clock.now()
    const pass = readPass(services.config, site, key, body.proof)
    const platform = pass && pass.until >= now.getTime() ? await findServed(db, site, key) : undefined
    if (!pass || !platform || pass.part !== body.part_id) fail('lti_film_gone')
    const library = await withOwnFilms(db, site, services.library, [pass.part], platform.businessentity_id)
    const film = library.film(pass.part)
    if (!film?.of.own || !canPlay(film)) fail('lti_film_gone')
    if (programOf(reply.request.headers['user-agent'] ?? '') !== null) return null
    const view = {
      viewed_at: now.toISOString(),
      user_id: platform.user_id,
      businessentity_id: platform.businessentity_id,
      location_id: platform.location_id,
      what: 'film' as const,
      tracktype: 'api',
      part_id: film.partId,
      video_type: film.kind,
      brand_id: site.brand_id,
      language_id: services.sites.language(body.language)?.language_id ?? site.default_lang_id,
      remote_address: ip,
      screen_id: frameNumber(view_key),
    }
    if (!(await hasCounted(db, site.web_site_id, view, now)))
      await addViews(db, site.web_site_id, site.time_zone, [view])
    return null
  },
}

export function registerOwnFilms(
  app: FastifyInstance,
  services: Services,
  pages: Pick<PageSource, 'scripts'> | undefined,
): void {
  const { config, clock, database, sites } = services
  const plainFilm = plainFilmSender(services)
  const scripts = pages?.scripts(frameScript) ?? []
  const filmScripts = pages?.scripts(filmScript) ?? []

  async function opened(request: FastifyRequest, reply: FastifyReply) {
    apart(reply)
    const site = sites.byHost(request.host)
    const { key } = request.params as { key: string }
    const asked = request.query as Record<string, unknown>
    const pass = readPass(config, site, key, asked['pass'])
    if (!pass || pass.until < clock.now().getTime()) throw new HttpRefusal(403, 'permission_denied')
    const film = await database.inTenant(site.web_site_id, async (db) => {
      // A platform that was switched off or deleted meanwhile shows nothing.
      const platform = await findServed(db, site, key)
      if (!platform) return undefined
      return (await withOwnFilms(db, site, services.library, [pass.part], platform.businessentity_id)).film(pass.part)
    })
    if (!film || !canPlay(film)) notFound()
    const lang = site.languages.find(({ language_code }) => language_code === asked['lang'])
    return { site, key, asked, pass, film, language: lang ?? browserLanguage(request, site) ?? site.languages[0]! }
  }

  addRoute(app, routes.ltiFilmPage, async (request, reply) => {
    const { site, key, asked, pass, film, language } = await opened(request, reply)
    reply.removeHeader('x-frame-options').header('cross-origin-resource-policy', 'cross-origin')
    allowStyles(reply, styleOf(site))
    widenPolicy(reply, { 'frame-ancestors': [pass.origin], 'media-src': mediaOrigins(film) })
    const passed = { pass: String(asked['pass']) }
    const html = embedFilmPage({
      site,
      language,
      fallback: undefined,
      films: [film],
      film,
      isList: false,
      name: '',
      filmUrl: (_film, tag) => `/lti/${key}/film/${tag}.mp4?${new URLSearchParams(passed)}`,
      query: ({ lang = language.language_code }) => `?${new URLSearchParams({ ...passed, lang })}`,
      scripts,
      filmScripts,
      report: { call: 'courseFilmViewed', token: key, proof: passed.pass },
      oembedUrl: null,
    })
    return sendPage(request, reply, html)
  })

  addRoute(app, routes.ltiFilm, async (request, reply) => {
    // For the player of the page alone, as for embeds.
    const { 'sec-fetch-site': from = 'same-origin', 'sec-fetch-dest': dest = 'video' } = request.headers
    if (from !== 'same-origin' || (dest !== 'video' && dest !== 'empty')) notFound()
    const tag = /^([a-z]{2}-[A-Z]{2})\.mp4$/.exec((request.params as { file: string }).file)?.[1] ?? notFound()
    const { site, film } = await opened(request, reply)
    reply.header('cross-origin-resource-policy', 'same-origin')
    return plainFilm(request, reply, film.of, site, tag)
  })
}
