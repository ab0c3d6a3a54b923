import type { Session } from '@cutaway/contract/rooms/sessions.ts'
import type { Guard } from '../pages/page.ts'
import { paths, toAccountAccess } from '../paths.ts'

/** Decides where a transition ends. Pure; `session.ts` and `routes.tsx` carry the decisions out. */

type Who = Pick<Session, 'required_password_change' | 'required_second_step' | 'TouchScreenMode'> & {
  user: Pick<Session['user'], 'user_id' | 'user_access_id'>
  web_site: Pick<Session['web_site'], 'vehicle_layout_view'>
}

export interface Redirection {
  to: string
  /** The URL that the visitor requested, stored until the login. */
  remember?: string
}

/**
 * Returns where a transition to `wanted` (path with search and hash) must redirect, or null if it may proceed. A user
 * who must choose a new password, or set up a second step, reaches no logged-in page before that. A touch screen shows customers no page that is
 * `forStaff`.
 */
export function redirectionOf(guard: Guard, session: Who | null, wanted: string, forStaff = false): Redirection | null {
  if (guard === 'logged-out') return session ? { to: paths.home } : null
  if (guard !== 'logged-in') return null
  if (!session) return { to: paths.publicHome, remember: wanted }
  if (session.required_password_change) return { to: toAccountAccess(session.user.user_id) }
  if (session.required_second_step) return { to: paths.secondStep }
  return forStaff && session.TouchScreenMode === 'customer' ? { to: paths.home } : null
}

const freeTrial = 9

/** Returns whether somebody is logged in for the time of a free trial. */
export const isOnTrial = ({ user }: Pick<Who, 'user'>): boolean => user.user_access_id === freeTrial
const loopedPlayback = '/play_looped_animations'

/**
 * Returns the page after a login, by the first rule that applies: a forced password change; a second step to set up; the home page for a free
 * trial; the home page for looped playback; the vehicle view where the site has one; the return-to URL; the home page.
 */
export function targetAfterLogin(session: Who, saved: string | null, currentPath: string): string {
  if (session.required_password_change) return toAccountAccess(session.user.user_id)
  if (session.required_second_step) return paths.secondStep
  if (isOnTrial(session)) return paths.home
  if (currentPath.startsWith(loopedPlayback)) return paths.home
  if (session.web_site.vehicle_layout_view) return paths.vehicleView
  return saved ?? paths.home
}
