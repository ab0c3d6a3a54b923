import { sql } from 'kysely'
import type { Db } from '../../../../core/db/database.ts'

/** How far the demo's clock is ahead is in the database: rows with its times are there too, so a restart keeps both. */

/** Returns the seconds by which the clock is ahead of the real time. */
export async function secondsAhead(system: Db): Promise<number> {
  const { rows } = await sql<{ ahead_seconds: number }>`select ahead_seconds from demo_clock`.execute(system)
  return rows[0]?.ahead_seconds ?? 0
}

export async function keepAhead(system: Db, seconds: number): Promise<void> {
  await sql`insert into demo_clock (ahead_seconds) values (${seconds}::int)
    on conflict (is_only) do update set ahead_seconds = demo_clock.ahead_seconds + excluded.ahead_seconds`.execute(
    system,
  )
}
