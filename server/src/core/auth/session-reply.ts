import type { Session } from '@cutaway/contract/rooms/sessions.ts'
import type { SessionRecord } from './caller.ts'
import { publicSite, type Site } from '../tenancy.ts'

/** Returns the session as login, getUserSession and the pages show it. */
export function sessionReply(session: SessionRecord, site: Site): Session {
  return {
    user: session.user,
    web_site: publicSite(site),
    permissions: session.permissions,
    required_password_change: session.requiredPasswordChange,
    required_terms: session.requiredTerms,
    required_second_step: session.requiredSecondStep,
    acting: session.acting ? { name: session.acting.name } : null,
    help_video: helpVideoOf(session, site),
    TouchScreenMode: session.touchScreenMode,
    touch_screen_idle: touchScreenIdle(site),
    expires_at: session.expiresAt.toISOString(),
  }
}

/** Returns the help video of the first login, if the site has one, until it is closed; never for a waiting room. */
function helpVideoOf({ user, helpVideoSeen, touchScreenMode }: SessionRecord, { features }: Site) {
  if (!features.includes('first_login_help_video') || user.is_first_time_login === 0) return null
  if (helpVideoSeen || touchScreenMode !== null) return null
  return features.includes('first_login_help_video_different') ? 'workshop' : 'portal'
}

const idleUnlessTold = 120

/** Returns the idle time in seconds, from the site's settings. */
export function touchScreenIdle({ settings }: Pick<Site, 'settings'>): number {
  const given = settings['touch_screen_idle']
  return typeof given === 'number' && Number.isInteger(given) && given >= 20 ? given : idleUnlessTold
}
