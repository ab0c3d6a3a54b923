import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

/**
 * Log-ins that other programs begin: tokens for pages that frame a film, one-time tickets in the place of passwords, and
 * sessions that began without a password.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table third_party_logins (
    web_site_id int not null,
    -- Of the token that opens the page once.
    token_hash text not null,
    user_id int not null,
    businessentity_id int,
    -- The key that asked for it: revoked, it ends the page.
    api_key_id int not null,
    -- The origin that may frame the page; empty: none.
    origin text not null default '',
    options jsonb not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    -- Of the token that the open page holds in memory.
    session_hash text,
    session_expires_at timestamptz,
    primary key (web_site_id, token_hash),
    foreign key (web_site_id, user_id) references users
  )`.execute(db)
  await sql`create unique index third_party_logins_by_session on third_party_logins (web_site_id, session_hash)
    where session_hash is not null`.execute(db)
  await sql`create index third_party_logins_by_user on third_party_logins (web_site_id, user_id)`.execute(db)
  await sql`create index third_party_logins_by_end on third_party_logins (expires_at)`.execute(db)
  await sql`create table login_tickets (
    web_site_id int not null,
    ticket_hash text not null,
    user_id int not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    primary key (web_site_id, ticket_hash),
    foreign key (web_site_id, user_id) references users
  )`.execute(db)
  await sql`create index login_tickets_by_user on login_tickets (web_site_id, user_id)`.execute(db)
  await sql`create index login_tickets_by_end on login_tickets (expires_at)`.execute(db)
  await sql`alter table sessions add column passwordless boolean not null default false`.execute(db)
  await tenantTables(db, 'third_party_logins', 'login_tickets')
}
