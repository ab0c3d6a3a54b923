import type { Caller } from '../../core/auth/caller.ts'
import type { Db } from '../../core/db/database.ts'
import { HttpRefusal, notFound } from '../../core/http/errors.ts'
import type { Site } from '../../core/tenancy.ts'

/** Something that belongs to a user. Missing things and those of people out of reach are answered alike. */
export async function ownedBy<T extends { user_id: number }>(caller: Caller, found: T | undefined): Promise<T> {
  if (!found) notFound()
  try {
    await caller.mayActFor(found.user_id)
  } catch (error) {
    if (error instanceof HttpRefusal) notFound()
    throw error
  }
  return found
}

/** Changes of a user's settings go one after another until the end of the transaction. */
export async function lockSettings(db: Db, site: Site, userId: number): Promise<void> {
  await db
    .selectFrom('users')
    .select('user_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .execute()
}
