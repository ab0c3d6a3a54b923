import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

/**
 * What the operator's console needs: versions of web sites, web sites out of service, suspended businesses, numbers of new
 * web sites, and the web sites that a distributor manages beside the own one.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table web_sites
    add column version int not null default 1,
    add column changed_by text not null default '',
    add column out_of_service_at timestamptz`.execute(db)
  await sql`create sequence web_site_numbers`.execute(db)
  await sql`select setval('web_site_numbers', greatest(1000, (select coalesce(max(web_site_id), 0) from web_sites)))`.execute(
    db,
  )
  await sql`grant usage on sequence web_site_numbers to cutaway_app`.execute(db)
  await sql`alter table business_entities
    add column suspended_at timestamptz,
    add column version int not null default 1,
    add column changed_by text not null default '',
    add column embed_limit int default 0 check (embed_limit >= 0),
    add column embed_limit_of_user int default 0 check (embed_limit_of_user >= 0)`.execute(db)
  await sql`create index business_entities_by_name on business_entities (web_site_id, lower(business_name))`.execute(db)
  // Belongs to the web site of the distributor, whose session reads it.
  await sql`create table distributor_sites (
    web_site_id int not null,
    user_id int not null,
    distributed_site_id int not null,
    primary key (web_site_id, user_id, distributed_site_id),
    foreign key (web_site_id, user_id) references users
  )`.execute(db)
  await sql`create index distributor_sites_by_site on distributor_sites (web_site_id, distributed_site_id)`.execute(db)
  await tenantTables(db, 'distributor_sites')
}
