import type { Db } from '@cutaway/server/src/core/db/database.ts'
import { sql } from 'kysely'

/**
 * Two years of views and log-ins, so that reports have something to show. Made by the database from numbers that look
 * random and are always the same; a growing business, quiet weekends, favourites among the films.
 */

const films = [
  'BRKDSC',
  'BRKPAD',
  'BRKDSC',
  'TYRWER',
  'ENGFST',
  'BRKDSC',
  'SUSDMP',
  'BRKPAD',
  'COLCIR',
  'ELECHG',
  'ENGTMB',
]

/** Views of one person in two years: many on the first web site, which people look at, few on the others. */
const viewsOn = (webSiteId: number) => (webSiteId === 31 ? 420 : 6)

export async function insertDemoHistory(db: Db, now: Date): Promise<void> {
  await sql`
    insert into views (web_site_id, viewed_at, user_id, businessentity_id, location_id, what, tracktype, part_id,
      video_type, brand_id, language_id, day, remote_address)
    select u.web_site_id,
      t.viewed_at,
      u.user_id, u.businessentity_id, u.location_id,
      case when u.user_access_id = 7 then 'loop' else 'film' end,
      case when u.user_access_id = 7 then 'loop' else 'portal' end,
      (${films}::text[])[1 + floor(h.b * ${films.length})::int], 'narrated', s.brand_id, s.default_lang_id,
      (t.viewed_at at time zone s.time_zone)::date,
      -- Addresses go after 13 months: a new demo has none that the job would remove.
      case when t.viewed_at < ${now}::timestamptz - interval '12 months' then '' else '203.0.113.' || 10 + u.location_id % 6 end
    from users u
    join web_sites s on s.web_site_id = u.web_site_id
    cross join lateral generate_series(1, case when u.web_site_id = 31 then ${viewsOn(31)} * (1 + u.user_id % 3) / 2
      else ${viewsOn(0)} end) as n
    cross join lateral (select
      (hashint4(u.user_id * 2000 + n) & 65535) / 65536.0 as a,
      (hashint4(u.user_id * 2000 + n + 1000) & 65535) / 65536.0 as b) as h
    -- The square root makes recent months busier.
    cross join lateral (select ${now}::timestamptz - interval '1 hour' - (1 - sqrt(h.a)) * interval '720 days' as viewed_at) as t
    where u.location_id is not null and u.user_access_id in (4, 5, 6, 7, 11, 12)
    on conflict do nothing`.execute(db)
  await sql`
    insert into daily_views (web_site_id, day, businessentity_id, part_id, what, tracktype, brand_id, language_id, views)
    select web_site_id, day, coalesce(businessentity_id, 0), part_id, what, tracktype, brand_id, language_id, count(*)
    from views group by 1, 2, 3, 4, 5, 6, 7, 8`.execute(db)
  await sql`
    insert into logins (web_site_id, user_id, at, ip, kind, user_agent)
    select u.web_site_id, u.user_id, ${now}::timestamptz - interval '1 hour' - h.a * interval '360 days',
      '203.0.113.' || 10 + coalesce(u.location_id, 0) % 6, case when h.b < 0.8 then 'password' else 'passkey' end,
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36'
    from users u
    cross join lateral generate_series(1, case when u.web_site_id = 31 then 40 else 2 end) as n
    cross join lateral (select
      (hashint4(u.user_id * 77 + n) & 65535) / 65536.0 as a,
      (hashint4(u.user_id * 77 + n + 50) & 65535) / 65536.0 as b) as h
    where u.user_access_id in (3, 4, 5, 6, 11, 12)`.execute(db)
}
