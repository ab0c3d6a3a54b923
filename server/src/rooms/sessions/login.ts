import type * as contract from '@cutaway/contract/rooms/sessions.ts'
import { secondsAfter } from '../../core/clock.ts'
import type { Db } from '../../core/database.ts'
import { refuse, type Handler } from '../../core/endpoints.ts'
import { denied, HttpRefusal } from '../../core/errors.ts'
import type { Site } from '../../core/tenancy.ts'
import { hashPassword, needsRehash, verifyPassword } from './hashing.ts'
import * as queries from './login.queries.ts'
import { openSession } from './open.ts'
import { addressKey, loginLimits, userKey } from './rules.ts'

/**
 * Login by name and password. An attempt is counted in a transaction of its own before the password is looked at, so that
 * many at once cannot try more passwords than the limit allows, and so that no connection waits for the slow hash.
 */
export const login: Handler<typeof contract.login> = async (call) => {
  const { body, site, services } = call
  if (body.web_site_id !== undefined && body.web_site_id !== site.web_site_id) denied()
  const now = services.clock.now()
  const tried = { user: userKey(body.username), address: addressKey(call.ip) }

  const attempt = await services.database.inTenant(site.web_site_id, (db) => countAttempt(db, site, tried, now))
  if ('blocked' in attempt) return refuse(attempt.blocked)

  const { account } = attempt
  const isRight = await verifyPassword(account?.password_hash, body.password)
  if (!account || !isRight) {
    services.log.info({ web_site_id: site.web_site_id, ip: call.ip }, 'Incorrect login details')
    await blockAtLimit(call.db, site, tried, now)
    return refuse('incorrect_login_details')
  }
  const newHash = needsRehash(account.password_hash) ? await hashPassword(body.password) : undefined

  if (!(await queries.holdPassword(call.db, site, account, newHash))) throw new HttpRefusal(409, 'conflict')
  await queries.deleteAttempt(call.db, site, attempt.id)
  await queries.clearUserCounter(call.db, site, tried.user)
  if (account.subscription_status === 'ended') return refuse('purchase_subscription')
  return openSession(call, { userId: account.user_id, stay: body.stay ?? false, kind: 'password' })
}

/** Counts an attempt as failed until it turns out right, and finds the account; or tells which block stands against it. */
async function countAttempt(
  db: Db,
  site: Site,
  tried: queries.Tried,
  now: Date,
): Promise<{ blocked: string } | { id: number; account: queries.LoginAccount | undefined }> {
  await queries.lockAttempts(db, site, tried)
  const blocks = await queries.findBlocks(db, site, tried, now)
  const { ofUser, ofAddress } = await queries.countAttempts(db, site, tried, now)
  if (blocks.includes('user') || ofUser >= loginLimits.ofUser) return { blocked: 'you_are_blocked_for_1_hour' }
  if (blocks.includes('ip') || ofAddress >= loginLimits.ofAddress) return { blocked: 'your_ip_blocked_1_hour' }
  const id = await queries.insertAttempt(db, site, tried, now)
  return { id, account: await queries.findLoginAccount(db, site, tried.user) }
}

/** After a failure: sets the blocks whose limit is reached. */
async function blockAtLimit(db: Db, site: Site, tried: queries.Tried, now: Date) {
  const { ofUser, ofAddress } = await queries.countAttempts(db, site, tried, now)
  const until = secondsAfter(now, loginLimits.blockSeconds)
  if (ofUser >= loginLimits.ofUser) await queries.insertBlock(db, site, 'user', tried.user, until)
  if (ofAddress >= loginLimits.ofAddress) await queries.insertBlock(db, site, 'ip', tried.address, until)
}
