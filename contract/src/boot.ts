import type { Language, WebSite } from './rooms/sites/sites.ts'
import type { Session } from './rooms/sessions.ts'

/** The files of texts that pages load: `frame` with every page, the others with the pages that need them. */
export type TextRoom =
  'frame' | 'sites' | 'sessions' | 'users' | 'catalogue' | 'player' | 'favourites' | 'branding' | 'sharing' | 'gallery'

/** The address of a room's texts, from one of `locale_urls`. */
export const textsUrl = (localeUrl: string, room: TextRoom): string => localeUrl.replace('{room}', room)

/**
 * What the server writes into every page (script#boot, JSON), so that the browser draws at once without asking.
 * Theme colours stand in style#theme as CSS variables, lang and dir on <html>.
 */
export interface Boot {
  session: Session | null
  web_site: WebSite
  /** Languages of the site, its default first. */
  languages: Language[]
  /** The language in which the page was made. */
  language_id: number
  /**
   * Where the texts of a room are, by language id: `{room}` stands for the room's name. Carries a version, so a browser
   * keeps the file for ever.
   */
  locale_urls: Record<string, string>
  tag_urls: Record<string, string>
  /** Two letters in lower case, by the visitor's address. */
  country_code: string
  /** The brands of the site, between which a visitor may switch. */
  brand_ids: number[]
  /** The site counts visits, for those who agree: the id of its account and the script that counts. */
  analytics: { id: string; script: string } | null
  /** The demo's stand-ins are shown: outbox, gallery. */
  demo: boolean
  version: string
}
