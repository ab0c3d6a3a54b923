import { apiKeyPattern, olderApiKeyPattern } from '@cutaway/contract/administration/api-keys.ts'
import { secondsAfter, type Clock } from '../clock.ts'
import type { Engine } from '../db/engine.ts'
import type { Log } from '../observability/log.ts'
import type { Site } from '../tenancy.ts'
import {
  hashToken,
  notSuspended,
  toRecord,
  userColumns,
  userJoins,
  type SessionRecord,
  type SessionRow,
} from './caller.ts'

/** The caller of another program: the owner of the API key in its Authorization header. */

export interface KeyRecord {
  api_key_id: number
  scopes: readonly string[]
  /** The owner's rights, as those of a session. */
  record: SessionRecord
}

export interface KeyCheck {
  /**
   * Returns the live key of a text, straight from the database, so that a revoked key or a deleted owner stops it at
   * once on every node.
   */
  find(site: Site, text: string): Promise<KeyRecord | null>
}

/** A key works while its owner is neither deleted nor locked nor without the right to keys, and the business has a subscription. */
const keyQuery = `
select k.web_site_id, k.key_hash as token_hash, k.created_at, k.api_key_id, k.scopes, k.last_used_at,
  ${userColumns}
from api_keys k
join users u on u.web_site_id = k.web_site_id and u.user_id = k.user_id and u.deleted_at is null and u.active = 1
${userJoins}
where k.web_site_id = $1 and k.key_hash = $2 and k.revoked_at is null and (k.expires_at is null or k.expires_at > $3)
  and coalesce(b.subscription_status, 'active') <> 'ended' and ${notSuspended}`

interface KeyRow extends SessionRow {
  api_key_id: number
  scopes: string[]
  last_used_at: Date | null
}

/** Seconds between two writes of a key's last use. */
const writeEvery = 60

export function keyCheck(engine: Engine, clock: Clock, log: Log): KeyCheck {
  const touch = async (site: Site, id: number, now: Date) => {
    const connection = await engine.connect('background')
    try {
      await connection.query(
        `update api_keys set last_used_at = $3 where web_site_id = $1 and api_key_id = $2
          and (last_used_at is null or last_used_at < $3)`,
        [site.web_site_id, id, now],
      )
    } finally {
      connection.release()
    }
  }
  return {
    async find(site, text) {
      if (!apiKeyPattern.test(text) && !olderApiKeyPattern.test(text)) return null
      const now = clock.now()
      const connection = await engine.connect('request')
      let row: KeyRow | undefined
      try {
        const parameters = [site.web_site_id, hashToken(text), now]
        row = (await connection.query(keyQuery, parameters, 'key-check')).rows[0] as unknown as KeyRow | undefined
      } finally {
        connection.release()
      }
      if (!row) return null
      const { api_key_id, scopes, last_used_at } = row
      const session = {
        last_seen_at: now,
        expires_at: secondsAfter(now, 60),
        adviser_until: null,
        ends_at: null,
        help_video_seen: true,
        acting_user_id: null,
        acting_stay: false,
        acting_first_name: null,
        acting_last_name: null,
        passwordless: false,
      }
      const record = toRecord({ ...row, ...session }, site, now)
      if (!record.permissions.includes('manage_api_keys')) return null
      if (last_used_at === null || last_used_at < secondsAfter(now, -writeEvery))
        touch(site, api_key_id, now).catch((err: unknown) => log.warn({ err }, 'the use of an API key was not written'))
      return { api_key_id, scopes, record }
    },
  }
}
