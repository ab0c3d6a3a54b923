import { sql } from 'kysely'
import type { World } from '../../testing/world.ts'

/** Views, sends, links and own videos at odd moments, those around changes of the clocks among them. */
export async function generateEvents(w: World): Promise<void> {
  const { system } = w.database
  await sql`insert into views (web_site_id, viewed_at, user_id, businessentity_id, location_id, what, tracktype, part_id,
      video_type, brand_id, language_id, remote_address)
    select u.web_site_id, m.at + n * interval '7 minutes' + u.user_id * interval '31 seconds', u.user_id,
      u.businessentity_id, u.location_id,
      case when n % 9 = 0 then 'pdf' else 'film' end, (array['portal', 'kiosk', 'loop', 'embed'])[1 + n % 4],
      (array['BRKDSC', 'ENGFST', 'TYRWER'])[1 + n % 3], 'narrated', 1 + 2 * (n % 2), 50, '198.51.100.7'
    from users u cross join unnest(${['2026-11-01T04:30:00Z', '2026-03-08T07:00:00Z', '2026-10-24T21:30:00Z']}::timestamptz[]) as m(at)
    cross join generate_series(1, 40) as n
    where u.web_site_id = 31 and u.businessentity_id is not null
    on conflict do nothing`.execute(system)
  // At the very first moment of a day in Portland, Oregon.
  await sql`insert into views (web_site_id, viewed_at, user_id, businessentity_id, location_id, what, tracktype, part_id,
      video_type, brand_id, language_id, remote_address)
    select web_site_id, '2026-10-20T07:00:00Z', user_id, businessentity_id, location_id, 'film', 'portal', 'BRKDSC',
      'narrated', 1, 50, '198.51.100.7' from users where web_site_id = 31 and businessentity_id is not null`.execute(
    system,
  )
  await sql`with made as (
      insert into sends (web_site_id, request_key, user_id, businessentity_id, location_id, class_id, channel, brand_id,
        language_id, part_ids, message, recipient_count, created_at)
      select u.web_site_id, gen_random_uuid(), u.user_id, u.businessentity_id, u.location_id,
        (select min(class_id) from location_class_locations c where c.location_id = u.location_id),
        (array['email', 'sms', 'mms'])[1 + n % 3], 1, 50,
        case when n % 4 = 0 then array[(select part_id from custom_videos where web_site_id = 31 order by part_id limit 1)]
          else array['BRKDSC'] end,
        '=1+1', 2, now() - n * interval '11 days' from users u cross join generate_series(1, 30) as n
      where u.web_site_id = 31 and u.location_id is not null and u.user_access_id in (5, 6, 12) returning *)
    insert into send_recipients (web_site_id, send_id, address, address_key, is_suppressed)
    select web_site_id, send_id, 'a' || n, 'a' || n, n = 3 from made cross join generate_series(1, 3) as n`.execute(
    system,
  )
  await sql`insert into links (web_site_id, token, kind, user_id, businessentity_id, location_id, brand_id, driverside,
      language_id, created_at, expires_at)
    select web_site_id, 'made-' || user_id || '-' || n, 'websitePromotion', user_id, businessentity_id, location_id, 1,
      'left', 50, now() - n * interval '9 days', now() from users cross join generate_series(1, 12) as n
    where web_site_id = 31 and user_access_id in (5, 6)`.execute(system)
  // Three embeds, one of them deleted; programs open them too.
  await sql`with made as (
      insert into embeds (web_site_id, token, user_id, businessentity_id, of_business, embed_type, part_id, brand_id,
        language_id, follows_visitor, domain_name, width, height, created_at, deleted_at)
      select u.web_site_id, 'made-' || u.user_id || n, u.user_id, u.businessentity_id, true, 'menu', '', 1, 50, false,
        'made' || n || '.example', '640', '360', now(), case when n = 3 then now() end
      from users u cross join generate_series(1, 3) n
      where u.web_site_id = 31 and u.user_access_id = 5 returning *)
    insert into embed_views (web_site_id, embed_id, view_key, part_id, language, viewed_at, host, remote_address, machine)
    select web_site_id, embed_id, gen_random_uuid(), (array['BRKDSC', 'ENGFST'])[1 + n % 2], 'en-US',
      m.at + n * interval '5 hours', domain_name, '', case when n % 7 = 0 then 'crawler' end
    from made cross join unnest(${['2026-11-01T04:30:00Z', '2026-03-08T07:00:00Z', '2026-10-24T21:30:00Z']}::timestamptz[]) as m(at)
    cross join generate_series(1, 20) as n`.execute(system)
}
