import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

/**
 * Keys of mail domains that a business removed or replaced. Mail that was queued before is still signed with them, and
 * mail servers check its signatures, so a new key does not overwrite them. They are deleted two days later.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table former_mail_keys (
    web_site_id int not null references web_sites,
    businessentity_id int not null,
    domain text not null,
    selector text not null,
    private_key text not null,
    removed_at timestamptz not null,
    primary key (web_site_id, businessentity_id, domain, selector),
    foreign key (web_site_id, businessentity_id) references business_entities
  )`.execute(db)
  await sql`insert into former_mail_keys (web_site_id, businessentity_id, domain, selector, private_key, removed_at)
    select web_site_id, businessentity_id, domain, selector, private_key, removed_at
    from business_mail_domains where removed_at is not null`.execute(db)
  await tenantTables(db, 'former_mail_keys')
}
