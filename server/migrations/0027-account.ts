import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

/** A user's own account: preferences, second step of the login, API keys; the audit log by business; live addresses. */
export async function up(db: Kysely<never>): Promise<void> {
  // Null: the time zone of the web site.
  await sql`alter table users add column time_zone text`.execute(db)
  await sql`alter table business_entities add column second_step_required boolean not null default false`.execute(db)
  // The user who acts in this session for its user; null: the user.
  await sql`alter table sessions add column acting_user_id int, add column acting_stay boolean not null default false`.execute(
    db,
  )

  // The manager who sent it in the user's place; null: the user.
  await sql`alter table sends add column acting_user_id int`.execute(db)

  await sql`create table totp_secrets (
    web_site_id int not null,
    user_id int not null,
    -- Sealed with a key of the configuration.
    secret text not null,
    -- Null until the user has entered a first code.
    confirmed_at timestamptz,
    -- The time step of the last accepted code: a code works once.
    last_step bigint not null default 0,
    primary key (web_site_id, user_id),
    foreign key (web_site_id, user_id) references users
  )`.execute(db)
  await sql`create table passkeys (
    web_site_id int not null,
    passkey_id int not null generated always as identity,
    user_id int not null,
    credential_id text not null,
    public_key text not null,
    counter bigint not null,
    transports text[] not null,
    name text not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    primary key (web_site_id, passkey_id),
    foreign key (web_site_id, user_id) references users
  )`.execute(db)
  await sql`create unique index passkeys_by_credential on passkeys (web_site_id, credential_id)`.execute(db)
  await sql`create index passkeys_by_user on passkeys (web_site_id, user_id)`.execute(db)
  await sql`create table recovery_codes (
    web_site_id int not null,
    user_id int not null,
    code_hash text not null,
    primary key (web_site_id, user_id, code_hash),
    foreign key (web_site_id, user_id) references users
  )`.execute(db)
  await sql`create table login_steps (
    -- A login whose password was right and whose second step is missing, or a passkey that is being registered.
    web_site_id int not null,
    token_hash text not null,
    user_id int not null,
    kind text not null check (kind in ('login', 'register')),
    -- A hash of the password's hash: a changed password ends the step.
    password_key text not null,
    stay boolean not null default false,
    challenge text not null,
    expires_at timestamptz not null,
    primary key (web_site_id, token_hash),
    foreign key (web_site_id, user_id) references users
  )`.execute(db)
  await sql`create index login_steps_by_end on login_steps (web_site_id, expires_at)`.execute(db)

  await sql`create table api_keys (
    web_site_id int not null,
    api_key_id int not null generated always as identity,
    user_id int not null,
    key_hash text not null,
    -- The beginning that names the kind of key, and the last four characters.
    prefix text not null,
    last4 text not null,
    description text not null,
    scopes text[] not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz,
    last_used_at timestamptz,
    revoked_at timestamptz,
    primary key (web_site_id, api_key_id),
    foreign key (web_site_id, user_id) references users
  )`.execute(db)
  await sql`create unique index api_keys_by_hash on api_keys (web_site_id, key_hash)`.execute(db)
  await sql`create index api_keys_by_user on api_keys (web_site_id, user_id)`.execute(db)

  await sql`create table live_addresses (
    web_site_id int not null,
    businessentity_id int not null,
    vle_address_url text not null,
    primary key (web_site_id, businessentity_id),
    foreign key (web_site_id, businessentity_id) references business_entities
  )`.execute(db)
  await tenantTables(db, 'totp_secrets', 'passkeys', 'recovery_codes', 'login_steps', 'api_keys', 'live_addresses')

  // The business that an entry concerns: that of the user acted for, else of the user who made the change.
  await sql`alter table audit_log add column businessentity_id int, add column api_key_id int`.execute(db)
  await sql`update audit_log a set businessentity_id = u.businessentity_id from users u
    where u.web_site_id = a.web_site_id and u.user_id = coalesce(a.acted_for, a.user_id,
      case when a.target_kind = 'user' and a.target_id ~ '^[0-9]{1,9}$' then a.target_id::int end)`.execute(db)
  await sql`create index audit_log_by_business on audit_log (web_site_id, businessentity_id, at, audit_id)`.execute(db)
}
