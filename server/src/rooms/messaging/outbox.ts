import { hostname } from 'node:os'
import { z } from 'zod'
import type { Db } from '../../core/db/database.ts'
import type { Jobs } from '../../core/jobs/jobs.ts'
import { countDelivery } from '../../core/observability/metrics.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'
import type { Carrier, DeliveryResult } from '../../outside/carrier.ts'
import { afterAttempt, afterLookup, type Change, type RetryPolicy } from './delivery.rules.ts'
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
  /** Runs when the carrier rejects an item, in the transaction that records it. */
  rejected?(db: Db, site: Site, item: Item, result: Rejection): Promise<void>
}
type Rejection = Extract<DeliveryResult, { outcome: 'permanent_failure' }>

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

/** Adds a delivery in the transaction of `db`. It is sent only if that commits. */
export async function enqueueDelivery(
  db: Db,
  jobs: Pick<Jobs, 'enqueue'>,
  channel: ChannelName,
  key: DeliveryKey,
): Promise<void> {
  await queries.insertDelivery(db, key, channel)
  await enqueueAttempt(db, jobs, channel, key)
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
    if (item !== undefined) return { ...attempt, item }
    const change = { state: 'failed', failure: 'rejected', code: null, reason: 'it has been deleted' } as const
    const ending = { attempt: attempt.attempt, result: 'permanent_failure', change } as const
    await queries.endAttempt(db, key, { ...ending, carrier: carrier.name, now: clock.now() })
    return undefined
  }

  return {
    channel: channel.name,
    async deliver(key, signal) {
      const site = sites.byId(key.web_site_id)
      if (!site) throw new Error(`unknown web site: ${key.web_site_id}`)
      const inTenant = <R>(work: (db: Db) => Promise<R>) => database.inTenant(key.web_site_id, work, lane)
      const started = await inTenant((db) => begin(db, site, key))
      if (!started) return
      const { attempt, abandonedFor, item } = started
      const lease = holdLease(policy.lease, (seconds) =>
        inTenant((db) => queries.renewLease(db, key, attempt, seconds)),
      )
      let ended: Pick<Ending, 'result' | 'change'> & { rejection?: Rejection }
      try {
        const claim = (references: string[]) => inTenant((db) => queries.claimReference(db, key, references))
        const both = AbortSignal.any([signal, lease.signal])
        ended = await attemptOnce({ carrier, policy, item, attempt, abandonedFor, claim, signal: both })
      } finally {
        lease.release()
      }
      const { result, change, rejection } = ended
      await inTenant(async (db) => {
        await queries.endAttempt(db, key, { attempt, result, change, carrier: carrier.name, now: clock.now() })
        if (change.state === 'pending') await enqueueAttempt(db, jobs, channel.name, key, change.retryIn)
        if (rejection) await channel.rejected?.(db, site, item, rejection)
      })
      countDelivery(channel.name, change.state === 'pending' ? 'retried' : change.state)
      if (change.state !== 'sent')
        log.warn({ channel: channel.name, delivery: key.delivery_id, attempt, ...change }, 'an attempt did not succeed')
    },
  }
}

interface Trial<Item> {
  carrier: Carrier<Item>
  policy: RetryPolicy
  item: Item
  attempt: number
  abandonedFor: number | null
  /**
   * Takes one of the carrier's references for this delivery. Returns undefined if other deliveries have all of them.
   */
  claim: (references: string[]) => Promise<string | undefined>
  signal: AbortSignal
}

/** Looks the item up if the carrier may have it already, else sends it. */
async function attemptOnce<Item>(
  trial: Trial<Item>,
): Promise<{ result: Ending['result']; change: Change; rejection?: Rejection }> {
  const { carrier, policy, item, attempt, abandonedFor, signal } = trial
  let isUndecided = abandonedFor !== null
  if (abandonedFor !== null && carrier.find) {
    const found = await reconcile(trial, abandonedFor)
    if (found !== 'send') return found
    isUndecided = false
  }
  const result = await carrier.send(item, signal).catch((error: unknown): DeliveryResult => unknownAfter(error))
  const change = afterAttempt(result, { attempt, isUndecided, policy })
  return {
    result: result.outcome,
    change,
    ...(result.outcome === 'permanent_failure' ? { rejection: result } : {}),
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
