import type { Db } from '../../core/db/database.ts'

/** Deletes sessions, blocks and links that have ended, and attempts from before `attemptsSince`. Every site's. */
export async function deleteOld(system: Db, now: Date, attemptsSince: Date): Promise<void> {
  await system.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await system.deleteFrom('login_blocks').where('until', '<=', now).execute()
  await system.deleteFrom('login_attempts').where('at', '<=', attemptsSince).execute()
  await system.deleteFrom('password_tokens').where('expires_at', '<=', now).execute()
}
