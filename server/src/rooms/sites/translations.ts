import { routes } from '@cutaway/contract/routes.ts'
import type * as contract from '@cutaway/contract/rooms/sites/translations.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import { SerialisedResponse, type Handlers } from '../../core/http/endpoints.ts'
import { notFound } from '../../core/http/errors.ts'
import { addRoute } from '../../core/plain-routes.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'
import type { TextFile } from '../../core/texts.ts'

/** Languages and their texts. Text files are cached for a year under the URL of their version, else for a minute. */

export const translations: Handlers<typeof contract> = {
  getLanguage: ({ params, services }) => services.sites.language(params.id) ?? notFound(),
  getLanguages: ({ site }) => site.languages,
  getOtherLanguages: ({ site }) => site.languages.filter((l) => l.language_id !== site.default_lang_id),
  getLocale: ({ params, services, site, reply }) => localeAnswer(services, site, params.lang, 'texts', reply.request),
  getLanguageTags: ({ params, services, site, reply }) =>
    localeAnswer(services, site, params.lang, 'tags', reply.request),
  setLanguage: async ({ body, site, caller, db }) => {
    const language = site.languages.find((l) => l.language_id === body.language_id) ?? notFound()
    // The choice is for the customer in front of the touch screen only; the next customer starts with the default.
    if (caller.session.touchScreenMode === 'customer') return language
    await db
      .updateTable('users')
      .set({ language_id: language.language_id })
      .where('web_site_id', '=', site.web_site_id)
      .where('user_id', '=', caller.user.user_id)
      .execute()
    return language
  },
}

/** Returns a text file of a language, served under both of its paths. */
export function localeAnswer(
  services: Services,
  site: Site,
  key: string,
  kind: 'texts' | 'tags',
  request: FastifyRequest,
): SerialisedResponse {
  const { language_code: tag } = services.sites.language(key) ?? notFound()
  const file = kind === 'texts' ? services.texts.localeFile(site, tag) : services.texts.languageTagFile(tag)
  return textAnswer(file, file?.hash, request)
}

/** Registers the text files outside the API: of a whole language, of one room, and of names. */
export function registerTexts(app: FastifyInstance, services: Services): void {
  const send = (reply: FastifyReply, { bytes, mediaType, cacheControl = 'no-cache' }: SerialisedResponse) =>
    reply.type(mediaType).header('cache-control', cacheControl).send(bytes)
  const languageIn = (params: unknown) => (params as { lang: string }).lang
  for (const [route, kind] of [
    [routes.texts, 'texts'],
    [routes.languageTags, 'tags'],
  ] as const)
    addRoute(app, route, (request, reply) => {
      const site = services.sites.byHost(request.host)
      return send(reply, localeAnswer(services, site, languageIn(request.params), kind, request))
    })
  addRoute(app, routes.roomTexts, (request, reply) => {
    const { lang, room } = request.params as { lang: string; room: string }
    const site = services.sites.byHost(request.host)
    // All rooms share the version of the language.
    const version = services.texts.localeFile(site, lang)?.hash
    return send(reply, textAnswer(services.texts.roomFile(site, lang, room), version, request))
  })
}

/**
 * Returns a file. It is cached for a year only under its own version: for a moment after a change, another node may
 * still have the texts before it.
 */
function textAnswer(file: TextFile | undefined, version: string | undefined, request: FastifyRequest) {
  const { v } = request.query as { v?: string }
  const seconds = v === version ? 31_536_000 : v === undefined ? 60 : 0
  return new SerialisedResponse(
    (file ?? notFound()).bytes,
    'application/json; charset=utf-8',
    `public, max-age=${seconds}${seconds > 0 ? ', stale-while-revalidate=60' : ''}`,
  )
}

/** Returns the URL of a language's texts on a web site, with `{room}` as the placeholder. */
export const localeUrl = ({ texts }: Services, site: Site, { language_code: tag }: Language): string =>
  `/language-translations/${tag}/{room}.json?v=${texts.localeFile(site, tag)?.hash ?? ''}`

/** Returns the URL of the names of languages, roles and systems. */
export const tagUrl = ({ texts }: Services, { language_code: tag }: Language): string =>
  `/language-translations/language-tags/locale-lt-${tag}.json?v=${texts.languageTagFile(tag)?.hash ?? ''}`
