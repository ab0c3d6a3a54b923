import type * as contract from '@cutaway/contract/rooms/sessions/acting.ts'
import { actingMinutes } from '@cutaway/contract/rooms/sessions/acting.ts'
import { roleOf } from '@cutaway/contract/roles.ts'
import { findSession, hashToken } from '../../../core/auth/caller.ts'
import { setSessionCookie } from '../../../core/auth/cookies.ts'
import { sessionReply } from '../../../core/auth/session-reply.ts'
import { secondsAfter } from '../../../core/clock.ts'
import { answer, type AnyCall, type Handlers } from '../../../core/http/endpoints.ts'
import { denied, fail } from '../../../core/http/errors.ts'
import { queueMail } from '../../messaging/mail.ts'
import { newToken } from '../create-session.ts'
import { actedFor } from '../letters.ts'
import { sessionSeconds, sessionEnd } from '../rules.ts'
import { deleteSession, insertSession } from '../session.queries.ts'
import { findActedFor, hasUser } from './acting.queries.ts'

/** Acting for somebody: a marked session of 30 minutes, which ends the manager's own one and returns to it. */

/** Replaces the session of the call by another one, whose login counts as old as the login of the first. */
async function exchange(
  call: AnyCall,
  session: { user_id: number; stay: boolean; expires_at: Date; acting_user_id: number | null; acting_stay: boolean },
) {
  const { caller, site, db, services, ip } = call
  const now = services.clock.now()
  const token = newToken()
  await deleteSession(db, site, caller.session.tokenHash)
  await insertSession(db, site, {
    ...session,
    token_hash: hashToken(token),
    now,
    // Otherwise the change would count as a login, after which a password can be changed without the current one.
    created_at: caller.session.createdAt,
    ip,
    user_agent: call.userAgent,
  })
  const found = (await findSession(db, site, hashToken(token), now)) ?? denied()
  const cookieEnd = session.stay ? session.expires_at : undefined
  call.afterCommit(() => setSessionCookie(call.reply, services.config, token, cookieEnd))
  return sessionReply(found, site)
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
    const session = await exchange(call, {
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
    const { caller, site, db, services, audit } = call
    const { acting: manager } = caller.session
    if (!manager) fail('not_acting')
    if (!(await hasUser(db, site, manager.user_id))) denied()
    audit({ target: { kind: 'user', id: caller.user.user_id } })
    const session = await exchange(call, {
      user_id: manager.user_id,
      stay: manager.stay,
      expires_at: sessionEnd(services.clock.now(), manager.stay),
      acting_user_id: null,
      acting_stay: false,
    })
    return answer(session, { message: 'acting_ended' })
  },
}
