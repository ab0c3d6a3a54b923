import { sql, type Kysely } from 'kysely'
import { noticesOf } from './notices.ts'
import { tenantTables } from './tenancy.ts'

/** Texts that web sites change: message texts over the shipped ones, and versions of terms, privacy policy and about. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table site_texts (
    web_site_id int not null references web_sites,
    language_id int not null references languages,
    message_key text not null,
    text text not null,
    -- The shipped text that it replaces, or English where the language has none: a later release may change that.
    shipped text not null,
    changed_at timestamptz not null,
    -- A user of any web site.
    changed_by int not null,
    primary key (web_site_id, language_id, message_key)
  )`.execute(db)
  await sql`create table legal_texts (
    web_site_id int not null references web_sites,
    kind text not null check (kind in ('terms', 'privacy', 'about')),
    language_id int not null references languages,
    version int not null,
    -- Sanitised.
    html text not null,
    saved_at timestamptz not null,
    saved_by int not null,
    -- Null for the draft.
    published_at timestamptz,
    published_by int,
    -- Everyone accepts the terms again.
    asks_acceptance boolean not null default false,
    primary key (web_site_id, kind, language_id, version)
  )`.execute(db)
  await sql`create unique index legal_texts_draft on legal_texts (web_site_id, kind, language_id)
    where published_at is null`.execute(db)
  // By which operators who edit the same item notice each other.
  await sql`alter table news add column revision int not null default 1`.execute(db)
  await tenantTables(db, 'site_texts', 'legal_texts')
  await noticesOf(db, 'translations', ['site_texts'])
  await noticesOf(db, 'sites', ['legal_texts'])
}
