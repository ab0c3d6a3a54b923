import type { Session } from '@cutaway/contract/rooms/sessions.ts'
import type { SessionRecord } from './caller.ts'
import { publicSite, type Site } from './tenancy.ts'

/** The session as login, getUserSession and the pages show it. */
export function sessionReply(session: SessionRecord, site: Site): Session {
  return {
    user: session.user,
    web_site: publicSite(site),
    permissions: session.permissions,
    required_password_change: session.requiredPasswordChange,
    expires_at: session.expiresAt.toISOString(),
  }
}
