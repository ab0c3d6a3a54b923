import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import { addDays, dayOf } from '../days.ts'
import type { Desk } from '../saga/desk.ts'
import { findSeller } from '../plans/plans.queries.ts'
import type { LetterKind } from './letters.ts'
import { mailOnce } from './mails.ts'
import { termOf } from './renew.ts'
import { nextTerm, quoteRenewal, remindersOf, type Reminder } from './rules.ts'
import { lockSubscription, type Instrument, type Subscription } from './subscriptions.queries.ts'

/** Reminds people of what is coming: a renewal, the end of a trial, a card that expires. Each reminder is sent once. */

const letterOf: Record<Reminder['kind'], LetterKind> = {
  renewal_30: 'renewal',
  renewal_7: 'renewal',
  trial_7: 'trial',
  trial_3: 'trial',
  trial_1: 'trial',
  card_30: 'card',
  card_7: 'card',
}
/** The longest time before an event at which a reminder is due, and rows of one read. */
const earliest = 31
const atATime = 200

type Row = Pick<Subscription, 'subscription_id'>

/** Sends the reminders of today on all web sites. Returns how many. */
export async function sweepNotices(desk: Desk): Promise<number> {
  const { system } = desk.database
  const latest = addDays(desk.clock.now().toISOString().slice(0, 10), earliest + 1)
  let sent = 0
  for (let after = ''; ;) {
    const rows = await system
      .selectFrom('subscriptions as s')
      .leftJoin('instruments as i', (join) =>
        join.onRef('i.web_site_id', '=', 's.web_site_id').onRef('i.instrument_id', '=', 's.instrument_id'),
      )
      .select(['s.web_site_id', 's.subscription_id'])
      .where('s.kind', '=', 'portal')
      .where('s.state', 'in', ['trialing', 'active', 'past_due'])
      // Of the subscriptions that end soon, those that a reminder of `remindersOf` may concern; and cards that expire soon.
      .where((q) =>
        q.or([
          q.and([
            q('s.period_end', '<=', latest),
            q.or([
              q('s.state', '=', 'trialing'),
              q('s.instrument_id', 'is', null),
              sql<boolean>`s.prices->>'recurring_frequency' = 'annually'`,
            ]),
          ]),
          sql<boolean>`case when i.expiry_year < 100 then 2000 + i.expiry_year else i.expiry_year end
            <= ${Number(latest.slice(0, 4))}`,
        ]),
      )
      .where((q) => q.cast<string>('s.subscription_id', 'text'), '>', after)
      .orderBy((q) => q.cast<string>('s.subscription_id', 'text'))
      .limit(atATime)
      .execute()
    for (const { web_site_id, subscription_id } of rows) {
      const site = desk.sites.byId(web_site_id)
      if (site)
        sent += await desk.database.inTenant(web_site_id, (db) => remind(db, desk, site, { subscription_id }), {
          lane: 'background',
        })
    }
    const last = rows.at(-1)
    if (!last || rows.length < atATime) return sent
    after = last.subscription_id
  }
}

async function remind(db: Db, desk: Desk, site: Site, { subscription_id }: Row): Promise<number> {
  const of = await lockSubscription(db, site, subscription_id)
  if (!of) return 0
  const card = of.instrument_id === null ? undefined : await instrument(db, site, of.instrument_id)
  const today = dayOf(desk.clock.now(), site.time_zone)
  const due = remindersOf(
    {
      state: of.state,
      frequency: of.prices.recurring_frequency,
      renews: of.renewal_on,
      needsPerson: of.instrument_id === null && of.payment_type === 'paypal',
      periodEnd: of.period_end,
      trialEndsOn: of.trial_ends_on,
      cardExpires:
        card?.expiry_month != null && card.expiry_year !== null
          ? { month: card.expiry_month, year: card.expiry_year }
          : null,
    },
    today,
  )
  let sent = 0
  for (const { kind, forDate } of due) {
    const amount = kind.startsWith('renewal') ? await amountOf(db, site, of) : null
    if (await mailOnce(db, desk, site, of, { kind: letterOf[kind], notice: kind, forDate, amount })) sent += 1
  }
  return sent
}

const instrument = (db: Db, site: Site, id: string): Promise<Instrument | undefined> =>
  db
    .selectFrom('instruments')
    .selectAll()
    .where('web_site_id', '=', site.web_site_id)
    .where('instrument_id', '=', id)
    .executeTakeFirst()

async function amountOf(db: Db, site: Site, of: Subscription): Promise<{ minor: number; currency: string }> {
  const next = nextTerm(await termOf(db, site, of))
  const isTaxed = (await findSeller(db, site))?.is_tax_registered ?? false
  const quote = quoteRenewal(next.plan, next.locations, { isTaxed })
  return { minor: quote.total_minor, currency: quote.currency }
}
