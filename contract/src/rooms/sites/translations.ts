import { z } from 'zod'
import { anyone, endpoint, file, notAudited, signedIn, unscoped } from '../../endpoint.ts'
import { Id, LanguageKey, PathId } from '../../fields.ts'
import { Language } from './sites.ts'

/** Languages and their texts. */

export const getLanguage = endpoint({
  method: 'GET',
  path: '/getLanguage/:id',
  who: anyone,
  owns: { id: unscoped('the id of a language') },
  summary: 'Returns one language.',
  params: z.object({ id: PathId }),
  reply: Language,
})
export const getLanguages = endpoint({
  method: 'GET',
  path: '/getLanguages/:web_site_id',
  who: anyone,
  site: 'web_site_id',
  summary: 'Returns the languages of a web site, its default first.',
  params: z.object({ web_site_id: PathId }),
  reply: z.array(Language),
})
export const getOtherLanguages = endpoint({
  method: 'GET',
  path: '/getOtherLanguages/:site',
  who: anyone,
  site: 'site',
  summary: 'Returns the languages of a web site other than its default.',
  params: z.object({ site: PathId }),
  reply: z.array(Language),
})
export const getLocale = endpoint({
  method: 'GET',
  path: '/language-translations/locale-:lang.json',
  name: 'language-translations/locale-{lang}.json',
  who: anyone,
  summary: 'Returns every text of a language by message key.',
  params: z.object({ lang: LanguageKey }),
  reply: file('application/json'),
})
export const getLanguageTags = endpoint({
  method: 'GET',
  path: '/language-translations/language-tags/locale-lt-:lang.json',
  name: 'language-translations/language-tags/locale-lt-{lang}.json',
  who: anyone,
  summary: 'Returns the names of languages, roles and systems in a language.',
  params: z.object({ lang: LanguageKey }),
  reply: file('application/json'),
})
export const setLanguage = endpoint({
  method: 'POST',
  path: '/setLanguage',
  who: signedIn,
  audit: notAudited('a preference of the caller, changed with each visit'),
  summary: 'Stores the language that the caller chose.',
  body: z.object({ language_id: Id }),
  reply: Language,
})
