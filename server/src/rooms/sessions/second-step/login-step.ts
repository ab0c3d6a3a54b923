import { createHash, randomBytes } from 'node:crypto'
import { hashToken } from '../../../core/auth/caller.ts'
import { loginStepToken, setLoginStepCookie } from '../../../core/auth/cookies.ts'
import { secondsAfter } from '../../../core/clock.ts'
import type { AnyCall } from '../../../core/http/endpoints.ts'
import { newToken } from '../create-session.ts'
import * as queries from './second-step.queries.ts'

/** What waits between two requests: a login for its second step, a passkey for its registration. */

const validSeconds = 10 * 60

/** Returns a key that changes with the password, so that a changed password ends what waits. */
export const passwordKey = (passwordHash: string): string =>
  createHash('sha256').update(passwordHash).digest('base64url')

const newChallenge = () => randomBytes(32).toString('base64url')

interface Owner {
  user_id: number
  password_hash: string
}

/** Stores a login whose password was right, and sets its cookie after the commit. */
export const beginLoginStep = (call: AnyCall, owner: Owner, stay: boolean): Promise<string> =>
  begin(call, owner, 'login', stay)

/** Stores the registration of a passkey; returns its challenge. */
export const beginRegistration = (call: AnyCall, owner: Owner): Promise<string> => begin(call, owner, 'register', false)

async function begin(call: AnyCall, owner: Owner, kind: 'login' | 'register', stay: boolean): Promise<string> {
  const { db, site, services } = call
  const token = newToken()
  const challenge = newChallenge()
  await queries.insertStep(db, site, {
    token_hash: hashToken(token),
    user_id: owner.user_id,
    kind,
    password_key: passwordKey(owner.password_hash),
    stay,
    challenge,
    expires_at: secondsAfter(services.clock.now(), validSeconds),
  })
  call.afterCommit(() => setLoginStepCookie(call.reply, services.config, token, validSeconds))
  return challenge
}

/** Returns the hash of the token in the cookie of a call. */
export function stepHash(call: AnyCall): string | undefined {
  const token = loginStepToken(call.reply.request, call.services.config)
  return token === undefined ? undefined : hashToken(token)
}
