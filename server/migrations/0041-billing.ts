import { sql, type Kysely } from 'kysely'
import { insertOnly, tenantTables } from './tenancy.ts'

/**
 * Subscriptions, payments, the ledger and invoices. Amounts are whole numbers of the currency's minor unit. The
 * database itself holds that an order is paid once, that a period happens once, and that every ledger entry sums to 0.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table billing_contacts (
    web_site_id int not null,
    businessentity_id int not null,
    bill_first_name text not null default '',
    bill_last_name text not null default '',
    bill_businessentity_street1 text not null default '',
    bill_businessentity_street2 text not null default '',
    bill_businessentity_city text not null default '',
    bill_businessentity_state text not null default '',
    bill_businessentity_zip text not null default '',
    bill_country_code text not null default '',
    bill_email text not null default '',
    bill_phone text not null default '',
    tax_number text,
    primary key (web_site_id, businessentity_id),
    foreign key (web_site_id, businessentity_id) references business_entities
  )`.execute(db)

  // A stored means of payment: the provider's token, never a number or a security code.
  await sql`create table instruments (
    web_site_id int not null,
    instrument_id uuid not null,
    businessentity_id int not null,
    provider text not null check (provider in ('cybersource', 'eway', 'paypal')),
    account text not null,
    kind text not null check (kind in ('card', 'wallet')),
    token text not null,
    brand text,
    last4 text check (last4 ~ '^[0-9]{4}$'),
    expiry_month int check (expiry_month between 1 and 12),
    expiry_year int,
    payer_label text,
    network_id text,
    state text not null check (state in ('pending', 'active', 'replaced', 'expired', 'revoked')),
    created_at timestamptz not null,
    primary key (web_site_id, instrument_id),
    foreign key (web_site_id, businessentity_id) references business_entities
  )`.execute(db)
  await sql`create unique index instruments_one_active on instruments (web_site_id, businessentity_id)
    where state = 'active'`.execute(db)

  await sql`create table subscriptions (
    web_site_id int not null,
    subscription_id uuid not null,
    businessentity_id int not null,
    kind text not null check (kind in ('portal', 'phone_number')),
    billing_plan_id int,
    payment_type text not null
      check (payment_type in ('cybersource', 'eway', 'paypal', 'invoice', 'capricorn', 'none')),
    account text,
    state text not null check (state in ('trialing', 'active', 'past_due', 'suspended', 'cancelled', 'ended')),
    locations int not null check (locations > 0),
    -- The prices of the plan when it was bought.
    prices jsonb not null,
    currency char(3) not null,
    anchor date not null,
    period_no int not null,
    period_start date not null,
    period_end date not null,
    renewal_on boolean not null default true,
    ends_on date,
    pending_plan_id int,
    pending_locations int,
    instrument_id uuid,
    past_due_since date,
    trial_ends_on date,
    created_at timestamptz not null,
    primary key (web_site_id, subscription_id),
    foreign key (web_site_id, businessentity_id) references business_entities,
    foreign key (web_site_id, instrument_id) references instruments,
    check (period_start < period_end)
  )`.execute(db)
  await sql`create unique index subscriptions_one_portal on subscriptions (web_site_id, businessentity_id)
    where kind = 'portal' and state <> 'ended'`.execute(db)
  await sql`create index subscriptions_due on subscriptions (web_site_id, period_end) where state <> 'ended'`.execute(
    db,
  )

  await sql`create table payments (
    web_site_id int not null,
    payment_id uuid not null,
    purpose text not null check (purpose in ('signup', 'renewal', 'locations', 'switch', 'reactivation', 'upgrade',
      'sms_bundle', 'phone_number', 'arrears')),
    businessentity_id int not null,
    -- What is paid: a registration, a subscription, an order.
    order_id text not null,
    email_key text not null,
    request_key text not null,
    currency char(3) not null,
    amount_minor bigint not null check (amount_minor >= 0),
    provider text check (provider in ('cybersource', 'eway', 'paypal')),
    account text,
    -- The order as it was when the payment began.
    quote jsonb not null,
    state text not null check (state in ('created', 'requires_action', 'processing', 'paid', 'fulfilled', 'failed',
      'cancelled', 'refunding', 'refunded', 'partly_refunded', 'disputed')),
    -- The step that the person has to take: 3-D Secure, an approval.
    action jsonb,
    instrument_id uuid,
    -- The address of the person, for the limits.
    ip text,
    fulfil_tries int not null default 0,
    created_at timestamptz not null,
    paid_at timestamptz,
    settled_at timestamptz,
    primary key (web_site_id, payment_id),
    unique (web_site_id, request_key),
    foreign key (web_site_id, businessentity_id) references business_entities,
    foreign key (web_site_id, instrument_id) references instruments
  )`.execute(db)
  await sql`create unique index payments_one_unfinished on payments (web_site_id, purpose, order_id)
    where state in ('created', 'requires_action', 'processing', 'paid')`.execute(db)
  await sql`create index payments_by_order on payments (web_site_id, purpose, order_id, created_at)`.execute(db)
  await sql`create index payments_by_email on payments (web_site_id, email_key)
    where state in ('created', 'requires_action', 'processing', 'paid')`.execute(db)
  await sql`create index payments_by_address on payments (web_site_id, ip, created_at)`.execute(db)
  await sql`create index payments_undelivered on payments (paid_at) where state = 'paid'`.execute(db)
  await sql`create index payments_waiting on payments (created_at) where state in ('created', 'requires_action')`.execute(
    db,
  )

  await sql`create table payment_attempts (
    web_site_id int not null,
    attempt_id uuid not null,
    payment_id uuid not null,
    number int not null,
    provider text not null check (provider in ('cybersource', 'eway', 'paypal')),
    account text not null,
    reference text not null check (reference ~ '^[A-Z0-9-]{1,22}$'),
    handle text,
    state text not null check (state in ('prepared', 'waiting', 'sent', 'unknown', 'paid', 'declined', 'failed',
      'not_charged', 'reversed')),
    -- What the provider took; null until it says so.
    captured_minor bigint,
    captured_currency char(3),
    provider_id text,
    code text,
    decline_class text check (decline_class in ('soft', 'hard', 'fix_details', 'authenticate')),
    last_error text,
    ip text,
    prepared_at timestamptz not null,
    sent_at timestamptz,
    looks int not null default 0,
    -- When the provider is asked next; null: never.
    next_look_at timestamptz,
    settled_at timestamptz,
    primary key (web_site_id, attempt_id),
    unique (web_site_id, reference),
    foreign key (web_site_id, payment_id) references payments,
    unique (web_site_id, payment_id, number)
  )`.execute(db)
  await sql`create unique index payment_attempts_one_live on payment_attempts (web_site_id, payment_id)
    where state in ('prepared', 'waiting', 'sent', 'unknown')`.execute(db)
  await sql`create index payment_attempts_due on payment_attempts (next_look_at) where next_look_at is not null`.execute(
    db,
  )

  await sql`create index payment_attempts_by_end on payment_attempts (web_site_id, settled_at)`.execute(db)

  await sql`create table subscription_periods (
    web_site_id int not null,
    subscription_id uuid not null,
    period_start date not null,
    period_end date not null,
    invoice_id uuid,
    payment_id uuid,
    primary key (web_site_id, subscription_id, period_start),
    foreign key (web_site_id, subscription_id) references subscriptions,
    foreign key (web_site_id, payment_id) references payments
  )`.execute(db)

  await sql`create table refunds (
    web_site_id int not null,
    refund_id uuid not null,
    payment_id uuid not null,
    attempt_id uuid not null,
    reference text not null check (reference ~ '^[A-Z0-9-]{1,22}$'),
    currency char(3) not null,
    amount_minor bigint not null check (amount_minor > 0),
    kind text not null check (kind in ('void', 'refund')),
    reason text not null,
    state text not null check (state in ('prepared', 'sent', 'done', 'refused', 'unknown')),
    credit_note_id uuid,
    provider_id text,
    last_error text,
    looks int not null default 0,
    next_look_at timestamptz,
    created_at timestamptz not null,
    sent_at timestamptz,
    settled_at timestamptz,
    primary key (web_site_id, refund_id),
    unique (web_site_id, reference),
    foreign key (web_site_id, payment_id) references payments,
    foreign key (web_site_id, attempt_id) references payment_attempts
  )`.execute(db)
  await sql`create index refunds_by_attempt on refunds (web_site_id, attempt_id)`.execute(db)
  await sql`create index refunds_due on refunds (next_look_at) where next_look_at is not null`.execute(db)
  // The lock of the attempt makes two refunds of one charge wait for each other.
  await sql`create function refunds_stay_below_the_charge() returns trigger language plpgsql as $$
    declare captured bigint; given bigint;
    begin
      select captured_minor into captured from payment_attempts
        where web_site_id = new.web_site_id and attempt_id = new.attempt_id for update;
      select coalesce(sum(amount_minor), 0) into given from refunds
        where web_site_id = new.web_site_id and attempt_id = new.attempt_id and refund_id <> new.refund_id
          and state <> 'refused';
      if new.state <> 'refused' and given + new.amount_minor > coalesce(captured, 0) then
        raise exception 'refunds exceed the charge' using errcode = 'check_violation', constraint = 'refunds_below_charge';
      end if;
      return new;
    end $$`.execute(db)
  await sql`create trigger refunds_below_charge before insert or update of amount_minor, state on refunds
    for each row execute function refunds_stay_below_the_charge()`.execute(db)

  await sql`create table ledger_postings (
    web_site_id int not null references web_sites,
    posting_id bigint not null generated always as identity,
    entry_id uuid not null,
    account text not null check (account ~ '^(receivable|cash:[a-z]+|revenue|tax|customer_credit|clearing)$'),
    businessentity_id int,
    currency char(3) not null,
    amount_minor bigint not null check (amount_minor <> 0),
    -- What caused it: 'payment <id>', 'invoice <id>', 'refund <id>'.
    cause text not null,
    at timestamptz not null,
    primary key (web_site_id, posting_id),
    foreign key (web_site_id, businessentity_id) references business_entities
  )`.execute(db)
  await sql`create index ledger_postings_by_entry on ledger_postings (web_site_id, entry_id)`.execute(db)
  await sql`create index ledger_postings_by_business on ledger_postings (web_site_id, businessentity_id, account)`.execute(
    db,
  )
  await sql`create unique index ledger_postings_once on ledger_postings (web_site_id, cause, account, currency)`.execute(
    db,
  )
  await sql`create function ledger_entry_sums_to_zero() returns trigger language plpgsql as $$
    begin
      if exists (select from ledger_postings where web_site_id = new.web_site_id and entry_id = new.entry_id
          group by currency having sum(amount_minor) <> 0) then
        raise exception 'ledger entry % does not sum to zero', new.entry_id
          using errcode = 'check_violation', constraint = 'ledger_entry_sums_to_zero';
      end if;
      return null;
    end $$`.execute(db)
  await sql`create constraint trigger ledger_entry_sums_to_zero after insert on ledger_postings
    deferrable initially deferred for each row execute function ledger_entry_sums_to_zero()`.execute(db)

  // The next number of each series. A rollback gives its number back.
  await sql`create table invoice_series (
    web_site_id int not null references web_sites,
    prefix text not null,
    kind text not null check (kind in ('invoice', 'credit_note')),
    year int not null,
    next int not null,
    primary key (web_site_id, prefix, kind, year)
  )`.execute(db)
  await sql`create table invoices (
    web_site_id int not null,
    invoice_id uuid not null,
    businessentity_id int not null,
    kind text not null check (kind in ('invoice', 'credit_note')),
    series text not null,
    number int not null,
    full_number text not null,
    issued_on date not null,
    due_on date not null,
    currency char(3) not null,
    net_minor bigint not null,
    tax_minor bigint not null,
    total_minor bigint not null,
    paid_minor bigint not null default 0,
    state text not null check (state in ('open', 'paid', 'credited', 'written_off')),
    -- As they were on the day of issue.
    seller jsonb not null,
    buyer jsonb not null,
    of_invoice_id uuid,
    subscription_id uuid,
    payment_id uuid,
    allocation_number text,
    created_at timestamptz not null,
    primary key (web_site_id, invoice_id),
    unique (web_site_id, full_number),
    unique (web_site_id, kind, series, number),
    foreign key (web_site_id, businessentity_id) references business_entities,
    foreign key (web_site_id, of_invoice_id) references invoices,
    foreign key (web_site_id, subscription_id) references subscriptions,
    foreign key (web_site_id, payment_id) references payments,
    check (total_minor = net_minor + tax_minor)
  )`.execute(db)
  await sql`create index invoices_by_business on invoices (web_site_id, businessentity_id, issued_on)`.execute(db)
  await sql`create unique index invoices_one_per_payment on invoices (web_site_id, payment_id) where kind = 'invoice'`.execute(
    db,
  )
  await sql`create table invoice_lines (
    web_site_id int not null,
    invoice_id uuid not null,
    line_no int not null,
    kind text not null,
    quantity int not null,
    unit_minor bigint not null,
    net_minor bigint not null,
    tax_category char(1) not null check (tax_category in ('S', 'Z', 'E', 'O', 'G')),
    tax_bp int not null,
    period_start date,
    period_end date,
    primary key (web_site_id, invoice_id, line_no),
    foreign key (web_site_id, invoice_id) references invoices
  )`.execute(db)

  await sql`create table notices (
    web_site_id int not null,
    subscription_id uuid not null,
    kind text not null,
    for_date date not null,
    sent_at timestamptz not null,
    primary key (web_site_id, subscription_id, kind, for_date),
    foreign key (web_site_id, subscription_id) references subscriptions
  )`.execute(db)
  await sql`create table payment_differences (
    web_site_id int not null references web_sites,
    reference text not null,
    kind text not null,
    ours jsonb not null,
    theirs jsonb not null,
    found_at timestamptz not null,
    resolved_by text,
    resolved_at timestamptz,
    primary key (web_site_id, reference, kind)
  )`.execute(db)

  await tenantTables(
    db,
    'billing_contacts',
    'instruments',
    'subscriptions',
    'subscription_periods',
    'payments',
    'payment_attempts',
    'refunds',
    'ledger_postings',
    'invoice_series',
    'invoices',
    'invoice_lines',
    'notices',
    'payment_differences',
  )
  await insertOnly(db, 'ledger_postings', 'invoices', 'invoice_lines')
  // What happens to an invoice after it was issued. Everything that is printed on it stays.
  await sql`grant update (state, paid_minor) on invoices to cutaway_app`.execute(db)

  // An event names its web site only through our reference, so the table has no tenant and requests have no right on it.
  await sql`create table provider_events (
    provider text not null,
    event_id text not null,
    kind text not null,
    reference text[] not null,
    received_at timestamptz not null,
    handled_at timestamptz,
    primary key (provider, event_id)
  )`.execute(db)
  await sql`create index provider_events_by_time on provider_events (received_at)`.execute(db)
}
