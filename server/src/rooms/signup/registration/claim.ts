import { hashToken } from '../../../core/auth/caller.ts'
import { secondsAfter } from '../../../core/clock.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { ClaimedUser } from '../../billing/purposes.ts'
import { newToken } from '../../sessions/create-session.ts'
import { hashPassword } from '../../sessions/passwords/hashing.ts'
import { newPassword } from './activate.ts'
import * as queries from './registration.queries.ts'

/** Gives an open account to the holder of its registration: the password is made now, and shown once. */

const claimSeconds = 24 * 3600

interface Secret {
  password: string
  passwordHash: string
}

/** Makes a password. Its hash takes a while: call it before the transaction where possible. */
export async function newSecret(): Promise<Secret> {
  const password = newPassword()
  return { password, passwordHash: await hashPassword(password) }
}

/** Whether the account is open, and can still be claimed. */
export const isClaimable = ({ state, activated_at, claimed_at }: queries.Registration, now: Date): boolean =>
  state === 'active' && claimed_at === null && activated_at !== null && secondsAfter(activated_at, claimSeconds) > now

/** Claims the account of a registration. Undefined if it was claimed before, or its owner has chosen a password. */
export async function claimAccountOf(
  db: Db,
  site: Site,
  own: queries.Registration,
  { secret, now }: { secret: Secret; now: Date },
): Promise<ClaimedUser | undefined> {
  if (!isClaimable(own, now)) return undefined
  const reactivation_token = newToken()
  const { password, passwordHash } = secret
  const hashes = { passwordHash, reactivationHash: hashToken(reactivation_token), now }
  if (!(await queries.claim(db, site, own.registration_id, hashes))) return undefined
  return { user_id: own.user_id, username: own.username, password, reactivation_token }
}
