import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

/**
 * Decisions of customers: what was found for each film of a link, the answers to each row with the price at that time,
 * and what the shop has done with them. Nodes of the version before write none of it and continue to work.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table links
    -- Null: written by the version before, which asks everyone except visitors of a web page.
    add column asks text check (asks in ('decision', 'information')),
    -- The currency of the prices of its films, ISO 4217.
    add column currency text not null default '',
    -- The latest answer or question of the customer.
    add column customer_at timestamptz,
    -- The shop has started the work: the answer can no longer be changed on the page.
    add column taken_up_at timestamptz,
    add column taken_up_by int`.execute(db)
  await sql`create index links_by_customer_time on links (web_site_id, customer_at) where customer_at is not null`.execute(
    db,
  )
  await sql`alter table link_films
    add column finding text not null default '',
    add column measured text not null default '',
    add column rating text check (rating in ('red', 'yellow', 'green')),
    -- In minor units of the link's currency.
    add column price int check (price >= 0),
    add column note text not null default ''`.execute(db)
  await sql`alter table link_answers
    drop constraint link_answers_answer_check,
    add constraint link_answers_answer_check
      check (answer in ('approve', 'not_now', 'ask', 'call', 'withdraw', 'action')),
    add column wants_call boolean not null default false,
    add column has_question boolean not null default false,
    -- The number to call, in the customer's words.
    add column contact text not null default '',
    -- The shop has called, or has dealt with the question.
    add column handled_at timestamptz,
    add column handled_by int`.execute(db)
  // The answers to all rows as they are after an answer, so that the latest one is the whole state.
  await sql`create table link_answer_rows (
    web_site_id int not null,
    answer_id int not null,
    part_id text not null,
    finding text not null,
    price int,
    answer text not null check (answer in ('approve', 'not_now', 'ask')),
    question text not null default '',
    reply_by text check (reply_by in ('call', 'text')),
    primary key (web_site_id, answer_id, part_id),
    foreign key (web_site_id, answer_id) references link_answers on delete cascade
  )`.execute(db)
  await sql`create table link_reads (
    web_site_id int not null,
    user_id int not null,
    link_id int not null,
    read_at timestamptz not null,
    primary key (web_site_id, user_id, link_id),
    foreign key (web_site_id, user_id) references users,
    foreign key (web_site_id, link_id) references links on delete cascade
  )`.execute(db)
  await sql`create table link_pdf_views (
    web_site_id int not null,
    pdf_view_id bigint not null generated always as identity,
    link_id int not null,
    part_id text not null,
    language_id int not null,
    at timestamptz not null,
    user_agent text not null default '',
    remote_address text not null default '',
    primary key (web_site_id, pdf_view_id),
    foreign key (web_site_id, link_id) references links on delete cascade
  )`.execute(db)
  await sql`create index link_pdf_views_by_link on link_pdf_views (web_site_id, link_id, at)`.execute(db)
  // A row for each kind of mail that a user has switched off.
  await sql`create table muted_notices (
    web_site_id int not null,
    user_id int not null,
    kind text not null check (kind in ('answers', 'questions', 'watched')),
    primary key (web_site_id, user_id, kind),
    foreign key (web_site_id, user_id) references users
  )`.execute(db)
  await sql`alter table link_views
    -- A frame was decoded on the page, without playback: proof of a browser, not of a viewer.
    add column decoded_at timestamptz`.execute(db)
  await sql`alter table link_hits
    drop constraint link_hits_kind_check,
    -- 'shop': a signed-in user of the same business.
    add constraint link_hits_kind_check check (kind in ('page', 'scanner', 'preview', 'prefetch', 'head', 'shop'))`.execute(
    db,
  )
  await tenantTables(db, 'link_answer_rows', 'link_reads', 'link_pdf_views', 'muted_notices')
}
