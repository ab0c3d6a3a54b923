import { contract } from '@cutaway/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testMoney, type TestMoney } from '../../../outside/payments/testing.ts'
import { world, type World } from '../../../testing/world.ts'
import { addDays } from '../days.ts'
import {
  australianCard,
  booksOf,
  chargesOf,
  emptyLater,
  forwardTo,
  goodCard,
  live,
  sellPlan,
  subscriber,
  subscriptionOf,
  type Subscriber,
} from './testing.ts'

/**
 * Two years of businesses that change their plans, run out of money, pay late, cancel and come back, in three time zones,
 * on the real engine: after each event their books, their documents and the bank's own ledger agree to the cent. The
 * rules alone live ten years in `decade.test.ts`.
 */

const { billing } = contract

let w: World
let money: TestMoney
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

/** What the documents of a business say: their sum, and what of it is still open. */
async function documentsOf({ site, businessId }: Subscriber) {
  const { rows } = await sql<{ total: number; open: number }>`
    select coalesce(sum(total_minor), 0)::float8 as total,
      coalesce(sum(total_minor - paid_minor) filter (where kind = 'invoice' and state = 'open'), 0)::float8 as open
    from invoices where web_site_id = ${site} and businessentity_id = ${businessId}`.execute(w.database.system)
  return rows[0]!
}

async function checkBooks(who: Subscriber, when: string) {
  const books = await booksOf(w, who)
  const of = (account: string) => books[account] ?? 0
  const documents = await documentsOf(who)
  const charged = (await chargesOf(w, money, who)).reduce((sum, amount) => sum + amount, 0)
  const cash = Object.keys(books).filter((account) => account.startsWith('cash:'))
  expect({
    when,
    sum: Object.values(books).reduce((sum, amount) => sum + amount, 0),
    cash: cash.reduce((sum, account) => sum + of(account), 0),
    earned: of('revenue') + of('tax'),
    owed: of('receivable'),
  }).toEqual({ when, sum: 0, cash: charged, earned: 0 - documents.total, owed: documents.open })
}

/** One thing that a business does, or that happens to its card. A refusal is an answer too. */
async function happen(who: Subscriber, plans: readonly number[], roll: (sides: number) => number): Promise<string> {
  const now = await subscriptionOf(w, who)
  if (now.state === 'ended' || now.state === 'suspended') return now.state
  const person = await who.person()
  const isEway = who.site === 33
  const event = roll(6)
  if (event === 0) {
    const token = roll(2) === 0 ? 'demo-pays-4242' : 'demo-no_funds-9995'
    await w.database.system
      .updateTable('instruments')
      .set({ token })
      .where('businessentity_id', '=', who.businessId)
      .where('state', '=', 'active')
      .execute()
    return token
  }
  if (event === 1) {
    const { message } = await person.send(billing.payArrears, { body: { user_id: who.userId } })
    return `pays: ${message}`
  }
  if (event === 2) {
    const { message } = await person.send(billing.changeRenewalStatus, {
      body: { be_id: who.businessId, status: roll(4) === 0 ? 0 : 1 },
    })
    return `renewal: ${message}`
  }
  const billing_pan = { billing_plan_id: plans[roll(plans.length)]!, max_location: 1 + roll(12) }
  const call = isEway ? billing.switchBillingPlanEway : billing.switchBillingPlanCybersource
  const { message } = await person.send(call, { body: { user_id: who.userId, billing_pan } })
  return `${JSON.stringify(billing_pan)}: ${message}`
}

test('books, documents and bank agree after each of the events of two years', async () => {
  await w.database.system
    .updateTable('web_sites')
    .set({ time_zone: 'Asia/Jerusalem' })
    .where('web_site_id', '=', 44)
    .execute()
  await w.running.services.sites.refresh()
  const sites = [
    { site: 31, country: 'US', currency: 'USD', gst: 0, account: 'cybersource' as const, card: goodCard },
    { site: 33, country: 'AU', currency: 'AUD', gst: 1000, account: 'eway' as const, card: australianCard },
    { site: 44, country: 'US', currency: 'USD', gst: 0, account: 'cybersource' as const, card: emptyLater },
  ]
  forwardTo([w], '2027-01-31T18:00:00Z')
  const people: { who: Subscriber; plans: number[]; roll: (sides: number) => number }[] = []
  for (const [n, { account, card, ...of }] of sites.entries()) {
    const tiers = (a: number, b: number) => [
      { from_location: 1, to_location: 5, per_location_minor: a },
      { from_location: 6, to_location: null, per_location_minor: b },
    ]
    const plans = [
      await sellPlan(w, { ...of, tiers: tiers(3901, 3407) }),
      await sellPlan(w, { ...of, tiers: [{ from_location: 1, to_location: 4, per_location_minor: 2999 }], other: 501 }),
      await sellPlan(w, { ...of, frequency: 'annually', tiers: tiers(42_911, 37_477) }),
    ]
    for (const one of [0, 1]) {
      const who = await subscriber(w, money, { ...of, account, card, planId: plans[one]!, locations: 2 + one })
      people.push({ who, plans, roll: dice(7 + n * 10 + one) })
    }
  }
  const walk = dice(2027)
  const seen: string[] = []
  for (let day = '2027-01-31'; ;) {
    day = addDays(day, 9 + walk(20))
    if (day > '2029-01-31') break
    await live(w, `${day}T18:00:00Z`)
    for (const { who, plans, roll } of people) {
      const did = await happen(who, plans, roll)
      seen.push(did)
      await checkBooks(who, `${day} ${who.username} ${did}`)
    }
  }
  // The history had something of everything.
  for (const part of ['demo-no_funds', 'pays:', 'renewal:', 'billing_plan_id']) expect(seen.join('\n')).toContain(part)
  expect((await chargesOf(w, money, people[0]!.who)).length).toBeGreaterThan(5)
  const { rows } = await sql`select web_site_id from ledger_postings group by web_site_id, currency
    having sum(amount_minor) <> 0`.execute(w.database.system)
  expect(rows).toEqual([])
}, 300_000)
