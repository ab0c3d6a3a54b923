import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { NumberRow } from './numbers.queries.ts'

/** Whether texts may leave from a number, and why not. */

export type Block =
  'number_cannot_text' | 'carriers_missing' | 'carriers_waiting' | 'carriers_refused' | 'number_unpaid'

/** US carriers refuse texts of businesses from long numbers that are not registered with them (A2P 10DLC). */
const needsRegistration = ({ iso_country, number_type }: Pick<NumberRow, 'iso_country' | 'number_type'>): boolean =>
  iso_country === 'US' && number_type === 'local'

/** Returns why texts may not leave from a number; null if they may. */
export async function blockOf(db: Db, site: Site, of: NumberRow): Promise<Block | null> {
  if (!of.capabilities.SMS) return 'number_cannot_text'
  if (of.subscription_id !== null) {
    const subscription = await db
      .selectFrom('subscriptions')
      .select('state')
      .where('web_site_id', '=', site.web_site_id)
      .where('subscription_id', '=', of.subscription_id)
      .executeTakeFirst()
    if (subscription?.state === 'suspended' || subscription?.state === 'ended') return 'number_unpaid'
  }
  if (!needsRegistration(of)) return null
  const registration = await db
    .selectFrom('text_registrations')
    .select('state')
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', of.businessentity_id)
    .executeTakeFirst()
  if (registration?.state === 'approved') return null
  if (registration?.state === 'waiting') return 'carriers_waiting'
  return registration?.state === 'refused' ? 'carriers_refused' : 'carriers_missing'
}

/** Lets texts leave from a number, or no longer: what sends them reads only this. */
export async function allowSending(db: Db, site: Site, of: NumberRow): Promise<Block | null> {
  const block = await blockOf(db, site, of)
  await db
    .updateTable('message_numbers')
    .set({ can_send: block === null })
    .where('web_site_id', '=', site.web_site_id)
    .where('number', '=', of.phone_number)
    .where('released_at', 'is', null)
    .where('can_send', '<>', block === null)
    .execute()
  return block
}
