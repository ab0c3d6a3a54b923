import { sql, type Kysely } from 'kysely'

/** The name of what a line of an invoice sells, as it was on the day of issue: the name of the plan. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table invoice_lines add column name text not null default ''`.execute(db)
}
