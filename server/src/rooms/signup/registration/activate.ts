import { apiKeyScopes } from '@cutaway/contract/administration/api-keys.ts'
import { randomInt } from 'node:crypto'
import { hashToken } from '../../../core/auth/caller.ts'
import { secondsAfter } from '../../../core/clock.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { linkOrigin } from '../../../core/http/origin.ts'
import { queueMail } from '../../messaging/mail.ts'
import { newToken } from '../../sessions/create-session.ts'
import { insertToken } from '../../sessions/passwords/passwords.queries.ts'
import { insertKey } from '../../users/api-keys/api-keys.queries.ts'
import { lockUserNames } from '../../users/edit.queries.ts'
import { accountReady } from '../letters.ts'
import { insertRedemption, isUserNameTaken } from '../plans/plans.queries.ts'
import * as queries from './registration.queries.ts'

/** Makes the account of a registration live. Called in the transaction that settles what had to be paid for it. */

const linkSeconds = 7 * 24 * 3600

export interface Activated {
  user_id: number
  businessentity_id: number
  username: string
}

/**
 * Opens the account: the business is active, the user gets the name, and a mail with a link to choose a password goes
 * out. Returns undefined if the registration is not in one of the states `from`.
 */
export async function activateRegistration(
  { db, site, services }: { db: Db; site: Site; services: Pick<Services, 'jobs' | 'config' | 'sites' | 'clock'> },
  id: string,
  { from, paymentId = null }: { from: readonly queries.Registration['state'][]; paymentId?: string | null },
): Promise<Activated | undefined> {
  const now = services.clock.now()
  const registration = await queries.lockRegistration(db, site, id)
  if (!registration || !from.includes(registration.state)) return undefined
  await queries.moveRegistration(db, site, id, from, { state: 'active', activated_at: now })
  const username = await freeName(db, site, registration.extra.username ?? registration.email)
  await queries.openAccount(db, site, registration, username)
  if (registration.promo_code !== null && registration.billing_plan_id !== null)
    await insertRedemption(db, site, {
      promo_code: registration.promo_code,
      businessentity_id: registration.businessentity_id,
      billing_plan_id: registration.billing_plan_id,
      payment_id: paymentId,
      at: now,
    })

  const { user_id, businessentity_id } = registration
  const { api_key_hash: key_hash, api_key_last4: last4 = '' } = registration.extra
  if (key_hash !== undefined)
    await insertKey(db, site, {
      user_id,
      key_hash,
      prefix: '',
      last4,
      description: (registration.promo_code ?? registration.flow).toUpperCase(),
      scopes: [...apiKeyScopes],
      created_at: now,
      expires_at: null,
    })

  const token = newToken()
  await insertToken(db, site, { token_hash: hashToken(token), user_id, expires_at: secondsAfter(now, linkSeconds) })
  const origin = registration.extra.origin ?? linkOrigin('', site.hosts, services.config)
  const language = services.sites.language(registration.language_id ?? site.default_lang_id) ?? site.languages[0]!
  await queueMail(db, services, site, {
    to: registration.email,
    language,
    letter: accountReady({ username, link: `${origin}/reset_password/${token}` }),
  })
  return { user_id, businessentity_id, username }
}

/** Reserves and returns the wanted user name, with a number behind it if it was taken meanwhile. */
export async function freeName(db: Db, site: Site, wanted: string): Promise<string> {
  for (let n = 1; n < 100; n += 1) {
    const name = n === 1 ? wanted : `${wanted}${n}`
    await lockUserNames(db, site, [name])
    if (!(await isUserNameTaken(db, site, name))) return name
  }
  throw new Error('no free user name')
}

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Returns a random text of letters and digits that are not mistaken for each other. */
export const randomText = (length: number): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** Returns a password of four groups: 'k7mp-x2qa-9hrt-vbne'. */
export const newPassword = (): string => [4, 4, 4, 4].map(randomText).join('-')
