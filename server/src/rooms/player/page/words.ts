import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import type { Site } from '../../../core/tenancy.ts'
import { text } from '../../../core/texts.ts'

/** Returns the text of a key. */
export type Say = (key: string, params?: Record<string, string | number>) => string

/** Returns the texts of a web site in a language, for a page that the server draws. */
export const sayIn =
  (site: Site, language: Language): Say =>
  (key, params) =>
    text(site, language.language_code, key, params)
