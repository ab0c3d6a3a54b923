import { sql } from 'kysely'
import { secondsAfter } from '../../core/clock.ts'
import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'
import { knownPlaces, loginLimits, userKey, type Failures } from './rules.ts'

/** Who tries to log in: `user` and `address` as the keys under which attempts are counted. */
export interface Tried {
  user: string
  address: string
}

type BlockKind = 'user' | 'ip' | 'pair' | 'device'

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

/** Makes attempts of one device wait for each other until the transaction ends. */
export async function lockDevice(db: Db, site: Site, device: string): Promise<void> {
  const name = `login device ${site.web_site_id} ${device}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}

/** The subject of a block of a name at one address. */
export const pairOf = ({ user, address }: Tried): string => `${user} ${address}`

/** The blocks of this name, of this address, and of this name at this address, and when they end. */
export async function findBlocks(db: Db, site: Site, tried: Tried, now: Date): Promise<Map<BlockKind, Date>> {
  const rows = await db
    .selectFrom('login_blocks')
    .select(['kind', 'until'])
    .where('web_site_id', '=', site.web_site_id)
    .where('until', '>', now)
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', 'user'), eb('subject', '=', tried.user)]),
        eb.and([eb('kind', '=', 'ip'), eb('subject', '=', tried.address)]),
        eb.and([eb('kind', '=', 'pair'), eb('subject', '=', pairOf(tried))]),
      ]),
    )
    .execute()
  return new Map(rows.map((r) => [r.kind, r.until]))
}

export async function isDeviceBlocked(db: Db, site: Site, device: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('login_blocks')
    .select('until')
    .where('web_site_id', '=', site.web_site_id)
    .where('kind', '=', 'device')
    .where('subject', '=', device)
    .where('until', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Failures, or attempts under way: of the name, from the address, and of the name from the address. */
export interface FailureCounts extends Failures {
  ofPair: number
}

/**
 * Failures within the window, and attempts under way, without those of known devices. `wasAsked`: an attempt of this name
 * at this address was refused for want of a puzzle or by a block.
 */
export async function countAttempts(
  db: Db,
  site: Site,
  { user, address }: Tried,
  now: Date,
): Promise<{ failures: FailureCounts; underWay: FailureCounts; wasAsked: boolean }> {
  const row = await db
    .selectFrom('login_attempts')
    .select((eb) => {
      const underWay = eb.and([eb('under_way', '=', true), eb('at', '>', secondsAfter(now, -underWaySeconds))])
      const failed = eb('under_way', '=', false)
      const ofUser = eb.and([eb('username', '=', user), eb('counts', '=', 'all')])
      const ofAddress = eb.and([eb('ip', '=', address), eb('counts', '=', 'all')])
      const ofPair = eb.and([eb('username', '=', user), eb('ip', '=', address)])
      const count = (...filters: (typeof failed)[]) => eb.fn.countAll().filterWhere(eb.and(filters))
      return [
        count(failed, ofUser).as('failures_of_user'),
        count(failed, ofAddress).as('failures_of_address'),
        count(failed, ofPair).as('failures_of_pair'),
        count(underWay, ofUser).as('under_way_of_user'),
        count(underWay, ofAddress).as('under_way_of_address'),
        count(underWay, ofPair).as('under_way_of_pair'),
        count(ofPair, eb('counts', '=', 'pair')).as('asked'),
      ]
    })
    .where('web_site_id', '=', site.web_site_id)
    .where('device', 'is', null)
    .where('at', '>', windowStart(now))
    .where((eb) => eb.or([eb('username', '=', user), eb('ip', '=', address)]))
    .executeTakeFirstOrThrow()
  const counts = (kind: 'failures' | 'under_way'): FailureCounts => ({
    ofUser: Number(row[`${kind}_of_user`]),
    ofAddress: Number(row[`${kind}_of_address`]),
    ofPair: Number(row[`${kind}_of_pair`]),
  })
  return { failures: counts('failures'), underWay: counts('under_way'), wasAsked: Number(row.asked) > 0 }
}

/** Failures of a device within the window, and its attempts under way. */
export async function countDevice(db: Db, site: Site, device: string, now: Date) {
  const row = await db
    .selectFrom('login_attempts')
    .select((eb) => [
      eb.fn.countAll().filterWhere('under_way', '=', false).as('failures'),
      eb.fn
        .countAll()
        .filterWhere('under_way', '=', true)
        .filterWhere('at', '>', secondsAfter(now, -underWaySeconds))
        .as('under_way'),
    ])
    .where('web_site_id', '=', site.web_site_id)
    .where('device', '=', device)
    .where('at', '>', windowStart(now))
    .executeTakeFirstOrThrow()
  return { failures: Number(row.failures), underWay: Number(row.under_way) }
}

const windowStart = (now: Date) => secondsAfter(now, -loginLimits.windowSeconds)

/** Notes that an attempt is under way. */
export async function insertAttempt(
  db: Db,
  site: Site,
  { user, address, device, counts }: Tried & { device?: string; counts: 'all' | 'pair' },
  now: Date,
): Promise<number> {
  const row = await db
    .insertInto('login_attempts')
    .values({
      web_site_id: site.web_site_id,
      username: user,
      ip: address,
      device: device ?? null,
      counts,
      under_way: true,
      at: now,
    })
    .returning('attempt_id')
    .executeTakeFirstOrThrow()
  return row.attempt_id
}

/** An attempt under way has failed. */
export async function endAttempt(db: Db, site: Site, attemptId: number): Promise<void> {
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

/**
 * Starts the count of a name again after a login; failures still count for the addresses that they came from.
 * `liftsBlock`: the block of the name ends too, which a login past it on a known device or address does not do.
 */
export async function clearFailures(
  db: Db,
  site: Site,
  cleared: Tried & { device?: string | undefined; liftsBlock: boolean },
  now: Date,
): Promise<void> {
  await clearCount(db, site, cleared.user, now)
  if (cleared.device !== undefined)
    await db
      .deleteFrom('login_attempts')
      .where('web_site_id', '=', site.web_site_id)
      .where('device', '=', cleared.device)
      .where('under_way', '=', false)
      .execute()
  if (!cleared.liftsBlock) return
  await db
    .deleteFrom('login_blocks')
    .where('web_site_id', '=', site.web_site_id)
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', 'user'), eb('subject', '=', cleared.user)]),
        eb.and([eb('kind', '=', 'pair'), eb('subject', '=', pairOf(cleared))]),
      ]),
    )
    .execute()
}

/** Starts the counts of a user again after a new password: no block is left, and no address is known. */
export async function forgetAttempts(
  db: Db,
  site: Site,
  { user_id, username }: { user_id: number; username: string },
  now: Date,
): Promise<void> {
  const user = userKey(username)
  await clearCount(db, site, user, now)
  await db
    .deleteFrom('login_blocks')
    .where('web_site_id', '=', site.web_site_id)
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', 'user'), eb('subject', '=', user)]),
        // An address holds no space, a name may.
        eb.and([eb('kind', '=', 'pair'), eb(sql<string>`regexp_replace(subject, ' [^ ]*$', '')`, '=', user)]),
      ]),
    )
    .execute()
  await db
    .deleteFrom('login_places')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', user_id)
    .execute()
}

async function clearCount(db: Db, site: Site, user: string, now: Date): Promise<void> {
  // A failure that is being counted at this moment comes before or after, so that its block does not outlive this.
  await lockName(db, site, user)
  await db
    .updateTable('login_attempts')
    .set({ username: '' })
    .where('web_site_id', '=', site.web_site_id)
    .where('username', '=', user)
    .where('device', 'is', null)
    .where('under_way', '=', false)
    .where('at', '>', windowStart(now))
    .execute()
}

/** Whether the user has logged in from this address in the last months. */
export async function isKnownPlace(db: Db, site: Site, userId: number, address: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('login_places')
    .select('last_at')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where('address', '=', address)
    .where('last_at', '>', secondsAfter(now, -knownPlaces.seconds))
    .executeTakeFirst()
  return row !== undefined
}

/** Notes that the user has logged in from this address. Of many addresses the latest are kept. */
export async function rememberPlace(db: Db, site: Site, userId: number, address: string, now: Date): Promise<void> {
  await db
    .insertInto('login_places')
    .values({ web_site_id: site.web_site_id, user_id: userId, address, last_at: now })
    .onConflict((oc) => oc.columns(['web_site_id', 'user_id', 'address']).doUpdateSet({ last_at: now }))
    .execute()
  await db
    .deleteFrom('login_places')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where('address', 'in', (eb) =>
      eb
        .selectFrom('login_places')
        .select('address')
        .where('web_site_id', '=', site.web_site_id)
        .where('user_id', '=', userId)
        .orderBy('last_at', 'desc')
        .offset(knownPlaces.perUser),
    )
    .execute()
}

export async function insertBlock(db: Db, site: Site, kind: BlockKind, subject: string, until: Date): Promise<void> {
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
