import type { Session } from '@cutaway/contract/rooms/sessions.ts'
import { type Guard, paths, toAccountAccess } from '../paths.ts'

/** Where a transition ends, as pure decisions; `session.ts` and `routes.tsx` carry them out. */

type Who = Pick<Session, 'required_password_change' | 'TouchScreenMode'> & {
  user: Pick<Session['user'], 'user_id' | 'user_access_id'>
  web_site: Pick<Session['web_site'], 'vehicle_layout_view'>
}

export interface Redirection {
  to: string
  /** The visitor wanted to go here: kept until the login. */
  remember?: string
}

/**
 * Where a transition to `wanted` (path with search and hash) must go instead, or null when it may go on.
 * A user who must choose a new password reaches no logged-in page before that. A touch screen shows customers no page
 * that is `forStaff`.
 */
export function redirectionOf(guard: Guard, session: Who | null, wanted: string, forStaff = false): Redirection | null {
  if (guard === 'logged-out') return session ? { to: paths.home } : null
  if (guard !== 'logged-in') return null
  if (!session) return { to: paths.publicHome, remember: wanted }
  if (session.required_password_change) return { to: toAccountAccess(session.user.user_id) }
  return forStaff && session.TouchScreenMode === 'customer' ? { to: paths.home } : null
}

const freeTrial = 9
const loopedPlayback = '/play_looped_animations'

/**
 * The page after a login, in the order of the decisions: a forced password change; a free trial to the home page; from
 * looped playback to the home page; the vehicle view where the site has one; what the visitor wanted; the home page.
 */
export function targetAfterLogin(session: Who, saved: string | null, currentPath: string): string {
  if (session.required_password_change) return toAccountAccess(session.user.user_id)
  if (session.user.user_access_id === freeTrial) return paths.home
  if (currentPath.startsWith(loopedPlayback)) return paths.home
  if (session.web_site.vehicle_layout_view) return paths.vehicleView
  return saved ?? paths.home
}
