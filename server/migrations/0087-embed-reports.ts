import { sql, type Kysely } from 'kysely'

/** What the room of embeds publishes for reports: views of embedded films, and the embeds with those that were deleted. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table embed_views
    add column view_id bigint generated always as identity,
    add column businessentity_id int,
    add column location_id int,
    add column class_id int`.execute(db)

  // In the database, so that rows of nodes of the previous release have a place too: that of the owner on that day.
  await sql`create function set_place_of_embed_view() returns trigger language plpgsql as $$
    begin
      -- A restored row keeps the place of its day.
      if new.businessentity_id is not null or new.location_id is not null then
        return new;
      end if;
      select e.businessentity_id, u.location_id, (select min(c.class_id) from location_class_locations c
          where c.web_site_id = u.web_site_id and c.location_id = u.location_id)
        into new.businessentity_id, new.location_id, new.class_id
      from embeds e join users u on u.web_site_id = e.web_site_id and u.user_id = e.user_id
      where e.web_site_id = new.web_site_id and e.embed_id = new.embed_id;
      return new;
    end $$`.execute(db)
  await sql`create trigger place_of_embed_view before insert on embed_views
    for each row execute function set_place_of_embed_view()`.execute(db)
  await sql`update embed_views v set businessentity_id = e.businessentity_id, location_id = u.location_id,
      class_id = (select min(c.class_id) from location_class_locations c
        where c.web_site_id = u.web_site_id and c.location_id = u.location_id)
    from embeds e join users u on u.web_site_id = e.web_site_id and u.user_id = e.user_id
    where e.web_site_id = v.web_site_id and e.embed_id = v.embed_id`.execute(db)
  await sql`create index embed_views_for_reports on embed_views (web_site_id, businessentity_id, viewed_at)
    include (embed_id, part_id, class_id, location_id) where machine is null`.execute(db)

  // A row is written when the first frame has been decoded; those of programs are kept apart.
  await sql`create or replace view report_embed_views with (security_invoker = true) as
    select v.web_site_id, v.view_id as event_id, v.viewed_at as at, v.businessentity_id, v.class_id, v.location_id,
      e.user_id, v.part_id, e.brand_id, l.language_id, 'narrated'::text as video_type, 'embed'::text as tracktype,
      'embed'::text as kind, v.remote_address, v.embed_id, e.domain_name, v.host
    from embed_views v
    join embeds e on e.web_site_id = v.web_site_id and e.embed_id = v.embed_id
    left join languages l on l.language_code = v.language
    where v.machine is null`.execute(db)
  await sql`create view report_embeds with (security_invoker = true) as
    select web_site_id, embed_id, businessentity_id, embed_type, animation_name, part_id, domain_name,
      deleted_at is not null as is_deleted
    from embeds`.execute(db)
  await sql`grant select on report_embeds to cutaway_app`.execute(db)
}
