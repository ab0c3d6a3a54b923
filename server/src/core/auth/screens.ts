import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Site } from '../tenancy.ts'
import { hashToken } from './caller.ts'

/**
 * The caller of a paired screen in a waiting room: a cookie of its own, no user. It reads its plan and the films, and
 * writes what it played; nothing else.
 */

export interface PairedScreen {
  screen_id: number
  businessentity_id: number
  location_id: number | null
  /** To whom views of the screen's films are counted. */
  paired_by: number
}

/** Returns a screen that is not revoked and whose business is neither suspended nor without a subscription. */
export async function findPairedScreen(db: Db, site: Site, token: string): Promise<PairedScreen | undefined> {
  const { rows } = await sql<PairedScreen>`
    select s.screen_id, s.businessentity_id, s.location_id, s.paired_by
    from screens s
    join business_entities b on b.web_site_id = s.web_site_id and b.businessentity_id = s.businessentity_id
    where s.web_site_id = ${site.web_site_id} and s.token_hash = ${hashToken(token)} and s.revoked_at is null
      and b.suspended_at is null and coalesce(b.subscription_status, 'active') <> 'ended'`.execute(db)
  return rows[0]
}
