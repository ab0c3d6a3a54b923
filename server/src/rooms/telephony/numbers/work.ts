import { z } from 'zod'
import { secondsAfter } from '../../../core/clock.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { BuyResult, Numbers } from '../../../outside/numbers/numbers.ts'
import { endSubscription } from '../../billing/life/renew.ts'
import { mailPaidBack } from '../../billing/life/invoice-purposes.ts'
import { lockSubscription } from '../../billing/life/subscriptions.queries.ts'
import { findPayment } from '../../billing/payments.queries.ts'
import { refundPayment } from '../../billing/saga/refunds.ts'
import { beginNumberSubscription } from '../../billing/subscriptions.ts'
import { inboundPath } from '../../messaging/carrier-hooks.ts'
import { allowSending, blockOf } from './sending.ts'
import * as queries from './numbers.queries.ts'
import type { NumberRow } from './numbers.queries.ts'

declare module '../../../core/services.ts' {
  interface Services {
    /** Where telephone numbers are bought; null: nowhere. */
    numbers: Numbers | null
  }
}

/**
 * Buys and releases numbers at the provider. What is wanted is committed before a byte leaves, and the provider keeps our
 * reference as the name of the number; so what a crash or a lost reply leaves open is looked up, and a number is bought
 * once.
 */

export type NumberServices = Pick<
  Services,
  'config' | 'database' | 'jobs' | 'clock' | 'log' | 'sites' | 'payments' | 'purposes' | 'numbers'
>

const workJob = 'number.work'
const Work = z.object({ web_site_id: z.number(), phone_number_id: z.string() })
/** Seconds for which a request to the provider may be under way; after that it is looked up. */
const underWay = 45

export const voicePath = '/hooks/twilio/voice'

export const orderNumberWork = (db: Db, { jobs }: Pick<Services, 'jobs'>, site: Site, id: string): Promise<void> =>
  jobs.enqueue(db, workJob, { web_site_id: site.web_site_id, phone_number_id: id }, { singletonKey: id, startAfter: 5 })

export function registerNumberJobs(services: NumberServices): void {
  services.jobs.define(
    workJob,
    { data: Work, concurrency: 2, retries: 3 },
    async ({ web_site_id, phone_number_id }) => {
      const site = services.sites.byId(web_site_id)
      if (site) await workNumber(services, site, phone_number_id)
    },
  )
  services.jobs.every('number.sweep', 60, () => sweepNumbers(services))
}

/** Does what is left to do for all numbers: those that wait for the provider, and those whose charge has ended. */
export async function sweepNumbers(services: NumberServices): Promise<void> {
  const { system } = services.database
  const open = await system
    .selectFrom('phone_numbers')
    .select(['web_site_id', 'phone_number_id'])
    .where('state', 'in', ['buying', 'refunding', 'releasing'])
    .orderBy('created_at')
    .limit(200)
    .execute()
  const owned = await system
    .selectFrom('phone_numbers as n')
    .innerJoin('subscriptions as s', (j) =>
      j.onRef('s.web_site_id', '=', 'n.web_site_id').onRef('s.subscription_id', '=', 'n.subscription_id'),
    )
    .select(['n.web_site_id', 'n.phone_number_id', 's.state'])
    .where('n.state', '=', 'owned')
    .where('s.state', 'in', ['suspended', 'ended', 'active'])
    .orderBy('n.created_at')
    .execute()
  for (const { web_site_id, phone_number_id, state } of owned) {
    const site = services.sites.byId(web_site_id)
    if (!site) continue
    await services.database.inTenant(
      web_site_id,
      async (db) => {
        const of = await queries.lockNumber(db, site, phone_number_id)
        if (of?.state !== 'owned') return
        await allowSending(db, site, of)
        if (state === 'ended') await beginRelease(db, services, site, of)
      },
      { lane: 'background' },
    )
    if (state === 'ended') open.push({ web_site_id, phone_number_id })
  }
  for (const { web_site_id, phone_number_id } of open) {
    const site = services.sites.byId(web_site_id)
    if (site) await workNumber(services, site, phone_number_id)
  }
}

/** Takes the next step of a number at the provider. Does nothing for one that waits for nothing. */
export async function workNumber(services: NumberServices, site: Site, id: string): Promise<void> {
  const { numbers, clock } = services
  const inTenant = <R>(work: (db: Db) => Promise<R>) =>
    services.database.inTenant(site.web_site_id, work, { lane: 'background' })
  const begun = await inTenant(async (db) => {
    const of = await queries.lockNumber(db, site, id)
    if (!of || !numbers) return undefined
    if (of.state === 'refunding') {
      await payBack(db, services, site, of)
      return undefined
    }
    if (of.state !== 'buying' && of.state !== 'releasing') return undefined
    const now = clock.now()
    // Another request may be under way; its answer, or a look, decides.
    if (of.asked_at !== null && of.asked_at > secondsAfter(now, -underWay)) return undefined
    await queries.noteNumber(db, site, id, { asked_at: now })
    return of
  })
  if (!begun || !numbers) return
  const signal = AbortSignal.timeout(30_000)
  if (begun.state === 'releasing') {
    const released = begun.provider_id === null ? 'released' : await numbers.release(begun.provider_id, signal)
    if (released === 'released')
      await inTenant(async (db) => {
        await queries.moveNumber(db, site, id, 'released', { released_at: clock.now() })
      })
    else await inTenant((db) => waitAgain(db, services, site, id, 'the provider did not confirm the release'))
    return
  }
  const result = await ask(services, numbers, begun, signal)
  await inTenant((db) => conclude(db, services, site, id, result))
}

type Asked = BuyResult

