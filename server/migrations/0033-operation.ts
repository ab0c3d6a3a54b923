import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

/** What an operator looks after: feedback to deal with, errors of browsers, running nodes, backups, certificates. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table feedback add column done_at timestamptz, add column done_by int`.execute(db)
  await sql`create index feedback_by_time on feedback (web_site_id, created_at)`.execute(db)

  await sql`create table browser_errors (
    web_site_id int not null references web_sites,
    -- A hash of what makes two reports the same error.
    fingerprint text not null,
    message text not null,
    page text not null,
    caller_line text not null,
    cause text not null,
    -- Of the last browser that reported it.
    browser_name text not null,
    platform text not null,
    user_agent text not null,
    times int not null default 1,
    first_at timestamptz not null,
    last_at timestamptz not null,
    done_at timestamptz,
    done_by int,
    primary key (web_site_id, fingerprint)
  )`.execute(db)
  await sql`create index browser_errors_by_time on browser_errors (web_site_id, last_at)`.execute(db)
  await tenantTables(db, 'browser_errors')

  // Of the installation, not of a web site: only the owner's role reads and writes them.
  await sql`create table nodes (
    node text primary key,
    version text not null,
    started_at timestamptz not null,
    last_seen_at timestamptz not null
  )`.execute(db)
  await sql`create table backups (
    backup_id int primary key generated always as identity,
    made_at timestamptz not null,
    folder text not null,
    row_count int not null
  )`.execute(db)
  await sql`create table outside_checks (
    web_site_id int not null,
    kind text not null check (kind in ('certificate', 'mail_key')),
    -- A host, or the DNS name of a key.
    name text not null,
    checked_at timestamptz not null,
    -- The end of a certificate.
    valid_to timestamptz,
    -- Null: all is well.
    problem text,
    primary key (web_site_id, kind, name)
  )`.execute(db)
  await tenantTables(db, 'outside_checks')
}
