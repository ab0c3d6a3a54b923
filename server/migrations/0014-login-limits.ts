import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table login_attempts
    add column device text,
    add column counts text not null default 'all' check (counts in ('all', 'pair'))`.execute(db)
  await sql`create index login_attempts_by_device on login_attempts (web_site_id, device, at) where device is not null`.execute(
    db,
  )
  await sql`alter table login_blocks
    drop constraint login_blocks_kind_check,
    add constraint login_blocks_kind_check check (kind in ('user', 'ip', 'pair', 'device'))`.execute(db)
  await sql`create table login_places (
    web_site_id int not null,
    user_id int not null,
    address text not null,
    last_at timestamptz not null,
    primary key (web_site_id, user_id, address),
    foreign key (web_site_id, user_id) references users
  )`.execute(db)
  await tenantTables(db, 'login_places')
  // IPv6 addresses count by their network, which logins did not keep; those people are known again after one login.
  await sql`insert into login_places (web_site_id, user_id, address, last_at)
    select web_site_id, user_id, ip, max(at) from logins
    where at > now() - interval '180 days' and ip ~ '^[0-9]+[.][0-9]+[.][0-9]+[.][0-9]+$'
    group by web_site_id, user_id, ip`.execute(db)

  // Counts of a minute: after a crash of the database server they begin again.
  await sql`create unlogged table rate_limits (
    key text primary key,
    hits int not null,
    ends_at timestamptz not null
  )`.execute(db)
  await sql`create index rate_limits_by_end on rate_limits (ends_at)`.execute(db)
  await sql`create table used_proofs (
    proof text primary key,
    expires_at timestamptz not null
  )`.execute(db)
  await sql`create index used_proofs_by_end on used_proofs (expires_at)`.execute(db)
}
