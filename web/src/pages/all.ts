import type { TextRoom } from '@cutaway/contract/boot.ts'
import { frontPages } from './front.ts'
import { isForStaff as pageIsForStaff, type Page } from './page.ts'
import { settingsPages } from './settings.ts'

/**
 * Defines all pages of the product as data for the server, the navigation and `npm run describe`. Therefore it imports
 * no React and no CSS; `web/src/routes/` maps a page to its module.
 */
export const pages: readonly Page[] = [...frontPages, ...settingsPages]

const known = new Set(pages.map((page) => page.path))

/** Returns whether a page with this path exists. The navigation hides all others. */
export const pageExists = (path: string): boolean => known.has(path)

/** Page paths as patterns with their text rooms: the frame first, then the page below a dialog. */
export const pageTexts: readonly { pattern: string; rooms: TextRoom[] }[] = pages.map(({ path, over, texts = [] }) => ({
  pattern: `^${path.replaceAll(/\/:\w+(\?)?/g, (_, optional) => (optional ? '(?:/[^/]+)?' : '/[^/]+'))}/?$`,
  rooms: [...new Set<TextRoom>(['frame', ...(pages.find((page) => page.path === over)?.texts ?? []), ...texts])],
}))

const forStaff = new Set(pages.filter(pageIsForStaff).map(({ path }) => path))

/** Returns whether the page at a path is for staff, so that a touch screen hides it from customers. */
export const isForStaff = (path: string): boolean => forStaff.has(path)
