import type { Db } from '../../core/db/database.ts'

/** Deletes sessions, blocks and links that have ended, and older attempts and known addresses. Every site's. */
export async function deleteOld(system: Db, now: Date, since: { attempts: Date; places: Date }): Promise<void> {
  await system.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await system.deleteFrom('login_blocks').where('until', '<=', now).execute()
  await system.deleteFrom('login_attempts').where('at', '<=', since.attempts).execute()
  await system.deleteFrom('login_places').where('last_at', '<=', since.places).execute()
  await system.deleteFrom('password_tokens').where('expires_at', '<=', now).execute()
}
