import type * as contract from '@cutaway/contract/rooms/sessions/acting.ts'
import { actingMinutes } from '@cutaway/contract/rooms/sessions/acting.ts'
import { roleOf } from '@cutaway/contract/roles.ts'
import { findSession, hashToken } from '../../../core/auth/caller.ts'
import { sessionTokenHash, setSessionCookie } from '../../../core/auth/cookies.ts'
import { sessionReply } from '../../../core/auth/session-reply.ts'
import { secondsAfter } from '../../../core/clock.ts'
import { answer, type AnyCall, type Handlers } from '../../../core/http/endpoints.ts'
import { denied, fail } from '../../../core/http/errors.ts'
import { queueMail } from '../../messaging/mail.ts'
import { newToken } from '../create-session.ts'
import { actedFor } from '../letters.ts'
import { sessionSeconds, sessionEnd } from '../rules.ts'
import { deleteSession, insertSession } from '../session.queries.ts'
import { findActedFor, findRunOut, hasUser } from './acting.queries.ts'

/** Acting for somebody: a marked session of 30 minutes, which ends the manager's own one and returns to it. */

interface From {
  tokenHash: string
  /** When the manager logged in. */
  createdAt: Date
}

/** Replaces a session by another one, whose login counts as old as the login of the first. */
async function exchange(
  call: AnyCall,
  from: From,
  session: { user_id: number; stay: boolean; expires_at: Date; acting_user_id: number | null; acting_stay: boolean },
) {
  const { site, db, services, ip } = call
  const now = services.clock.now()
  const token = newToken()
  await deleteSession(db, site, from.tokenHash)
  await insertSession(db, site, {
    ...session,
    token_hash: hashToken(token),
    now,
    // Otherwise the change would count as a login, after which a password can be changed without the current one.
    created_at: from.createdAt,
    ip,
    user_agent: call.userAgent,
  })
  const found = (await findSession(db, site, hashToken(token), now)) ?? denied()
  const cookieEnd = session.stay ? session.expires_at : undefined
  call.afterCommit(() => setSessionCookie(call.reply, services.config, token, cookieEnd))
  return sessionReply(found, site)
}

/** Returns the session of the call in which a manager acts, also one whose time has run out; undefined for another one. */
async function actingOf(call: AnyCall): Promise<(From & { manager: number; stay: boolean; user: number }) | undefined> {
  const { callerOrNull, site, db, services } = call
  if (callerOrNull) {
    const { acting: manager, tokenHash, createdAt } = callerOrNull.session
    return manager
      ? { tokenHash, createdAt, manager: manager.user_id, stay: manager.stay, user: callerOrNull.user.user_id }
      : undefined
  }
  const tokenHash = sessionTokenHash(call.reply.request, services.config)
  if (tokenHash === undefined) return undefined
  const now = services.clock.now()
  const row = await findRunOut(db, site, tokenHash, { now, since: secondsAfter(now, -sessionSeconds.idle) })
  if (!row?.acting_user_id) return undefined
  const { acting_user_id: manager, acting_stay: stay, user_id: user, created_at: createdAt } = row
  return { tokenHash, createdAt, manager, stay, user }
}

export const acting: Handlers<typeof contract> = {
  startActing: async (call) => {
    const { body, owner, caller, site, db, services, audit } = call
    if (body.reason === '') fail('enter_a_reason')
    // A session belongs to the web site of its host.
    if (site !== caller.site) denied()
    const target = (await findActedFor(db, site, owner.user_id)) ?? denied()
    const isOwnBusiness =
      roleOf(caller.level).reach !== 'business' || target.businessentity_id === caller.user.businessentity_id
    if (target.user_access_id <= Math.max(caller.level, 1) || !isOwnBusiness) fail('only_lower_roles')
    const { user } = caller
    const name = `${user.first_name} ${user.last_name}`.trim() || user.username
    const session = await exchange(call, caller.session, {
      user_id: target.user_id,
      stay: false,
      expires_at: secondsAfter(services.clock.now(), actingMinutes * 60),
      acting_user_id: user.user_id,
      acting_stay: caller.session.expiresAt > secondsAfter(services.clock.now(), sessionSeconds.idle),
    })
    audit({ target: { kind: 'user', id: target.user_id }, after: { reason: body.reason } })
    const language = services.sites.language(target.language_id ?? site.default_lang_id)
    await queueMail(db, services, site, {
      to: target.email,
      language: language ?? services.sites.language(site.default_lang_id)!,
      letter: actedFor({ username: target.username, manager: name, reason: body.reason }),
    })
    return answer(session, { message: 'acting_started' })
  },

  stopActing: async (call) => {
    const { site, db, services, audit } = call
    const from = (await actingOf(call)) ?? fail('not_acting')
    if (!(await hasUser(db, site, from.manager))) denied()
    audit({ target: { kind: 'user', id: from.user }, userId: from.manager })
    const session = await exchange(call, from, {
      user_id: from.manager,
      stay: from.stay,
      expires_at: sessionEnd(services.clock.now(), from.stay),
      acting_user_id: null,
      acting_stay: false,
    })
    return answer(session, { message: call.callerOrNull ? 'acting_ended' : 'acting_ran_out' })
  },
}
