import type * as contract from '@cutaway/contract/rooms/sessions.ts'
import { findSession } from '../../core/auth/caller.ts'
import { secondsAfter } from '../../core/clock.ts'
import { clearSessionCookie } from '../../core/auth/cookies.ts'
import { refuse, type AnyCall, type Handler } from '../../core/http/endpoints.ts'
import { denied, HttpRefusal } from '../../core/http/errors.ts'
import { sessionReply, touchScreenIdle } from '../../core/auth/session-reply.ts'
import { sessionSeconds, slide } from './rules.ts'
import * as queries from './session.queries.ts'

/**
 * Returns the caller's session. Use extends the session; the new expiry is written at intervals, after the response.
 */
export const getUserSession: Handler<typeof contract.getUserSession> = (call) => {
  const { callerOrNull, services, site } = call
  if (!callerOrNull) return refuse('session_required')
  const { session } = callerOrNull
  const now = services.clock.now()
  // A session in which a manager acts for a user has a fixed end, and so has that of a free trial.
  const expiresAt = session.acting || session.endsAt ? null : slide(session, now)
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

/** Records that the help video of the first login was closed: for this session, and on most sites permanently. */
export const changeFirstTimeLoginStatus: Handler<typeof contract.changeFirstTimeLoginStatus> = async (call) => {
  const { user, session } = call.caller
  await queries.markHelpVideoSeen(call.db, call.site, session.tokenHash)
  if (call.site.features.includes('first_login_never_done')) return { is_first_time_login: user.is_first_time_login }
  await queries.markFirstLoginDone(call.db, call.site, user.user_id)
  return { is_first_time_login: 0 }
}

/** Seconds. The page renews the mode on touch, but not on every touch; users see the page's own clock. */
const adviserMargin = 30

/**
 * Switches the mode of a touch screen. Adviser mode expires unless the page renews it: a screen that was switched off
 * in adviser mode restarts in customer mode.
 */
export const changeTouchScreenMode: Handler<typeof contract.changeTouchScreenMode> = async (call) => {
  const { body, caller, db, site, services } = call
  if (caller.session.touchScreenMode === null) denied()
  const now = services.clock.now()
  const until = body.TouchScreenMode === 'customer' ? null : secondsAfter(now, touchScreenIdle(site) + adviserMargin)
  await queries.setAdviserUntil(db, site, caller.session.tokenHash, until)
  return sessionAfter(call)
}

/** Records that the user accepted the terms of the site; only the first time counts. */
export const handleAgreeTermsAndCondtion: Handler<typeof contract.handleAgreeTermsAndCondtion> = async (call) => {
  const { caller, db, site, services } = call
  await queries.acceptTerms(db, site, caller.user.user_id, services.clock.now())
  return sessionAfter(call)
}

/** Refuses GET with 405. The specification lists GET too, but following a link must not accept the terms. */
export const handleAgreeTermsAndCondtionByGet: Handler<typeof contract.handleAgreeTermsAndCondtionByGet> = (call) => {
  call.reply.header('allow', 'POST')
  throw new HttpRefusal(405, 'method_not_allowed')
}

/** Returns the session including what this call has written. */
async function sessionAfter({ caller, db, site, services }: AnyCall) {
  const session = await findSession(db, site, caller.session.tokenHash, services.clock.now())
  return sessionReply(session ?? denied(), site)
}
