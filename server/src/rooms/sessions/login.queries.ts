import { sql, type Expression } from 'kysely'
import { distributorRole } from '../../core/auth/caller.ts'
import { secondsAfter } from '../../core/clock.ts'
import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'
import {
  countAddress,
  deleteAddressAttempt,
  endAddressAttempt,
  insertAddressAttempt,
  lockAddress,
} from './address-attempts.queries.ts'
import { knownPlaces, loginLimits, userKey, type Failures } from './rules.ts'

/** A login attempt: `user` and `address` are the keys under which attempts are counted. */
export interface Tried {
  user: string
  address: string
}

type BlockKind = 'user' | 'pair' | 'device'

/** After this time a pending attempt counts as abandoned: its process has died. */
const underWaySeconds = 60

/** Serialises attempts of one name, and those from one address on all web sites, until the transaction ends. */
export async function lockAttempts(db: Db, site: Site, { user, address }: Tried): Promise<void> {
  // The name is always locked first, which prevents deadlocks.
  await lockName(db, site, user)
  await lockAddress(db, address)
}

const lockName = (db: Db, site: Site, user: string): Promise<void> => lockNames(db, site, [user])

/** Locks names in an order that avoids deadlocks. */
async function lockNames(db: Db, site: Site, users: readonly string[]): Promise<void> {
  const keys = [...new Set(users)].toSorted().map((user) => `login user ${site.web_site_id} ${user}`)
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 0))
    from unnest(${keys}::text[]) with ordinality as asked(key, place) order by place`.execute(db)
}

/** Serialises attempts of one device until the transaction ends. */
export async function lockDevice(db: Db, site: Site, device: string): Promise<void> {
  const name = `login device ${site.web_site_id} ${device}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}

/** Returns the subject of a block of a name at one address. */
export const pairOf = ({ user, address }: Tried): string => `${user} ${address}`

/** Returns the blocks of this name, and of this name at this address, with their ends. */
export async function findBlocks(db: Db, site: Site, tried: Tried, now: Date): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('login_blocks')
    .select(['kind', 'until'])
    .where('web_site_id', '=', site.web_site_id)
    .where('until', '>', now)
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', 'user'), eb('subject', '=', tried.user)]),
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

/** Failures or pending attempts: of the name, from the address, and of the name from the address. */
export interface FailureCounts extends Failures {
  ofPair: number
}

/**
 * Counts failures within the window and pending attempts, excluding known devices. Those from the address are counted
 * over all web sites, and so is its block. `wasAsked`: an attempt of this name at this address was refused by a block or
 * because the captcha was missing.
 */
export async function countAttempts(
  db: Db,
  site: Site,
  { user, address }: Tried,
  now: Date,
): Promise<{
  failures: FailureCounts
  underWay: FailureCounts
  wasAsked: boolean
  addressBlockedUntil: Date | undefined
}> {
  const row = await db
    .selectFrom('login_attempts')
    .select((eb) => {
      const underWay = eb.and([eb('under_way', '=', true), eb('at', '>', secondsAfter(now, -underWaySeconds))])
      const failed = eb('under_way', '=', false)
      const ofUser = eb.and([eb('username', '=', user), eb('counts', '=', 'all')])
      const ofPair = eb.and([eb('username', '=', user), eb('ip', '=', address)])
      const count = (...filters: (typeof failed)[]) => eb.fn.countAll().filterWhere(eb.and(filters))
      return [
        count(failed, ofUser).as('failures_of_user'),
        count(failed, ofPair).as('failures_of_pair'),
        count(underWay, ofUser).as('under_way_of_user'),
        count(underWay, ofPair).as('under_way_of_pair'),
        count(ofPair, eb('counts', '=', 'pair')).as('asked'),
      ]
    })
    .where('web_site_id', '=', site.web_site_id)
    .where('device', 'is', null)
    .where('at', '>', windowStart(now))
    .where('username', '=', user)
    .executeTakeFirstOrThrow()
  const everywhere = await countAddress(db, address, now, secondsAfter(now, -underWaySeconds))
  const counts = (kind: 'failures' | 'under_way', ofAddress: number): FailureCounts => ({
    ofUser: Number(row[`${kind}_of_user`]),
    ofAddress,
    ofPair: Number(row[`${kind}_of_pair`]),
  })
  return {
    failures: counts('failures', everywhere.failures),
    underWay: counts('under_way', everywhere.underWay),
    wasAsked: Number(row.asked) > 0,
    addressBlockedUntil: everywhere.blockedUntil,
  }
}

/** Counts a device's failures within the window and its pending attempts. */
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

/** Inserts a pending attempt. */
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
  if (counts === 'all' && device === undefined) await insertAddressAttempt(db, site, row.attempt_id, address, now)
  return row.attempt_id
}

/** Marks a pending attempt as failed. */
export async function endAttempt(db: Db, site: Site, attemptId: number): Promise<void> {
  await db
    .updateTable('login_attempts')
    .set({ under_way: false })
    .where('web_site_id', '=', site.web_site_id)
    .where('attempt_id', '=', attemptId)
    .execute()
  await endAddressAttempt(db, site, attemptId)
}

