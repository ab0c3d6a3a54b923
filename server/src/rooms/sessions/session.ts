import type * as contract from '@cutaway/contract/rooms/sessions.ts'
import { secondsAfter } from '../../core/clock.ts'
import { clearSessionCookie } from '../../core/cookies.ts'
import { refuse, type Handler } from '../../core/endpoints.ts'
import { denied } from '../../core/errors.ts'
import { sessionReply } from '../../core/session-reply.ts'
import { sessionSeconds, slide } from './rules.ts'
import * as queries from './session.queries.ts'

/** The session of the caller. Using it moves its end on, written now and then after the answer. */
export const getUserSession: Handler<typeof contract.getUserSession> = (call) => {
  const { callerOrNull, services, site } = call
  if (!callerOrNull) return refuse('session_required')
  const { session } = callerOrNull
  const now = services.clock.now()
  const expiresAt = slide(session, now)
  if (!expiresAt) return sessionReply(session, site)
  call.afterCommit(() => {
    const seen = { now, before: secondsAfter(now, -sessionSeconds.writeEvery), expiresAt }
    services.database
      .inTenant(site.web_site_id, (db) => queries.touchSession(db, site, session.tokenHash, seen), {
        lane: 'background',
      })
      .catch((error: unknown) => services.log.warn({ err: error }, 'the use of a session was not written'))
  })
  return sessionReply({ ...session, expiresAt }, site)
}

export const logout: Handler<typeof contract.logout> = async (call) => {
  if (call.callerOrNull) await queries.deleteSession(call.db, call.site, call.callerOrNull.session.tokenHash)
  call.afterCommit(() => clearSessionCookie(call.reply, call.services.config))
  return null
}

/** The help video of the first login was closed; some sites show it at every login. */
export const changeFirstTimeLoginStatus: Handler<typeof contract.changeFirstTimeLoginStatus> = async (call) => {
  const { user } = call.caller
  if (call.body?.user_id !== undefined && call.body.user_id !== user.user_id) denied()
  if (call.site.features.includes('first_login_never_done')) return { is_first_time_login: user.is_first_time_login }
  await queries.markFirstLoginDone(call.db, call.site, user.user_id)
  return { is_first_time_login: 0 }
}
