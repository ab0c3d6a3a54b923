import type * as contract from '@cutaway/contract/rooms/sessions.ts'
import type { Session } from '@cutaway/contract/rooms/sessions.ts'
import { secondStepRequired } from '@cutaway/contract/rooms/sessions/second-step.ts'
import { refuse, type Answer, type AnyCall, type Handler } from '../../core/http/endpoints.ts'
import { HttpRefusal } from '../../core/http/errors.ts'
import { beginAttempt, countFailure, type Attempt } from './attempts.ts'
import { hashPassword, needsRehash, verifyPassword } from './passwords/hashing.ts'
import * as queries from './login.queries.ts'
import { createSession } from './create-session.ts'
import { deviceCookieOf, rememberDevice } from './remember.ts'
import { addressKey, userKey } from './rules.ts'
import { beginLoginStep } from './second-step/login-step.ts'

/**
 * Logs in by name and password. The attempt is recorded in a separate transaction before the password is checked, so
 * that concurrent attempts cannot exceed the limit, and no connection waits for the slow hash.
 */
export const login: Handler<typeof contract.login> = (call) => logInByPassword(call, call.body)

export interface ByPassword {
  username: string
  password: string
  captcha?: string | undefined
  stay?: boolean | undefined
}

export async function logInByPassword(call: AnyCall, body: ByPassword): Promise<Session | Answer<never, never>> {
  const { site, services } = call
  const now = services.clock.now()
  const tried = { user: userKey(body.username), address: addressKey(call.ip) }

  const isSolved = body.captcha !== undefined && (await services.captcha.verify(body.captcha))
  const puzzle = body.captcha === undefined ? 'missing' : isSolved ? 'solved' : 'wrong'
  const attempt = await beginAttempt(services, site, { tried, puzzle, cookie: deviceCookieOf(call), now })
  if (attempt.kind === 'blocked') return refuse(attempt.message)

  // A refused attempt takes the same time as any other: timing must not reveal whether the name exists or is known
  // here.
  const { account } = attempt
  // The entered name is not logged: people enter passwords there too.
  if (account) call.audit({ target: { kind: 'user', id: account.user_id } })
  const isRight = await verifyPassword(account?.password_hash, body.password)
  if (!account || !isRight) return refuse(await failed(call, attempt, tried, now))
  if (!attempt.isKnown) await services.clock.wait(attempt.delay)
  const isOutdated = services.renewsPasswordHashes && needsRehash(account.password_hash)
  const newHash = isOutdated ? await hashPassword(body.password) : undefined

  if (!(await queries.holdPassword(call.db, site, account, newHash))) throw new HttpRefusal(409, 'conflict')
  await queries.deleteAttempt(call.db, site, attempt.id)
  const ended = account.is_suspended ? 'business_suspended' : 'purchase_subscription'
  const isEnded = account.is_suspended || account.subscription_status === 'ended'
  if (!isEnded && account.has_second_step) {
    // The failures still count: the password alone must not allow further guesses of codes.
    const current = { user_id: account.user_id, password_hash: newHash ?? account.password_hash }
    await beginLoginStep(call, current, body.stay ?? false)
    return refuse(secondStepRequired)
  }
  await queries.clearFailures(call.db, site, { ...tried, device: attempt.device, liftsBlock: !attempt.isKnown }, now)
  if (isEnded) return refuse(ended)
  await queries.rememberPlace(call.db, site, account.user_id, tried.address, now)
  const owner = { user_id: account.user_id, password_hash: newHash ?? account.password_hash }
  const session = await createSession(call, { userId: account.user_id, stay: body.stay ?? false, kind: 'password' })
  rememberDevice(call, owner, now)
  return session
}

/** Waits, counts the failure, and returns the refusal's key: the one for a stranger, also on a known address. */
async function failed(call: AnyCall, attempt: Attempt, tried: queries.Tried, now: Date): Promise<string> {
  const { site, services } = call
  services.log.info({ web_site_id: site.web_site_id, ip: call.ip }, 'Incorrect login details')
  await services.clock.wait(attempt.delay)
  await countFailure(call.db, site, attempt, tried, now)
  return attempt.refusal ?? 'incorrect_login_details'
}
