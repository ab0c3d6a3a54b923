import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import { enterCard, never, newReference, type TestMoney } from '../../../outside/payments/testing.ts'
import type { Person, World } from '../../../testing/world.ts'
import { dayOf, type Day } from '../days.ts'
import type { Tier } from '../rules.ts'
import { addPeriod, beginSubscription } from '../subscriptions.ts'
import { findPlanOnSale } from '../plans/plans.queries.ts'
import { orderFor } from './buyer.ts'
import { pricesOf } from './renew.ts'
import { replaceInstrument } from './instruments.ts'
import { findLive, findLatest, type Subscription } from './subscriptions.queries.ts'
import { runRenewals } from './sweep.ts'

/** Businesses with subscriptions, and their bank, for tests of months and years. */

export const goodCard = '4111111111111111'
export const australianCard = '4444333322221111'
/** Charged once, later without funds. */
export const emptyLater = '4000000000000341'

export interface PlanOf {
  site: number
  country: string
  currency: string
  frequency?: 'monthly' | 'annually'
  recurring?: number
  other?: number
  setup?: number
  gst?: number
  tiers?: Tier[]
  most?: number | null
  promo?: { code: string; periods: number | null; then: number | null; expires?: Day }
}

let plans = 0
/** Puts a plan on sale. Returns its id. */
export async function sellPlan(w: World, plan: PlanOf): Promise<number> {
  plans += 1
  const { site, country, currency, frequency = 'monthly', recurring = 0, other = 0, setup = 0, gst = 0, promo } = plan
  return w.database.inTenant(site, async (db) => {
    const { billing_plan_id } = await db
      .insertInto('billing_plans')
      .values({
        web_site_id: site,
        name: `Plan ${plans}`,
        billing_plan_info: '',
        kind: 'standard',
        country_codes: [country],
        currency,
        recurring_frequency: frequency,
        recurring_minor: recurring,
        other_minor: other,
        setup_minor: setup,
        gst_bp: gst,
        trial_days: null,
        max_location: plan.most ?? null,
        promo_code: promo?.code ?? null,
        expires_on: promo?.expires ?? null,
        promo_periods: promo?.periods ?? null,
        then_plan_id: promo?.then ?? null,
      } as never)
      .returning('billing_plan_id')
      .executeTakeFirstOrThrow()
    if (plan.tiers?.length)
      await db
        .insertInto('billing_plan_tiers')
        .values(plan.tiers.map((tier) => ({ web_site_id: site, billing_plan_id, ...tier })))
        .execute()
    return billing_plan_id
  })
}

/** Moves the clock to a moment, on all nodes. */
export function forwardTo(worlds: readonly World[], moment: string): void {
  for (const { clock } of worlds) {
    const seconds = (Date.parse(moment) - clock.now().getTime()) / 1000
    if (seconds < 0) throw new Error(`the clock cannot go back to ${moment}`)
    clock.forward(seconds)
  }
}

export interface Subscriber {
  businessId: number
  username: string
  userId: number
  site: number
  person(): Promise<Person>
}

