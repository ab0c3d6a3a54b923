import { secondsAfter } from '../../../core/clock.ts'
import type { Db } from '../../../core/db/database.ts'
import { countPaymentDifference } from '../../../core/observability/metrics.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { Movement } from '../../../outside/payments.ts'
import type { PaymentAccount } from '../accounts.ts'
import { addDays, type Day } from '../days.ts'
import * as queries from '../payments.queries.ts'
import type { Attempt, Refund } from '../payments.queries.ts'
import { providerSignal, type Desk } from './desk.ts'
import { siteOfReference } from './reference.ts'
import { settle } from './settle.ts'

/**
 * Compares what a provider says that it moved on a day with our own attempts and refunds, both ways. It is the last of
 * the safety nets: what a restored database has forgotten, and what somebody did at the provider by hand, is found here.
 * It charges nothing. A charge that we had given up is looked at again, which adopts it or pays it back.
 */

/** Days that are compared again and again until the provider has given its list. */
const daysBack = 7
/** Seconds after the end of a day at which the list of the slowest provider is complete. */
const completeAfter = 4 * 3600

interface Difference {
  site: Site
  reference: string
  kind:
    | 'not_in_our_books'
    | 'not_paid_in_our_books'
    | 'not_in_their_list'
    | 'amount'
    | 'given_back_by_provider'
    | 'refund_not_in_our_books'
    | 'refund_not_in_their_list'
  ours: object
  theirs: object
}

/** Compares the days of the last week that are complete and were not compared yet. A failure is tried again next time. */
export async function compareAll(desk: Desk, signal?: AbortSignal): Promise<void> {
  const now = desk.clock.now()
  const last = addDays(secondsAfter(now, -completeAfter).toISOString().slice(0, 10), -1)
  const days = Array.from({ length: daysBack }, (_, n) => addDays(last, n - daysBack + 1))
  const done = await desk.database.system
    .selectFrom('payment_comparisons')
    .select(['account', 'day'])
    .where('day', 'in', days)
    .execute()
  const isDone = new Set(done.map(({ account, day }) => `${account} ${day}`))
  const failures: unknown[] = []
  for (const account of desk.payments.accounts)
    for (const day of days.filter((one) => !isDone.has(`${account.name} ${one}`)))
      try {
        await compareDay(desk, account, day, signal)
      } catch (error) {
        failures.push(error)
        desk.log.warn({ account: account.name, day, err: error }, 'a payment account could not be compared')
      }
  if (failures.length > 0) throw new AggregateError(failures, 'payment accounts could not be compared')
}

/** Compares one day (UTC) of an account, and records each difference once. */
export async function compareDay(desk: Desk, account: PaymentAccount, day: Day, signal?: AbortSignal): Promise<void> {
  const provider = desk.payments.provider(account.name)
  const movements = await provider.list(day, providerSignal(signal))
  const theirs = [...Map.groupBy(movements, ({ reference, providerId }) => reference ?? providerId)]
  const differences: Difference[] = []
  for (const [reference, of] of theirs) differences.push(...(await compareMovements(desk, account, reference, of)))
  differences.push(...(await missingIn(desk, account, day, movements, signal)))

  await desk.database.system.transaction().execute(async (db) => {
    const at = desk.clock.now()
    let count = 0
    for (const { site, reference, kind, ours, theirs: said } of differences) {
      const isNew = await queries.recordDifference(db, site, { reference, kind, ours, theirs: said, at })
      if (!isNew) continue
      count += 1
      countPaymentDifference(account.provider, kind)
      desk.log.error({ account: account.name, day, reference, kind }, 'the list of a provider differs from our books')
    }
    await db
      .insertInto('payment_comparisons')
      .values({ account: account.name, day, movements: movements.length, differences: count, compared_at: at })
      .onConflict((c) => c.columns(['account', 'day']).doNothing())
      .execute()
  })
}

const sum = (of: readonly Movement[], kind: Movement['kind']) =>
  of.filter((one) => one.kind === kind).reduce((total, { amountMinor }) => total + amountMinor, 0)

