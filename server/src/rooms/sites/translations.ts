import type * as contract from '@cutaway/contract/rooms/sites/translations.ts'
import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import { SerialisedResponse, type Handlers } from '../../core/http/endpoints.ts'
import { notFound } from '../../core/http/errors.ts'
import type { Services } from '../../core/services.ts'

/** Languages and their texts. Text files are cached for ever under an address with their version, else asked anew. */

export const translations: Handlers<typeof contract> = {
  getLanguage: ({ params, services }) => services.sites.language(params.id) ?? notFound(),
  getLanguages: ({ site }) => site.languages,
  getOtherLanguages: ({ site }) => site.languages.filter((l) => l.language_id !== site.default_lang_id),
  getLocale: ({ params, services }) => localeAnswer(services, params.lang, 'texts'),
  getLanguageTags: ({ params, services }) => localeAnswer(services, params.lang, 'tags'),
  setLanguage: async ({ body, site, caller, db }) => {
    const language = site.languages.find((l) => l.language_id === body.language_id) ?? notFound()
    // Whoever waits in front of a touch screen reads it in this language; the next one begins anew.
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

/** A text file of a language, as it is served under both of its paths. */
export function localeAnswer(services: Services, key: string, kind: 'texts' | 'tags'): SerialisedResponse {
  const language = services.sites.language(key) ?? notFound()
  const file = localeFile(services, language, kind) ?? notFound()
  return new SerialisedResponse(
    file.bytes,
    'application/json; charset=utf-8',
    'public, max-age=31536000, stale-while-revalidate=60',
  )
}

/** The address of a text file with its version. */
export function localeUrl(services: Services, language: Language, kind: 'texts' | 'tags'): string {
  const path = kind === 'texts' ? 'locale-' : 'language-tags/locale-lt-'
  return `/language-translations/${path}${language.language_code}.json?v=${localeFile(services, language, kind)?.hash ?? ''}`
}

const localeFile = (services: Services, { language_code }: Language, kind: 'texts' | 'tags') =>
  kind === 'texts' ? services.texts.localeFile(language_code) : services.texts.languageTagFile(language_code)
