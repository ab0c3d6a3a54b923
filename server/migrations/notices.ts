import { sql, type Kysely } from 'kysely'

/**
 * Lets every node know when rows of tables change (server/src/core/db/notices.ts), by the kind of what they hold. Equal
 * notices of one transaction arrive as one. `columns` narrows it to changes of these columns of existing rows.
 */
export async function noticesOf(
  db: Kysely<never>,
  kind: string,
  tables: readonly string[],
  columns: readonly string[] = [],
): Promise<void> {
  for (const table of tables) {
    const on = sql.table(table)
    const all = (row: string) =>
      columns.length > 0
        ? sql`(${sql.join(columns.map((column) => sql.ref(`${row}.${column}`)))})`
        : sql.raw(`${row}.*`)
    await sql`create trigger notice_of_update after update on ${on} for each row
      when (${all('old')} is distinct from ${all('new')}) execute function notify_of_change(${sql.lit(kind)})`.execute(
      db,
    )
    if (columns.length > 0) continue
    await sql`create trigger notice_of_row after insert or delete on ${on} for each row
      execute function notify_of_change(${sql.lit(kind)})`.execute(db)
    await sql`create trigger notice_of_truncate after truncate on ${on} for each statement
      execute function notify_of_change(${sql.lit(kind)})`.execute(db)
  }
}
