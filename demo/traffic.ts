import type { Db } from '@cutaway/server/src/core/db/database.ts'
import { sql } from 'kysely'

/**
 * A year of films that people sent to customers, what the customers did, and links that people made for their web pages,
 * so that the funnel and the reports of sends and links have something to show. Made by the database from numbers that
 * look random and are always the same. The sends of the last weeks by the adviser are those of `sends.ts`.
 */

/** Sends of a person in a year; the first web site is the one that people look at. */
const sends = { 4: 60, 5: 220, 6: 300, 11: 40, 12: 200 } as const
const ofOthers = 2
/** Days of the latest send; the lists of the adviser begin with what `sends.ts` tells. */
const adviserPause = 18

/** Films with their lengths in seconds, their prices in dollars, and what was found. */
const films = [
  ['BRKDSC', 25, 389, 'Front brake pads'],
  ['BRKPAD', 22, 329, 'Rear brake pads'],
  ['TYRWER', 25, 640, 'Tires'],
  ['BRKDSC', 25, 420, 'Front brake discs'],
  ['SUSDMP', 23, 710, 'Rear dampers'],
  ['ENGTMB', 25, 980, 'Timing belt'],
  ['COLCIR', 25, 240, 'Coolant'],
] as const

/** The telephone number to which a text of the traffic went. */
const numberOf = sql`'+1503555' || lpad((t.user_id * 53 % 37 * 270 + t.n)::text, 4, '0')`

