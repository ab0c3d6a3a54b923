import { contract } from '@cutaway/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '../../../../../demo/people.ts'
import { enterCard, testMoney, type TestMoney } from '../../../outside/payments/testing.ts'
import { world, type World } from '../../../testing/world.ts'
import { addDays } from '../days.ts'
import { compareDay } from '../saga/compare.ts'
import { liveByJobs, settleAll } from './testing.jobs.ts'
import {
  australianCard,
  booksOf,
  forwardTo,
  goodCard,
  sellPlan,
  subscriber,
  subscriptionOf,
  type Subscriber,
} from './testing.ts'

/**
 * Ten years of businesses that change their plans, run out of money, pay late, cancel and come back, in four time zones,
 * on the real engine: its jobs, its database and the gateway. After each event, the books, the documents and the bank's
 * own ledger agree to the cent. The rules alone live ten years of many more businesses in `decade.test.ts`.
 *
 * HISTORIES is the number of histories, each with random numbers of its own. One takes minutes, so the suite runs by its
 * name only.
 */
const histories = Array.from({ length: Number(process.env['HISTORIES'] ?? '1') }, (_, n) => 2027 + n)

const { billing } = contract

let w: World
let money: TestMoney
/** The charges of the gateway follow the real time, whose days the comparison reads. */
const began = new Date()
beforeAll(async () => {
  money = await testMoney()
  w = await world({ payments: money.payments })
})
afterAll(async () => {
  await w.close()
  await money.close()
})

