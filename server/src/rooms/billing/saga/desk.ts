import type { Db } from '../../../core/db/database.ts'
import { secondsAfter } from '../../../core/clock.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'

/** What the parts of the saga share: services, the names of the jobs, and how a job is ordered. */

export type Desk = Pick<Services, 'config' | 'database' | 'jobs' | 'clock' | 'log' | 'sites' | 'payments' | 'purposes'>

/** Seconds that a provider may take. */
const providerTime = 30
export const providerSignal = (signal?: AbortSignal): AbortSignal =>
  AbortSignal.any([AbortSignal.timeout(providerTime * 1000), ...(signal ? [signal] : [])])

export const settleJob = 'payment.settle'
export const fulfilJob = 'payment.fulfil'
export const refundJob = 'payment.refund'

export interface LookJob {
  web_site_id: number
  reference: string
  /** The number of the look; 'now': ordered by a webhook or a return page. */
  look: number | 'now'
}

/** Orders a look in the transaction of `db`. */
export const orderLook = (
  { jobs }: Pick<Desk, 'jobs'>,
  db: Db,
  site: Pick<Site, 'web_site_id'>,
  { reference, look, inSeconds = 0 }: { reference: string; look: LookJob['look']; inSeconds?: number },
): Promise<void> =>
  jobs.enqueue(db, settleJob, { web_site_id: site.web_site_id, reference, look } satisfies LookJob, {
    singletonKey: `${reference}:${look}`,
    ...(inSeconds > 0 ? { startAfter: Math.ceil(inSeconds) } : {}),
  })

export const orderFulfilment = (
  { jobs }: Pick<Desk, 'jobs'>,
  db: Db,
  site: Pick<Site, 'web_site_id'>,
  paymentId: string,
  inSeconds = 0,
): Promise<void> =>
  jobs.enqueue(
    db,
    fulfilJob,
    { web_site_id: site.web_site_id, payment_id: paymentId },
    { singletonKey: paymentId, ...(inSeconds > 0 ? { startAfter: inSeconds } : {}) },
  )

export const orderRefund = (
  { jobs }: Pick<Desk, 'jobs'>,
  db: Db,
  site: Pick<Site, 'web_site_id'>,
  { reference, look, inSeconds = 0 }: { reference: string; look: number; inSeconds?: number },
): Promise<void> =>
  jobs.enqueue(
    db,
    refundJob,
    { web_site_id: site.web_site_id, reference, look },
    { singletonKey: `${reference}:${look}`, ...(inSeconds > 0 ? { startAfter: Math.ceil(inSeconds) } : {}) },
  )

/** The moment of a look, counted from a start, but not in the past. */
export function nextLook(start: Date, seconds: number, now: Date): { at: Date; inSeconds: number } {
  const planned = secondsAfter(start, seconds)
  const earliest = secondsAfter(now, 5)
  const at = planned > earliest ? planned : earliest
  return { at, inSeconds: (at.getTime() - now.getTime()) / 1000 }
}
