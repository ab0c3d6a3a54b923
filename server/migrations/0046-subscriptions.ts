import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

/** What renewals, changes of the means of payment and reactivations keep. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table subscriptions
    -- The number of the period in which the present plan began: a promo plan lasts so many periods.
    add column plan_since_no int not null default 0,
    -- The invoice of the present period while it is not paid.
    add column open_invoice_id uuid,
    -- The day of the next charge without the customer; null: none.
    add column next_try_on date`.execute(db)
  await sql`create index subscriptions_to_try on subscriptions (web_site_id, next_try_on)
    where next_try_on is not null`.execute(db)

  // Tokens of pages on which a signed-in customer pays or enters a means of payment.
  await sql`create table billing_page_tokens (
    web_site_id int not null,
    token_hash text not null,
    businessentity_id int not null,
    user_id int not null,
    purpose text not null,
    order_id text not null,
    expires_at timestamptz not null,
    primary key (web_site_id, token_hash),
    foreign key (web_site_id, businessentity_id) references business_entities
  )`.execute(db)
  await sql`create index billing_page_tokens_by_end on billing_page_tokens (expires_at)`.execute(db)

  await sql`create table reactivations (
    web_site_id int not null,
    reactivation_id uuid not null,
    businessentity_id int not null,
    user_id int not null,
    cookie_hash text not null,
    -- Null until the plan is chosen.
    billing_plan_id int,
    locations int not null check (locations > 0),
    promo_code text,
    state text not null check (state in ('open', 'paying', 'done')),
    declines int not null default 0,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    primary key (web_site_id, reactivation_id),
    foreign key (web_site_id, businessentity_id) references business_entities,
    foreign key (web_site_id, user_id) references users
  )`.execute(db)
  await sql`create unique index reactivations_by_cookie on reactivations (web_site_id, cookie_hash)`.execute(db)
  await sql`create index reactivations_by_end on reactivations (expires_at)`.execute(db)
  await tenantTables(db, 'billing_page_tokens', 'reactivations')
}
