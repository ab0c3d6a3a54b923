import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Step } from '../../../core/jobs/retention.ts'

/** Removes old log-ins, and the addresses and browsers of those that are kept. */

const changed = ({ numAffectedRows }: { numAffectedRows?: bigint }) => Number(numAffectedRows ?? 0n)

export const deleteLogins = async (db: Db, { webSiteId, before, limit }: Step): Promise<number> =>
  changed(
    await sql`delete from logins where web_site_id = ${webSiteId} and login_id = any(array(
      select login_id from logins where web_site_id = ${webSiteId} and at < ${before} limit ${limit}))`.execute(db),
  )

export const removeAddresses = async (db: Db, { webSiteId, before, limit }: Step): Promise<number> =>
  changed(
    await sql`update logins set ip = '', user_agent = '' where web_site_id = ${webSiteId} and login_id = any(array(
      select login_id from logins where web_site_id = ${webSiteId} and at < ${before} and ip <> ''
      limit ${limit}))`.execute(db),
  )
