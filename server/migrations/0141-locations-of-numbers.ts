import { sql, type Kysely } from 'kysely'

/** The location from whose people texts leave by a number, and to which new customers of the number belong. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table message_numbers add column location_id int`.execute(db)
  await sql`update message_numbers m set location_id = n.location_id from phone_numbers n
    where n.web_site_id = m.web_site_id and n.phone_number = m.number and n.state = 'owned'`.execute(db)
}
