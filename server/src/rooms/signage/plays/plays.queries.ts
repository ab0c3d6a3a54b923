import type { Play, PlayReason } from '@cutaway/contract/rooms/signage/plays.ts'
import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'

/** Queries of what screens played. */

/** Stores plays and returns the ids of those that are new: a play that is told again is left out. */
export async function insertPlays(
  db: Db,
  site: Site,
  screenId: number,
  plays: readonly Play[],
  toldAt: Date,
): Promise<Set<string>> {
  const rows = await db
    .insertInto('screen_plays')
    .values(
      plays.map((play) => ({
        web_site_id: site.web_site_id,
        play_id: play.id,
        screen_id: screenId,
        kind: play.kind,
        item_key: play.item,
        title: play.title,
        part_id: play.part_id,
        language_id: play.language_id,
        outcome: play.outcome,
        reason: play.reason,
        is_for_customer: play.for_customer === 1,
        started_at: play.started_at,
        ended_at: play.ended_at,
        told_at: toldAt,
      })),
    )
    .onConflict((c) => c.columns(['web_site_id', 'play_id']).doNothing())
    .returning('play_id')
    .execute()
  return new Set(rows.map(({ play_id }) => play_id))
}

const playsSince = (db: Db, site: Site, screenId: number, since: Date) =>
  db
    .selectFrom('screen_plays')
    .where('web_site_id', '=', site.web_site_id)
    .where('screen_id', '=', screenId)
    .where('started_at', '>=', since)

export const countPlays = (db: Db, site: Site, screenId: number, since: Date) =>
  playsSince(db, site, screenId, since)
    .select([
      sql<number>`(count(*) filter (where outcome <> 'skipped'))::int`.as('started'),
      sql<number>`(count(*) filter (where outcome = 'finished'))::int`.as('finished'),
      sql<number>`(count(*) filter (where outcome = 'skipped'))::int`.as('skipped'),
      sql<number>`(count(*) filter (where told_at > ended_at + interval '1 minute'))::int`.as('late'),
      sql<Date | null>`min(started_at) filter (where told_at > ended_at + interval '1 minute')`.as('late_from'),
      sql<Date | null>`max(told_at) filter (where told_at > ended_at + interval '1 minute')`.as('late_to'),
    ])
    .executeTakeFirstOrThrow()

export const listReasons = (
  db: Db,
  site: Site,
  screenId: number,
  since: Date,
): Promise<{ title: string; reason: PlayReason; count: number }[]> =>
  playsSince(db, site, screenId, since)
    .where('outcome', '=', 'skipped')
    .select(['title', 'reason', sql<number>`count(*)::int`.as('count')])
    .groupBy(['title', 'reason'])
    .orderBy('count', 'desc')
    .orderBy('title')
    .limit(20)
    .execute()
