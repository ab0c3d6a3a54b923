import { routes } from '@cutaway/contract/routes.ts'
import type * as contract from '@cutaway/contract/rooms/embeds/page.ts'
import type { EmbedType } from '@cutaway/contract/rooms/embeds/fields.ts'
import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SessionCheck } from '../../../core/auth/caller.ts'
import { sessionTokenHash } from '../../../core/auth/cookies.ts'
import type { Handlers } from '../../../core/http/endpoints.ts'
import { fail, HttpRefusal, notFound } from '../../../core/http/errors.ts'
import { linkOrigin } from '../../../core/http/origin.ts'
import { allowStyles, widenPolicy } from '../../../core/http/policy.ts'
import { addRoute } from '../../../core/plain-routes.ts'
import type { Services } from '../../../core/services.ts'
import { hostName, type Site } from '../../../core/tenancy.ts'
import { textFor, type Film } from '../../catalogue/library/library.ts'
import { mediaUrl } from '../../catalogue/tiles.ts'
import { sendFilm } from '../../player/films.ts'
import { apart, sendPage } from '../../player/page/send.ts'
import { markup } from '../../player/page/markup.ts'
import { hitKind, programOf } from '../../player/visitors.ts'
import { browserLanguage, type PageSource } from '../../sites/page.ts'
import { filmsOfEmbed, type Chosen } from '../films.ts'
import { domainsNow, frameAncestors, isListed } from '../state.ts'
import { embedFilmPage, type EmbedView } from './film-page.ts'
import { filmScript, frameScript, noticePage, styleOf } from './frame.ts'
import { findEmbed, insertView, type ShownEmbed } from './page.queries.ts'
import { hostIn, isPass, passOf, proofOf } from './proof.ts'
import { tellOfRefusal } from './refusals.ts'
import { mediaOrigins, withOwnFilms } from '../../catalogue/library/own-films.ts'
import { plainFilmSender } from '../../player/stored-film.ts'

/**
 * Registers the page of an embed. Only its websites may show it in a frame: the server refuses a page that names another
 * one, and the browser holds all pages around the frame against `frame-ancestors`. It neither reads nor sets a cookie.
 */
