import { routes } from '@cutaway/contract/routes.ts'
import { isShortCode } from '@cutaway/contract/rooms/sharing/short-links.ts'
import { urlOf } from '@cutaway/contract/client.ts'
import { linkPdf } from '@cutaway/contract/rooms/sharing/landing.ts'
import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SessionCheck } from '../../../core/auth/caller.ts'
import { sessionTokenHash } from '../../../core/auth/cookies.ts'
import type { Db } from '../../../core/db/database.ts'
import { notFound } from '../../../core/http/errors.ts'
import { addRoute } from '../../../core/plain-routes.ts'
import { linkOrigin } from '../../../core/http/origin.ts'
import { allowStyles, widenPolicy } from '../../../core/http/policy.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { mediaOrigins, withOwnFilms } from '../../catalogue/library/own-films.ts'
import { partName } from '../../catalogue/library/library.ts'
import { sendFilm } from '../../player/films.ts'
import { plainFilmSender } from '../../player/stored-film.ts'
import { apart, sendPage } from '../../player/page/send.ts'
import { locationOfUser } from '../../player/pdf/pdf.queries.ts'
import { browserLanguage, type PageSource } from '../../sites/page.ts'
import { filmPictureUrl } from '../../player/film-pictures.ts'
import type { LinkRow } from '../links/links.queries.ts'
import { decoyToken, findLink, tinyUrl } from '../links/short-links.ts'
import { refusalOf } from './landing.ts'
import { filmsOfLink, linkPageOf, pdfOfFilm, type PageView } from './facts.ts'
import { labelsOf } from '../../player/page/footage.ts'
import { filmPage } from './film-page.ts'
import { privacyPage } from './foot.ts'
import { answerStyle, pageScript, styleOf, type Frame } from './frame.ts'
import { insertHit, lastAnswer, recipientOfLink } from './landing.queries.ts'
import { hitKind } from '../../player/visitors.ts'
import { standingAnswer } from './rules.ts'
import { isOfShop } from './shop-visitor.ts'
import { decisionOf } from '../decisions/decisions.ts'
import { findFindings, findStandingAnswer } from '../decisions/decisions.queries.ts'
import { proofOf } from '../decisions/proof.ts'
import { sealerOf, vehicleIn } from '../customers/sealed-names.ts'
import { openingIn } from '../opening/opening.ts'
import { shopOfLink } from '../shop.ts'
import { pageWordsIn } from '../../branding/texts/page-texts.ts'
import { unsubscribeUrl } from '../../consent/unsubscribe-link.ts'
import { endedPage, unknownPage } from './states.ts'

/**
 * Registers the landing page: /l/<code> redirects to /animation_link/<token>, which the server renders whole. Films
 * are served under the token, so that a link opens only its own films, and none once it has expired or been revoked.
 */
