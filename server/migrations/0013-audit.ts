import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

/** The audit log. Users are named without a foreign key: a user of another web site may have made the change. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table audit_log (
    web_site_id int not null references web_sites,
    audit_id bigint not null generated always as identity,
    at timestamptz not null,
    user_id int,
    acted_for int,
    action text not null,
    outcome text not null,
    target_kind text,
    target_id text,
    before jsonb,
    after jsonb,
    ip text not null,
    user_agent text not null,
    request_id text not null,
    primary key (web_site_id, audit_id)
  )`.execute(db)
  await sql`create index audit_log_by_time on audit_log (web_site_id, at)`.execute(db)
  await sql`create index audit_log_by_user on audit_log (web_site_id, user_id, at)`.execute(db)
  await sql`create index audit_log_by_target on audit_log (web_site_id, target_kind, target_id, at)`.execute(db)
  await tenantTables(db, 'audit_log')
  // Rows are added and read by requests, and changed by nobody.
  await sql`revoke update, delete on audit_log from cutaway_app`.execute(db)
}
