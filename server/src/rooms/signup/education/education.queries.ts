import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { Registration } from '../registration/registration.queries.ts'

/** Queries of the drafts of schools. */

/** Returns the draft that a mail address has in a flow. */
export const findOpenDraft = (db: Db, site: Site, key: string, flow: Registration['flow'], now: Date) =>
  db
    .selectFrom('registrations')
    .select(['registration_id', 'businessentity_id', 'user_id'])
    .where('web_site_id', '=', site.web_site_id)
    .where('email_key', '=', key)
    .where('flow', '=', flow)
    .where('state', '=', 'draft')
    .where('expires_at', '>', now)
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