async function ask({ config }: NumberServices, numbers: Numbers, of: NumberRow, signal: AbortSignal): Promise<Asked> {
  const { phone_number: phoneNumber, phone_number_id: name } = of
  const base = config.publicBaseUrl
  /** What our account has: ours by name, or another order's. */
  const found = async (): Promise<Asked | undefined> => {
    const ours = await numbers.find(phoneNumber, signal)
    if (!ours) return undefined
    return ours.name === name ? { outcome: 'bought', providerId: ours.providerId } : { outcome: 'taken' }
  }
  try {
    // An earlier request may have bought it.
    const before = of.asked_at === null ? undefined : await found()
    if (before) return before
    const result = await numbers.buy(
      {
        phoneNumber,
        name,
        smsUrl: base ? base + inboundPath : null,
        voiceUrl: base ? base + voicePath : null,
      },
      signal,
    )
    // Taken by whom? An earlier request of ours may have arrived late. What is unclear is looked up at once.
    if (result.outcome === 'taken' || result.outcome === 'unclear') return (await found()) ?? result
    return result
  } catch (error) {
    return { outcome: 'unclear', reason: String(error).slice(0, 300) }
  }
}

async function conclude(db: Db, services: NumberServices, site: Site, id: string, result: Asked): Promise<void> {
  const of = await queries.lockNumber(db, site, id)
  if (of?.state !== 'buying') return
  switch (result.outcome) {
    case 'bought':
      return own(db, services, site, of, result.providerId)
    case 'taken':
      return refuse(db, services, site, of, 'number_taken')
    case 'refused':
      services.log.warn({ number: id, reason: result.reason }, 'the provider does not sell a number')
      return refuse(db, services, site, of, result.reason)
    case 'later':
      // Certainly not bought.
      await queries.noteNumber(db, site, id, { asked_at: null, last_error: result.reason })
      return orderNumberWork(db, services, site, id)
    case 'unclear':
      return waitAgain(db, services, site, id, result.reason)
  }
}

async function waitAgain(db: Db, services: NumberServices, site: Site, id: string, reason: string): Promise<void> {
  // The look does not wait for the request any more: it has ended, and only its answer is unknown.
  await queries.noteNumber(db, site, id, {
    asked_at: secondsAfter(services.clock.now(), -underWay),
    last_error: reason,
  })
  await orderNumberWork(db, services, site, id)
}

/** The number is the business's own: messages belong to it, and its monthly charge begins. */
async function own(db: Db, services: NumberServices, site: Site, of: NumberRow, providerId: string): Promise<void> {
  const now = services.clock.now()
  const payment = of.payment_id === null ? undefined : await findPayment(db, site, of.payment_id)
  const account = (payment?.account && services.payments.account(payment.account)) || null
  const instrument = await db
    .selectFrom('instruments')
    .select('instrument_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', of.businessentity_id)
    .where('state', '=', 'active')
    .executeTakeFirst()
  const subscription_id = await beginNumberSubscription(db, site, {
    businessId: of.businessentity_id,
    name: of.phone_number,
    monthlyMinor: of.monthly_minor,
    currency: of.currency,
    gst_bp: of.gst_bp,
    account,
    instrumentId: instrument?.instrument_id ?? null,
    paymentId: of.payment_id!,
    now,
  })
  await queries.moveNumber(db, site, of.phone_number_id, 'owned', {
    provider_id: providerId,
    subscription_id,
    owned_at: now,
    asked_at: null,
    last_error: null,
  })
  const canSend = (await blockOf(db, site, of)) === null
  await queries.putMessageNumber(db, site, {
    number: of.phone_number,
    businessId: of.businessentity_id,
    locationId: of.location_id,
    canSend,
  })
}

/** The provider does not sell it: the whole amount goes back. */
async function refuse(db: Db, services: NumberServices, site: Site, of: NumberRow, why: string): Promise<void> {
  await queries.moveNumber(db, site, of.phone_number_id, 'refunding', { asked_at: null, last_error: why })
  await payBack(db, services, site, of)
}

/** Orders the refund of a number that was not got, once: the payment can be sent back only once. */
async function payBack(db: Db, services: NumberServices, site: Site, of: NumberRow): Promise<void> {
  const payment = of.payment_id === null ? undefined : await findPayment(db, site, of.payment_id)
  if (!payment) throw new Error(`number ${of.phone_number_id} was paid by nothing`)
  if (payment.state !== 'fulfilled') return
  // A refund that the bank refused is with the people of the payment desk.
  const known = await db
    .selectFrom('refunds')
    .select('refund_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('payment_id', '=', payment.payment_id)
    .limit(1)
    .executeTakeFirst()
  if (known) return
  const asked = { paymentId: payment.payment_id, amountMinor: payment.amount_minor, reason: 'number_taken' }
  const begun = await refundPayment(db, services, site, asked)
  if (begun !== 'begun') {
    services.log.error({ number: of.phone_number_id, begun }, 'the payment of a number could not be sent back')
    return
  }
  const { currency, amount_minor: totalMinor } = payment
  await mailPaidBack(db, services, site, payment.quote.order, { currency, totalMinor })
}

/** Gives a number up: from now on nothing leaves from it, nothing is charged, and messages to it belong to nobody. */
export async function beginRelease(db: Db, services: NumberServices, site: Site, of: NumberRow): Promise<void> {
  const now = services.clock.now()
  await queries.moveNumber(db, site, of.phone_number_id, 'releasing', { asked_at: null })
  await queries.releaseMessageNumber(db, site, of.phone_number, now)
  const subscription = of.subscription_id === null ? undefined : await lockSubscription(db, site, of.subscription_id)
  if (subscription && subscription.state !== 'ended') await endSubscription(db, services, site, subscription)
  await orderNumberWork(db, services, site, of.phone_number_id)
}
