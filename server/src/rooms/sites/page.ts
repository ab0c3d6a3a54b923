import { routes } from '@cutaway/contract/routes.ts'
import { textsUrl, type Boot, type TextRoom } from '@cutaway/contract/boot.ts'
import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SessionCheck, SessionRecord } from '../../core/auth/caller.ts'
import { sessionTokenHash } from '../../core/auth/cookies.ts'
import { addRoute } from '../../core/plain-routes.ts'
import { chosenLanguage } from '../../core/http/chosen-language.ts'
import { styleNonce, widenPolicy } from '../../core/http/policy.ts'
import type { Services } from '../../core/services.ts'
import { publicSite, type Site } from '../../core/tenancy.ts'
import { sessionReply } from '../../core/auth/session-reply.ts'
import { analyticsOf, policyOf, type Analytics } from '../../outside/analytics.ts'
import { escapeHtml } from './legal.ts'
import { localeUrl, tagUrl } from './translations.ts'

/**
 * Renders the HTML of every page: the site's colours, language and direction, the session, and the data of the first
 * view, so that the browser renders without a request. Pages differ only in the markup that `early` inserts before the
 * application.
 */

export interface PageSource {
  /**
   * Returns index.html of the built web, or of the development server for this URL. With `later`, the document does not
   * load the application but names it in script#later, for a page that fetches it after its first paint.
   */
  html(url: string, options: { later: boolean; texts: string[] }): Promise<string>
  /** Returns the text rooms that the page of a URL shows, the frame first. */
  textRooms(url: string): Promise<TextRoom[]>
  /** Returns the URLs of the files of a script with its own page, the script itself first. */
  scripts(module: string): string[]
}

/**
 * Returns the style and the markup for a page's first paint. The markup precedes the application and loads it (see
 * early-film.js).
 */
export type EarlyContent = (view: {
  url: string
  site: Site
  session: SessionRecord | null
  language: Language
  /** The CSP nonce for the style elements of the markup. */
  nonce: string
  reply: FastifyReply
}) => { head: string; body: string } | undefined

export function registerPages(
  app: FastifyInstance,
  services: Services,
  sessions: SessionCheck,
  source: PageSource,
  early: EarlyContent,
): void {
  addRoute(app, routes.page, async (request, reply) => {
    const site = services.sites.byHost(request.host)
    const hash = sessionTokenHash(request, services.config)
    const session = hash ? await sessions.find(site, hash) : null
    const language = languageOf(request, site, session)
    const analytics = analyticsOf(site, services.config.demo)
    const boot = bootOf(request, services, site, session, language, analytics)
    if (analytics) widenPolicy(reply, policyOf(analytics))
    const nonce = services.config.devServer ? '' : styleNonce(reply)
    // Customers may link to video files on any host, also after the page has loaded, so its policy cannot list the
    // hosts.
    widenPolicy(reply, { 'media-src': ['https:'] })
    const first = early({ url: request.url, site, session, language, nonce, reply })
    const localeAddress = boot.locale_urls[language.language_id] ?? ''
    const texts = (await source.textRooms(request.url)).map((room) => textsUrl(localeAddress, room))
    const html = (await source.html(request.url, { later: first !== undefined, texts }))
      .replace('__LANG__', language.language_code)
      .replace('__DIR__', language.direction)
      .replace('__TITLE__', () => escapeHtml(site.name))
      .replace(
        '<!--head-->',
        () =>
          `<style id="theme" nonce="${nonce}">${site.themeCss}</style>${first ? first.head : texts.map(preload).join('')}`,
      )
      .replace('<!--early-->', () => first?.body ?? '')
      .replace('<!--boot-->', () => `<script type="application/json" id="boot">${scriptJson(boot)}</script>`)
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)
  })
}

/** Returns the language chosen in this browser, else the session user's, else the site's default. */
function languageOf(request: FastifyRequest, site: Site, session: SessionRecord | null): Language {
  const byId = (id: number | null | undefined) => site.languages.find((l) => l.language_id === id)
  return (
    chosenLanguage(request, site) ?? byId(session?.user.language_id) ?? byId(site.default_lang_id) ?? site.languages[0]!
  )
}

/** Returns the first language of Accept-Language that the site has, or undefined. */
export function browserLanguage(request: Pick<FastifyRequest, 'headers'>, site: Site): Language | undefined {
  const wanted = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((part) => part.split(';')[0]!.trim().toLowerCase())
  return wanted
    .map(
      (tag) =>
        site.languages.find((l) => l.language_code.toLowerCase() === tag) ??
        site.languages.find((l) => tag !== '' && l.language_code.split('-')[0] === tag.split('-')[0]),
    )
    .find((l) => l !== undefined)
}

function bootOf(
  request: FastifyRequest,
  services: Services,
  site: Site,
  session: SessionRecord | null,
  language: Language,
  analytics: Analytics | null,
): Boot {
  const urls = (urlOf: (language: Language) => string) =>
    Object.fromEntries(site.languages.map((l) => [l.language_id, urlOf(l)]))
  return {
    session: session ? sessionReply(session, site) : null,
    web_site: publicSite(site),
    languages: site.languages,
    language_id: language.language_id,
    locale_urls: urls((l) => localeUrl(services, site, l)),
    tag_urls: urls((l) => tagUrl(services, l)),
    // An address that no country owns is most likely of the web site's own.
    country_code: services.countryOf(request.ip) ?? site.country_code_iso.toLowerCase(),
    brand_ids: site.brands.map((b) => b.brand_id),
    analytics: analytics && { id: analytics.id, script: analytics.script },
    demo: services.config.demo,
    version: '1',
  }
}

const preload = (texts: string) => `<link rel="preload" as="fetch" crossorigin="anonymous" href="${escapeHtml(texts)}">`

/** Serialises JSON so that it cannot close its script element. */
const scriptJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