export async function deleteAttempt(db: Db, site: Site, attemptId: number): Promise<void> {
  await db
    .deleteFrom('login_attempts')
    .where('web_site_id', '=', site.web_site_id)
    .where('attempt_id', '=', attemptId)
    .execute()
  await deleteAddressAttempt(db, site, attemptId)
}

/**
 * Resets the count of a name after a login; failures still count for the addresses that they came from. `liftsBlock`:
 * also removes the block of the name. A login that bypasses the block on a known device or address does not remove it.
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

/** Resets a user's counts after a new password: removes all blocks and known addresses. */
export async function forgetAttempts(
  db: Db,
  site: Site,
  { user_id, username }: { user_id: number; username: string },
  now: Date,
): Promise<void> {
  await liftBlocks(db, site, [username], now)
  await db
    .deleteFrom('login_places')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', user_id)
    .execute()
}

/** Resets the counts of names and removes their blocks, also those of devices that were blocked for them. */
export async function liftBlocks(db: Db, site: Site, usernames: readonly string[], now: Date): Promise<void> {
  const users = usernames.map(userKey)
  if (users.length === 0) return
  await clearCounts(db, site, users, now)
  const devices = await db
    .deleteFrom('login_attempts')
    .where('web_site_id', '=', site.web_site_id)
    .where('username', 'in', users)
    .where('device', 'is not', null)
    .where('under_way', '=', false)
    .returning('device')
    .execute()
  await db
    .deleteFrom('login_blocks')
    .where('web_site_id', '=', site.web_site_id)
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', 'user'), eb('subject', 'in', users)]),
        // An address contains no space; a name may.
        eb.and([eb('kind', '=', 'pair'), eb(sql<string>`regexp_replace(subject, ' [^ ]*$', '')`, 'in', users)]),
        eb.and([eb('kind', '=', 'device'), eb('subject', 'in', ['', ...devices.map(({ device }) => device ?? '')])]),
      ]),
    )
    .execute()
}

const clearCount = (db: Db, site: Site, user: string, now: Date): Promise<void> => clearCounts(db, site, [user], now)

async function clearCounts(db: Db, site: Site, users: readonly string[], now: Date): Promise<void> {
  // Serialises with a failure that is being counted concurrently, so that its block cannot outlive this reset.
  await lockNames(db, site, users)
  await db
    .updateTable('login_attempts')
    .set({ username: '' })
    .where('web_site_id', '=', site.web_site_id)
    .where('username', 'in', [...users])
    .where('device', 'is', null)
    .where('under_way', '=', false)
    .where('at', '>', windowStart(now))
    .execute()
}

/** Returns whether the user has logged in from this address in the last months. */
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

/** Records a login of the user from this address and keeps only the most recent addresses. */
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
  is_suspended: boolean
  /** The right password alone does not log this user in. */
  has_second_step: boolean
}

/** Returns the condition that a user has an authenticator app or a passkey. */
export const hasSecondStep = (site: Expression<number>, user: Expression<number>) => sql<boolean>`(
  exists (select from totp_secrets t
    where t.web_site_id = ${site} and t.user_id = ${user} and t.confirmed_at is not null)
  or exists (select from passkeys p where p.web_site_id = ${site} and p.user_id = ${user}))`

/** Finds the account of a name (a userKey), excluding deleted and locked ones. */
export function findLoginAccount(db: Db, site: Site, user: string): Promise<LoginAccount | undefined> {
  return db
    .selectFrom('users as u')
    .leftJoin('business_entities as b', (j) =>
      j.onRef('b.web_site_id', '=', 'u.web_site_id').onRef('b.businessentity_id', '=', 'u.businessentity_id'),
    )
    .select((eb) => [
      'u.user_id',
      'u.password_hash',
      'b.subscription_status',
      sql<boolean>`b.suspended_at is not null and u.user_access_id > ${distributorRole}`.as('is_suspended'),
      hasSecondStep(eb.ref('u.web_site_id'), eb.ref('u.user_id')).as('has_second_step'),
    ])
    .where('u.web_site_id', '=', site.web_site_id)
    .where(sql<string>`lower(u.username)`, '=', user)
    .where('u.deleted_at', 'is', null)
    .where('u.active', '=', 1)
    .executeTakeFirst()
}

/**
 * Returns whether the account still has the verified password, and locks it until the transaction ends: a password
 * change ends all sessions, so none may be created after it with the old password. `newHash` replaces the stored hash.
 */
export async function holdPassword(
  db: Db,
  site: Site,
  account: Pick<LoginAccount, 'user_id' | 'password_hash'>,
  newHash: string | undefined,
) {
  const { user_id, password_hash } = account
  if (newHash !== undefined) {
    const updated = await db
      .updateTable('users')
      .set({ password_hash: newHash })
      .where('web_site_id', '=', site.web_site_id)
      .where('user_id', '=', user_id)
      .where('password_hash', '=', password_hash)
      .where('deleted_at', 'is', null)
      .where('active', '=', 1)
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
    .where('active', '=', 1)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}
