import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

/** How each report opens for a user. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table report_settings (
    web_site_id int not null,
    user_id int not null,
    report text not null,
    -- Null: the own business.
    businessentity_id int,
    date_filter text not null check (date_filter in ('daily', 'weekly', 'monthly')),
    report_type text not null default '',
    page_size int not null,
    primary key (web_site_id, user_id, report),
    foreign key (web_site_id, user_id) references users on delete cascade
  )`.execute(db)
  await tenantTables(db, 'report_settings')
}
