import type { Db } from '../../core/db/database.ts'

/** Deletes expired sessions, blocks and links, and old attempts and known addresses, on every site. */
export async function deleteOld(system: Db, now: Date, since: { attempts: Date; places: Date }): Promise<void> {
  await system.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await system.deleteFrom('login_steps').where('expires_at', '<=', now).execute()
  await system.deleteFrom('login_blocks').where('until', '<=', now).execute()
  await system.deleteFrom('address_blocks').where('until', '<=', now).execute()
  await system.deleteFrom('address_attempts').where('at', '<=', since.attempts).execute()
  await system.deleteFrom('login_attempts').where('at', '<=', since.attempts).execute()
  await system.deleteFrom('login_places').where('last_at', '<=', since.places).execute()
  await system.deleteFrom('password_tokens').where('expires_at', '<=', now).execute()
}
