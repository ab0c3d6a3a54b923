import { sql, type Kysely } from 'kysely'

/**
 * What the rooms publish for reports: one row an event, with the business, the region and the location of the day it
 * happened. The views read with the rights of who asks, so that row-level security of the tables holds.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table views add column class_id int`.execute(db)
  await sql`alter table links add column class_id int`.execute(db)
  await sql`alter table logins
    add column businessentity_id int,
    add column location_id int,
    add column class_id int,
    add column user_agent text not null default ''`.execute(db)

  // In the database, so that rows of nodes of the previous release have a region too.
  await sql`create function set_region_of_event() returns trigger language plpgsql as $$
    begin
      if new.class_id is null and new.location_id is not null then
        select min(c.class_id) into new.class_id from location_class_locations c
        where c.web_site_id = new.web_site_id and c.location_id = new.location_id;
      end if;
      return new;
    end $$`.execute(db)
  await sql`create function set_place_of_login() returns trigger language plpgsql as $$
    begin
      -- A restored row keeps the place of its day.
      if new.businessentity_id is not null or new.location_id is not null then
        return new;
      end if;
      select u.businessentity_id, u.location_id, (select min(c.class_id) from location_class_locations c
          where c.web_site_id = u.web_site_id and c.location_id = u.location_id)
        into new.businessentity_id, new.location_id, new.class_id
      from users u where u.web_site_id = new.web_site_id and u.user_id = new.user_id;
      return new;
    end $$`.execute(db)
  await sql`create trigger region_of_view before insert on views
    for each row execute function set_region_of_event()`.execute(db)
  await sql`create trigger region_of_link before insert on links
    for each row execute function set_region_of_event()`.execute(db)
  await sql`create trigger place_of_login before insert on logins
    for each row execute function set_place_of_login()`.execute(db)
  for (const table of ['views', 'links'])
    await sql`update ${sql.table(table)} e set class_id = c.class_id
      from (select web_site_id, location_id, min(class_id) as class_id from location_class_locations group by 1, 2) c
      where c.web_site_id = e.web_site_id and c.location_id = e.location_id`.execute(db)
  await sql`update logins e set businessentity_id = u.businessentity_id, location_id = u.location_id,
      class_id = (select min(c.class_id) from location_class_locations c
        where c.web_site_id = u.web_site_id and c.location_id = u.location_id)
    from users u where u.web_site_id = e.web_site_id and u.user_id = e.user_id`.execute(db)

  // Everything that a report counts or filters by is in the index: a business reads its own pages only, and no table.
  await sql`create index views_for_reports on views (web_site_id, businessentity_id, viewed_at)
    include (class_id, location_id, user_id, part_id, what, tracktype, brand_id, language_id, video_type)`.execute(db)
  await sql`drop index views_by_entity`.execute(db)
  await sql`create index logins_for_reports on logins (web_site_id, businessentity_id, at)
    include (class_id, location_id, user_id, kind)`.execute(db)
  await sql`create index links_for_reports on links (web_site_id, businessentity_id, created_at)
    include (kind, class_id, location_id, user_id, brand_id, language_id)`.execute(db)

  // From the room player. Films and loops; a PDF is not a view of a film. tracktype 'link' and 'embed': of customers,
  // which other reports count.
  await sql`create view report_views with (security_invoker = true) as
    select web_site_id, view_id as event_id, viewed_at as at, businessentity_id, class_id, location_id, user_id, part_id,
      brand_id, language_id, video_type, tracktype, remote_address,
      case tracktype when 'portal' then 'website' when 'kiosk' then 'app' when 'loop' then 'app' else tracktype end as kind
    from views where what in ('film', 'loop')`.execute(db)

  // From the room sharing. One recipient is one send.
  await sql`create view report_sends with (security_invoker = true) as
    select s.web_site_id, r.recipient_id as event_id, s.created_at as at, s.businessentity_id, s.class_id, s.location_id,
      s.user_id, s.part_ids[1] as part_id, s.part_ids, s.brand_id, s.language_id, null::text as video_type,
      s.channel as tracktype, s.channel as kind, s.ro_number, s.subject, s.message, r.address, r.link_id,
      case when r.is_suppressed then 'suppressed' when d.state = 'failed' then 'failed' else 'counted' end as state
    from sends s
    join send_recipients r on r.web_site_id = s.web_site_id and r.send_id = s.send_id
    left join deliveries d on d.web_site_id = r.web_site_id and d.delivery_id = coalesce(r.mail_id, r.message_id)`.execute(
    db,
  )
  // A send for each own video that it holds.
  await sql`create view report_video_sends with (security_invoker = true) as
    select s.web_site_id, s.event_id, s.at, s.businessentity_id, s.class_id, s.location_id, s.user_id,
      v.part_id, s.part_ids, s.brand_id, s.language_id, s.video_type, s.tracktype, s.kind, s.ro_number, s.subject,
      s.message, s.address, s.link_id, s.state, v.video_name
    from report_sends s
    join custom_videos v on v.web_site_id = s.web_site_id and v.part_id = any(s.part_ids)`.execute(db)
  await sql`create view report_links with (security_invoker = true) as
    select l.web_site_id, l.link_id as event_id, l.created_at as at, l.businessentity_id, l.class_id, l.location_id,
      l.user_id, (select f.part_id from link_films f where f.web_site_id = l.web_site_id and f.link_id = l.link_id
        order by f.position limit 1) as part_id,
      l.brand_id, l.language_id, null::text as video_type, l.kind as tracktype, l.kind, l.ro_number, l.token,
      l.expires_at, l.revoked_at,
      exists (select from link_views v where v.web_site_id = l.web_site_id and v.link_id = l.link_id
        and v.first_frame_at is not null) as opened,
      exists (select from link_answers a where a.web_site_id = l.web_site_id and a.link_id = l.link_id) as answered
    from links l where l.kind in ('websitePromotion', 'pdf')`.execute(db)

  // From the room sessions: log-ins that succeeded.
  await sql`create view report_logins with (security_invoker = true) as
    select web_site_id, login_id as event_id, at, businessentity_id, class_id, location_id, user_id,
      null::text as part_id, null::int as brand_id, null::int as language_id, null::text as video_type, kind as tracktype,
      kind, ip as remote_address, user_agent
    from logins`.execute(db)

  // Films on other web pages: the room that embeds films replaces this view when it has tables.
  await sql`create view report_embed_views with (security_invoker = true) as
    select web_site_id, view_id as event_id, viewed_at as at, businessentity_id, class_id, location_id, user_id, part_id,
      brand_id, language_id, video_type, tracktype, tracktype as kind, remote_address,
      null::int as embed_id, ''::text as domain_name, ''::text as host
    from views where false`.execute(db)

  // From the rooms organisation and users: names, with those that were deleted.
  await sql`create view report_businesses with (security_invoker = true) as
    select web_site_id, businessentity_id, business_name from business_entities`.execute(db)
  await sql`create view report_regions with (security_invoker = true) as
    select web_site_id, class_id, businessentity_id, class_name, deleted_at is not null as is_deleted
    from location_classes`.execute(db)
  await sql`create view report_locations with (security_invoker = true) as
    select l.web_site_id, l.location_id, l.businessentity_id, l.businessentity_location_name as name,
      l.deleted_at is not null as is_deleted, (select min(c.class_id) from location_class_locations c
        where c.web_site_id = l.web_site_id and c.location_id = l.location_id) as class_id
    from locations l`.execute(db)
  await sql`create view report_location_regions with (security_invoker = true) as
    select c.web_site_id, c.location_id, c.class_id from location_class_locations c
    join location_classes r on r.web_site_id = c.web_site_id and r.class_id = c.class_id
    where r.deleted_at is null`.execute(db)
  await sql`create view report_users with (security_invoker = true) as
    select u.web_site_id, u.user_id, u.businessentity_id, u.location_id, u.user_access_id,
      coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), u.username) as name,
      u.deleted_at is not null as is_deleted
    from users u`.execute(db)
  await sql`create view report_managers with (security_invoker = true) as
    select m.web_site_id, m.user_id, m.class_id, r.businessentity_id
    from user_location_classes m
    join users u on u.web_site_id = m.web_site_id and u.user_id = m.user_id and u.user_access_id = 4 and u.deleted_at is null
    join location_classes r on r.web_site_id = m.web_site_id and r.class_id = m.class_id and r.deleted_at is null`.execute(
    db,
  )
  // From the room catalogue: own videos of businesses, of which films of the library are no part.
  await sql`create view report_videos with (security_invoker = true) as
    select web_site_id, part_id, video_name, deleted_at is not null as is_deleted from custom_videos`.execute(db)
  await sql`grant select on report_videos, report_views, report_sends, report_video_sends, report_links, report_logins,
    report_embed_views, report_businesses, report_regions, report_locations, report_location_regions, report_users,
    report_managers to cutaway_app`.execute(db)
}
