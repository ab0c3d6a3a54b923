import type * as contract from '@cutaway/contract/rooms/sessions.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { secondsAfter } from '../../core/clock.ts'
import type { Database, Db } from '../../core/db/database.ts'
import { refuse, type Handler } from '../../core/http/endpoints.ts'
import { HttpRefusal } from '../../core/http/errors.ts'
import type { Site } from '../../core/tenancy.ts'
import { hashPassword, needsRehash, verifyPassword } from './hashing.ts'
import * as queries from './login.queries.ts'
import { createSession } from './create-session.ts'
import { addressKey, loginLimits, userKey } from './rules.ts'

/**
 * Login by name and password. An attempt is noted in a transaction of its own before the password is looked at, so that
 * many at once cannot try more passwords than the limit allows, and so that no connection waits for the slow hash.
 */
export const login: Handler<typeof contract.login> = async (call) => {
  const { body, site, services } = call
  const now = services.clock.now()
  const tried = { user: userKey(body.username), address: addressKey(call.ip) }

  const attempt = await begin(services.database, site, tried, now)
  if (attempt.kind === 'blocked') return refuse(attempt.message)

  const { account } = attempt
  // The name that was typed is not kept: people type passwords there too.
  if (account) call.audit({ target: { kind: 'user', id: account.user_id } })
  const isRight = await verifyPassword(account?.password_hash, body.password)
  if (!account || !isRight) {
    services.log.info({ web_site_id: site.web_site_id, ip: call.ip }, 'Incorrect login details')
    await countFailure(call.db, site, attempt.id, tried, now)
    return refuse('incorrect_login_details')
  }
  const newHash = needsRehash(account.password_hash) ? await hashPassword(body.password) : undefined

  if (!(await queries.holdPassword(call.db, site, account, newHash))) throw new HttpRefusal(409, 'conflict')
  await queries.deleteAttempt(call.db, site, attempt.id)
  await queries.clearUserCounter(call.db, site, tried.user, now)
  if (account.subscription_status === 'ended') return refuse('purchase_subscription')
  return createSession(call, { userId: account.user_id, stay: body.stay ?? false, kind: 'password' })
}

type Begun = { kind: 'blocked'; message: string } | { kind: 'begun'; id: number; account?: queries.LoginAccount }

const patience = { tries: 60, milliseconds: 50 }

/**
 * Notes an attempt and finds its account, or tells which block stands against it. While as many are under way as may
 * still fail, the next one waits for what becomes of them: a whole workshop may log in at the same moment.
 */
async function begin(database: Database, site: Site, tried: queries.Tried, now: Date): Promise<Begun> {
  for (let i = 0; i < patience.tries; i += 1) {
    const attempt = await database.inTenant(site.web_site_id, (db) => beginNow(db, site, tried, now))
    if (attempt !== 'full') return attempt
    await sleep(patience.milliseconds)
  }
  throw new HttpRefusal(429, 'too_many_requests', 1)
}

async function beginNow(db: Db, site: Site, tried: queries.Tried, now: Date): Promise<Begun | 'full'> {
  await queries.lockAttempts(db, site, tried)
  const blocks = await queries.findBlocks(db, site, tried, now)
  const { failures, underWay } = await queries.countAttempts(db, site, tried, now)
  if (blocks.includes('user') || failures.ofUser >= loginLimits.ofUser)
    return { kind: 'blocked', message: 'you_are_blocked_for_1_hour' }
  if (blocks.includes('ip') || failures.ofAddress >= loginLimits.ofAddress)
    return { kind: 'blocked', message: 'your_ip_blocked_1_hour' }
  if (
    failures.ofUser + underWay.ofUser >= loginLimits.ofUser ||
    failures.ofAddress + underWay.ofAddress >= loginLimits.ofAddress
  )
    return 'full'
  const id = await queries.insertAttempt(db, site, tried, now)
  return { kind: 'begun', id, account: await queries.findLoginAccount(db, site, tried.user) }
}

/** Counts a failure and sets the blocks whose limit is reached by it. */
async function countFailure(db: Db, site: Site, attemptId: number, tried: queries.Tried, now: Date) {
  await queries.lockAttempts(db, site, tried)
  await queries.countAsFailed(db, site, attemptId)
  const { failures } = await queries.countAttempts(db, site, tried, now)
  const until = secondsAfter(now, loginLimits.blockSeconds)
  if (failures.ofUser >= loginLimits.ofUser) await queries.insertBlock(db, site, 'user', tried.user, until)
  if (failures.ofAddress >= loginLimits.ofAddress) await queries.insertBlock(db, site, 'ip', tried.address, until)
}
