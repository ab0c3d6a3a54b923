import { secondsAfter } from '../../core/clock.ts'
import type { AnyCall } from '../../core/http/endpoints.ts'
import { fail } from '../../core/http/errors.ts'
import { beginAttempt, countFailure } from './attempts.ts'
import { deleteAttempt } from './login.queries.ts'
import { verifyPassword } from './passwords/hashing.ts'
import { findPasswordHash } from './passwords/passwords.queries.ts'
import { deviceCookieOf } from './remember.ts'
import { addressKey, userKey } from './rules.ts'

/** Confirms that the person at the device is the owner of the session, before what a thief of a session must not do. */

const freshSeconds = 10 * 60

/** Returns whether the caller has logged in with the password within the last 10 minutes. */
export const isFresh = ({ caller, services }: AnyCall): boolean =>
  !caller.session.passwordless && caller.session.createdAt > secondsAfter(services.clock.now(), -freshSeconds)

/**
 * Requires the current password of the caller, unless the login is fresh. Wrong passwords count like those of a login,
 * also if the request is refused. Call it before the first query of a request: it uses transactions of its own.
 * Returns the stored hash of the password.
 */
export async function confirmOwnPassword(call: AnyCall, typed: string | undefined): Promise<string> {
  const { caller, site, services } = call
  const { user_id, username } = caller.user
  const stored = await services.database.inTenant(site.web_site_id, (db) => findPasswordHash(db, site, user_id))
  if (stored === undefined) fail('current_password_wrong')
  if (typed === undefined) return isFresh(call) ? stored : fail('current_password_required')
  await confirmByAttempt(call, username, 'current_password_wrong', () => verifyPassword(stored, typed))
  return stored
}

/**
 * Checks a secret as one attempt of a login: at most five wrong ones of a name in 15 minutes. Refuses with the key of
 * the block, or with `wrong`. `isRight` runs without a transaction.
 */
export async function confirmByAttempt(
  call: AnyCall,
  username: string,
  wrong: string,
  isRight: () => Promise<boolean>,
): Promise<void> {
  const { site, services } = call
  const now = services.clock.now()
  const tried = { user: userKey(username), address: addressKey(call.ip) }
  // The captcha was asked for with the password of the login.
  const asked = { tried, puzzle: 'solved', cookie: deviceCookieOf(call), now } as const
  const attempt = await beginAttempt(services, site, asked)
  if (attempt.kind === 'blocked') fail(attempt.message)
  // On a known address the right password overcomes a block; a code must not, because it can be guessed.
  const right = attempt.refusal === undefined && (await isRight())
  if (!right) await services.clock.wait(attempt.delay)
  await services.database.inTenant(site.web_site_id, (db) =>
    right ? deleteAttempt(db, site, attempt.id) : countFailure(db, site, attempt, tried, now),
  )
  if (!right) fail(attempt.refusal ?? wrong)
}
