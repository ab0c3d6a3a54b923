import type { FailureReason } from '@cutaway/contract/rooms/messaging.ts'
import { hostname } from 'node:os'
import { z } from 'zod'
import type { Db } from '../../core/db/database.ts'
import type { Jobs } from '../../core/jobs/jobs.ts'
import { countDelivery } from '../../core/observability/metrics.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'
import type { Carrier, DeliveryResult } from '../../outside/carrier.ts'
import { afterAttempt, afterLookup, type Change, type RetryPolicy } from './delivery.rules.ts'
import { failureReason } from './failures/failure-reasons.ts'
import * as queries from './outbox.queries.ts'
import type { ChannelName, DeliveryKey, Ending } from './outbox.queries.ts'

/**
 * The outbox. A message to a carrier is a row in the transaction of the change that causes it, and a job delivers it
 * afterwards. Each attempt holds a lease while it runs. If its node dies, the lease expires. The next attempt then
 * looks the item up if the carrier supports that, and sends it again if a second copy can be recognised.
 */

export interface Channel<Item> {
  name: ChannelName
  carrier: Carrier<Item>
  policy: RetryPolicy
  /** Loads the item in the transaction that begins the attempt. Returns undefined if it has been deleted. */
  load(db: Db, site: Site, key: DeliveryKey): Promise<Item | undefined>
  /** Returns why the item must not be sent now, although it was queued; undefined if it may. */
  withheld?(db: Db, site: Site, item: Item): Promise<FailureReason | undefined>
  /** Runs after each attempt, in the transaction that records it. */
  attempted?(db: Db, site: Site, item: Item, change: Change): Promise<void>
  /** Runs when a delivery fails for good, in the transaction that records it. */
  failed?(db: Db, site: Site, key: DeliveryKey, failed: Failed<Item>): Promise<void>
}
interface Failed<Item> {
  item: Item | undefined
  why: FailureReason
  words: string
  /** The carrier says that the recipient wants no messages. */
  isOptOut: boolean
}

/** The default policy: ten attempts in about three hours. */
export const retryPolicy: RetryPolicy = { attempts: 10, delay: 30, delayMax: 3600, lease: 30, settle: 20 }

/** Seconds between two runs of the sweeper, and the time that a delivery must be overdue before it is requeued. */
const sweepEvery = 60
const overdueAfter = 15

export type OutboxServices = Pick<Services, 'config' | 'database' | 'sites' | 'jobs' | 'clock' | 'log'>

/** Delivers one item of a channel. */
export interface Worker {
  channel: ChannelName
  deliver(key: DeliveryKey, signal: AbortSignal): Promise<void>
}

const jobOf = (channel: ChannelName) => `outbox.${channel}`
const Key = z.object({ web_site_id: z.number(), delivery_id: z.string() })
const lane = { lane: 'background' as const }
const node = `${hostname()}:${process.pid}`

/**
 * Adds a delivery in the transaction of `db`. It is sent only if that commits, and not before `heldFor` seconds have
 * passed.
 */
export async function enqueueDelivery(
  db: Db,
  jobs: Pick<Jobs, 'enqueue'>,
  channel: ChannelName,
  key: DeliveryKey,
  heldFor = 0,
): Promise<void> {
  await queries.insertDelivery(db, key, channel, heldFor)
  await enqueueAttempt(db, jobs, channel, key, heldFor)
}

const enqueueAttempt = (db: Db, jobs: Pick<Jobs, 'enqueue'>, channel: ChannelName, key: DeliveryKey, inSeconds = 0) =>
  jobs.enqueue(db, jobOf(channel), key, {
    singletonKey: key.delivery_id,
    ...(inSeconds > 0 ? { startAfter: Math.ceil(inSeconds) } : {}),
  })

/** Registers the jobs of the outbox. Call before the jobs start. */
export function registerOutbox(services: OutboxServices, workers: readonly Worker[]): void {
  for (const { channel, deliver } of workers)
    services.jobs.define(jobOf(channel), { data: Key, concurrency: 3, timeout: 180 }, (key, { signal }) =>
      deliver(key, signal),
    )
  services.jobs.every('outbox.sweep', sweepEvery, () => requeueStale(services))
}

