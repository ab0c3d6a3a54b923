import { sql, type Kysely } from 'kysely'

/** What a range of IP addresses offers: one account (13, 12), or a choice of the people of a store (2, 3). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table ip_ranges add column login_type smallint not null default 13
    check (login_type in (2, 3, 12, 13))`.execute(db)
}