export function registerLinkPages(
  app: FastifyInstance,
  services: Services,
  pages: Pick<PageSource, 'scripts'> | undefined,
  sessions: SessionCheck,
): void {
  const plainFilm = plainFilmSender(services)
  const scripts = pages?.scripts(pageScript) ?? []
  const token = (request: FastifyRequest) => (request.params as { token: string }).token
  const linkOf = (db: Db, site: Site, request: FastifyRequest) =>
    /^[\w-]{1,60}$/.test(token(request))
      ? findLink({ db, site, services, ip: request.ip }, token(request))
      : Promise.resolve(undefined)

  addRoute(app, routes.shortLink, async (request, reply) => {
    const given = await tokenOfShortLink(request)
    const film = text((request.query as Record<string, unknown>)['film'])
    return apart(reply).redirect(`/animation_link/${given}${film === undefined ? '' : query({ film })}`, 302)
  })

  /** Returns the token of a short link. The response to an unknown code has the same form as that to a revoked link. */
  async function tokenOfShortLink(request: FastifyRequest): Promise<string> {
    const key = token(request)
    if (!isShortCode(key)) return /^[\w-]{1,60}$/.test(key) ? key : '-'
    const site = services.sites.byHost(request.host)
    const link = await services.database.inTenant(site.web_site_id, (db) => linkOf(db, site, request))
    return link?.token ?? decoyToken(services.config, site, key)
  }

  addRoute(app, routes.linkPage, async (request, reply) => {
    const site = services.sites.byHost(request.host)
    const now = services.clock.now()
    const visitor = await visitorOf(request, site)
    const found = await services.database.inTenant(site.web_site_id, async (db) => {
      const link = await linkOf(db, site, request)
      if (!link) return undefined
      const isShop = await isOfShop(db, site, link, visitor)
      const kind = hitKind(request)
      await insertHit(db, site, {
        link_id: link.link_id,
        at: now,
        kind: kind === 'page' && isShop ? 'shop' : kind,
        user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
        remote_address: request.ip,
      })
      return {
        link,
        isShop,
        ...(await shopOfLink(db, site, link)),
        answer: await lastAnswer(db, site, link.link_id),
        findings: await findFindings(db, site, link.link_id),
        standing: await findStandingAnswer(db, site, link.link_id),
        sentTo: await recipientOfLink(db, site, link.link_id),
        location: await locationOfUser(db, site.web_site_id, link.user_id),
        library: await withOwnFilms(db, site, services.library, link.part_ids, link.businessentity_id),
      }
    })
    apart(reply)
    allowStyles(reply, styleOf(site), answerStyle)
    const asked = request.query as Record<string, unknown>
    const language = languageOf(request, site, found?.link)
    const frame = (shop: Frame['shop']): Frame => ({
      site,
      language,
      shop,
      scripts,
      inLanguage: (other) => query({ ...asked, lang: other.language_code }),
    })
    if (!found) return sendPage(request, reply.code(404), unknownPage(frame(null)))
    const { link, shop, answer, isShop, sentTo, texts, hours, library } = found
    const refusal = refusalOf(link, now)
    if (refusal) return sendPage(request, reply.code(410), endedPage({ ...frame(shop), shop }, link.token, refusal))
    if (asked['view'] === 'privacy')
      return sendPage(request, reply, privacyPage({ ...frame(shop), shop }, query({ ...asked, view: undefined })))
    const view: PageView = { library, link, site, language, now }
    if (link.kind === 'pdf') return reply.redirect(pdfOf(view), 302)

    const nameOf = (partId: string) => partName(library, partId, language.language_code)
    const decision = decisionOf(link, found.findings, found.standing, nameOf)
    const facts = linkPageOf(view, shop, standingAnswer(answer), decision)
    const wanted = text(asked['film'])?.toLowerCase()
    const shown = filmsOfLink(view)
    const index = Math.max(
      0,
      shown.findIndex(({ film }) => film.partId.toLowerCase() === wanted),
    )
    const origin = linkOrigin(`${request.protocol}://${request.host}`, site.hosts, services.config)
    const film = shown[index]?.film
    if (film) widenPolicy(reply, { 'media-src': mediaOrigins(film) })
    const pdf = film ? pdfOfFilm(view, film, found.location) : null
    const short = tinyUrl(origin, link)
    return sendPage(
      request,
      reply,
      filmPage({
        frame: { ...frame(shop), shop },
        foot: {
          privacy: query({ ...asked, view: 'privacy' }),
          stop: sentTo && !isShop ? stopUrl(site, language, sentTo.address) : null,
        },
        words: pageWordsIn(site, texts, language),
        page: facts,
        film: facts.films[index],
        token: link.token,
        labels: shown[index] ? labelsOf(shown[index].film, language) : null,
        shortUrl: short,
        picture: film ? filmPictureUrl(origin, film) : null,
        oembedUrl: `${origin}/oembed?format=json&url=${encodeURIComponent(short)}`,
        proof: proofOf({ secret: services.config.linkSecret, webSiteId: site.web_site_id, token: link.token }),
        isShop,
        byText: sentTo !== undefined && sentTo.channel !== 'email',
        sentTo: sentTo ? { address: sentTo.address, byText: sentTo.channel !== 'email' } : null,
        limitsOf: (partId) => library.film(partId)?.of.part.limits ?? null,
        opening: openingIn(language.language_code, hours, now, site),
        vehicle: sentTo ? vehicleIn(sealerOf(services.config), site, sentTo) : '',
        pdf: pdf && {
          language: pdf.facts.name,
          pages: await services.pdfs.pages(`link ${link.link_id}`, pdf.document),
        },
        showFilm: text(asked['view']) === 'film' || wanted !== undefined,
        withFilm: (partId) => query({ lang: asked['lang'], film: partId }),
      }),
    )
  })

  /** Returns the path of the signed page that ends messages to an address. */
  const stopUrl = (site: Site, language: Language, address: string): string =>
    unsubscribeUrl({
      secret: services.config.linkSecret,
      webSiteId: site.web_site_id,
      address,
      origin: '',
      languageId: language.language_id,
    })

  /** Returns the signed-in visitor; undefined without a session. */
  async function visitorOf(request: FastifyRequest, site: Site) {
    const hash = sessionTokenHash(request, services.config)
    return hash === undefined ? undefined : (await sessions.find(site, hash))?.user
  }

  addRoute(app, routes.linkFilm, async (request, reply) => {
    const site = services.sites.byHost(request.host)
    const { part_id, file } = request.params as { part_id: string; file: string }
    const tag = /^([a-z]{2}-[A-Z]{2})\.mp4$/.exec(file)?.[1] ?? notFound()
    const now = services.clock.now()
    const { link, library } = await services.database.inTenant(site.web_site_id, async (db) => {
      const found = await linkOf(db, site, request)
      if (!found || refusalOf(found, now)) return notFound()
      const own = await withOwnFilms(db, site, services.library, found.part_ids, found.businessentity_id)
      return { link: found, library: own }
    })
    const language = site.languages.find((l) => l.language_code === tag) ?? notFound()
    const shown = filmsOfLink({ library, link, site, language, now })
    const { film } = shown.find((f) => f.film.partId.toLowerCase() === part_id.toLowerCase()) ?? notFound()
    apart(reply).header('cross-origin-resource-policy', 'same-origin')
    if (film.kind === 'narrated') return plainFilm(request, reply, film.of, site, tag)
    const { file: name } = film.of.part.interactive_film!
    if (!film.of.media.has(name)) notFound()
    return sendFilm(reply, 'private, no-cache', name, film.of.mediaFolder)
  })
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Returns a query string that preserves the state of the page. */
function query(given: Record<string, unknown>): string {
  const kept = ['film', 'view', 'lang'].flatMap((name) => {
    const value = text(given[name])
    return value === undefined ? [] : [[name, value] as [string, string]]
  })
  return `?${new URLSearchParams(kept).toString()}`
}

/**
 * Returns the page's language: the choice on the page, else the portal's cookie, the browser's, the link's, the site's.
 */
function languageOf(request: FastifyRequest, site: Site, link: LinkRow | undefined): Language {
  const chosen = text((request.query as Record<string, unknown>)['lang'])
  const cookie = Number(request.cookies['cutaway_language'])
  return (
    site.languages.find((l) => l.language_code === chosen || String(l.language_id) === chosen) ??
    // The sender's choice takes precedence over the device's language; the customer changes it on the page.
    (link?.language_chosen ? site.languages.find((l) => l.language_id === link.language_id) : undefined) ??
    site.languages.find((l) => l.language_id === cookie) ??
    browserLanguage(request, site) ??
    site.languages.find((l) => l.language_id === link?.language_id) ??
    site.languages[0]!
  )
}

const pdfOf = ({ link, language }: PageView): string =>
  urlOf(linkPdf, { token: link.token, part_id: link.part_ids[0]!, language_id: String(language.language_id) })
