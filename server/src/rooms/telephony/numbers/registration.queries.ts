import type { Registration } from '@cutaway/contract/rooms/telephony/numbers.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Tables } from '../../../core/db/tables.ts'
import type { Site } from '../../../core/tenancy.ts'
import { numbersOf } from './numbers.queries.ts'
import { allowSending } from './sending.ts'

/** The registration of a business with the US carriers, and what follows from it. */

export type RegistrationRow = Selectable<Tables['text_registrations']>

const ofBusiness = (db: Db, site: Site, businessId: number) =>
  db
    .selectFrom('text_registrations')
    .selectAll()
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)

export const lockRegistration = (db: Db, site: Site, businessId: number): Promise<RegistrationRow | undefined> =>
  ofBusiness(db, site, businessId).forUpdate().executeTakeFirst()

export async function registrationOf(db: Db, site: Site, businessId: number): Promise<Registration | undefined> {
  const row = await ofBusiness(db, site, businessId).executeTakeFirst()
  return row && shownRegistration(row)
}

/** Shows a registration without who decided on it: that is for the operator. */
export function shownRegistration(row: RegistrationRow): Registration {
  const {
    web_site_id: _site,
    businessentity_id: _business,
    decided_by: _operator,
    submitted_at,
    decided_at,
    ...fields
  } = row
  return {
    ...fields,
    business_type: fields.business_type as Registration['business_type'],
    submitted_at: submitted_at?.toISOString() ?? null,
    decided_at: decided_at?.toISOString() ?? null,
  }
}

/** Texts leave from the numbers of a business, or no longer, as its registration says. */
export async function syncSending(db: Db, site: Site, businessId: number): Promise<void> {
  for (const of of await numbersOf(db, site, businessId, ['owned'])) await allowSending(db, site, of)
}