/** Compares what a provider moved under one reference. */
async function compareMovements(
  desk: Desk,
  account: PaymentAccount,
  reference: string,
  of: readonly Movement[],
): Promise<Difference[]> {
  const { currency, at } = of[0]!
  const [charged, back] = [sum(of, 'charge'), sum(of, 'refund')]
  const theirs = { account: account.name, charged_minor: charged, refunded_minor: back, currency, at: at.toISOString() }
  const site = desk.sites.byId(siteOfReference(reference) ?? 0) ?? (await siteOfAccount(desk, account))
  if (!site) {
    desk.log.error({ account: account.name, reference }, 'a movement belongs to no web site')
    return []
  }
  const differs = (kind: Difference['kind'], ours: object): Difference[] => [{ site, reference, kind, ours, theirs }]
  const inTenant = <R>(work: (db: Db) => Promise<R>) =>
    desk.database.inTenant(site.web_site_id, work, { lane: 'background' })
  const find = () =>
    inTenant(async (db) => ({
      attempt: await queries.findAttempt(db, site, reference),
      refund: await queries.findRefund(db, site, reference),
    }))

  let { attempt, refund } = await find()
  if (!attempt && !refund)
    return differs(charged > 0 ? 'not_in_our_books' : 'refund_not_in_our_books', { attempt: null })
  if (refund) {
    const isSame = back === refund.amount_minor && currency === refund.currency
    if (refund.state === 'done' && isSame) return []
    return differs(isSame ? 'refund_not_in_our_books' : 'amount', oursOf(refund))
  }
  const isUndone = charged > 0 && back >= charged
  if (!isUndone && charged > 0 && !isPaid(attempt!)) {
    // The provider is asked by the reference, as after a lost reply: late money is adopted or goes back.
    await settle(desk, site, { reference, look: 'now' })
    ;({ attempt, refund } = await find())
  }
  const ours = oursOf(attempt!)
  if (isUndone) return isPaid(attempt!) ? differs('given_back_by_provider', ours) : []
  if (charged === 0) return []
  if (!isPaid(attempt!)) return differs('not_paid_in_our_books', ours)
  const isSame = charged === attempt!.captured_minor && currency === attempt!.captured_currency
  return isSame ? [] : differs('amount', ours)
}

const isPaid = ({ state }: Attempt) => state === 'paid' || state === 'reversed'

const oursOf = (row: Attempt | Refund): object =>
  'captured_minor' in row
    ? { state: row.state, amount_minor: row.captured_minor, currency: row.captured_currency }
    : { state: row.state, amount_minor: row.amount_minor, currency: row.currency }

/** Returns a web site that sells through an account, for movements without a reference of ours. */
async function siteOfAccount(desk: Desk, account: PaymentAccount): Promise<Site | undefined> {
  const sellers = await desk.database.system
    .selectFrom('sellers')
    .select(['web_site_id', 'payment_accounts'])
    .orderBy('web_site_id')
    .execute()
  const seller = sellers.find(({ payment_accounts: of }) => of[account.provider] === account.name)
  return seller && desk.sites.byId(seller.web_site_id)
}

/**
 * Returns what our books have as paid, or paid back, on a day, and the provider knows nothing of. Its list may have it on
 * another day, so the provider is asked about each that is not in the list.
 */
async function missingIn(
  desk: Desk,
  account: PaymentAccount,
  day: Day,
  movements: readonly Movement[],
  signal?: AbortSignal,
): Promise<Difference[]> {
  const { system } = desk.database
  const [from, to] = [day, addDays(day, 1)].map((one) => new Date(`${one}T00:00:00Z`)) as [Date, Date]
  const attempts = await system
    .selectFrom('payment_attempts')
    .select(['web_site_id', 'reference', 'handle', 'sent_at', 'prepared_at', 'captured_minor as amount_minor', 'state'])
    .where('account', '=', account.name)
    .where('state', 'in', ['paid', 'reversed'])
    .where('settled_at', '>=', from)
    .where('settled_at', '<', to)
    .execute()
  const refunds = await system
    .selectFrom('refunds as r')
    .innerJoin('payment_attempts as a', (j) =>
      j.onRef('a.web_site_id', '=', 'r.web_site_id').onRef('a.attempt_id', '=', 'r.attempt_id'),
    )
    .select(['r.web_site_id', 'r.reference', 'a.handle', 'r.sent_at', 'r.created_at as prepared_at'])
    .select(['r.amount_minor', 'r.state'])
    .where('a.account', '=', account.name)
    .where('r.state', '=', 'done')
    .where('r.settled_at', '>=', from)
    .where('r.settled_at', '<', to)
    .execute()
  const shown = new Set(movements.map(({ reference }) => reference))
  const ours = [
    ...attempts.map((row) => ({ ...row, what: 'charge' as const })),
    ...refunds.map((row) => ({ ...row, what: 'refund' as const })),
  ]
  const missing: Difference[] = []
  for (const { what, web_site_id, reference, handle, sent_at, prepared_at, ...facts } of ours) {
    const site = desk.sites.byId(web_site_id)
    if (shown.has(reference) || !site) continue
    const sentAt = sent_at ?? prepared_at
    const lookup = { reference, handle, kind: what, sentAt, now: desk.clock.now() }
    const found = await desk.payments.provider(account.name).find(lookup, providerSignal(signal))
    if (found.outcome === 'paid') continue
    if ('reason' in found && found.outcome !== 'declined') throw new Error(`${reference}: ${found.reason}`)
    const kind = what === 'charge' ? 'not_in_their_list' : 'refund_not_in_their_list'
    const theirs = { account: account.name, outcome: found.outcome }
    missing.push({ site, reference, kind, ours: facts, theirs })
  }
  return missing
}
