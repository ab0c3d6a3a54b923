import type { Caller } from '../../../../core/auth/caller.ts'
import type { Db } from '../../../../core/db/database.ts'
import { denied, fail, switchedOff } from '../../../../core/http/errors.ts'
import type { Site } from '../../../../core/tenancy.ts'
import type { ProviderName } from '../../../../outside/payments.ts'
import { findContact, providerOf } from '../buyer.ts'
import { findLive, type Subscription } from '../subscriptions.queries.ts'

/** Who runs the subscription of a business: its administrator, on a web site with billing pages. */

/** The role of an administrator of a business. */
const administrator = 3

export interface Ran {
  subscription: Subscription
  businessId: number
  /** The provider of its payments. */
  provider: ProviderName
}

/** Returns the business of a caller who runs its subscription; 403 for everybody else, and where the web site has no billing pages. */
export function businessOf(
  site: Site,
  { user }: Pick<Caller, 'user'>,
  owner: { businessentity_id: number | null } = user,
): number {
  const { businessentity_id } = user
  const runs = user.user_access_id === administrator && user.is_employee === 0
  if (!runs || businessentity_id === null || owner.businessentity_id !== businessentity_id) denied()
  if (!site.features.includes('billing_details')) switchedOff()
  return businessentity_id
}

/**
 * Returns the subscription that the caller runs. Refuses web sites without a provider and businesses without a
 * subscription; 403 for members of a cooperative, who pay through it.
 */
export async function runsSubscription(
  db: Db,
  site: Site,
  caller: Pick<Caller, 'user'>,
  owner?: { businessentity_id: number | null },
): Promise<Ran> {
  const businessId = businessOf(site, caller, owner)
  const subscription = await findLive(db, site, businessId)
  if (subscription?.payment_type === 'capricorn') denied()
  const country = subscription ? (await findContact(db, site, businessId)).bill_country_code : site.country_code_iso
  const provider = providerOf(site, subscription, country.toUpperCase())
  if (provider === null) fail('Something went wrong. Please try again')
  if (!subscription) fail('Subscription Details Not Found.')
  return { subscription, businessId, provider }
}

/** Checks that the provider in the name of a call is that of the subscription. */
export function checkProvider({ provider }: Ran, named: ProviderName): void {
  if (provider !== named) fail('Something went wrong. Please try again')
}
