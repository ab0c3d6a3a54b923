import type { Session } from '@cutaway/contract/rooms/sessions.ts'
import { randomBytes } from 'node:crypto'
import { secondsAfter } from '../../core/clock.ts'
import { findSession, hashToken } from '../../core/auth/caller.ts'
import { setSessionCookie } from '../../core/auth/cookies.ts'
import type { AnyCall } from '../../core/http/endpoints.ts'
import { fail } from '../../core/http/errors.ts'
import { sessionReply } from '../../core/auth/session-reply.ts'
import { sessionEnd, trialRole } from './rules.ts'
import * as queries from './session.queries.ts'

/** Returns 32 random bytes for a cookie or a link. Only their hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What a session needs of the request that begins it. */
export type SessionStart = Pick<
  AnyCall,
  'db' | 'site' | 'services' | 'ip' | 'userAgent' | 'callerOrNull' | 'audit' | 'afterCommit' | 'reply'
>

/**
 * Creates a session for an authenticated user, in the call's transaction. Ends the previous session of the cookie; sets
 * the new cookie after the commit. `kind` is the login method that `logins` records: 'password', …. A `passwordless` session has no rights over
 * accounts and money.
 */
export async function createSession(
  call: SessionStart,
  options: { userId: number; stay: boolean; kind: string; passwordless?: boolean },
): Promise<Session> {
  const { db, site, services, ip } = call
  const { userId, stay, kind, passwordless = false } = options
  const now = services.clock.now()
  const expiresAt = sessionEnd(now, stay)
  const token = newToken()
  if (call.callerOrNull) await queries.deleteSession(db, site, call.callerOrNull.session.tokenHash)
  const tokenHash = hashToken(token)
  await queries.insertSession(db, site, {
    token_hash: tokenHash,
    user_id: userId,
    stay,
    passwordless,
    now,
    expires_at: expiresAt,
    ip,
    user_agent: call.userAgent,
  })
  await queries.insertLogin(db, site, { user_id: userId, at: now, ip, kind, user_agent: call.userAgent })
  const session = await findSession(db, site, tokenHash, now)
  // The login holds the user, so only the business can have changed since.
  if (!session) fail('business_suspended')
  if (session.user.user_access_id === trialRole) {
    // The time of a free trial runs from the login, however the visitor logged in.
    const end = secondsAfter(now, site.free_trail_time)
    await queries.fixEnd(db, site, tokenHash, end)
    session.expiresAt = end
    session.endsAt = end
  }
  call.audit({ target: { kind: 'user', id: userId }, userId, after: { kind, stay } })
  call.afterCommit(() => setSessionCookie(call.reply, services.config, token, stay ? expiresAt : undefined))
  return sessionReply(session, site)
}