let subscribers = 0
/** Makes a business with an administrator, a stored card and a subscription that begins today. */
export async function subscriber(
  w: World,
  money: TestMoney,
  {
    site: siteId = 31,
    country = 'US',
    planId,
    locations = 1,
    card = goodCard,
    account = 'cybersource',
    inUse = 1,
  }: {
    site?: number
    country?: string
    planId: number
    locations?: number
    card?: string | null
    /** With 'paypal', a wallet is stored, and `card` says nothing. */
    account?: 'cybersource' | 'eway' | 'paypal'
    inUse?: number
  },
): Promise<Subscriber> {
  subscribers += 1
  const username = `subscriber${subscribers}-${randomUUID().slice(0, 8)}`
  const { services } = w.running
  const site = services.sites.byId(siteId)!
  const now = w.clock.now()
  const made = await w.database.inTenant(siteId, async (db) => {
    const { businessentity_id: businessId } = await db
      .insertInto('business_entities')
      .values({
        web_site_id: siteId,
        business_name: `Cedar Street Auto ${subscribers}`,
        business_type: 'repair',
        subscription_status: 'ended',
      })
      .returning('businessentity_id')
      .executeTakeFirstOrThrow()
    const { rows } = await sql<{ user_id: number }>`
      insert into users (web_site_id, username, password_hash, email, first_name, last_name, user_access_id, is_employee,
        businessentity_id, language_id)
      select web_site_id, ${username}, password_hash, ${`${username}@cedar.example`}, 'Dana', 'Reyes', 3, 0, ${businessId},
        language_id
      from users where web_site_id = ${siteId} and username = 'enterprise' returning user_id`.execute(db)
    for (let n = 0; n < inUse; n += 1)
      await db
        .insertInto('locations')
        .values({
          web_site_id: siteId,
          businessentity_id: businessId,
          businessentity_location_name: `Shop ${n + 1}`,
          country_code: country,
          street1: '1 Main Street',
          city: 'Springfield',
          zip: '3000',
          phone: '',
          store_number: `T${businessId}${n}`,
        })
        .execute()
    const plan = (await findPlanOnSale(db, site, planId))!
    const order = (await orderFor(db, site, services, {
      orderId: String(businessId),
      businessId,
      subscription: undefined,
      due: { kind: 'subscription', plan: pricesOf(plan), locations, trialDays: null },
    }))!
    const quote = { currency: plan.currency, gst_bp: 0, lines: [], net_minor: 0, tax_minor: 0, total_minor: 0 }
    const begun = await beginSubscription(db, site, { order, quote, account: null, instrumentId: null, now })
    await addPeriod(db, site, begun, { invoiceId: null, paymentId: null })
    return { businessId, userId: rows[0]!.user_id, billing: order.billing }
  })
  if (account === 'paypal') await storeWallet(w, { siteId, businessId: made.businessId })
  else if (card !== null)
    await storeCard(w, money, { siteId, businessId: made.businessId, card, account, billing: made.billing })
  return {
    businessId: made.businessId,
    username,
    userId: made.userId,
    site: siteId,
    person: () => w.loggedIn(username, { site: siteId }),
  }
}

/** Stores a card as a first payment does, which makes the next charges those of the merchant. */
async function storeCard(
  w: World,
  money: TestMoney,
  {
    siteId,
    businessId,
    card,
    account,
    billing,
  }: {
    siteId: number
    businessId: number
    card: string
    account: 'cybersource' | 'eway'
    billing: NonNullable<Awaited<ReturnType<typeof orderFor>>>['billing']
  },
): Promise<void> {
  const site = w.running.services.sites.byId(siteId)!
  const paymentToken = await enterCard(money, account, card)
  const currency = account === 'eway' ? 'AUD' : 'USD'
  // The first payment, before the days of the test: some cards are good only once.
  const verdict = await money.payments.provider(account).charge(
    {
      reference: newReference(),
      amountMinor: 100,
      currency,
      means: { kind: 'fresh', paymentToken, keep: true },
      initiator: 'customer',
      billing,
      invoiceNumber: null,
      description: 'first payment',
      ip: '203.0.113.9',
      handle: null,
    },
    never,
  )
  if (verdict.outcome !== 'paid' || !verdict.instrument) throw new Error(`the card was not stored: ${verdict.outcome}`)
  const made = { ...verdict.instrument, networkId: verdict.instrument.networkId ?? verdict.networkId ?? null }
  await w.database.inTenant(siteId, async (db) => {
    const subscription = (await findLive(db, site, businessId))!
    const of = { name: account, provider: account, currencies: [currency], can_save: true }
    await replaceInstrument(db, site, subscription, { account: of, made, now: w.clock.now() })
  })
}

/** Stores a wallet that pays, as after an approval. */
async function storeWallet(w: World, { siteId, businessId }: { siteId: number; businessId: number }): Promise<void> {
  const site = w.running.services.sites.byId(siteId)!
  const account = w.running.services.payments.account('paypal')!
  await w.database.inTenant(siteId, async (db) => {
    const subscription = (await findLive(db, site, businessId))!
    const wallet = { brand: null, last4: null, expiryMonth: null, expiryYear: null, networkId: null }
    const made = { kind: 'wallet', token: 'demo-pays-4242', payerLabel: 'd•••@example.com', ...wallet } as const
    await replaceInstrument(db, site, subscription, { account, made, now: w.clock.now() })
  })
}

