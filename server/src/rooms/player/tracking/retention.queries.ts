import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Step } from '../../../core/jobs/retention.ts'

/** Removes old views, watched seconds and addresses. The daily sums stay. */

const changed = ({ numAffectedRows }: { numAffectedRows?: bigint }) => Number(numAffectedRows ?? 0n)

export const deleteViews = async (db: Db, { webSiteId, before, limit }: Step): Promise<number> =>
  changed(
    await sql`delete from views where web_site_id = ${webSiteId} and view_id = any(array(
      select view_id from views where web_site_id = ${webSiteId} and viewed_at < ${before} limit ${limit}))`.execute(
      db,
    ),
  )

export const deleteWatched = async (db: Db, { webSiteId, before, limit }: Step): Promise<number> =>
  changed(
    await sql`delete from watched where (web_site_id, user_id, view_key, report) in (
      select web_site_id, user_id, view_key, report from watched
      where web_site_id = ${webSiteId} and at < ${before} limit ${limit})`.execute(db),
  )

export const removeAddresses = async (db: Db, { webSiteId, before, limit }: Step): Promise<number> =>
  changed(
    await sql`update views set remote_address = '' where web_site_id = ${webSiteId} and view_id = any(array(
      select view_id from views where web_site_id = ${webSiteId} and viewed_at < ${before} and remote_address <> ''
      limit ${limit}))`.execute(db),
  )