/** The same numbers in each run, so that a failure can be looked at. */
function dice(seed: number) {
  let state = seed
  return (sides: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}
type Roll = ReturnType<typeof dice>

const markets = [
  { site: 31, country: 'US', currency: 'USD', gst: 0, account: 'cybersource', zone: 'America/New_York' },
  { site: 33, country: 'AU', currency: 'AUD', gst: 1000, account: 'eway', zone: 'Australia/Sydney' },
  { site: 44, country: 'US', currency: 'USD', gst: 0, account: 'cybersource', zone: 'Asia/Jerusalem' },
  { site: 15, country: 'GB', currency: 'GBP', gst: 2000, account: 'paypal', zone: 'Europe/London' },
] as const
type Market = (typeof markets)[number]

/** One business after the other: who stays away is followed by a new one. */
interface Seat {
  of: Market
  plans: readonly number[]
  roll: Roll
  who: Subscriber
  /** How many charges there were when the subscription ended or its renewal was turned off; undefined while it goes on. */
  chargesAtEnd: number | undefined
}

/** What may become of a stored means of payment: it pays, is declined for now or for good, or the reply is lost. */
const means = [
  'demo-pays-4242',
  'demo-pays-4242',
  'demo-no_funds-9995',
  'demo-declined-0002',
  'demo-stolen-9979',
  'demo-timeout_before-7015',
  'demo-timeout_after-7023',
  'demo-cut_after-7031',
  'demo-error_after-7049',
] as const

const newcomer = ({ of, plans, roll }: Pick<Seat, 'of' | 'plans' | 'roll'>): Promise<Subscriber> =>
  subscriber(w, money, {
    site: of.site,
    country: of.country,
    account: of.account,
    card: of.account === 'eway' ? australianCard : goodCard,
    planId: plans[roll(2)]!,
    locations: 2 + roll(3),
  })

async function seatsOf(seed: number): Promise<Seat[]> {
  const seats: Seat[] = []
  for (const [n, of] of markets.entries()) {
    const tiers = (a: number, b: number) => [
      { from_location: 1, to_location: 5, per_location_minor: a },
      { from_location: 6, to_location: null, per_location_minor: b },
    ]
    const plans = [
      await sellPlan(w, { ...of, tiers: tiers(3901, 3407) }),
      await sellPlan(w, { ...of, tiers: [{ from_location: 1, to_location: 4, per_location_minor: 2999 }], other: 501 }),
      await sellPlan(w, { ...of, frequency: 'annually', tiers: tiers(42_911, 37_477) }),
    ]
    const roll = dice(seed * 31 + n)
    seats.push({ of, plans, roll, who: await newcomer({ of, plans, roll }), chargesAtEnd: undefined })
  }
  return seats
}

interface Moved {
  reference: string
  amount: number
  currency: string
}
const byReference = (a: Moved, b: Moved) => (a.reference < b.reference ? -1 : 1)

/** What the bank has kept of a business, by its own ledger: charges less what went back. */
async function bankOf({ businessId }: Subscriber): Promise<{ count: number; sum: number }> {
  const { rows } = await sql<{ reference: string }>`select a.reference from payment_attempts a
    join payments p using (web_site_id, payment_id) where p.businessentity_id = ${businessId}`.execute(
    w.database.system,
  )
  const ours = new Set(rows.map(({ reference }) => reference))
  const { ledger } = money.gateway
  const charges = [...ledger.charges.values()].filter((one) => one.state === 'paid' && ours.has(one.reference))
  return { count: charges.length, sum: charges.reduce((sum, one) => sum + ledger.left(one), 0) }
}

async function checkBooks(seat: Seat, when: string): Promise<void> {
  const { who, chargesAtEnd } = seat
  const books = await booksOf(w, who)
  const of = (account: string) => books[account] ?? 0
  const { rows } = await sql<{ total: number; open: number }>`
    select coalesce(sum(total_minor), 0)::float8 as total,
      coalesce(sum(total_minor - paid_minor) filter (where kind = 'invoice' and state = 'open'), 0)::float8 as open
    from invoices where web_site_id = ${who.site} and businessentity_id = ${who.businessId}`.execute(w.database.system)
  const documents = rows[0]!
  const bank = await bankOf(who)
  const cash = Object.keys(books).filter((account) => account.startsWith('cash:'))
  expect({
    when,
    sum: Object.values(books).reduce((sum, amount) => sum + amount, 0),
    cash: cash.reduce((sum, account) => sum + of(account), 0),
    earned: of('revenue') + of('tax'),
    owed: of('receivable'),
    charges: chargesAtEnd === undefined ? 'go on' : bank.count,
  }).toEqual({
    when,
    sum: 0,
    cash: bank.sum,
    earned: 0 - documents.total,
    owed: documents.open,
    // Nothing is charged after the end, or after the renewal was turned off.
    charges: chargesAtEnd ?? 'go on',
  })
}

/** Chooses a plan and pays with a new card, as the page for accounts that come back does. */
async function comeBack({ who, of, plans, roll }: Seat): Promise<string> {
  const visitor = w.visitor({ site: who.site })
  const checked = await visitor.send(billing.reactivateAccounts, {
    body: { username: who.username, password: demoPassword },
  })
  if (checked.data?.result !== 'valid') return `back: ${checked.data?.result ?? checked.message}`
  const isEway = of.account === 'eway'
  const choose = isEway
    ? billing.changeBillingPlanforActivateAccount
    : billing.changeBillingPlanforActivateCybersourceAccount
  const body = { user_id: who.userId, billing_plan_id: plans[roll(2)]!, max_location: 1 + roll(4) }
  const chosen = await visitor.send(choose, { body })
  if (chosen.status !== 1) return `back: ${chosen.message}`
  const { request_key, page_token } = await visitor.call(billing.startPayment, { body: { user_id: who.userId } })
  await visitor.request(`/pay/card/${page_token}`)
  const payment_token = await enterCard(money, isEway ? 'eway' : 'cybersource', isEway ? australianCard : goodCard)
  const pay = isEway ? billing.paymentSecondStepEwayAU : billing.paymentSecondStepCybersource
  for (;;) {
    const answer = await visitor.send(pay, { body: { user_id: who.userId, payment_token, request_key } })
    if (answer.status === 0 || !answer.data?.action) return `back: ${answer.message}`
  }
}

/** What a business does that is not a subscriber now: it comes back, a new one takes its place, or nothing. */
async function whileAway(seat: Seat, state: string): Promise<string> {
  const choice = seat.roll(4)
  if (choice === 0) return state
  if (seat.of.account !== 'paypal' && choice < 3) return comeBack(seat)
  if (state !== 'ended') return state
  seat.who = await newcomer(seat)
  return 'a newcomer'
}

async function turnRenewal(seat: Seat, isOn: boolean): Promise<string> {
  const { who, of } = seat
  const person = await who.person()
  const body = { user_id: who.userId }
  const calls = {
    cybersource: billing.cancelSubscriptionCybersource,
    eway: billing.cancelSubscriptionEway,
    paypal: billing.cancelSubscriptionPaypal,
  }
  const status = isOn ? 1 : 0
  const { message } =
    isOn || seat.roll(2) === 0
      ? await person.send(billing.changeRenewalStatus, { body: { be_id: who.businessId, status } })
      : await person.send(calls[of.account], { body })
  return `renewal ${status}: ${message}`
}

/** One thing that a business does, or that happens to its means of payment. A refusal is an answer too. */
async function happen(seat: Seat): Promise<string> {
  const { who, of, plans, roll } = seat
  const now = await subscriptionOf(w, who)
  if (now.state === 'ended' || now.state === 'suspended') return whileAway(seat, now.state)
  const event = roll(8)
  if (event < 2) {
    const token = means[roll(means.length)]!
    await w.database.system
      .updateTable('instruments')
      .set({ token })
      .where('businessentity_id', '=', who.businessId)
      .where('state', '=', 'active')
      .execute()
    return token
  }
  if (event === 2) return turnRenewal(seat, roll(3) > 0)
  const person = await who.person()
  if (event === 3) {
    const { message } = await person.send(billing.payArrears, { body: { user_id: who.userId } })
    return `pays: ${message}`
  }
  const billing_pan = { billing_plan_id: plans[roll(plans.length)]!, max_location: 1 + roll(12) }
  const calls = {
    cybersource: billing.switchBillingPlanCybersource,
    eway: billing.switchBillingPlanEway,
    paypal: billing.switchBillingPlanPaypal,
  }
  const { message } = await person.send(calls[of.account], { body: { user_id: who.userId, billing_pan } })
  return `${JSON.stringify(billing_pan)}: ${message}`
}

describe('ten years on the real engine', () => {
  test.each(histories)('balance to the cent: history %i', { timeout: 1_800_000 }, async (seed) => {
    for (const { site, zone } of markets)
      await w.database.system
        .updateTable('web_sites')
        .set({ time_zone: zone })
        .where('web_site_id', '=', site)
        .execute()
    await w.running.services.sites.refresh()
    // The demo's own businesses stand still, and those of the history before.
    await w.database.system.updateTable('subscriptions').set({ state: 'ended' }).execute()
    const start = addDays(w.clock.now().toISOString().slice(0, 10), 400).slice(0, 4)
    const first = `${start}-01-31`
    const last = `${Number(start) + 10}-01-31`
    forwardTo([w], `${first}T18:00:00Z`)
    const seats = await seatsOf(seed)
    const walk = dice(seed)
    const seen: string[] = []
    for (let day = first; ;) {
      day = addDays(day, 20 + walk(50))
      if (day > last) break
      await liveByJobs(w, `${day}T18:00:00Z`)
      for (const seat of seats) {
        if (seat.chargesAtEnd !== undefined) await checkBooks(seat, `${day} ${seat.who.username} is over`)
        const did = await happen(seat)
        seen.push(did)
        await settleAll(w)
        // What a person asked for may have been charged at once; from here on, only what goes on may charge.
        const { state, renewal_on } = await subscriptionOf(w, seat.who)
        const isOver = state === 'ended' || !renewal_on
        seat.chargesAtEnd = isOver ? (await bankOf(seat.who)).count : undefined
        await checkBooks(seat, `${day} ${seat.who.username} ${did}`)
      }
    }
    // The history had something of everything.
    for (const part of [
      'demo-no_funds',
      'demo-cut_after',
      'pays:',
      'renewal 0',
      'billing_plan_id',
      'back:',
      'newcomer',
    ])
      expect(seen.join('\n')).toContain(part)
    expect(money.gateway.ledger.charges.size).toBeGreaterThan(150)
    await checkAll()
  })
})

/** What must hold for all that the database and the bank know, of every business and every history. */
async function checkAll(): Promise<void> {
  const all = async <R>(query: ReturnType<typeof sql<R>>) => (await query.execute(w.database.system)).rows
  expect(
    await all(sql`select entry_id, currency from ledger_postings group by entry_id, currency
      having sum(amount_minor) <> 0`),
  ).toEqual([])
  // Numbers of each series of a web site begin at 1, none is missing or given twice, and the next one follows.
  expect(
    await all(sql`select s.web_site_id, s.prefix, s.kind, s.year, s.next, count(i.number)::int, max(i.number)
      from invoice_series s left join invoices i on i.web_site_id = s.web_site_id and i.kind = s.kind
        and i.series = s.prefix || case when s.kind = 'invoice' then '-' else '-CN-' end || s.year
      group by s.web_site_id, s.prefix, s.kind, s.year, s.next
      having count(i.number) <> s.next - 1 or count(distinct i.number) <> s.next - 1 or max(i.number) <> s.next - 1`),
  ).toEqual([])
  // The gateway's ledger and our rows hold the same charges and refunds, each once.
  const { ledger } = money.gateway
  const ours = new Set((await all(sql<{ r: string }>`select reference as r from payment_attempts`)).map(({ r }) => r))
  const theirs = [...ledger.charges.values()]
    .filter(({ state, reference }) => state === 'paid' && ours.has(reference))
    .map(({ reference, amountMinor: amount, currency }) => ({ reference, amount, currency }))
  const paid = await all(
    sql<Moved>`select reference, captured_minor::float8 as amount, captured_currency as currency from payment_attempts
      where state in ('paid', 'reversed')`,
  )
  expect(paid.toSorted(byReference)).toEqual(theirs.toSorted(byReference))
  const back = ledger.refunds.map(({ reference, amountMinor: amount, currency }) => ({
    reference: reference ?? '',
    amount,
    currency,
  }))
  const refunds = await all(
    sql<Moved>`select reference, amount_minor::float8 as amount, currency from refunds where state = 'done'`,
  )
  expect(refunds.toSorted(byReference)).toEqual(back.toSorted(byReference))
  // Nothing was charged twice: one paid attempt of a payment, one payment of an invoice, and one period on each day.
  expect(
    await all(
      sql`select payment_id from payment_attempts where state = 'paid' group by payment_id having count(*) > 1`,
    ),
  ).toEqual([])
  expect(
    await all(sql`select order_id from payments where purpose in ('renewal', 'arrears') and state = 'fulfilled'
      group by order_id having count(*) > 1`),
  ).toEqual([])
  expect(await all(sql`select invoice_id from invoices where kind = 'invoice' and paid_minor > total_minor`)).toEqual(
    [],
  )
  expect(
    await all(sql`select invoice_id from subscription_periods where invoice_id is not null
      group by invoice_id having count(*) > 1`),
  ).toEqual([])
  // The daily comparison with the lists of the providers finds nothing.
  const days = new Set([began, new Date()].map((at) => at.toISOString().slice(0, 10)))
  for (const account of w.running.services.payments.accounts)
    for (const day of days) await compareDay(w.running.services, account, day)
  // The cards of newcomers were stored by a charge that no payment of ours made.
  expect(
    await all(sql`select reference, kind, ours, theirs from payment_differences where reference not like 'CW31-TEST%'`),
  ).toEqual([])
}
