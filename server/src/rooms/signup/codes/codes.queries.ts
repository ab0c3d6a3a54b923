import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'

/** Queries of one-time codes. */

export interface CodeKey {
  purpose: 'trial' | 'payment' | 'reactivation'
  address_key: string
}

export interface NewCode extends CodeKey {
  code_id: string
  user_id: number | null
  code_hmac: string
  bound_to: string
  expires_at: Date
  last_sent_at: Date
}

/** Stores a code. Earlier ones for the same address, purpose and use no longer count; those of others do. */
export async function insertCode(db: Db, site: Site, code: NewCode): Promise<void> {
  await db
    .updateTable('one_time_codes')
    .set({ used_at: code.last_sent_at })
    .where('web_site_id', '=', site.web_site_id)
    .where('purpose', '=', code.purpose)
    .where('address_key', '=', code.address_key)
    .where('bound_to', '=', code.bound_to)
    .where('used_at', 'is', null)
    .execute()
  await db
    .insertInto('one_time_codes')
    .values({ web_site_id: site.web_site_id, ...code, used_at: null })
    .execute()
}

/** Returns when a code was last sent to an address. */
export async function findLastSent(db: Db, site: Site, key: CodeKey): Promise<Date | undefined> {
  const row = await db
    .selectFrom('one_time_codes')
    .select('last_sent_at')
    .where('web_site_id', '=', site.web_site_id)
    .where('purpose', '=', key.purpose)
    .where('address_key', '=', key.address_key)
    .orderBy('last_sent_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.last_sent_at
}

/**
 * Counts a try of the open code of a use and returns it. Concurrent tries wait for each other, so that none is free.
 * Nobody else can spend the tries of a code.
 */
export async function tryCode(db: Db, site: Site, key: CodeKey & { code_id?: string; bound_to: string }) {
  return db
    .updateTable('one_time_codes')
    .set({ tries: sql<number>`tries + 1` })
    .where('web_site_id', '=', site.web_site_id)
    .where('purpose', '=', key.purpose)
    .where('address_key', '=', key.address_key)
    .where('bound_to', '=', key.bound_to)
    .where('used_at', 'is', null)
    .$if(key.code_id !== undefined, (q) => q.where('code_id', '=', key.code_id!))
    .returning(['code_id', 'code_hmac', 'user_id', 'expires_at', 'tries'])
    .executeTakeFirst()
}

export async function useCode(db: Db, site: Site, codeId: string, now: Date): Promise<void> {
  await db
    .updateTable('one_time_codes')
    .set({ used_at: now })
    .where('web_site_id', '=', site.web_site_id)
    .where('code_id', '=', codeId)
    .execute()
}

/** Deletes codes and marks of all web sites that count no more. */
export async function deleteOldCodes(system: Db, before: { codes: Date; marks: Date }): Promise<void> {
  await system.deleteFrom('one_time_codes').where('expires_at', '<=', before.codes).execute()
  await system.deleteFrom('attempt_marks').where('at', '<=', before.marks).execute()
}
