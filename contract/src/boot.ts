import type { Language, WebSite } from './rooms/sites/sites.ts'
import type { Session } from './rooms/sessions.ts'

/** The text files that pages load: `frame` on every page, the others on the pages that need them. */
export const textRooms = [
  'frame',
  'lists',
  'imports',
  'organisation',
  'sites',
  'sessions',
  'users',
  'catalogue',
  'player',
  'embeds',
  'customvideos',
  'favourites',
  'branding',
  'sharing',
  'conversations',
  'landing',
  'reports',
  'operator',
  'translations',
  'content',
  'signup',
  'billing',
  'telephony',
  'signage',
  'gallery',
  'developers',
] as const
export type TextRoom = (typeof textRooms)[number]

/** Returns the URL of a room's texts, from one of `locale_urls`. */
export const textsUrl = (localeUrl: string, room: TextRoom): string => localeUrl.replace('{room}', room)

/**
 * The data that the server embeds in every page (script#boot, JSON), so that the browser renders without a request.
 * Theme colours are CSS variables in style#theme; lang and dir are on <html>.
 */
export interface Boot {
  session: Session | null
  web_site: WebSite
  /** Languages of the site, its default first. */
  languages: Language[]
  /** The language in which the server rendered the page. */
  language_id: number
  /**
   * The URL template of a room's texts, by language id: `{room}` is the room's name. It contains a version, so that
   * browsers cache the file immutably.
   */
  locale_urls: Record<string, string>
  tag_urls: Record<string, string>
  /** Two letters in lower case: of the visitor's IP address, else of the web site. */
  country_code: string
  /** The brands of the site, between which a visitor may switch. */
  brand_ids: number[]
  /** The site's analytics account id and script, used for visitors who consent; null without analytics. */
  analytics: { id: string; script: string } | null
  /** Whether the demo's stand-ins are shown: outbox, gallery. */
  demo: boolean
  version: string
}
