import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

/** What a business writes on the customer’s page: what happens after an answer, and what prices include. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table entity_page_texts (
    web_site_id int not null,
    businessentity_id int not null,
    -- One entry for each language: language_id, told, work, ready, prices. An empty text: the usual words.
    words jsonb not null,
    updated_at timestamptz not null,
    primary key (web_site_id, businessentity_id),
    foreign key (web_site_id, businessentity_id) references business_entities
  )`.execute(db)
  await tenantTables(db, 'entity_page_texts')
}
