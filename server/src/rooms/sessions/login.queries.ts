import { sql } from 'kysely'
import { secondsAfter } from '../../core/clock.ts'
import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'
import { loginLimits } from './rules.ts'

/** Who tries to log in: `user` and `address` as the keys under which attempts are counted. */
export interface Tried {
  user: string
  address: string
}

/** An attempt that is under way for longer died with its process. */
const underWaySeconds = 60

/** Makes attempts of one name, and those from one address, wait for each other until the transaction ends. */
export async function lockAttempts(db: Db, site: Site, { user, address }: Tried): Promise<void> {
  // Always the name first: two that hold one lock each and want the other's cannot come about.
  await lockName(db, site, user)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`login ip ${site.web_site_id} ${address}`}, 0))`.execute(db)
}

async function lockName(db: Db, site: Site, user: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`login user ${site.web_site_id} ${user}`}, 0))`.execute(db)
}

/** The blocks that stand against this name and this address. */
export async function findBlocks(db: Db, site: Site, { user, address }: Tried, now: Date): Promise<('user' | 'ip')[]> {
  const rows = await db
    .selectFrom('login_blocks')
    .select('kind')
    .where('web_site_id', '=', site.web_site_id)
    .where('until', '>', now)
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', 'user'), eb('subject', '=', user)]),
        eb.and([eb('kind', '=', 'ip'), eb('subject', '=', address)]),
      ]),
    )
    .execute()
  return rows.map((r) => r.kind)
}

/** Failures within the window, and attempts under way, of the name and of the address. */
export async function countAttempts(db: Db, site: Site, { user, address }: Tried, now: Date) {
  const row = await db
    .selectFrom('login_attempts')
    .select((eb) => {
      const isUnderWay = eb.and([eb('under_way', '=', true), eb('at', '>', secondsAfter(now, -underWaySeconds))])
      const hasFailed = eb('under_way', '=', false)
      return [
        eb.fn.countAll().filterWhere('username', '=', user).filterWhere(hasFailed).as('failures_of_user'),
        eb.fn.countAll().filterWhere('ip', '=', address).filterWhere(hasFailed).as('failures_of_address'),
        eb.fn.countAll().filterWhere('username', '=', user).filterWhere(isUnderWay).as('under_way_of_user'),
        eb.fn.countAll().filterWhere('ip', '=', address).filterWhere(isUnderWay).as('under_way_of_address'),
      ]
    })
    .where('web_site_id', '=', site.web_site_id)
    .where('at', '>', windowStart(now))
    .where((eb) => eb.or([eb('username', '=', user), eb('ip', '=', address)]))
    .executeTakeFirstOrThrow()
  return {
    failures: { ofUser: Number(row.failures_of_user), ofAddress: Number(row.failures_of_address) },
    underWay: { ofUser: Number(row.under_way_of_user), ofAddress: Number(row.under_way_of_address) },
  }
}

const windowStart = (now: Date) => secondsAfter(now, -loginLimits.windowSeconds)

/** Notes that an attempt is under way. */
export async function insertAttempt(db: Db, site: Site, { user, address }: Tried, now: Date): Promise<number> {
  const row = await db
    .insertInto('login_attempts')
    .values({ web_site_id: site.web_site_id, username: user, ip: address, under_way: true, at: now })
    .returning('attempt_id')
    .executeTakeFirstOrThrow()
  return row.attempt_id
}

/** An attempt under way has failed. */
export async function countAsFailed(db: Db, site: Site, attemptId: number): Promise<void> {
  await db
    .updateTable('login_attempts')
    .set({ under_way: false })
    .where('web_site_id', '=', site.web_site_id)
    .where('attempt_id', '=', attemptId)
    .execute()
}

export async function deleteAttempt(db: Db, site: Site, attemptId: number): Promise<void> {
  await db
    .deleteFrom('login_attempts')
    .where('web_site_id', '=', site.web_site_id)
    .where('attempt_id', '=', attemptId)
    .execute()
}

/** Begins the count of a name anew and lifts its block. Its failures still count for the addresses that they came from. */
export async function clearUserCounter(db: Db, site: Site, user: string, now: Date): Promise<void> {
  // A failure that is being counted at this moment comes before or after, so that its block does not outlive this.
  await lockName(db, site, user)
  await db
    .updateTable('login_attempts')
    .set({ username: '' })
    .where('web_site_id', '=', site.web_site_id)
    .where('username', '=', user)
    .where('under_way', '=', false)
    .where('at', '>', windowStart(now))
    .execute()
  await db
    .deleteFrom('login_blocks')
    .where('web_site_id', '=', site.web_site_id)
    .where('kind', '=', 'user')
    .where('subject', '=', user)
    .execute()
}

export async function insertBlock(
  db: Db,
  site: Site,
  kind: 'user' | 'ip',
  subject: string,
  until: Date,
): Promise<void> {
  await db
    .insertInto('login_blocks')
    .values({ web_site_id: site.web_site_id, kind, subject, until })
    .onConflict((oc) => oc.columns(['web_site_id', 'kind', 'subject']).doUpdateSet({ until }))
    .execute()
}

export interface LoginAccount {
  user_id: number
  password_hash: string
  subscription_status: 'active' | 'cancelled' | 'ended' | null
}

/** The account of a name (a userKey), deleted ones left out. */
export function findLoginAccount(db: Db, site: Site, user: string): Promise<LoginAccount | undefined> {
  return db
    .selectFrom('users as u')
    .leftJoin('business_entities as b', (j) =>
      j.onRef('b.web_site_id', '=', 'u.web_site_id').onRef('b.businessentity_id', '=', 'u.businessentity_id'),
    )
    .select(['u.user_id', 'u.password_hash', 'b.subscription_status'])
    .where('u.web_site_id', '=', site.web_site_id)
    .where(sql<string>`lower(u.username)`, '=', user)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Whether the account still has the password that was verified, now held so until the transaction ends: a session must
 * not come into being after a changed password has ended them all. `newHash` replaces the hash on the way.
 */
export async function holdPassword(db: Db, site: Site, account: LoginAccount, newHash: string | undefined) {
  const { user_id, password_hash } = account
  if (newHash !== undefined) {
    const updated = await db
      .updateTable('users')
      .set({ password_hash: newHash })
      .where('web_site_id', '=', site.web_site_id)
      .where('user_id', '=', user_id)
      .where('password_hash', '=', password_hash)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return updated.numUpdatedRows === 1n
  }
  const row = await db
    .selectFrom('users')
    .select('user_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', user_id)
    .where('password_hash', '=', password_hash)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}