export async function insertDemoTraffic(db: Db, now: Date): Promise<void> {
  const [parts, lengths, prices, findings] = [0, 1, 2, 3].map((i) => films.map((film) => film[i]!)) as [
    string[],
    number[],
    number[],
    string[],
  ]
  // One row for each send; `h` are its numbers from 0 to 1, `skill` makes advisers differ.
  await sql`create temporary table demo_traffic on commit drop as
    select p.*, p.at + interval '20 minutes' + p.e * p.e * interval '30 hours' as watched_at,
      p.is_opened and p.f < 0.5 + p.skill * 0.4 as is_answered,
      -- How far the first visit came, in seconds; one of four customers looks again at the middle of the film.
      least(p.length, ceil(p.length * (0.25 + p.g * 1.1)))::int as reached, p.is_opened and p.e < 0.25 as is_again
    from (
      select t.*, t.a < 0.97 as is_accepted, t.a < 0.97 and t.d < 0.62 + t.skill * 0.25 as is_opened,
        (${films.length} * t.c * t.c)::int % ${films.length} + 1 as film,
        (${lengths}::int[])[(${films.length} * t.c * t.c)::int % ${films.length} + 1] as length,
        (${prices}::int[])[(${films.length} * t.c * t.c)::int % ${films.length} + 1] as price,
        (${parts}::text[])[(${films.length} * t.c * t.c)::int % ${films.length} + 1] as part_id,
        (${findings}::text[])[(${films.length} * t.c * t.c)::int % ${films.length} + 1] as finding,
        case when t.b < 0.55 then 'email' else 'sms' end as channel,
        md5('demo traffic ' || t.web_site_id || ' ' || t.user_id || ' ' || t.n) as key
      from (
        select u.web_site_id, u.user_id, u.businessentity_id, u.location_id, s.brand_id, s.driverside, s.currency,
          s.default_lang_id as language_id, n, h.*, (u.user_id % 7) / 7.0 as skill,
          (select min(c.class_id) from location_class_locations c
            where c.web_site_id = u.web_site_id and c.location_id = u.location_id) as class_id,
          -- In the hours of the shop; the square root makes recent months busier.
          date_trunc('day', ${now}::timestamptz - interval '1 day' * (case when u.user_access_id = 6 then ${adviserPause} else 2 end)
            - (1 - sqrt(h.a2)) * interval '340 days') + interval '15 hours' + h.b2 * interval '9 hours' as at
        from users u
        join web_sites s on s.web_site_id = u.web_site_id
        cross join lateral generate_series(1, case when u.web_site_id = 31
          then (${JSON.stringify(sends)}::jsonb ->> u.user_access_id::text)::int else ${ofOthers} end) as n
        cross join lateral (select
          (hashint4(u.user_id * 3000 + n) & 65535) / 65536.0 as a, (hashint4(u.user_id * 3000 + n + 500000) & 65535) / 65536.0 as b,
          (hashint4(u.user_id * 3000 + n + 900001) & 65535) / 65536.0 as c, (hashint4(u.user_id * 3000 + n + 1300003) & 65535) / 65536.0 as d,
          (hashint4(u.user_id * 3000 + n + 1700007) & 65535) / 65536.0 as e, (hashint4(u.user_id * 3000 + n + 2100011) & 65535) / 65536.0 as f,
          (hashint4(u.user_id * 3000 + n + 2500013) & 65535) / 65536.0 as g, (hashint4(u.user_id * 3000 + n + 2900017) & 65535) / 65536.0 as a2,
          (hashint4(u.user_id * 3000 + n + 3300019) & 65535) / 65536.0 as b2) as h
        where u.location_id is not null and u.user_access_id in (4, 5, 6, 11, 12)
      ) t
    ) p`.execute(db)
  const message = 'This short film shows what we found and why it matters.'
  await sql`insert into links (web_site_id, token, kind, user_id, businessentity_id, location_id, class_id, brand_id,
      driverside, language_id, message, ro_number, asks, currency, customer_at, taken_up_at, taken_up_by, created_at, expires_at)
    select web_site_id, left(key, 22), channel, user_id, businessentity_id, location_id, class_id, brand_id, driverside,
      language_id, ${message}, 'RO ' || 20000 + user_id * 37 % 9000 + n, 'decision', currency,
      case when is_answered then watched_at + interval '4 minutes' end,
      case when is_answered then watched_at + interval '2 hours' end, case when is_answered then user_id end, at,
      at + interval '30 days'
    from demo_traffic order by at`.execute(db)
  await sql`insert into link_films (web_site_id, link_id, position, part_id, finding, rating, price)
    select t.web_site_id, l.link_id, 0, t.part_id, case when c.language_code like 'en%' then t.finding else '' end,
      case when t.g < 0.3 then 'red' else 'yellow' end, t.price * 100
    from demo_traffic t join links l on l.web_site_id = t.web_site_id and l.token = left(t.key, 22)
    join languages c on c.language_id = t.language_id`.execute(db)
  await sql`insert into sends (web_site_id, request_key, user_id, businessentity_id, location_id, class_id, channel, brand_id,
      language_id, part_ids, subject, message, ro_number, recipient_count, created_at)
    select web_site_id, key::uuid, user_id, businessentity_id, location_id, class_id, channel, brand_id, language_id,
      array[part_id], case channel when 'email' then 'About your vehicle' else '' end, ${message},
      'RO ' || 20000 + user_id * 37 % 9000 + n, 1, at
    from demo_traffic order by at`.execute(db)
  await sql`insert into deliveries (web_site_id, delivery_id, channel, state, failure, failure_reason, attempts, due_at, last_error, created_at,
      sent_at, ended_at)
    select web_site_id, key::uuid, case channel when 'email' then 'mail' else 'text' end,
      case when not is_accepted then 'failed' when channel = 'email' then 'sent' else 'delivered' end,
      case when not is_accepted then case channel when 'email' then 'bounced' else 'undelivered' end end, null, 1, null,
      case when not is_accepted then 'The address does not exist' end, at, at, at
    from demo_traffic`.execute(db)
  await sql`insert into messages (web_site_id, message_id, kind, to_number, body, segments, language_code, state, businessentity_id,
      created_at)
    select t.web_site_id, t.key::uuid, 'sms', ${numberOf}, ${message}, 1, c.language_code, 'moved', t.businessentity_id, t.at
    from demo_traffic t join languages c on c.language_id = t.language_id where t.channel = 'sms'`.execute(db)
  await sql`insert into send_recipients (web_site_id, send_id, address, address_key, link_id, mail_id, message_id, created_at)
    select t.web_site_id, s.send_id, a.address, a.address, l.link_id, case channel_is.mail when true then t.key::uuid end,
      case channel_is.mail when true then null else t.key::uuid end, t.at
    from demo_traffic t
    cross join lateral (select t.channel = 'email' as mail) channel_is
    cross join lateral (select case when channel_is.mail then 'customer' || t.user_id % 97 || t.n || '@mailbox.example'
      else ${numberOf} end as address) a
    join sends s on s.web_site_id = t.web_site_id and s.user_id = t.user_id and s.request_key = t.key::uuid
    join links l on l.web_site_id = t.web_site_id and l.token = left(t.key, 22)
    order by t.at`.execute(db)
  // The first visit runs from the start; a second one looks again at the middle.
  await sql`insert into link_views (web_site_id, link_id, view_key, part_id, language_id, opened_at, first_frame_at, last_at,
      stretches, watched_percent)
    select t.web_site_id, l.link_id, md5(t.key || v.visit)::uuid, t.part_id, t.language_id, v.at, v.at,
      v.at + interval '1 second' * (v.until - v.since), array[v.since, v.until]::real[],
      floor(100.0 * (v.until - v.since) / t.length)::int
    from demo_traffic t
    join links l on l.web_site_id = t.web_site_id and l.token = left(t.key, 22)
    cross join lateral (
      select 1 as visit, t.watched_at as at, 0 as since, t.reached as until
      union all
      select 2, t.watched_at + interval '3 minutes', (t.length * 0.36)::int, (t.length * 0.36 + 3 + t.g * 6)::int
      where t.is_again) v
    where t.is_opened`.execute(db)
  await sql`with answered as (
      insert into link_answers (web_site_id, link_id, request_key, answer, has_question, handled_at, handled_by, at)
      select t.web_site_id, l.link_id, md5(t.key || ' answer')::uuid,
        case when t.g < 0.68 then 'approve' when t.g < 0.9 then 'not_now' else 'ask' end, t.g >= 0.9, l.taken_up_at, l.taken_up_by,
        l.customer_at
      from demo_traffic t join links l on l.web_site_id = t.web_site_id and l.token = left(t.key, 22)
      where t.is_answered returning web_site_id, answer_id, link_id, answer)
    insert into link_answer_rows (web_site_id, answer_id, part_id, finding, price, answer, question)
    select a.web_site_id, a.answer_id, f.part_id, f.finding, f.price, a.answer, ''
    from answered a join link_films f on f.web_site_id = a.web_site_id and f.link_id = a.link_id`.execute(db)
  // The senders have read everything.
  await sql`insert into link_reads (web_site_id, user_id, link_id, read_at)
    select web_site_id, user_id, link_id, customer_at + interval '1 hour' from links
    where customer_at is not null and link_id in (select l.link_id from demo_traffic t
      join links l on l.web_site_id = t.web_site_id and l.token = left(t.key, 22))`.execute(db)

  // Links that people made for their web pages: every fifth is never opened.
  await sql`with made as (
      insert into links (web_site_id, token, kind, user_id, businessentity_id, location_id, class_id, brand_id, driverside,
        language_id, created_at, expires_at, revoked_at)
      select web_site_id, left(md5(key || ' page'), 22), case when n % 15 = 0 then 'pdf' else 'websitePromotion' end, user_id,
        businessentity_id, location_id, class_id, brand_id, driverside, language_id, at - interval '2 hours',
        at + interval '30 days', case when n % 40 = 0 then at + interval '5 days' end
      from demo_traffic where n % 5 = 0 order by at returning web_site_id, link_id, token)
    insert into link_films (web_site_id, link_id, position, part_id)
    select m.web_site_id, m.link_id, 0, t.part_id
    from made m join demo_traffic t on t.web_site_id = m.web_site_id and left(md5(t.key || ' page'), 22) = m.token`.execute(
    db,
  )
  await sql`insert into link_views (web_site_id, link_id, view_key, part_id, language_id, opened_at, first_frame_at, last_at,
      stretches, watched_percent)
    select t.web_site_id, l.link_id, md5(t.key || ' page view ' || v)::uuid, t.part_id, t.language_id, o.at, o.at,
      o.at + interval '1 second' * t.reached, array[0, t.reached]::real[], floor(100.0 * t.reached / t.length)::int
    from demo_traffic t
    join links l on l.web_site_id = t.web_site_id and l.token = left(md5(t.key || ' page'), 22)
    cross join lateral generate_series(1, 1 + (t.f * 3)::int) v
    cross join lateral (select t.at + v * interval '19 hours' as at) o
    where t.n % 5 = 0 and t.d < 0.8 and o.at < ${now}::timestamptz`.execute(db)
}