/**
 * Queues overdue deliveries: their node died, their job was lost, or a backup without jobs was restored. A delivery
 * that already has a job does not get a second one.
 */
export async function requeueStale(
  { database, jobs }: Pick<Services, 'database' | 'jobs'>,
  overdue = overdueAfter,
): Promise<void> {
  for (const { channel, ...key } of await queries.findOverdue(database.system, overdue))
    await enqueueAttempt(database.system, jobs, channel, key)
}

/** Returns the worker of a channel. */
export function makeWorker<Item>(services: OutboxServices, channel: Channel<Item>): Worker {
  const { database, sites, jobs, clock, log } = services
  const { carrier, policy } = channel

  async function begin(db: Db, site: Site, key: DeliveryKey) {
    const attempt = await queries.beginAttempt(db, key, { node, lease: policy.lease })
    if (!attempt) return undefined
    if ('dueIn' in attempt) {
      await enqueueAttempt(db, jobs, channel.name, key, attempt.dueIn)
      return undefined
    }
    const item = await channel.load(db, site, key)
    if (item !== undefined) return { ...attempt, item, withheld: await channel.withheld?.(db, site, item) }
    const change = { state: 'failed', failure: 'rejected', code: null, reason: 'it has been deleted' } as const
    const ending = { attempt: attempt.attempt, result: 'permanent_failure', change, why: 'deleted' } as const
    await end(db, site, key, undefined, { ...ending, isOptOut: false })
    return undefined
  }

  type End = Omit<Ending, 'carrier' | 'now'> & { isOptOut: boolean }
  async function end(db: Db, site: Site, key: DeliveryKey, item: Item | undefined, { isOptOut, ...ending }: End) {
    const { change, why } = ending
    const isRecorded = await queries.endAttempt(db, key, { ...ending, carrier: carrier.name, now: clock.now() })
    if (change.state === 'pending') await enqueueAttempt(db, jobs, channel.name, key, change.retryIn)
    if (item !== undefined) await channel.attempted?.(db, site, item, change)
    if (change.state === 'failed' && isRecorded)
      await channel.failed?.(db, site, key, { item, why: why ?? 'other', words: change.reason, isOptOut })
  }

  return {
    channel: channel.name,
    async deliver(key, signal) {
      const site = sites.byId(key.web_site_id)
      if (!site) throw new Error(`unknown web site: ${key.web_site_id}`)
      const inTenant = <R>(work: (db: Db) => Promise<R>) => database.inTenant(key.web_site_id, work, lane)
      const started = await inTenant((db) => begin(db, site, key))
      if (!started) return
      const { attempt, abandonedFor, item, withheld } = started
      const lease = holdLease(policy.lease, (seconds) =>
        inTenant((db) => queries.renewLease(db, key, attempt, seconds)),
      )
      let ended: Ended
      try {
        const claim = (references: string[]) => inTenant((db) => queries.claimReference(db, key, references))
        const both = AbortSignal.any([signal, lease.signal])
        ended = await attemptOnce({ carrier, policy, item, attempt, abandonedFor, withheld, claim, signal: both })
      } finally {
        lease.release()
      }
      const { result, change, isOptOut } = ended
      const why = change.state === 'sent' ? undefined : (ended.withheld ?? whyOf(channel.name, change))
      await inTenant((db) => end(db, site, key, item, { attempt, result, change, why, isOptOut }))
      countDelivery(channel.name, change.state === 'pending' ? 'retried' : change.state)
      if (change.state !== 'sent')
        log.warn({ channel: channel.name, delivery: key.delivery_id, attempt, ...change }, 'an attempt did not succeed')
    },
  }
}

