import type { RowAnswer } from '@cutaway/contract/rooms/sharing/decisions.ts'
import type { FailureReason } from '@cutaway/contract/rooms/messaging.ts'
import { sql, type SqlBool } from 'kysely'
import type { Delivery, Outcome } from '@cutaway/contract/rooms/sharing/receipts.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Reach } from '../../../core/scope.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { SealedName } from '../customers/sealed-names.ts'

/** Queries of receipts: one row for each recipient, and the events of one recipient. */

/** The delivery state of the mail or the message; unknown if it is no longer in the outbox. */
const delivery = sql<Delivery>`case
  when r.suppressed_by = 'bounced' or d.failure_reason = 'bounced_before' then 'undeliverable'
  when r.is_suppressed or (d.failure = 'suppressed' and d.failure_reason = 'unsubscribed') then 'unsubscribed'
  when d.state = 'pending' then 'waiting'
  when d.failure = 'bounced' then 'bounced'
  when d.state in ('sent', 'delivered', 'failed') then d.state
  else 'unknown' end`

/**
 * The outcome: what the shop has to do first, else the customer's last answer unless it was taken back, else what the
 * customer did.
 */
const outcome = sql<Outcome>`case
  when a.last <> 'withdraw' and (a.wants_call or a.last = 'call') and not a.handled then 'asked_for_call'
  when a.last <> 'withdraw' and a.has_question and not a.handled then 'asked'
  when a.last = 'approve' then 'approved'
  when a.last in ('call', 'ask') then 'called'
  when a.last = 'not_now' then 'not_now'
  when a.acted then 'acted'
  when w.views > 0 then 'watched'
  when r.is_suppressed or d.state = 'failed' then 'not_delivered'
  when d.state = 'outcome_unknown' then 'not_confirmed'
  when d.state = 'pending' and d.failure_reason is not null then 'delayed'
  else 'not_opened' end`

/** Why the message was not delivered or has to be tried again. */
const reason = sql<FailureReason | null>`case
  when r.suppressed_by = 'bounced' then 'bounced_before'
  when r.is_suppressed then 'unsubscribed'
  when d.state in ('failed', 'outcome_unknown') then coalesce(d.failure_reason, 'other')
  when d.state = 'pending' then d.failure_reason end`

/** Sort order: what needs the sender's action first, what has no result last. */
const rank = sql<number>`array_position(
  array['asked_for_call', 'asked', 'approved', 'not_now', 'called', 'acted', 'watched', 'not_opened', 'delayed', 'not_confirmed', 'not_delivered'], ${outcome})`

const recipients = (db: Db, site: Site) =>
  db
    .selectFrom('sends as s')
    .innerJoin('send_recipients as r', (j) =>
      j.onRef('r.web_site_id', '=', 's.web_site_id').onRef('r.send_id', '=', 's.send_id'),
    )
    .where('s.web_site_id', '=', site.web_site_id)

/**
 * Selects recipients with the columns of a list, as a user reads them. Views are visits of people in which a frame was
 * played.
 */
