import { sql, type Kysely } from 'kysely'

/**
 * Puts tables under row-level security: the application's role sees and writes only rows of the web site that the
 * transaction names in app.web_site_id. Without that setting it sees nothing.
 */
export async function tenantTables(db: Kysely<never>, ...tables: string[]): Promise<void> {
  for (const table of tables) {
    const name = sql.table(table)
    await sql`alter table ${name} enable row level security`.execute(db)
    await sql`create policy tenant on ${name}
      using (web_site_id = nullif(current_setting('app.web_site_id', true), '')::int)
      with check (web_site_id = nullif(current_setting('app.web_site_id', true), '')::int)`.execute(db)
    await sql`grant select, insert, update, delete on ${name} to cutaway_app`.execute(db)
  }
}

/** Lets requests add and read rows of tenant tables, but not change or delete them. */
export async function insertOnly(db: Kysely<never>, ...tables: string[]): Promise<void> {
  for (const table of tables) await sql`revoke update, delete on ${sql.table(table)} from cutaway_app`.execute(db)
}
