import type { TextRoom } from '@cutaway/contract/boot.ts'

export type Layout = 'logged-out' | 'main' | 'sidebar' | 'operator' | 'quiet' | 'bare'

/**
 * Access rule of a page. `logged-out`: a user with a session is redirected to /home. `logged-in`: a visitor is
 * redirected to /bhome. `neutral`: accessible to both. `third-party`: the guard ignores the page, which checks its own
 * token.
 */
export type Guard = 'logged-out' | 'logged-in' | 'neutral' | 'third-party'

export interface Page {
  /** `:name` is a parameter. */
  path: string
  layout: Layout
  guard: Guard
  /** Rooms whose texts the page shows besides those of the frame; they load together with its module. */
  texts?: readonly TextRoom[]
  /** The page over which this dialog opens; it stays mounted below. */
  over?: string
  /** Rendered by the server without the application, so links to it are plain anchors. */
  ownHtml?: true
  /** With information about or for the staff of the shop. Settings and the operator's console are without saying so. */
  forStaff?: true
  /** Exists only where the stand-ins of the demo are enabled. */
  demoOnly?: true
}

/** Returns whether a page is for staff, so that a touch screen hides it from customers. */
export const isForStaff = ({ layout, forStaff }: Page): boolean =>
  forStaff === true || layout === 'sidebar' || layout === 'operator'
