import type { Insertable } from 'kysely'
import type { Db } from '../../core/db/database.ts'
import type { Tables } from '../../core/db/tables.ts'
import type { Site } from '../../core/tenancy.ts'

type Feedback = Omit<Insertable<Tables['feedback']>, 'web_site_id'>

/** Inserts the feedback and returns whether it is the user's first; a second one changes nothing. */
export async function insertFeedback(db: Db, site: Site, feedback: Feedback): Promise<boolean> {
  const inserted = await db
    .insertInto('feedback')
    .values({ web_site_id: site.web_site_id, ...feedback })
    .onConflict((conflict) => conflict.columns(['web_site_id', 'user_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function hasFeedback(db: Db, site: Site, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('feedback')
    .select('user_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}
