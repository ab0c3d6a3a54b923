import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

/** Logos of web sites, revisions of their own films, whether their hosts answer, and the names of operators in the audit log. */
export async function up(db: Kysely<never>): Promise<void> {
  // The name of a stored picture; empty: the built-in logo with the letters.
  await sql`alter table web_sites add column logo text not null default ''`.execute(db)
  await sql`alter table custom_videos add column revision int not null default 1`.execute(db)
  // The name of an operator of another web site, whose users this one does not see.
  await sql`alter table audit_log add column user_name text`.execute(db)
  await sql`create table host_checks (
    web_site_id int not null references web_sites,
    host text not null,
    checked_at timestamptz not null,
    -- When the host last led to this web site; null: never.
    reached_at timestamptz,
    -- Null: it did at the last check.
    problem text check (problem in ('unreachable', 'not_trusted', 'elsewhere')),
    primary key (web_site_id, host)
  )`.execute(db)
  await tenantTables(db, 'host_checks')
  await sql`create index sends_by_time on sends (web_site_id, created_at)`.execute(db)
  await sql`create index feedback_waiting on feedback (web_site_id) where done_at is null`.execute(db)
}