const facts = (db: Db, site: Site, readerId: number) =>
  recipients(db, site)
    .leftJoin('links as l', (j) => j.onRef('l.web_site_id', '=', 'r.web_site_id').onRef('l.link_id', '=', 'r.link_id'))
    .leftJoin('link_reads as k', (j) =>
      j
        .onRef('k.web_site_id', '=', 'r.web_site_id')
        .onRef('k.link_id', '=', 'r.link_id')
        .on('k.user_id', '=', readerId),
    )
    .innerJoin('users as u', (j) => j.onRef('u.web_site_id', '=', 's.web_site_id').onRef('u.user_id', '=', 's.user_id'))
    .leftJoin('customers as c', (j) =>
      j.onRef('c.web_site_id', '=', 'r.web_site_id').onRef('c.customer_id', '=', 'r.customer_id'),
    )
    .leftJoin('deliveries as d', (j) =>
      j.onRef('d.web_site_id', '=', 'r.web_site_id').on('d.delivery_id', '=', sql`coalesce(r.mail_id, r.message_id)`),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('link_views as v')
          .select([
            sql<number>`count(distinct v.view_key)::int`.as('views'),
            sql<number>`coalesce(max(v.watched_percent) filter (where v.part_id = s.part_ids[1]), 0)`.as('percent'),
            sql<Date | null>`max(v.last_at)`.as('last_at'),
          ])
          .whereRef('v.web_site_id', '=', 'r.web_site_id')
          .whereRef('v.link_id', '=', 'r.link_id')
          .where('v.first_frame_at', 'is not', null)
          .as('w'),
      (j) => j.onTrue(),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('link_answers as n')
          .select([
            sql<string | null>`(array_agg(n.answer order by n.at desc, n.answer_id desc))[1]`.as('last'),
            sql<boolean>`coalesce(bool_or(n.answer = 'action'), false)`.as('acted'),
            sql<boolean>`coalesce((array_agg(n.wants_call order by n.answer_id desc))[1], false)`.as('wants_call'),
            sql<boolean>`coalesce((array_agg(n.has_question order by n.answer_id desc))[1], false)`.as('has_question'),
            sql<boolean>`(array_agg(n.handled_at order by n.answer_id desc))[1] is not null`.as('handled'),
            sql<number | null>`(array_agg(n.answer_id order by n.at desc, n.answer_id desc))[1]`.as('last_id'),
          ])
          .whereRef('n.web_site_id', '=', 'r.web_site_id')
          .whereRef('n.link_id', '=', 'r.link_id')
          .as('a'),
      (j) => j.onTrue(),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('link_answer_rows as x')
          .select([
            sql<number>`count(*)::int`.as('approved'),
            sql<number | null>`sum(x.price)::int`.as('approved_total'),
          ])
          .whereRef('x.web_site_id', '=', 'r.web_site_id')
          .whereRef('x.answer_id', '=', 'a.last_id')
          .where('x.answer', '=', 'approve')
          .as('y'),
      (j) => j.onTrue(),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('link_pdf_views as p')
          .select(sql<number>`count(*)::int`.as('pdf_views'))
          .whereRef('p.web_site_id', '=', 'r.web_site_id')
          .whereRef('p.link_id', '=', 'r.link_id')
          .as('q'),
      (j) => j.onTrue(),
    )
    .select(['r.recipient_id', 'r.send_id', 'r.link_id', 'r.address', 'r.address_key', 'r.is_suppressed'])
    .select(['y.approved', 'y.approved_total', 'q.pdf_views', 'l.currency'])
    .select(
      sql<number>`(select count(*)::int from link_films f where f.web_site_id = r.web_site_id
        and f.link_id = r.link_id and f.rating is distinct from 'green')`.as('asked'),
    )
    .select(sql<boolean>`coalesce(l.customer_at > coalesce(k.read_at, '-infinity'::timestamptz), false)`.as('unread'))
    .select(['s.user_id', 's.businessentity_id', 's.channel', 's.part_ids', 's.subject', 's.message', 's.ro_number'])
    .select(['s.created_at', 'u.first_name', 'u.last_name', 'w.views', 'w.percent', 'w.last_at'])
    .select(['c.name_sealed', 'c.businessentity_id as customer_entity', 'c.user_id as customer_user'])
    .select([delivery.as('delivery'), outcome.as('outcome'), reason.as('why')])

export type SentFacts = Awaited<ReturnType<ReturnType<typeof facts>['executeTakeFirstOrThrow']>>

/** Returns the receipts of all sends to a customer, the oldest first. */
export const findReceiptsOfCustomer = (
  db: Db,
  site: Site,
  customerId: number,
  readerId: number,
): Promise<SentFacts[]> =>
  facts(db, site, readerId)
    .where('r.customer_id', '=', customerId)
    .orderBy('s.created_at')
    .orderBy('r.recipient_id')
    .execute()

