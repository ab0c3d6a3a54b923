import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

/** Ranges of IPv4 addresses from which people of a business are logged in without a password. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table ip_ranges (
    web_site_id int not null,
    ip_range_id int not null generated always as identity,
    businessentity_id int not null,
    -- Who is logged in from the range.
    user_id int not null,
    -- Addresses as numbers, both included.
    from_ip bigint not null check (from_ip between 0 and 4294967295),
    to_ip bigint not null check (to_ip between from_ip and 4294967295),
    state text not null check (state in ('waiting', 'active', 'refused')),
    asked_at timestamptz not null,
    asked_by int not null,
    decided_at timestamptz,
    decided_by text,
    -- What the operator answered to a refused range.
    reason text not null default '',
    primary key (web_site_id, ip_range_id),
    foreign key (web_site_id, businessentity_id) references business_entities,
    foreign key (web_site_id, user_id) references users
  )`.execute(db)
  await sql`create index ip_ranges_by_business on ip_ranges (web_site_id, businessentity_id)`.execute(db)
  await sql`create index ip_ranges_by_address on ip_ranges (web_site_id, to_ip)`.execute(db)
  await sql`create index ip_ranges_waiting on ip_ranges (web_site_id) where state = 'waiting'`.execute(db)
  await tenantTables(db, 'ip_ranges')
}
