import { sql } from 'kysely'
import { secondsAfter } from '../../../core/clock.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'

/**
 * One append-only counter for every limit of sign-up: how often a subject (an address, a number, a registration) did
 * something. Marks older than `keptSeconds` are deleted.
 */

export const keptSeconds = 25 * 3600

export interface Limit {
  kind: string
  subject: string
  /** At most `most` marks in each window. */
  windows: readonly { most: number; seconds: number }[]
}

/**
 * Serialises attempts of the same subjects until the transaction ends, so that concurrent ones count each other. Attempts
 * of others do not wait.
 */
export async function lockAttempts(db: Db, site: Site, kind: string, ...subjects: string[]): Promise<void> {
  // In one order, so that two requests never wait for each other.
  for (const subject of subjects.toSorted()) {
    const key = `attempt ${site.web_site_id} ${kind} ${subject}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
  }
}

export async function mark(db: Db, site: Site, kind: string, subjects: readonly string[], now: Date): Promise<void> {
  await db
    .insertInto('attempt_marks')
    .values(subjects.map((subject) => ({ web_site_id: site.web_site_id, kind, subject, at: now })))
    .execute()
}

/** Returns the times of the marks of a subject since a time, oldest first. */
async function timesOf(db: Db, site: Site, kind: string, subject: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('attempt_marks')
    .select('at')
    .where('web_site_id', '=', site.web_site_id)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('at', '>', since)
    .orderBy('at')
    .execute()
  return rows.map(({ at }) => at)
}

/** Returns the seconds until a subject may try again; 0 if it may now. */
export async function secondsToWait(db: Db, site: Site, limit: Limit, now: Date): Promise<number> {
  const longest = Math.max(...limit.windows.map(({ seconds }) => seconds))
  const times = await timesOf(db, site, limit.kind, limit.subject, secondsAfter(now, -longest))
  const waits = limit.windows.map(({ most, seconds }) => {
    const inWindow = times.filter((at) => at > secondsAfter(now, -seconds))
    const frees = inWindow.at(-most)
    return frees ? Math.ceil((secondsAfter(frees, seconds).getTime() - now.getTime()) / 1000) : 0
  })
  return Math.max(0, ...waits)
}
