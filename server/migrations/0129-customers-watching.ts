import { sql, type Kysely } from 'kysely'

/**
 * From the room sharing: how customers watched films, one row a visit and film in which a frame was on the screen. The
 * business of a link is beside its visits, so that a report of one business reads no visit of another.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table link_views add column businessentity_id int`.execute(db)
  // In the database, so that rows of nodes of the previous release have it too.
  await sql`create function set_business_of_link_view() returns trigger language plpgsql as $$
    begin
      if new.businessentity_id is null then
        select l.businessentity_id into new.businessentity_id from links l
        where l.web_site_id = new.web_site_id and l.link_id = new.link_id;
      end if;
      return new;
    end $$`.execute(db)
  await sql`create trigger business_of_link_view before insert on link_views
    for each row execute function set_business_of_link_view()`.execute(db)
  await sql`update link_views v set businessentity_id = l.businessentity_id
    from links l where l.web_site_id = v.web_site_id and l.link_id = v.link_id`.execute(db)
  await sql`create index link_views_for_reports on link_views (web_site_id, businessentity_id, part_id, first_frame_at)
    where first_frame_at is not null`.execute(db)
  await sql`create view report_watched with (security_invoker = true) as
    select v.web_site_id, v.link_id as event_id, v.first_frame_at as at, v.businessentity_id, l.class_id, l.location_id,
      l.user_id, v.part_id, l.brand_id, v.language_id, null::text as video_type, l.kind as tracktype, l.kind, l.ro_number,
      v.stretches, v.watched_percent,
      -- Links on web pages and in files have many visitors; each of the others was sent to one customer.
      case when l.kind in ('websitePromotion', 'pdf') then v.view_key::text else v.link_id::text end as viewer
    from link_views v
    join links l on l.web_site_id = v.web_site_id and l.link_id = v.link_id
    where v.first_frame_at is not null`.execute(db)
  await sql`grant select on report_watched to cutaway_app`.execute(db)
}
