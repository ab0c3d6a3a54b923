import { sql, type Kysely } from 'kysely'

/** Sellers are edited in the console. A version prevents overwriting another person's change; the last editor is kept. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table sellers
    add column version int not null default 1,
    add column changed_by text not null default '',
    add column changed_at timestamptz`.execute(db)
}
