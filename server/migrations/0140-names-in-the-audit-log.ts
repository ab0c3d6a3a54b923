import { sql, type Kysely } from 'kysely'

/**
 * The names of the records that entries of the audit log are about, as their rooms call them. Records that are only marked
 * as deleted keep their name. A kind is a constant, so that a query for one kind reads one table.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create view audit_names with (security_invoker = true) as
    select web_site_id, 'location' as kind, location_id as id, businessentity_location_name as name from locations
    union all select web_site_id, 'region', class_id, class_name from location_classes
    union all select web_site_id, 'business', businessentity_id, business_name from business_entities
    union all select web_site_id, 'web_site', web_site_id, name from web_sites
    union all select web_site_id, 'news', news_id, title from news
    union all select web_site_id, 'api_key', api_key_id, description from api_keys
    union all select web_site_id, 'saved_text', text_id, title from saved_texts
    union all select web_site_id, 'sender_address', address_id, email from sender_addresses
    union all select web_site_id, 'screen', screen_id, name from screens
    union all select web_site_id, 'embed', embed_id, animation_name from embeds
    union all select web_site_id, 'custom_video', custom_video_id, video_name from custom_videos
    union all select web_site_id, 'banner', banner_id, nullif(banner_url, '') from banners
    union all select web_site_id, 'site_film', custom_video_id, video_name from custom_videos
    union all select web_site_id, 'webhook', webhook_id, url from webhooks
    union all select web_site_id, 'lti_platform', platform_id, name from lti_platforms
    union all select web_site_id, 'loop_item', item_id, coalesce(nullif(title, ''), part_id) from loop_items
    union all select web_site_id, 'favourite', favourite_id, part_id from favourites
    union all select web_site_id, 'link', link_id, coalesce(nullif(subject, ''), nullif(ro_number, '')) from links
    union all select l.web_site_id, 'loop', l.loop_id,
        coalesce(p.businessentity_location_name, nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.username)
      from loops l
      left join locations p on p.web_site_id = l.web_site_id and p.location_id = l.location_id
      left join users u on u.web_site_id = l.web_site_id and u.user_id = l.user_id`.execute(db)
  await sql`grant select on audit_names to cutaway_app`.execute(db)
}
