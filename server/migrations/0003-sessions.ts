import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table sessions (
    web_site_id int not null,
    token_hash text not null,
    user_id int not null,
    stay boolean not null default false,
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    expires_at timestamptz not null,
    ip text not null,
    user_agent text not null default '',
    primary key (web_site_id, token_hash),
    foreign key (web_site_id, user_id) references users
  )`.execute(db)
  await sql`create index sessions_by_user on sessions (web_site_id, user_id)`.execute(db)
  await sql`create index sessions_by_end on sessions (expires_at)`.execute(db)
  await sql`create table login_attempts (
    web_site_id int not null references web_sites,
    attempt_id bigint generated always as identity,
    username text not null,
    ip text not null,
    under_way boolean not null default false,
    at timestamptz not null default now(),
    primary key (web_site_id, attempt_id)
  )`.execute(db)
  await sql`create index login_attempts_by_user on login_attempts (web_site_id, username, at)`.execute(db)
  await sql`create index login_attempts_by_ip on login_attempts (web_site_id, ip, at)`.execute(db)
  await sql`create table login_blocks (
    web_site_id int not null references web_sites,
    kind text not null check (kind in ('user', 'ip')),
    subject text not null,
    until timestamptz not null,
    primary key (web_site_id, kind, subject)
  )`.execute(db)
  await sql`create table logins (
    web_site_id int not null,
    login_id bigint generated always as identity,
    user_id int not null,
    at timestamptz not null default now(),
    ip text not null,
    kind text not null,
    primary key (web_site_id, login_id),
    foreign key (web_site_id, user_id) references users
  )`.execute(db)
  await sql`create index logins_by_user on logins (web_site_id, user_id, at)`.execute(db)
  await sql`create table password_tokens (
    web_site_id int not null,
    token_hash text not null,
    user_id int not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    primary key (web_site_id, token_hash),
    foreign key (web_site_id, user_id) references users
  )`.execute(db)
  await tenantTables(db, 'sessions', 'login_attempts', 'login_blocks', 'logins', 'password_tokens')
}
