import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

/**
 * What users say of a web site, once each; and what a session knows of its device: until when a touch screen belongs to
 * the service adviser, and that the help video has been closed.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table feedback (
    web_site_id int not null,
    user_id int not null,
    rating int not null check (rating between 1 and 5),
    feedback text not null,
    page_url text,
    language_id int not null references languages,
    created_at timestamptz not null default now(),
    primary key (web_site_id, user_id),
    foreign key (web_site_id, user_id) references users
  )`.execute(db)
  await tenantTables(db, 'feedback')
  await sql`alter table sessions
    add column adviser_until timestamptz,
    add column help_video_seen boolean not null default false`.execute(db)
}
