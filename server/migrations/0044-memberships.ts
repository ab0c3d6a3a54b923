import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

/** Memberships to which subscriptions are charged. A number serves one business of a web site. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table memberships (
    web_site_id int not null,
    businessentity_id int not null,
    membership_number text not null check (membership_number <> ''),
    checked_at timestamptz not null,
    subscribed_at timestamptz,
    primary key (web_site_id, businessentity_id),
    foreign key (web_site_id, businessentity_id) references business_entities on delete cascade
  )`.execute(db)
  await sql`create unique index memberships_number on memberships (web_site_id, membership_number)
    where subscribed_at is not null`.execute(db)
  await tenantTables(db, 'memberships')
}
