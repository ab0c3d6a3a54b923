import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

/**
 * Customers of a business, the messages between them and the shop, saved texts with fields, reminders, opening hours
 * and automatic answers.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table customers (
    web_site_id int not null references web_sites,
    customer_id int not null generated always as identity,
    -- The business that knows the customer; null: a user without a business, who then is user_id.
    businessentity_id int,
    -- The user and the location that wrote to the customer last.
    user_id int,
    location_id int,
    -- Sealed with a key that the database does not have.
    name_sealed text,
    vehicle_sealed text,
    -- Keyed hashes of the beginnings of the name's words, for search.
    name_index text[] not null default '{}',
    language_id int,
    last_channel text,
    last_part_id text,
    ro_number text not null default '',
    assigned_user_id int,
    -- Incoming messages and answers since the conversation was last read.
    unread int not null default 0,
    read_at timestamptz,
    -- The customer wrote something that may mean "no more texts"; a person decides.
    may_stop boolean not null default false,
    last_at timestamptz not null,
    auto_answered_at timestamptz,
    created_at timestamptz not null,
    primary key (web_site_id, customer_id)
  )`.execute(db)
  await sql`create index customers_by_time on customers (web_site_id, businessentity_id, last_at desc)`.execute(db)
  await sql`create table customer_addresses (
    web_site_id int not null,
    -- 'b12': a business; 'u7': a user without a business.
    owner text not null,
    address_key text not null,
    address text not null,
    customer_id int not null,
    primary key (web_site_id, owner, address_key),
    foreign key (web_site_id, customer_id) references customers on delete cascade
  )`.execute(db)
  await sql`create index customer_addresses_by_customer on customer_addresses (web_site_id, customer_id)`.execute(db)
  await sql`create index customer_addresses_by_key on customer_addresses (web_site_id, address_key)`.execute(db)
  await sql`create table customer_messages (
    web_site_id int not null,
    customer_message_id int not null generated always as identity,
    customer_id int not null,
    at timestamptz not null,
    direction text not null check (direction in ('in', 'out')),
    channel text not null check (channel in ('sms', 'email')),
    address_key text not null,
    body text not null,
    -- The user who wrote an answer; null: the customer, or an automatic answer.
    user_id int,
    is_automatic boolean not null default false,
    delivery_id uuid,
    -- The sender's browser makes it: a repeated request does not send twice.
    request_key uuid,
    -- The id of an incoming message at its carrier, which may deliver it twice.
    carrier_reference text,
    primary key (web_site_id, customer_message_id),
    foreign key (web_site_id, customer_id) references customers on delete cascade
  )`.execute(db)
  await sql`create index customer_messages_by_time on customer_messages (web_site_id, customer_id, at)`.execute(db)
  await sql`create unique index customer_messages_once on customer_messages (web_site_id, customer_id, carrier_reference)
    where carrier_reference is not null`.execute(db)
  await sql`create unique index customer_messages_by_request on customer_messages (web_site_id, user_id, request_key)
    where request_key is not null`.execute(db)
  await sql`create table saved_texts (
    web_site_id int not null,
    text_id int not null generated always as identity,
    user_id int not null,
    -- Set: for everybody in the business.
    businessentity_id int,
    channel text not null check (channel in ('sms', 'email')),
    title text not null,
    -- Language id to text.
    words jsonb not null,
    created_at timestamptz not null,
    primary key (web_site_id, text_id),
    foreign key (web_site_id, user_id) references users
  )`.execute(db)
  await sql`create index saved_texts_by_user on saved_texts (web_site_id, user_id)`.execute(db)
  await sql`create index saved_texts_by_entity on saved_texts (web_site_id, businessentity_id)`.execute(db)
  await sql`create table automatic_answers (
    web_site_id int not null,
    location_id int not null,
    is_on boolean not null,
    -- Minutes that the shop has, while it is open, before the automatic answer.
    after_minutes int not null check (after_minutes between 5 and 480),
    -- Seven entries from Sunday: null (closed) or [minute of opening, minute of closing].
    hours jsonb not null,
    primary key (web_site_id, location_id),
    foreign key (web_site_id, location_id) references locations
  )`.execute(db)
  await sql`create table entity_brand_defaults (
    web_site_id int not null,
    businessentity_id int not null,
    -- The user whose logo and default banner stand for the business.
    user_id int not null,
    primary key (web_site_id, businessentity_id),
    foreign key (web_site_id, businessentity_id) references business_entities,
    foreign key (web_site_id, user_id) references users
  )`.execute(db)
  await tenantTables(
    db,
    'customers',
    'customer_addresses',
    'customer_messages',
    'saved_texts',
    'automatic_answers',
    'entity_brand_defaults',
  )
  await sql`alter table send_recipients
    add column customer_id int,
    -- When the reminder was queued.
    add column reminded_at timestamptz`.execute(db)
  await sql`create index send_recipients_by_customer on send_recipients (web_site_id, customer_id)
    where customer_id is not null`.execute(db)
  await sql`alter table sends add column remind_at timestamptz`.execute(db)
  // The sender chose the language of the page; otherwise the customer's browser decides.
  await sql`alter table links add column language_chosen boolean not null default false`.execute(db)
  // The business that a number belongs to: messages of unknown people to it are for that business.
  await sql`alter table message_numbers add column businessentity_id int`.execute(db)

  // Everybody who was written to before becomes a customer without a name.
  await sql`create table migrated_customers as
    select row_number() over () as n, d.* from (
      select r.web_site_id,
        coalesce('b' || s.businessentity_id, 'u' || s.user_id) as owner, s.businessentity_id, r.address_key,
        (array_agg(r.address order by r.created_at desc))[1] as address,
        (array_agg(s.user_id order by r.created_at desc))[1] as user_id,
        (array_agg(s.location_id order by r.created_at desc))[1] as location_id,
        (array_agg(s.language_id order by r.created_at desc))[1] as language_id,
        (array_agg(s.channel order by r.created_at desc))[1] as last_channel,
        (array_agg(s.part_ids[1] order by r.created_at desc))[1] as last_part_id,
        (array_agg(s.ro_number order by r.created_at desc))[1] as ro_number,
        min(r.created_at) as created_at, max(r.created_at) as last_at
      from send_recipients r
      join sends s on s.web_site_id = r.web_site_id and s.send_id = r.send_id
      where r.address_key <> ''
      group by r.web_site_id, coalesce('b' || s.businessentity_id, 'u' || s.user_id), s.businessentity_id, r.address_key
    ) d`.execute(db)
  await sql`insert into customers (web_site_id, customer_id, businessentity_id, user_id, location_id, language_id,
      last_channel, last_part_id, ro_number, assigned_user_id, created_at, last_at, read_at)
    overriding system value
    select web_site_id, n::int, businessentity_id, user_id, location_id, language_id, last_channel, last_part_id, ro_number,
      user_id, created_at, last_at, now()
    from migrated_customers`.execute(db)
  await sql`select setval(pg_get_serial_sequence('customers', 'customer_id'),
    greatest(1, (select max(n) from migrated_customers)))`.execute(db)
  await sql`insert into customer_addresses (web_site_id, owner, address_key, address, customer_id)
    select web_site_id, owner, address_key, address, n::int from migrated_customers`.execute(db)
  await sql`update send_recipients r set customer_id = m.n::int
    from migrated_customers m, sends s
    where s.web_site_id = r.web_site_id and s.send_id = r.send_id and m.web_site_id = r.web_site_id
      and m.address_key = r.address_key and m.owner = coalesce('b' || s.businessentity_id, 'u' || s.user_id)`.execute(
    db,
  )
  await sql`drop table migrated_customers`.execute(db)
}
