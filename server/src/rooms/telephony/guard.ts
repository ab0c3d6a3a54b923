import type { Caller } from '../../core/auth/caller.ts'
import type { Db } from '../../core/db/database.ts'
import { denied, fail } from '../../core/http/errors.ts'
import type { Site } from '../../core/tenancy.ts'
import type { ProviderName } from '../../outside/payments.ts'
import { findContact, providerOf } from '../billing/life/buyer.ts'
import { findLive, type Subscription } from '../billing/life/subscriptions.queries.ts'

/** Who buys text messages and numbers for a business: its administrator, where the web site can be paid for them. */

export interface Buyer {
  businessId: number
  subscription: Subscription | undefined
  provider: ProviderName | null
  /** Text messages are paid by invoice on this web site. */
  isInvoiced: boolean
}

/** Returns the business of the caller; 403 for employees and other businesses. Refuses web sites that cannot be paid. */
export async function buyerOf(
  db: Db,
  site: Site,
  { user }: Pick<Caller, 'user'>,
  owner: { businessentity_id: number | null } = user,
): Promise<Buyer> {
  const { businessentity_id: businessId } = user
  if (user.is_employee !== 0 || businessId === null || owner.businessentity_id !== businessId) denied()
  const subscription = await findLive(db, site, businessId)
  const isInvoiced = site.features.includes('different_sms_payment')
  const country = (await findContact(db, site, businessId)).bill_country_code.toUpperCase()
  const provider = providerOf(site, subscription, country)
  if (provider === null && !isInvoiced) fail('Something went wrong. Please try again')
  return { businessId, subscription, provider, isInvoiced }
}
