import { callsOfPage, pageTokenPattern } from '@cutaway/contract/administration/api-keys.ts'
import { CompiledQuery } from 'kysely'
import { secondsAfter, type Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import type { Engine } from '../db/engine.ts'
import type { Log } from '../observability/log.ts'
import type { Site } from '../tenancy.ts'
import { notSuspended, toRecord, userColumns, userJoins, type SessionRecord, type SessionRow } from './caller.ts'

/**
 * The caller of a page that another page frames: the browser sends it no cookie there, so the page holds a token in its
 * memory and sends it as Bearer. It may watch films, and nothing else.
 */

export interface PageRecord {
  /** Null for a page that a learning platform launched. */
  api_key_id: number | null
  /** The owner of the key or of the platform's registration, with the rights to watch films only. */
  record: SessionRecord
}

export interface PageCheck {
  /** Returns the live page of a token's hash, straight from the database, and extends its time. */
  find(site: Site, tokenHash: string): Promise<PageRecord | null>
}

export const isPageToken = (text: string): boolean => pageTokenPattern.test(text)
export const pageMay = (path: string): boolean => callsOfPage.includes(path.split('/')[1] ?? '')

const rights = new Set<string>(['allow_view_animations', 'allow_interactive_in_kiosk_mode'])

/** Seconds that a page stays open without use. */
export const pageSeconds = 15 * 60
/** Seconds between two extensions. */
const writeEvery = 60

/**
 * A page lives while its key, or the registration of the platform that launched it, and the owner of that do, and while
 * the owner belongs to the same business.
 */
const pageQuery = `
select t.web_site_id, t.session_hash as token_hash, t.created_at, t.api_key_id, t.session_expires_at as expires_at,
  ${userColumns}
from third_party_logins t
left join api_keys k on k.web_site_id = t.web_site_id and k.api_key_id = t.api_key_id and k.revoked_at is null
  and (k.expires_at is null or k.expires_at > $3)
left join lti_platforms p on p.web_site_id = t.web_site_id and p.platform_id = t.lti_platform_id and p.active
  and p.deleted_at is null
join users u on u.web_site_id = t.web_site_id and u.user_id = t.user_id and u.deleted_at is null and u.active = 1
  and u.businessentity_id is not distinct from t.businessentity_id
${userJoins}
where t.web_site_id = $1 and t.session_hash = $2 and t.session_expires_at > $3
  and (k.api_key_id is not null or p.platform_id is not null)
  and coalesce(b.subscription_status, 'active') <> 'ended' and ${notSuspended}`

interface PageRow extends SessionRow {
  api_key_id: number | null
}

const ofPage = {
  adviser_until: null,
  ends_at: null,
  help_video_seen: true,
  acting_user_id: null,
  acting_stay: false,
  acting_first_name: null,
  acting_last_name: null,
  passwordless: false,
}

/** Returns what a page may do; null if the owner may no longer have keys. */
function pageOf(row: PageRow, site: Site, now: Date): PageRecord | null {
  const record = toRecord({ ...row, ...ofPage, last_seen_at: now }, site, now)
  if (!record.permissions.includes('manage_api_keys')) return null
  return {
    api_key_id: row.api_key_id,
    record: {
      ...record,
      permissions: record.permissions.filter((name) => rights.has(name)),
      passwordless: true,
      // These are asked of the owner of the key, who is not at this page.
      requiredTerms: false,
      requiredPasswordChange: false,
      requiredSecondStep: false,
      isPage: true,
    },
  }
}

/** Returns a page within the transaction that has just opened it. */
export async function findPage(db: Db, site: Site, tokenHash: string, now: Date): Promise<PageRecord | null> {
  const query = CompiledQuery.raw(pageQuery, [site.web_site_id, tokenHash, now])
  const { rows } = await db.executeQuery<PageRow>(query)
  return rows[0] ? pageOf(rows[0], site, now) : null
}

export function pageCheck(engine: Engine, clock: Clock, log: Log): PageCheck {
  const run = async (lane: 'request' | 'background', query: string, parameters: unknown[], name?: string) => {
    const connection = await engine.connect(lane)
    try {
      return (await connection.query(query, parameters, name)).rows
    } finally {
      connection.release()
    }
  }
  return {
    async find(site, tokenHash) {
      const now = clock.now()
      const [row] = (await run(
        'request',
        pageQuery,
        [site.web_site_id, tokenHash, now],
        'page-check',
      )) as unknown as PageRow[]
      const page = row ? pageOf(row, site, now) : null
      if (row && page && row.expires_at < secondsAfter(now, pageSeconds - writeEvery))
        run(
          'background',
          `update third_party_logins set session_expires_at = $3
            where web_site_id = $1 and session_hash = $2 and session_expires_at < $3`,
          [site.web_site_id, tokenHash, secondsAfter(now, pageSeconds)],
        ).catch((err: unknown) => log.warn({ err }, 'the use of a framed page was not written'))
      return page
    },
  }
}
