import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { Registration } from '../registration/registration.queries.ts'

/** Queries of the drafts of schools and of the applications of teachers. */

/** Returns the draft, or the application that waits, of a mail address. */
export const findOpen = (
  db: Db,
  site: Site,
  { key, flow, state, now }: { key: string; flow: Registration['flow']; state: Registration['state']; now: Date },
) =>
  db
    .selectFrom('registrations')
    .select(['registration_id', 'businessentity_id', 'user_id'])
    .where('web_site_id', '=', site.web_site_id)
    .where('email_key', '=', key)
    .where('flow', '=', flow)
    .where('state', '=', state)
    .where((q) => q.or([q('expires_at', '>', now), q('state', '=', 'awaiting_approval')]))
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

/** Lets a draft live as long as the newest link to it. */
export const extendDraft = (db: Db, site: Site, id: string, expiresAt: Date) =>
  db
    .updateTable('registrations')
    .set({ expires_at: expiresAt })
    .where('web_site_id', '=', site.web_site_id)
    .where('registration_id', '=', id)
    .execute()
