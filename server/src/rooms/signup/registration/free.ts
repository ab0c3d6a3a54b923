import type { Db } from '../../../core/db/database.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { activateFree } from '../../billing/activate.ts'
import { quoteOfOrder } from '../../billing/order.ts'
import { activateRegistration } from './activate.ts'
import { orderOf } from './order.ts'
import * as queries from './registration.queries.ts'

/**
 * Opens the account of a registration for which nothing is due today, with its subscription and the invoice. Returns
 * false, and does nothing, if something is due or the registration is in another state.
 */
export async function openFree(
  { db, site, services }: { db: Db; site: Site; services: Pick<Services, 'jobs' | 'config' | 'sites' | 'clock'> },
  id: string,
  from: queries.Registration['state'],
): Promise<boolean> {
  const registration = await queries.lockRegistration(db, site, id)
  if (registration?.state !== from) return false
  const now = services.clock.now()
  const ordered = await orderOf(db, site, registration, { sites: services.sites, now })
  if (!ordered || quoteOfOrder(ordered.order)?.total_minor !== 0) return false
  await activateFree(db, site, ordered.order, now)
  await activateRegistration({ db, site, services }, id, { from: [from] })
  return true
}
