import type * as contract from '@cutaway/contract/rooms/organisation/auto-login.ts'
import { hasIpNumber, ipNumberOf } from '@cutaway/contract/rooms/organisation/ip-numbers.ts'
import { isIP } from 'node:net'
import type { AnyCall, Handlers } from '../../../core/http/endpoints.ts'
import { fail } from '../../../core/http/errors.ts'
import { createSession } from '../../sessions/create-session.ts'
import { listWithoutPassword } from '../../sessions/third-party/third-party.queries.ts'
import { findActiveRange, type OfferingRange } from './ip-ranges.queries.ts'

/**
 * Logging in by the remote address. Forwarded addresses count only from trusted proxies. Only people below the managers
 * of a business can be logged in so, and the visitor has to confirm it.
 */

const none = 'auto_login_none'
const byStoreNumber = 2
const ofStore = 3

/** Returns the active range of the remote address. Refuses alike whatever is missing. */
async function rangeOf({ ip, site, db }: AnyCall): Promise<OfferingRange> {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!site.features.includes('ip_auto_login') || isIP(address) === 0 || !hasIpNumber(address)) fail(none)
  return (await findActiveRange(db, site, ipNumberOf(address))) ?? fail(none)
}

/** Returns the people whom a range offers. */
function offered({ site, db }: AnyCall, range: OfferingRange, storeNumber?: string) {
  const { businessentity_id: business, user_id: userId, login_type: type, location_id: locationId } = range
  if (type === byStoreNumber) return storeNumber ? listWithoutPassword(db, site, business, { storeNumber }) : []
  if (type !== ofStore) return listWithoutPassword(db, site, business, { userId })
  return locationId === null ? [] : listWithoutPassword(db, site, business, { locationId })
}

export const autoLogin: Handlers<typeof contract> = {
  autoLoginByRemoteIP: async (call) => {
    const range = await rangeOf(call)
    const users = await offered(call, range)
    if (users.length === 0 && range.login_type !== byStoreNumber) fail(none)
    return { login_type: range.login_type, business_name: range.business_name, users }
  },

  confirmAutoLogin: async (call) => {
    const { body } = call
    const range = await rangeOf(call)
    const people = await offered(call, range, body.store_number)
    const chosen = people.find(({ user_id }) => user_id === body.user_id) ?? fail(none)
    return createSession(call, { userId: chosen.user_id, stay: false, kind: 'ip', passwordless: true })
  },

  getUsersByStoreNumber: async (call) => {
    const range = await rangeOf(call)
    if (range.login_type !== byStoreNumber) fail(none)
    const people = await offered(call, range, call.params.json.store_number)
    return people.length > 0 ? people : fail(none)
  },
}
