import type * as contract from '@cutaway/contract/rooms/organisation/businesses.ts'
import type { BusinessData, BusinessFields } from '@cutaway/contract/rooms/organisation/businesses.ts'
import { distributorRole } from '../../../core/auth/caller.ts'
import { answer, type AnyCall, type Handlers } from '../../../core/http/endpoints.ts'
import { fail, notFound } from '../../../core/http/errors.ts'
import { openCredits } from '../../messaging/credits.ts'
import { lockBusiness } from '../businesses.ts'
import * as queries from './businesses.queries.ts'

/** The businesses of web sites as the operator manages them: their limits, and whether their people may log in. */

const shown = ({ subscription_status, ...row }: queries.BusinessRow): BusinessData => ({
  ...row,
  state: row.suspended_at !== null ? 'suspended' : subscription_status === 'ended' ? 'ended' : 'active',
  suspended_at: row.suspended_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  has_administrator: row.has_administrator ? 1 : 0,
})

const dataOf = async ({ db, site }: AnyCall, id: number): Promise<BusinessData> =>
  shown((await queries.findBusinessData(db, site.web_site_id, id)) ?? notFound())

const nameOf = ({ caller: { user } }: AnyCall) => `${user.first_name} ${user.last_name}`.trim() || user.username

/** The values that the audit log keeps. */
const audited = ({ business_name, business_type, max_locations, embed_limit, embed_limit_of_user }: BusinessData) => ({
  business_name,
  business_type,
  max_locations,
  embed_limit,
  embed_limit_of_user,
})

/** Suspends a business or makes it active again, once. */
async function switchState(call: AnyCall, id: number, isSuspended: boolean): Promise<BusinessData> {
  const { db, site, services, audit } = call
  await lockBusiness(db, site, id)
  const before = await dataOf(call, id)
  if ((before.suspended_at !== null) === isSuspended) {
    audit(false)
    return before
  }
  await queries.setSuspended(db, site.web_site_id, id, isSuspended ? services.clock.now() : null)
  if (isSuspended) await queries.endSessionsOf(db, site.web_site_id, id, distributorRole)
  const after = await dataOf(call, id)
  audit({
    target: { kind: 'business', id },
    businessId: id,
    before: { state: before.state },
    after: { state: after.state },
  })
  return after
}

export const businesses: Handlers<typeof contract> = {
  getBusinesses: async ({ body, caller, site, services }) => {
    const { web_site_id, ...asked } = body
    const reached = services.sites.all().map((one) => one.web_site_id)
    const ids = web_site_id === undefined ? reached.filter((id) => caller.reachesSite(id)) : [site.web_site_id]
    const { rows, total } = await queries.listBusinesses(services.database.system, ids, asked)
    return answer(rows.map(shown), { beside: { total } })
  },

  getBusiness: (call) => dataOf(call, call.owned.businessentity_id.businessentity_id),

  addBusiness: async (call) => {
    const { db, site, body, audit } = call
    const { web_site_id: _, ...fields } = body
    if (await queries.isNameTaken(db, site.web_site_id, fields.business_name)) fail('business_name_exists')
    const id = await queries.insertBusiness(db, site.web_site_id, fields, nameOf(call))
    // It is active from now on, so its text messages are counted, like those of a business that signs up.
    await openCredits(db, site, id)
    audit({ target: { kind: 'business', id }, businessId: id, after: fields })
    return answer(await dataOf(call, id), { message: 'business_added' })
  },

  updateBusiness: async (call) => {
    const { db, site, body, owned, audit } = call
    const { web_site_id: _w, businessentity_id: _b, version, ...changes } = body
    const id = owned.businessentity_id.businessentity_id
    await lockBusiness(db, site, id)
    const former = await dataOf(call, id)
    if (former.version !== version) fail('business_changed', former)
    const name = changes.business_name
    if (name !== undefined && (await queries.isNameTaken(db, site.web_site_id, name, id))) fail('business_name_exists')
    const most = changes.max_locations
    if (most !== undefined && most < former.max_locations && most < former.locations)
      fail('business_has_more_locations', { locations: former.locations })
    const set = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    await queries.setBusiness(db, site.web_site_id, id, {
      ...(set as Partial<BusinessFields>),
      version: former.version + 1,
      changed_by: nameOf(call),
    })
    const after = await dataOf(call, id)
    audit({ target: { kind: 'business', id }, businessId: id, before: audited(former), after: audited(after) })
    return answer(after, { message: 'business_saved' })
  },

  suspendBusiness: async (call) => {
    const after = await switchState(call, call.owned.businessentity_id.businessentity_id, true)
    return answer(after, { message: 'business_is_suspended' })
  },

  resumeBusiness: async (call) => {
    const after = await switchState(call, call.owned.businessentity_id.businessentity_id, false)
    return answer(after, { message: 'business_is_active' })
  },
}
