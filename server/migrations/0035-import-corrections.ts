import { sql, type Kysely } from 'kysely'

/** What a person changes in the dry run of an import: single cells, and rows that are left out. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table imports
    add column corrections json not null default '[]',
    add column left_out json not null default '[]'`.execute(db)
}
