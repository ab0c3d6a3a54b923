import type { Db } from '../../core/db/database.ts'

/** Deletes expired sessions, blocks and links, and old attempts and known addresses, on every site. */
export async function deleteOld(
  system: Db,
  now: Date,
  since: { attempts: Date; places: Date; acting: Date },
): Promise<void> {
  // A manager whose time for acting has run out still returns to the own session.
  await system
    .deleteFrom('sessions')
    .where((eb) =>
      eb.or([
        eb.and([eb('expires_at', '<=', now), eb('acting_user_id', 'is', null)]),
        eb('expires_at', '<=', since.acting),
      ]),
    )
    .execute()
  await system.deleteFrom('login_steps').where('expires_at', '<=', now).execute()
  await system.deleteFrom('login_blocks').where('until', '<=', now).execute()
  await system.deleteFrom('address_blocks').where('until', '<=', now).execute()
  await system.deleteFrom('address_attempts').where('at', '<=', since.attempts).execute()
  await system.deleteFrom('login_attempts').where('at', '<=', since.attempts).execute()
  await system.deleteFrom('login_places').where('last_at', '<=', since.places).execute()
  await system
    .deleteFrom('third_party_logins')
    .where('expires_at', '<=', now)
    .where((eb) => eb.or([eb('session_expires_at', 'is', null), eb('session_expires_at', '<=', now)]))
    .execute()
  await system.deleteFrom('login_tickets').where('expires_at', '<=', now).execute()
  await system.deleteFrom('password_tokens').where('expires_at', '<=', now).execute()
}