/** Returns the subscription of a business, also one that has ended. */
export const subscriptionOf = (w: World, { site, businessId }: Subscriber): Promise<Subscription> =>
  w.database.inTenant(site, async (db) => (await findLatest(db, w.running.services.sites.byId(site)!, businessId))!)

/** Returns the next day on which something happens to a subscription of a web site, or of all; undefined for none. */
export async function nextDue(w: World, site: number | undefined): Promise<Day | undefined> {
  const today = w.clock.now().toISOString().slice(0, 10)
  const { rows } = await sql<{ day: Day | null }>`select min(day)::text as day from (
      select unnest(array[period_end, next_try_on, past_due_since + 10, past_due_since + 30]) as day
      from subscriptions where state <> 'ended' and (${site ?? null}::int is null or web_site_id = ${site ?? null}::int)
    ) days where day > ${today}::date`.execute(w.database.system)
  return rows[0]?.day ?? undefined
}

/** Lets the days pass up to a moment: the sweep runs on each day on which something is due, and its charges are made. */
export async function live(w: World, until: string, { site }: { site?: number } = {}): Promise<void> {
  const { services } = w.running
  const only = site === undefined ? undefined : services.sites.byId(site)!
  for (;;) {
    const left = (Date.parse(until) - w.clock.now().getTime()) / 1000
    if (left <= 0) return
    const day = await nextDue(w, site)
    // At noon UTC the day has begun for every web site of the demo, also when it is still the day before at the end.
    const untilDue = day === undefined ? left : (Date.parse(`${day}T12:00:00Z`) - w.clock.now().getTime()) / 1000
    w.clock.forward(Math.max(1, Math.min(untilDue, left)))
    await runRenewals(services, { only })
  }
}

/** The payments of a business: purpose, amount, state and day. */
export const paymentsOf = async (w: World, { site, businessId }: Subscriber) => {
  const { time_zone } = w.running.services.sites.byId(site)!
  const rows = await w.database.inTenant(site, (db: Db) =>
    db
      .selectFrom('payments')
      .select(['purpose', 'amount_minor', 'state', 'created_at', 'payment_id'])
      .where('web_site_id', '=', site)
      .where('businessentity_id', '=', businessId)
      .orderBy('created_at')
      .execute(),
  )
  return rows.map(({ created_at, ...row }) => ({ ...row, day: dayOf(created_at, time_zone) }))
}

/** What the gateway has kept of a business: the amounts of its charges, in their order. */
export async function chargesOf(w: World, money: TestMoney, { site, businessId }: Subscriber): Promise<number[]> {
  const { rows } = await sql<{ reference: string }>`select a.reference from payment_attempts a
    join payments p using (web_site_id, payment_id)
    where p.web_site_id = ${site} and p.businessentity_id = ${businessId}`.execute(w.database.system)
  const ours = new Set(rows.map(({ reference }) => reference))
  return [...money.gateway.ledger.charges.values()]
    .filter(({ reference, state }) => state === 'paid' && ours.has(reference))
    .map(({ amountMinor }) => amountMinor)
}

/** Sums of the ledger by account, of one business. */
export async function booksOf(w: World, { site, businessId }: Subscriber): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; sum: number }>`select account, sum(amount_minor)::float8 as sum
    from ledger_postings where web_site_id = ${site} and businessentity_id = ${businessId} group by account`.execute(
    w.database.system,
  )
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]))
}

/** The subjects of the mails to the administrator of a business, the oldest first. */
export async function mailsTo(w: World, { username }: Subscriber): Promise<string[]> {
  const mails = await w.database.system
    .selectFrom('mails')
    .select('subject')
    .where('to_address', '=', `${username}@cedar.example`)
    .orderBy('created_at')
    .execute()
  return mails.map(({ subject }) => subject)
}
