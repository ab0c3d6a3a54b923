import { sql, type Kysely } from 'kysely'

/**
 * From the room sharing: how far each send came. A row a recipient; who was left out because of an opt-out was not sent
 * anything. Whoever opened a film or answered has certainly received it, also if no report of the delivery arrived.
 * Machines decode no frame, and so open nothing.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create view report_funnel with (security_invoker = true) as
    select f.*, f.was_accepted or f.opened as delivered
    from (
      select s.*, coalesce(s.delivery in ('sent', 'delivered'), false) as was_accepted,
        coalesce(v.watched, false) or coalesce(a.answered, false) as opened,
        coalesce(v.half_watched, false) as half_watched, coalesce(a.answered, false) as answered,
        coalesce(a.last_answer = 'approve', false) as approved
      from (
        select s.web_site_id, r.recipient_id as event_id, s.created_at as at, s.businessentity_id, s.class_id,
          s.location_id, s.user_id, s.part_ids[1] as part_id, s.part_ids, s.brand_id, s.language_id,
          null::text as video_type, s.channel as tracktype, s.channel as kind, s.ro_number, s.subject, s.message,
          r.address, r.link_id, d.state as delivery
        from sends s
        join send_recipients r on r.web_site_id = s.web_site_id and r.send_id = s.send_id and not r.is_suppressed
        left join deliveries d on d.web_site_id = r.web_site_id and d.delivery_id = coalesce(r.mail_id, r.message_id)
        where d.failure is null or d.failure <> 'suppressed'
      ) s
      left join lateral (
        select true as watched, max(w.watched_percent) >= 50 as half_watched from link_views w
        where w.web_site_id = s.web_site_id and w.link_id = s.link_id and w.first_frame_at is not null
        having count(*) > 0
      ) v on true
      left join lateral (
        select true as answered, (array_agg(w.answer order by w.at desc, w.answer_id desc))[1] as last_answer
        from link_answers w
        where w.web_site_id = s.web_site_id and w.link_id = s.link_id and w.answer <> 'action'
        having (array_agg(w.answer order by w.at desc, w.answer_id desc))[1] <> 'withdraw'
      ) a on true
    ) f`.execute(db)
  await sql`grant select on report_funnel to cutaway_app`.execute(db)
}
