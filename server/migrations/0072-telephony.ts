import { sql, type Kysely } from 'kysely'
import { insertOnly, tenantTables } from './tenancy.ts'

/**
 * Text messages as an account with entries, bundles that are bought for it, and telephone numbers of businesses. An entry
 * changes the balance in the same statement, and the balance cannot fall below 0, so neither can be wrong without the other.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table message_credit_entries (
    web_site_id int not null,
    entry_id bigint generated always as identity,
    businessentity_id int not null,
    delta int not null check (delta <> 0),
    -- The balance after the entry; written by the trigger.
    balance int not null check (balance >= 0),
    reason text not null check (reason in ('purchase', 'send', 'return', 'grant', 'reversal')),
    order_id uuid,
    message_id uuid,
    at timestamptz not null default now(),
    primary key (web_site_id, entry_id),
    foreign key (web_site_id, businessentity_id) references business_entities
  )`.execute(db)
  await sql`create unique index message_credit_entries_once_an_order
    on message_credit_entries (web_site_id, order_id, reason)
    where order_id is not null and reason <> 'reversal'`.execute(db)
  await sql`create unique index message_credit_entries_once_a_message
    on message_credit_entries (web_site_id, message_id, reason) where message_id is not null`.execute(db)
  await sql`create index message_credit_entries_by_time
    on message_credit_entries (web_site_id, businessentity_id, at desc, entry_id desc)`.execute(db)
  await sql`create function message_credit_entry() returns trigger language plpgsql as $$
    begin
      update message_credits set remaining = remaining + new.delta
        where web_site_id = new.web_site_id and businessentity_id = new.businessentity_id
        returning remaining into new.balance;
      if not found then
        raise exception 'business % has no account of text messages', new.businessentity_id;
      end if;
      return new;
    end $$`.execute(db)
  await sql`create trigger message_credit_entry before insert on message_credit_entries
    for each row execute function message_credit_entry()`.execute(db)

  await sql`create table sms_bundles (
    web_site_id int not null references web_sites,
    bundle_id int not null generated always as identity,
    sms_count int not null check (sms_count > 0),
    -- Without tax.
    total_minor bigint not null check (total_minor > 0),
    currency char(3) not null,
    gst_bp int not null default 0 check (gst_bp between 0 and 10000),
    on_sale boolean not null default true,
    primary key (web_site_id, bundle_id)
  )`.execute(db)
  await sql`create table sms_orders (
    web_site_id int not null,
    order_id uuid not null,
    businessentity_id int not null,
    -- Null: ordered by the automatic recharge.
    user_id int,
    bundle_id int not null,
    sms_count int not null,
    total_minor bigint not null,
    currency char(3) not null,
    gst_bp int not null,
    is_automatic boolean not null default false,
    request_key text not null,
    payment_id uuid,
    invoice_id uuid,
    state text not null check (state in ('created', 'paying', 'credited', 'failed', 'invoiced')),
    created_at timestamptz not null,
    settled_at timestamptz,
    primary key (web_site_id, order_id),
    unique (web_site_id, businessentity_id, request_key),
    foreign key (web_site_id, businessentity_id) references business_entities,
    foreign key (web_site_id, bundle_id) references sms_bundles
  )`.execute(db)
  await sql`create index sms_orders_by_time on sms_orders (web_site_id, businessentity_id, created_at desc)`.execute(db)
  await sql`create table sms_recharges (
    web_site_id int not null,
    businessentity_id int not null,
    is_on boolean not null default false,
    below int not null check (below between 1 and 1000000),
    bundle_id int not null,
    -- The most that a calendar month may cost, with tax.
    cap_minor bigint not null check (cap_minor > 0),
    -- Why it waits for a person; null: it works.
    paused_by text check (paused_by in ('declined', 'cap')),
    -- The month of the pause for the cap, as 2026-11.
    paused_month text,
    changed_at timestamptz not null,
    primary key (web_site_id, businessentity_id),
    foreign key (web_site_id, businessentity_id) references business_entities,
    foreign key (web_site_id, bundle_id) references sms_bundles
  )`.execute(db)
  await sql`create table sms_alerts (
    web_site_id int not null,
    businessentity_id int not null,
    kind text not null check (kind in ('low', 'empty')),
    -- The purchase since which the balance fell: each is warned about once.
    since_entry_id bigint not null,
    sent_at timestamptz not null,
    primary key (web_site_id, businessentity_id, kind, since_entry_id),
    foreign key (web_site_id, businessentity_id) references business_entities
  )`.execute(db)

  await sql`create table phone_number_quotes (
    web_site_id int not null,
    quote_id uuid not null,
    businessentity_id int not null,
    user_id int not null,
    phone_number text not null,
    iso_country text not null,
    number_type text not null check (number_type in ('local', 'mobile', 'toll_free')),
    capabilities jsonb not null,
    locality text not null default '',
    -- What the provider takes a month, in millionths.
    cost_micro bigint not null,
    monthly_minor bigint not null,
    currency char(3) not null,
    gst_bp int not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    primary key (web_site_id, quote_id),
    foreign key (web_site_id, businessentity_id) references business_entities
  )`.execute(db)
  await sql`create table phone_numbers (
    web_site_id int not null,
    -- The order too: the provider keeps it as the name of the number, by which it is found again.
    phone_number_id uuid not null,
    businessentity_id int not null,
    quote_id uuid not null,
    user_id int not null,
    phone_number text not null,
    iso_country text not null,
    number_type text not null,
    capabilities jsonb not null,
    locality text not null default '',
    provider_id text,
    cost_micro bigint not null,
    monthly_minor bigint not null,
    currency char(3) not null,
    gst_bp int not null,
    subscription_id uuid,
    payment_id uuid,
    location_id int,
    -- Where its calls ring; empty: a spoken text answers them.
    forward_to text not null default '',
    spoken_text text not null default '',
    state text not null check (state in ('paying', 'failed', 'buying', 'owned', 'refunding', 'refunded', 'releasing',
      'released')),
    -- When the provider was last asked to do something about it; null: nothing was sent.
    asked_at timestamptz,
    last_error text,
    created_at timestamptz not null,
    owned_at timestamptz,
    released_at timestamptz,
    primary key (web_site_id, phone_number_id),
    unique (web_site_id, quote_id),
    foreign key (web_site_id, businessentity_id) references business_entities
  )`.execute(db)
  await sql`create unique index phone_numbers_one_owner on phone_numbers (phone_number)
    where state in ('buying', 'owned', 'releasing')`.execute(db)
  await sql`create index phone_numbers_of_business on phone_numbers (web_site_id, businessentity_id)`.execute(db)
  await sql`create index phone_numbers_unsettled on phone_numbers (asked_at)
    where state in ('buying', 'refunding', 'releasing')`.execute(db)
  await sql`create table received_texts (
    web_site_id int not null,
    phone_number text not null,
    -- The carrier's id of the message, which it may deliver twice.
    reference text not null,
    segments int not null,
    at timestamptz not null,
    primary key (web_site_id, phone_number, reference)
  )`.execute(db)
  await sql`create table text_registrations (
    web_site_id int not null,
    businessentity_id int not null,
    legal_name text not null,
    tax_number text not null,
    business_type text not null,
    web_address text not null,
    street text not null,
    city text not null,
    region text not null,
    postal_code text not null,
    contact_name text not null,
    contact_email text not null,
    contact_phone text not null,
    use_case text not null,
    sample_text text not null,
    opt_in_text text not null,
    state text not null check (state in ('waiting', 'approved', 'refused')),
    refusal text not null default '',
    submitted_at timestamptz,
    decided_at timestamptz,
    primary key (web_site_id, businessentity_id),
    foreign key (web_site_id, businessentity_id) references business_entities
  )`.execute(db)

  // A number that was released may be bought by another business, and messages to it belong to nobody meanwhile.
  await sql`alter table message_numbers
    add column can_send boolean not null default true,
    add column released_at timestamptz`.execute(db)
  await sql`alter table message_numbers drop constraint message_numbers_number_key`.execute(db)
  await sql`create unique index message_numbers_in_use on message_numbers (number) where released_at is null`.execute(
    db,
  )
  await sql`create index messages_by_sender on messages (web_site_id, from_number, created_at)
    where from_number is not null`.execute(db)

  await tenantTables(
    db,
    'message_credit_entries',
    'sms_bundles',
    'sms_orders',
    'sms_recharges',
    'sms_alerts',
    'phone_number_quotes',
    'phone_numbers',
    'received_texts',
    'text_registrations',
  )
  await insertOnly(db, 'message_credit_entries', 'sms_alerts')
}
