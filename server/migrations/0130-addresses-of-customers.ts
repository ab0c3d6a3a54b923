import { sql, type Kysely } from 'kysely'

/** What the job of retention looks for in the tables of links. A row leaves the index when its address is removed. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const [table, at] of [
    ['link_views', 'last_at'],
    ['link_hits', 'at'],
    ['link_pdf_views', 'at'],
    ['link_answers', 'at'],
    ['link_questions', 'at'],
  ] as const)
    await sql`create index ${sql.ref(`${table}_with_address`)} on ${sql.table(table)} (web_site_id, ${sql.ref(at)})
      where remote_address <> ''`.execute(db)
}
