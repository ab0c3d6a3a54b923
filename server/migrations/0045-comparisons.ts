import { sql, type Kysely } from 'kysely'

/**
 * The daily comparison of each payment account with our own attempts. An account serves several web sites, so the rows
 * have no tenant, and requests have no right on them.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table payment_comparisons (
    account text not null,
    -- The day (UTC) whose movements were compared.
    day date not null,
    movements int not null,
    differences int not null,
    compared_at timestamptz not null,
    primary key (account, day)
  )`.execute(db)
  await sql`create index payment_attempts_by_account on payment_attempts (account, settled_at)
    where settled_at is not null`.execute(db)
  await sql`create index payment_differences_open on payment_differences (web_site_id, found_at)
    where resolved_at is null`.execute(db)
}