/** The end of an attempt. `withheld`: nothing was sent, for this reason. */
interface Ended extends Pick<Ending, 'result' | 'change'> {
  isOptOut: boolean
  withheld?: FailureReason
}
/** Returns what the words and the code of a change mean. */
function whyOf(channel: ChannelName, change: Exclude<Change, { state: 'sent' }>): FailureReason {
  const why = failureReason(channel, { code: change.code, words: change.reason })
  return why === 'other' && change.state === 'outcome_unknown' ? 'no_answer' : why
}

interface Trial<Item> {
  carrier: Carrier<Item>
  policy: RetryPolicy
  item: Item
  attempt: number
  abandonedFor: number | null
  withheld: FailureReason | undefined
  /**
   * Takes one of the carrier's references for this delivery. Returns undefined if other deliveries have all of them.
   */
  claim: (references: string[]) => Promise<string | undefined>
  signal: AbortSignal
}

/** Looks the item up if the carrier may have it already, else sends it, unless it is withheld. */
async function attemptOnce<Item>(trial: Trial<Item>): Promise<Ended> {
  const { carrier, policy, item, attempt, abandonedFor, withheld, signal } = trial
  let isUndecided = abandonedFor !== null
  if (abandonedFor !== null && carrier.find) {
    const found = await reconcile(trial, abandonedFor)
    if (found !== 'send') return { ...found, isOptOut: false }
    isUndecided = false
  }
  if (withheld) {
    const reason = `not sent: ${withheld}`
    const change: Change = isUndecided
      ? { state: 'outcome_unknown', code: null, reason }
      : { state: 'failed', failure: 'suppressed', code: null, reason }
    return { result: 'withheld', change, isOptOut: false, withheld }
  }
  const result = await carrier.send(item, signal).catch((error: unknown): DeliveryResult => unknownAfter(error))
  const change = afterAttempt(result, { attempt, isUndecided, policy })
  return {
    result: result.outcome,
    change,
    isOptOut: result.outcome === 'permanent_failure' && result.optOut === true,
  }
}

/** Looks up an item at the carrier that an earlier attempt may have handed over. */
async function reconcile<Item>(
  { carrier, policy, item, attempt, claim, signal }: Trial<Item>,
  abandonedFor: number,
): Promise<'send' | { result: Ending['result']; change: Change }> {
  try {
    const search = await carrier.find!(item, signal)
    const own = search.found === 'some' ? await claim(search.references) : undefined
    const found =
      own !== undefined ? { found: 'some' as const, reference: own } : search.found === 'some' ? none : search
    const next = afterLookup(found, { abandonedFor, policy })
    if (next === 'send') return next
    return { result: next.state === 'sent' ? 'found' : 'lookup_pending', change: next }
  } catch (error) {
    const failed = {
      ...unknownAfter(error),
      reason: `the carrier could not be asked: ${reasonOf(error)}`.slice(0, 500),
    }
    return { result: 'lookup_failed', change: afterAttempt(failed, { attempt, isUndecided: true, policy }) }
  }
}

const none = { found: 'none' } as const
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 500)
const unknownAfter = (error: unknown) => ({ outcome: 'outcome_unknown', code: null, reason: reasonOf(error) }) as const

/**
 * Renews a lease four times within its length. The signal aborts when another worker has taken over the delivery, and
 * before the lease expires: from then on another node may send.
 */
function holdLease(seconds: number, renew: (seconds: number) => Promise<boolean>) {
  const lost = new AbortController()
  let heldUntil = performance.now() + seconds * 1000
  const renewal = setInterval(
    () => {
      const asked = performance.now()
      if (asked > heldUntil - seconds * 300) return lost.abort(new Error('the lease of the attempt has ended'))
      renew(seconds).then(
        (isHeld) => {
          if (isHeld) heldUntil = asked + seconds * 1000
          else lost.abort(new Error('another worker has the delivery'))
        },
        // The database may be away for a moment: the next round renews the lease, or gives up in time.
        () => undefined,
      )
    },
    (seconds * 1000) / 4,
  )
  return { signal: lost.signal, release: () => clearInterval(renewal) }
}