export function registerEmbedPages(
  app: FastifyInstance,
  services: Services,
  pages: Pick<PageSource, 'scripts'> | undefined,
  sessions: SessionCheck,
): void {
  const plainFilm = plainFilmSender(services)
  const scripts = pages?.scripts(frameScript) ?? []
  const filmScripts = pages?.scripts(filmScript) ?? []
  const { config, clock } = services
  const filmsOf = async (site: Site, chosen: Chosen & { businessentity_id: number | null }) =>
    filmsOfEmbed(
      await services.database.inTenant(site.web_site_id, (db) =>
        withOwnFilms(db, site, services.library, [chosen.part_id], chosen.businessentity_id),
      ),
      site,
      chosen,
    )

  const read = (site: Site, token: string) =>
    /^[\w-]{1,60}$/.test(token)
      ? services.database.inTenant(site.web_site_id, (db) => findEmbed(db, site, token))
      : Promise.resolve(undefined)

  addRoute(app, routes.embedPage, async (request, reply) => {
    const site = services.sites.byHost(request.host)
    const { token } = request.params as { token: string }
    const asked = request.query as Record<string, unknown>
    const embed = await read(site, token)
    const language = languageOf(request, site, embed)
    framed(reply, site)
    if (!embed || embed.is_over) {
      reply.code(embed ? 410 : 404)
      return anywhere(
        request,
        reply,
        noticePage(site, language, { key: 'embed_not_available', shop: shopOf(site, embed) }),
      )
    }
    const films = await filmsOf(site, embed)
    const film = filmIn(films, asked['film'])
    const signed = { secret: config.linkSecret, webSiteId: site.web_site_id, token }
    const now = clock.now()
    const domains = domainsNow(embed, now)
    const origin = linkOrigin(`${request.protocol}://${request.host}`, site.hosts, config)
    const host = hostIn(signed, asked['from']) ?? hostAround(request, site)
    const oembedUrl = `${origin}/oembed?format=json&url=${encodeURIComponent(`${origin}/e/${token}`)}`
    // A page of its own is no place of the embed either, and nobody needs to be told.
    const isAlone = request.headers['sec-fetch-dest'] === 'document'
    if (isAlone || (host !== '' && !isListed(host, domains))) {
      if (!isAlone && hitKind(request) === 'page')
        await services.database.inTenant(site.web_site_id, (db) =>
          tellOfRefusal({ db, site, services, origin }, embed, nameOf(embed, film, language), host, domains),
        )
      reply.code(isAlone ? 200 : 403)
      const { domain_name: domain } = embed
      const head = markup`<link rel="alternate" type="application/json+oembed" href="${oembedUrl}" />`
      return anywhere(
        request,
        reply,
        noticePage(site, language, { key: 'embed_not_here', shop: shopOf(site, embed), domain, head }),
      )
    }
    if (!film) {
      reply.code(410)
      return anywhere(
        request,
        reply,
        noticePage(site, language, { key: 'embed_not_available', shop: shopOf(site, embed) }),
      )
    }
    widenPolicy(reply, { 'frame-ancestors': frameAncestors(domains).slice(1) })
    widenPolicy(reply, { 'media-src': mediaOrigins(film) })
    const proof = proofOf(signed, host)
    const pass = encodeURIComponent(passOf(signed, now))
    return sendPage(
      request,
      reply,
      embedFilmPage({
        ...viewOf(site, language, embed, films, film),
        name: embed.animation_name,
        filmUrl: (one, tag) => `/e/${token}/film/${one.partId}/${tag}.mp4?pass=${pass}`,
        query: ({ film: other, lang }) =>
          queryOf({ film: other ?? asked['film'], lang: lang ?? asked['lang'], from: proof }),
        report: { call: 'embedViewed', token, proof },
        oembedUrl,
      }),
    )
  })

  const viewOf = (site: Site, language: Language, embed: Chosen & { language_id: number }, films: Film[], film: Film) =>
    ({
      site,
      language,
      fallback: site.languages.find(({ language_id }) => language_id === embed.language_id),
      films,
      film,
      isList: embed.embed_type !== 'single',
      scripts,
      filmScripts,
    }) satisfies Partial<EmbedView>

  addRoute(app, routes.embedPreview, async (request, reply) => {
    const site = services.sites.byHost(request.host)
    const hash = sessionTokenHash(request, config)
    const session = hash ? await sessions.find(site, hash) : null
    if (!session) throw new HttpRefusal(401, 'session_required')
    if (session.requiredTerms || !session.permissions.includes('allow_embed'))
      throw new HttpRefusal(403, 'permission_denied')
    const asked = request.query as Record<string, unknown>
    const chosen = previewOf(asked, site)
    const language = languageOf(request, site, chosen)
    framed(reply, site)
    const films = await filmsOf(site, { ...chosen, businessentity_id: session.user.businessentity_id })
    const film = filmIn(films, asked['film'])
    if (!film)
      return sendPage(request, reply, noticePage(site, language, { key: 'embed_nothing_chosen', shop: site.name }))
    widenPolicy(reply, { 'media-src': mediaOrigins(film) })
    return sendPage(
      request,
      reply,
      embedFilmPage({
        ...viewOf(site, language, chosen, films, film),
        name: '',
        // The person who looks at the preview may watch the film anyway.
        filmUrl: ({ of, kind }, tag) =>
          mediaUrl(
            of,
            of.own ? of.own.plain : kind === 'narrated' ? `film-${tag}.mp4` : of.part.interactive_film!.file,
          ),
        query: ({ film: other, lang }) =>
          queryOf({ ...asked, film: other ?? asked['film'], lang: lang ?? asked['lang'] }),
        report: null,
        oembedUrl: null,
      }),
    )
  })

  addRoute(app, routes.embedFilm, async (request, reply) => {
    const site = services.sites.byHost(request.host)
    const { token, part_id, file } = request.params as Record<'token' | 'part_id' | 'file', string>
    const tag = /^([a-z]{2}-[A-Z]{2})\.mp4$/.exec(file)?.[1] ?? notFound()
    // For the player of the page alone: not in a page of another website, nor in a tab.
    const { 'sec-fetch-site': from = 'same-origin', 'sec-fetch-dest': dest = 'video' } = request.headers
    if (dest !== 'video' && dest !== 'empty') notFound()
    const signed = { secret: config.linkSecret, webSiteId: site.web_site_id, token }
    const { pass } = request.query as Record<string, unknown>
    if (from !== 'same-origin' && !isPass(signed, pass, clock.now())) notFound()
    const embed = await read(site, token)
    if (!embed || embed.is_over || domainsNow(embed, clock.now()).length === 0) notFound()
    const { of, kind } =
      (await filmsOf(site, embed)).find((f) => f.partId.toLowerCase() === part_id.toLowerCase()) ?? notFound()
    apart(reply).header('cross-origin-resource-policy', from === 'same-origin' ? 'same-origin' : 'cross-origin')
    if (kind === 'narrated') return plainFilm(request, reply, of, site, tag)
    const { file: name } = of.part.interactive_film!
    if (!of.media.has(name)) notFound()
    return sendFilm(reply, 'private, no-cache', name, of.mediaFolder)
  })
}

