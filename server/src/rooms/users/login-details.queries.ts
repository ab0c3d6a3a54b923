import { sql } from 'kysely'
import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'

/** Returns the users of a list who can get log-in details and got none since a time, and locks them. */
export const findRecipients = (db: Db, site: Site, ids: readonly number[], mailedBefore: Date) =>
  db
    .selectFrom('users')
    .select(['user_id', 'username', 'email', 'language_id'])
    .select(sql<boolean>`password_hash = ''`.as('is_invited'))
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', 'in', ids.length === 0 ? [0] : [...ids])
    .where('deleted_at', 'is', null)
    .where('active', '=', 1)
    .where('email', '!=', '')
    .where((eb) => eb.or([eb('invited_at', 'is', null), eb('invited_at', '<=', mailedBefore)]))
    .orderBy('user_id')
    .forUpdate()
    .execute()

export type Recipient = Awaited<ReturnType<typeof findRecipients>>[number]

export async function markMailed(db: Db, site: Site, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('users')
    .set({ invited_at: now })
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', 'in', [...ids])
    .execute()
}
