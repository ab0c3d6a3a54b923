import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'

/** Serialises changes of a user's settings until the end of the transaction. */
export async function lockSettings(db: Db, site: Site, userId: number): Promise<void> {
  await db
    .selectFrom('users')
    .select('user_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .execute()
}
