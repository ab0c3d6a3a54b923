import { routes } from '@cutaway/contract/routes.ts'
import type * as contract from '@cutaway/contract/rooms/sites/translations.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import { SerialisedResponse, type Handlers } from '../../core/http/endpoints.ts'
import { notFound } from '../../core/http/errors.ts'
import { addRoute } from '../../core/plain-routes.ts'
import type { Services } from '../../core/services.ts'
import type { TextFile } from '../../core/texts.ts'

/** Languages and their texts. Text files are cached immutably under a versioned URL, else revalidated. */

export const translations: Handlers<typeof contract> = {
  getLanguage: ({ params, services }) => services.sites.language(params.id) ?? notFound(),
  getLanguages: ({ site }) => site.languages,
  getOtherLanguages: ({ site }) => site.languages.filter((l) => l.language_id !== site.default_lang_id),
  getLocale: ({ params, services }) => localeAnswer(services, params.lang, 'texts'),
  getLanguageTags: ({ params, services }) => localeAnswer(services, params.lang, 'tags'),
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
export function localeAnswer(services: Services, key: string, kind: 'texts' | 'tags'): SerialisedResponse {
  const { language_code: tag } = services.sites.language(key) ?? notFound()
  return textAnswer(kind === 'texts' ? services.texts.localeFile(tag) : services.texts.languageTagFile(tag))
}

/** Registers the text files outside the API: of a whole language, of one room, and of names. */
export function registerTexts(app: FastifyInstance, services: Services): void {
  const send = (reply: FastifyReply, { bytes, mediaType, cacheControl = 'no-cache' }: SerialisedResponse) =>
    reply.type(mediaType).header('cache-control', cacheControl).send(bytes)
  const languageIn = (params: unknown) => (params as { lang: string }).lang
  addRoute(app, routes.texts, ({ params }, reply) => send(reply, localeAnswer(services, languageIn(params), 'texts')))
  addRoute(app, routes.languageTags, ({ params }, reply) =>
    send(reply, localeAnswer(services, languageIn(params), 'tags')),
  )
  addRoute(app, routes.roomTexts, ({ params }, reply) => {
    const { lang, room } = params as { lang: string; room: string }
    return send(reply, textAnswer(services.texts.roomFile(lang, room)))
  })
}

const textAnswer = (file: TextFile | undefined) =>
  new SerialisedResponse(
    (file ?? notFound()).bytes,
    'application/json; charset=utf-8',
    'public, max-age=31536000, stale-while-revalidate=60',
  )

/** Returns the URL of a language's texts, with `{room}` as the placeholder: all rooms share one version. */
export const localeUrl = ({ texts }: Services, { language_code: tag }: Language): string =>
  `/language-translations/${tag}/{room}.json?v=${texts.localeFile(tag)?.hash ?? ''}`

/** Returns the URL of the names of languages, roles and systems. */
export const tagUrl = ({ texts }: Services, { language_code: tag }: Language): string =>
  `/language-translations/language-tags/locale-lt-${tag}.json?v=${texts.languageTagFile(tag)?.hash ?? ''}`