/** Returns the newest receipt of each customer. */
export const findLastReceipts = (
  db: Db,
  site: Site,
  customerIds: readonly number[],
  readerId: number,
): Promise<(SentFacts & { customer_id: number | null })[]> =>
  customerIds.length === 0
    ? Promise.resolve([])
    : facts(db, site, readerId)
        .select('r.customer_id')
        .distinctOn('r.customer_id')
        .where('r.customer_id', 'in', customerIds)
        .orderBy('r.customer_id')
        .orderBy('r.recipient_id', 'desc')
        .execute()

export interface SendsAsked {
  /** The senders. */
  reach: Reach
  readerId: number
  page: number
  size: number
  sort: 'sent_at' | 'to' | 'outcome'
  descending: boolean
  search: string
  /** The hashes that the index of a matching name contains. */
  names: readonly string[]
  channel?: 'email' | 'sms' | 'mms' | undefined
}

/** Returns a page of a user's receipts. Among equals, newer ones come first. */
export async function findSends(db: Db, site: Site, asked: SendsAsked): Promise<{ rows: SentFacts[]; total: number }> {
  const order = asked.descending ? 'desc' : 'asc'
  const [limit, offset] = [asked.size, (asked.page - 1) * asked.size]
  const chosen = recipients(db, site).where(asked.reach.users('s.user_id')).where(matching(asked))
  const { total } = await chosen.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  if (total === 0) return { rows: [], total }
  if (asked.sort === 'outcome') {
    const rows = await facts(db, site, asked.readerId)
      .where(asked.reach.users('s.user_id'))
      .where(matching(asked))
      .orderBy(rank, order)
      .orderBy('s.created_at', 'desc')
      .orderBy('r.recipient_id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    return { rows, total }
  }
  const by = asked.sort === 'to' ? 'r.address_key' : 's.created_at'
  // Events are read for the rows of the page alone.
  const ids = chosen
    .select('r.recipient_id')
    .orderBy(by, order)
    .orderBy('s.created_at', 'desc')
    .orderBy('r.recipient_id', 'desc')
    .limit(limit)
    .offset(offset)
  const rows = await facts(db, site, asked.readerId)
    .where('r.recipient_id', 'in', ids)
    .orderBy(by, order)
    .orderBy('s.created_at', 'desc')
    .orderBy('r.recipient_id', 'desc')
    .execute()
  return { rows, total }
}

/** Matches a customer's name, or part of a recipient, a repair order or a subject; a number matches in any notation. */
function matching({ search, names, channel }: Pick<SendsAsked, 'search' | 'names' | 'channel'>) {
  const like = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const digits = /^[\d\s()+./-]{3,}$/.test(search) ? search.replaceAll(/\D/g, '') : ''
  const text = sql<SqlBool>`(r.address ilike ${like} or s.ro_number ilike ${like} or s.subject ilike ${like}
    or (${digits} <> '' and r.address_key like ${`%${digits}%`})
    or (${names.length > 0} and exists (select from customers named where named.web_site_id = r.web_site_id
      and named.customer_id = r.customer_id and named.name_index @> ${[...names]}::text[])))`
  return sql<SqlBool>`(${search} = '' or ${text}) and (${channel ?? ''} = '' or s.channel = ${channel ?? ''})`
}

export const findSend = (db: Db, site: Site, recipientId: number, readerId: number) =>
  facts(db, site, readerId)
    .select(['l.token', 'l.short_code', 'l.expires_at', 'l.revoked_at', 'l.kind', 'l.asks', 'l.taken_up_at'])
    .select(['d.sent_at', 'd.ended_at', 'd.last_error as reason', 'r.reminded_at'])
    .leftJoin('deliveries as again', (j) =>
      j
        .onRef('again.web_site_id', '=', 'r.web_site_id')
        .onRef('again.delivery_id', '=', 'r.reminder_id')
        .on('again.state', '=', 'failed'),
    )
    .select(['again.ended_at as reminder_failed_at', 'again.last_error as reminder_reason'])
    .select('again.failure_reason as reminder_why')
    .where('r.recipient_id', '=', recipientId)
    .executeTakeFirst()

const mostVisits = 50

/** Returns the latest visits of a link; without a first frame the page was only opened. */
export const findVisits = (db: Db, site: Site, linkId: number) =>
  db
    .selectFrom('link_views')
    .select(['view_key', 'part_id', 'opened_at', 'first_frame_at', 'last_at', 'watched_percent'])
    .where('web_site_id', '=', site.web_site_id)
    .where('link_id', '=', linkId)
    .orderBy('last_at', 'desc')
    .limit(mostVisits)
    .execute()

/** Selects answers with the rows as they were then: what was approved, and the questions. */
const selectAnswers = (db: Db, site: Site) =>
  db
    .selectFrom('link_answers as n')
    .select(['n.answer', 'n.at', 'n.contact', 'n.handled_at', 'n.wants_call', 'n.has_question'])
    .select(
      sql<{ part_id: string; finding: string; price: number | null; answer: RowAnswer; question: string }[]>`coalesce((
        select json_agg(json_build_object('part_id', x.part_id, 'finding', x.finding, 'price', x.price, 'answer', x.answer,
          'question', x.question) order by f.position)
        from link_answer_rows x
        left join link_films f on f.web_site_id = x.web_site_id and f.link_id = n.link_id and f.part_id = x.part_id
        where x.web_site_id = n.web_site_id and x.answer_id = n.answer_id), '[]')`.as('rows'),
    )
    .where('n.web_site_id', '=', site.web_site_id)
    .orderBy('n.at', 'desc')
    .orderBy('n.answer_id', 'desc')

/** Returns the latest answers to a link. */
export const findAnswers = (db: Db, site: Site, linkId: number) =>
  selectAnswers(db, site).where('n.link_id', '=', linkId).limit(mostVisits).execute()

/** Returns the latest answers of a customer to all links, with the currency of their prices. */
export const findAnswersOfCustomer = (db: Db, site: Site, customerId: number, most: number) =>
  selectAnswers(db, site)
    .innerJoin('send_recipients as r', (j) =>
      j.onRef('r.web_site_id', '=', 'n.web_site_id').onRef('r.link_id', '=', 'n.link_id'),
    )
    .innerJoin('links as l', (j) => j.onRef('l.web_site_id', '=', 'n.web_site_id').onRef('l.link_id', '=', 'n.link_id'))
    .select(['n.answer_id', 'r.recipient_id', 'l.currency', 'l.taken_up_at'])
    .where('r.customer_id', '=', customerId)
    .limit(most)
    .execute()

/** Returns the films of all sends to a customer, by recipient, with what was found. */
export const findFindingsOfCustomer = (db: Db, site: Site, customerId: number) =>
  db
    .selectFrom('send_recipients as r')
    .innerJoin('link_films as f', (j) =>
      j.onRef('f.web_site_id', '=', 'r.web_site_id').onRef('f.link_id', '=', 'r.link_id'),
    )
    .select(['r.recipient_id', 'f.part_id', 'f.finding', 'f.rating', 'f.price'])
    .where('r.web_site_id', '=', site.web_site_id)
    .where('r.customer_id', '=', customerId)
    .orderBy('f.position')
    .execute()

/** Returns the customers' questions from the page of the expired link. */
export const findQuestions = (db: Db, site: Site, linkId: number) =>
  db
    .selectFrom('link_questions')
    .select(['contact', 'message', 'at'])
    .where('web_site_id', '=', site.web_site_id)
    .where('link_id', '=', linkId)
    .orderBy('at', 'desc')
    .limit(mostVisits)
    .execute()

/** Returns the latest readings of PDFs. */
export const findPdfViews = (db: Db, site: Site, linkId: number) =>
  db
    .selectFrom('link_pdf_views')
    .select(['part_id', 'at'])
    .where('web_site_id', '=', site.web_site_id)
    .where('link_id', '=', linkId)
    .orderBy('at', 'desc')
    .limit(mostVisits)
    .execute()

/** Returns page requests by programs. Excludes 'page', which may be a person, and signed-in users of the shop. */
export async function countMachineHits(db: Db, site: Site, linkId: number): Promise<number> {
  const { n } = await db
    .selectFrom('link_hits')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('web_site_id', '=', site.web_site_id)
    .where('link_id', '=', linkId)
    .where('kind', 'not in', ['page', 'shop'])
    .executeTakeFirstOrThrow()
  return n
}

export const findResends = (db: Db, site: Site, sendersId: number, recipientId: number, addressKey: string) =>
  recipients(db, site)
    .select('r.created_at')
    .where('s.user_id', '=', sendersId)
    .where('r.address_key', '=', addressKey)
    .where('r.resend_of', '=', recipientId)
    .orderBy('r.created_at')
    .execute()

/** Returns whether users within reach have an active link made since a time. */
export async function hasRecentLink(db: Db, site: Site, reach: Reach, madeSince: Date, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('links as l')
    .select('l.link_id')
    .where('l.web_site_id', '=', site.web_site_id)
    .where(reach.users('l.user_id'))
    .where('l.created_at', '>', madeSince)
    .where('l.expires_at', '>', now)
    .where('l.revoked_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Returns the events after a time, newest first: each film watched on a user's own links, and each answer and question
 * on links within reach.
 */
export async function findNews(
  db: Db,
  site: Site,
  { userId, reach, since, most }: { userId: number; reach: Reach; since: Date; most: number },
) {
  const { rows } = await sql<
    SealedName & {
      link_id: number
      recipient_id: number | null
      address: string | null
      part_id: string
      kind: 'watched' | 'approve' | 'not_now' | 'ask' | 'call' | 'withdraw' | 'action' | 'asked'
      watched_percent: number
      approved: number
      at: Date
    }
  >`
    with news as (
      select v.link_id, v.part_id, 'watched' as kind, max(v.watched_percent) as watched_percent, null::int as answer_id,
        max(v.last_at) as at
      from link_views v
      where v.web_site_id = ${site.web_site_id} and v.last_at > ${since} and v.first_frame_at is not null
      group by v.link_id, v.part_id
      union all
      select n.link_id, null, n.answer, 0, n.answer_id, n.at
      from link_answers n where n.web_site_id = ${site.web_site_id} and n.at > ${since}
      union all
      select m.link_id, null, 'asked', 0, null, m.at
      from link_questions m where m.web_site_id = ${site.web_site_id} and m.at > ${since}
    )
    select n.link_id, r.recipient_id, r.address, coalesce(n.part_id, f.part_id) as part_id, n.kind, n.watched_percent,
      (select count(*)::int from link_answer_rows x where x.web_site_id = l.web_site_id and x.answer_id = n.answer_id
        and x.answer = 'approve') as approved, n.at,
      c.name_sealed, c.businessentity_id as customer_entity, c.user_id as customer_user
    from news n
    join links l on l.web_site_id = ${site.web_site_id} and l.link_id = n.link_id
      and (l.user_id = ${userId} or (n.kind <> 'watched' and ${reach.users('l.user_id')}))
    join link_films f on f.web_site_id = l.web_site_id and f.link_id = l.link_id and f.position = 0
    left join send_recipients r on r.web_site_id = l.web_site_id and r.link_id = l.link_id
    left join customers c on c.web_site_id = r.web_site_id and c.customer_id = r.customer_id
    order by n.at desc, n.link_id desc
    limit ${most}`.execute(db)
  return rows
}
