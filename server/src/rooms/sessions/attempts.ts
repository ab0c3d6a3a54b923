import { setTimeout as sleep } from 'node:timers/promises'
import { secondsAfter } from '../../core/clock.ts'
import type { Db } from '../../core/db/database.ts'
import { HttpRefusal } from '../../core/http/errors.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'
import { insertAddressBlock } from './address-attempts.queries.ts'
import { knownDevice } from './device.ts'
import * as queries from './login.queries.ts'
import { delayOf, loginLimits, needsPuzzle } from './rules.ts'

/**
 * Login attempts and the blocks that they cause (decision 17). Strangers who guess a name block each other and not its
 * owner:
 *
 * - A browser in which the user has logged in before (device cookie) has a separate count, and only that count blocks
 *   it.
 * - At an address from which the user has logged in before, the right password succeeds despite the blocks of the name
 *   and of the address, the captcha and the delay. Wrong passwords get the response that a stranger gets, so that
 *   people who share the address cannot learn who else logs in there.
 * - All other attempts require a captcha and are delayed after a few failures, and are then blocked.
 * - Attempts from an address count over all web sites, so that a guesser does not get twenty on each.
 *
 * A name at one address also has a count, of the same size: it limits those who share an address with the user.
 */

export interface Attempt {
  kind: 'begun'
  id: number
  account?: queries.LoginAccount
  /**
   * The device or the address is known for the user: the right password succeeds, regardless of strangers' failures.
   */
  isKnown: boolean
  /** Id of the known device. */
  device?: string
  /** The message key for a wrong password, instead of 'incorrect_login_details'. */
  refusal?: string
  /** Milliseconds by which a stranger's result is delayed. */
  delay: number
  /** 'pair': counts only for the name at this address. */
  counts: 'all' | 'pair'
  /** End of the block that refuses the attempt. */
  blockedUntil?: Date
}
export interface Blocked {
  kind: 'blocked'
  message: string
}

export interface Asked {
  tried: queries.Tried
  puzzle: 'missing' | 'wrong' | 'solved'
  /** The device cookie. */
  cookie: string | undefined
  now: Date
}

const patience = { tries: 60, milliseconds: 50 }

const userBlocked = 'you_are_blocked_for_1_hour'
const addressBlocked = 'your_ip_blocked_1_hour'
const puzzleRequired = 'captcha_required'

/**
 * Records an attempt and finds its account, or returns the block that refuses it. While the number of pending attempts
 * equals the failures that remain, the next attempt waits for their results: a whole workshop may log in at the same
 * moment.
 */
export async function beginAttempt(services: Services, site: Site, asked: Asked): Promise<Attempt | Blocked> {
  const { database, config } = services
  for (let i = 0; i < patience.tries; i += 1) {
    const begun = await database.inTenant(site.web_site_id, async (db) => {
      const account = await queries.findLoginAccount(db, site, asked.tried.user)
      const signed = account && { secret: config.linkSecret, site, owner: account }
      const device = signed && knownDevice(asked.cookie, signed, asked.now)
      return device ? beginOnDevice(db, site, asked, account, device) : begin(db, site, asked, account)
    })
    if (begun !== 'full') return begun
    await sleep(patience.milliseconds)
  }
  throw new HttpRefusal(429, 'too_many_requests', 1)
}

type Begun = Attempt | Blocked | 'full'

async function beginOnDevice(
  db: Db,
  site: Site,
  { tried, now }: Asked,
  account: queries.LoginAccount,
  device: string,
): Promise<Begun> {
  await queries.lockDevice(db, site, device)
  const isBlocked = await queries.isDeviceBlocked(db, site, device, now)
  const { failures, underWay } = await queries.countDevice(db, site, device, now)
  if (isBlocked || failures >= loginLimits.ofUser) return { kind: 'blocked', message: userBlocked }
  if (failures + underWay >= loginLimits.ofUser) return 'full'
  const id = await queries.insertAttempt(db, site, { ...tried, device, counts: 'all' }, now)
  return { kind: 'begun', id, account, isKnown: true, device, delay: 0, counts: 'all' }
}

async function begin(db: Db, site: Site, asked: Asked, account: queries.LoginAccount | undefined): Promise<Begun> {
  const { tried, now } = asked
  await queries.lockAttempts(db, site, tried)
  const blocks = await queries.findBlocks(db, site, tried, now)
  const { failures, underWay, wasAsked, addressBlockedUntil } = await queries.countAttempts(db, site, tried, now)

  if (blocks.has('pair') || failures.ofPair >= loginLimits.ofPair) return { kind: 'blocked', message: userBlocked }
  if (failures.ofPair + underWay.ofPair >= loginLimits.ofPair) return 'full'

  // Also runs for unknown names, so that they take the same time.
  const isKnown = await queries.isKnownPlace(db, site, account?.user_id ?? 0, tried.address, now)
  const block =
    blocks.has('user') || failures.ofUser >= loginLimits.ofUser
      ? userBlocked
      : addressBlockedUntil || failures.ofAddress >= loginLimits.ofAddress
        ? addressBlocked
        : undefined
  const blockedUntil = blocks.get('user') ?? addressBlockedUntil
  const isFull =
    failures.ofUser + underWay.ofUser >= loginLimits.ofUser ||
    failures.ofAddress + underWay.ofAddress >= loginLimits.ofAddress
  if (!block && isFull && !isKnown) return 'full'

  const refusal = block ?? puzzleRefusal(failures, asked.puzzle)
  // An attempt refused by a block does not prolong it, and a browser learns that a captcha is required from its first
  // attempt.
  const counts = block || (refusal === puzzleRequired && !wasAsked) ? 'pair' : 'all'
  const id = await queries.insertAttempt(db, site, { ...tried, counts }, now)
  return {
    kind: 'begun',
    id,
    isKnown,
    delay: block || refusal === puzzleRequired ? 0 : delayOf(failures),
    counts,
    ...(refusal ? { refusal } : {}),
    ...(blockedUntil ? { blockedUntil } : {}),
    // Without an account the password is checked against no hash, which takes the same time.
    ...(account && (!refusal || isKnown) ? { account } : {}),
  }
}

const puzzleRefusal = (failures: queries.FailureCounts, puzzle: Asked['puzzle']): string | undefined =>
  puzzle === 'solved' || !needsPuzzle(failures)
    ? undefined
    : puzzle === 'missing'
      ? puzzleRequired
      : 'captcha_not_solved'

/** Counts a failure and sets the blocks whose limit it reaches. */
export async function countFailure(
  db: Db,
  site: Site,
  { id, device, counts, blockedUntil }: Attempt,
  tried: queries.Tried,
  now: Date,
): Promise<void> {
  const until = secondsAfter(now, loginLimits.blockSeconds)
  if (device !== undefined) {
    await queries.lockDevice(db, site, device)
    await queries.endAttempt(db, site, id)
    const { failures } = await queries.countDevice(db, site, device, now)
    if (failures >= loginLimits.ofUser) await queries.insertBlock(db, site, 'device', device, until)
    return
  }
  await queries.lockAttempts(db, site, tried)
  await queries.endAttempt(db, site, id)
  const { failures } = await queries.countAttempts(db, site, tried, now)
  if (failures.ofPair >= loginLimits.ofPair)
    await queries.insertBlock(db, site, 'pair', queries.pairOf(tried), blockedUntil ?? until)
  if (counts === 'pair') return
  if (failures.ofUser >= loginLimits.ofUser) await queries.insertBlock(db, site, 'user', tried.user, until)
  if (failures.ofAddress >= loginLimits.ofAddress) await insertAddressBlock(db, tried.address, until)
}
