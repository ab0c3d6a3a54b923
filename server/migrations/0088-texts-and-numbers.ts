import { sql, type Kysely } from 'kysely'

/** Who recorded what the carriers decided on a registration, and where the text messages of a business come from. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table text_registrations add column decided_by int`.execute(db)
  await sql`create index text_registrations_waiting on text_registrations (web_site_id, submitted_at)
    where state = 'waiting'`.execute(db)

  await sql`create index customer_messages_by_delivery on customer_messages (web_site_id, delivery_id)
    where delivery_id is not null`.execute(db)
  // What sharing publishes for the account of text messages: who sent each one, at which location, with which films.
  // Sends, their reminders, and answers in conversations. It reads with the rights of who asks.
  await sql`create view text_message_origins with (security_invoker = true) as
    select r.web_site_id, r.message_id, s.user_id, s.location_id, s.part_ids
      from send_recipients r join sends s on s.web_site_id = r.web_site_id and s.send_id = r.send_id
      where r.message_id is not null
    union all
    select r.web_site_id, r.reminder_id, s.user_id, s.location_id, s.part_ids
      from send_recipients r join sends s on s.web_site_id = r.web_site_id and s.send_id = r.send_id
      where r.reminder_id is not null
    union all
    select m.web_site_id, m.delivery_id, m.user_id, u.location_id, '{}'::text[]
      from customer_messages m left join users u on u.web_site_id = m.web_site_id and u.user_id = m.user_id
      where m.delivery_id is not null`.execute(db)
  await sql`grant select on text_message_origins to cutaway_app`.execute(db)
}
