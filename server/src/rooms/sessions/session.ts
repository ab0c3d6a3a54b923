import type * as contract from '@cutaway/contract/rooms/sessions.ts'
import { findSession } from '../../core/auth/caller.ts'
import { secondsAfter } from '../../core/clock.ts'
import { clearSessionCookie } from '../../core/auth/cookies.ts'
import { refuse, type AnyCall, type Handler } from '../../core/http/endpoints.ts'
import { denied, HttpRefusal } from '../../core/http/errors.ts'
import { sessionReply, touchScreenIdle } from '../../core/auth/session-reply.ts'
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
  else call.audit(false)
  call.afterCommit(() => clearSessionCookie(call.reply, call.services.config))
  return null
}

/** The help video of the first login was closed: for this session, and but for some sites for good. */
export const changeFirstTimeLoginStatus: Handler<typeof contract.changeFirstTimeLoginStatus> = async (call) => {
  const { user, session } = call.caller
  await queries.markHelpVideoSeen(call.db, call.site, session.tokenHash)
  if (call.site.features.includes('first_login_never_done')) return { is_first_time_login: user.is_first_time_login }
  await queries.markFirstLoginDone(call.db, call.site, user.user_id)
  return { is_first_time_login: 0 }
}

/** Seconds. The page renews the mode at touches, though not at each: its own clock is the one that people see. */
const adviserMargin = 30

/**
 * Hands a touch screen over. Adviser mode ends by itself when the page does not ask for it again: a screen that was
 * switched off in the adviser's hands is the customers' when it comes back.
 */
export const changeTouchScreenMode: Handler<typeof contract.changeTouchScreenMode> = async (call) => {
  const { body, caller, db, site, services } = call
  if (caller.session.touchScreenMode === null) denied()
  const now = services.clock.now()
  const until = body.TouchScreenMode === 'customer' ? null : secondsAfter(now, touchScreenIdle(site) + adviserMargin)
  await queries.setAdviserUntil(db, site, caller.session.tokenHash, until)
  return sessionAfter(call)
}

/** The terms of the site, accepted for good; the first time counts. */
export const handleAgreeTermsAndCondtion: Handler<typeof contract.handleAgreeTermsAndCondtion> = async (call) => {
  const { caller, db, site, services } = call
  await queries.acceptTerms(db, site, caller.user.user_id, services.clock.now())
  return sessionAfter(call)
}

/** The documents have it as a GET, but a link must not accept anything. */
export const handleAgreeTermsAndCondtionByGet: Handler<typeof contract.handleAgreeTermsAndCondtionByGet> = (call) => {
  call.reply.header('allow', 'POST')
  throw new HttpRefusal(405, 'method_not_allowed')
}

/** The session as it is after what this call has written. */
async function sessionAfter({ caller, db, site, services }: AnyCall) {
  const session = await findSession(db, site, caller.session.tokenHash, services.clock.now())
  return sessionReply(session ?? denied(), site)
}
