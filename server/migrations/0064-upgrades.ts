import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

/** How far the people of trials and old accounts are on the way to a paid account. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table upgrades (
    web_site_id int not null,
    upgrade_id uuid not null,
    user_id int not null,
    -- The business that gets the subscription: the user's own, or one that the upgrade opens. Null before the details.
    businessentity_id int,
    seen_at timestamptz,
    accepted_at timestamptz,
    declined_at timestamptz,
    details jsonb,
    terms_at timestamptz,
    terms_version text not null default '',
    terms_ip text not null default '',
    promo_code text,
    billing_plan_id int,
    locations int not null default 1 check (locations > 0),
    -- Declined payments.
    declines int not null default 0,
    done_at timestamptz,
    created_at timestamptz not null,
    primary key (web_site_id, upgrade_id),
    unique (web_site_id, user_id),
    foreign key (web_site_id, user_id) references users,
    foreign key (web_site_id, businessentity_id) references business_entities
  )`.execute(db)
  await tenantTables(db, 'upgrades')
}