/** The call of the page: a view counts once, apart from those of machines. */
export const embedPage: Handlers<typeof contract> = {
  embedViewed: async ({ body, site, db, services, ip, reply }) => {
    const { token, part_id, language, view_key, proof } = body
    const host = hostIn({ secret: services.config.linkSecret, webSiteId: site.web_site_id, token }, proof)
    const embed = host === undefined ? undefined : await findEmbed(db, site, token)
    if (host === undefined || !embed || embed.is_over) fail('embed_not_available')
    const library = await withOwnFilms(db, site, services.library, [embed.part_id], embed.businessentity_id)
    const film = filmsOfEmbed(library, site, embed).find((f) => f.partId === part_id)
    if (!film) fail('embed_not_available')
    await insertView(db, site, {
      embed_id: embed.embed_id,
      view_key,
      part_id,
      language,
      viewed_at: services.clock.now(),
      host,
      remote_address: ip,
      machine: programOf(reply.request.headers['user-agent'] ?? ''),
    })
    return null
  },
}

const shopOf = (site: Site, embed: ShownEmbed | undefined): string => embed?.business_name || site.name

const nameOf = (embed: ShownEmbed, film: Film | undefined, language: Language): string =>
  embed.animation_name || (film ? textFor(film.of.texts, language.language_code).name : embed.part_id)

function filmIn(films: readonly Film[], wanted: unknown): Film | undefined {
  const id = typeof wanted === 'string' ? wanted.toLowerCase() : ''
  return films.find(({ partId }) => partId.toLowerCase() === id) ?? films[0]
}

/** Prepares a reply for a frame of another website. */
function framed(reply: FastifyReply, site: Site): void {
  apart(reply).removeHeader('x-frame-options').header('cross-origin-resource-policy', 'cross-origin')
  allowStyles(reply, styleOf(site))
}

/** Sends a page that any website may show: it holds nothing of the embed but who has it. */
function anywhere(request: FastifyRequest, reply: FastifyReply, html: string) {
  widenPolicy(reply, { 'frame-ancestors': ['*'] })
  return sendPage(request, reply, html)
}

/** Returns the host of the page around the frame, as the browser names it; empty if it does not, or if it is the portal. */
function hostAround(request: FastifyRequest, site: Site): string {
  const { referer } = request.headers
  const address = referer === undefined ? null : URL.parse(referer)
  const host = address === null ? '' : hostName(address.host)
  return host === hostName(request.host) || site.hosts.includes(host) ? '' : host.slice(0, 253)
}

/** Returns the choice on the page, else the visitor's language if the embed follows it, else the language of the embed. */
function languageOf(
  request: FastifyRequest,
  site: Site,
  embed: { follows_visitor: boolean; language_id: number } | undefined,
): Language {
  const chosen = (request.query as Record<string, unknown>)['lang']
  return (
    site.languages.find((l) => l.language_code === chosen) ??
    (embed === undefined || embed.follows_visitor ? browserLanguage(request, site) : undefined) ??
    site.languages.find((l) => l.language_id === embed?.language_id) ??
    site.languages[0]!
  )
}

/** Returns what a preview shows, from its query. */
function previewOf(asked: Record<string, unknown>, site: Site) {
  const text = (name: string) => (typeof asked[name] === 'string' ? asked[name] : '')
  const type = text('type')
  const embed_type: EmbedType = type === 'systems' || type === 'menu' ? type : 'single'
  return {
    embed_type,
    part_id: text('part'),
    sub_system_ids: text('systems').split(',').filter(Boolean).map(Number).filter(Number.isSafeInteger).slice(0, 100),
    brand_id: site.brand_id,
    language_id: Number(text('language')) || site.default_lang_id,
    follows_visitor: text('follows') !== '0',
  }
}

/** Returns a query with the values that are texts. */
const queryOf = (values: Record<string, unknown>): string =>
  `?${new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value] as [string, string]] : [],
    ),
  ).toString()}`
