import {
  ipCountOf,
  ipRangeOf,
  ipTextsOf,
  isOneKind,
  type IpRange as Range,
} from '@cutaway/contract/rooms/organisation/ip-numbers.ts'
import type * as contract from '@cutaway/contract/rooms/organisation/ip-ranges.ts'
import {
  type IpRange,
  ipRangeLogin,
  type IpRangeFields,
  mostRanges,
  mostUndecided,
} from '@cutaway/contract/rooms/organisation/ip-ranges.ts'
import { answer, type AnyCall, type Handlers } from '../../../core/http/endpoints.ts'
import { fail } from '../../../core/http/errors.ts'
import type { RecordLoader } from '../../../core/scope.ts'
import { businessOf } from '../businesses.ts'
import { hasPrivate, needsApproval } from './addresses.ts'
import { listAskedRanges } from './asked.queries.ts'
import * as queries from './ip-ranges.queries.ts'

/** Ranges of IP addresses from which people of a business are logged in, and the operator's decisions on large ones. */

declare module '../../../core/scope.ts' {
  interface RecordKinds {
    ip_range: queries.IpRangeRow
  }
}

export const ipRangeRecords: RecordLoader<queries.IpRangeRow> = {
  find: queries.findRangesById,
  idOf: ({ ip_range_id }) => ip_range_id,
}

const rangeOf = ({ from_ip, to_ip }: IpRangeFields): Range => ipRangeOf(from_ip, to_ip)
const storedRange = ({ from_ip, to_ip }: queries.IpRangeRow): Range => ({ from: BigInt(from_ip), to: BigInt(to_ip) })

function shown(row: queries.ListedRange): IpRange {
  const range = storedRange(row)
  const [ip1, ip2] = ipTextsOf(range)
  return {
    id: row.ip_range_id,
    ip1,
    ip2,
    login_type: row.login_type,
    mail_send: row.state === 'waiting' || needsApproval(range) ? 1 : 0,
    addresses: ipCountOf(range),
    state: row.state,
    user_id: row.user_id,
    user_name: row.user_name,
    user_access_id: row.user_access_id,
    asked_at: row.asked_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    reason: row.reason,
  }
}

interface Asked {
  businessId: number
  /** The range that is changed. */
  except?: number | undefined
}

/**
 * Refuses a range that cannot be used, and returns whether the operator has to approve it: with it, the business would
 * have too many addresses that no operator approved. Hold the lock of the web site's ranges where the answer has to last.
 */
async function check({ db, site, services }: AnyCall, range: Range, { businessId, except }: Asked) {
  if (range.from > range.to) fail('from_ip_should_be_less_than_to_ip')
  if (!isOneKind(range)) fail('ip_address_not_valid')
  if (services.config.mode === 'production' && hasPrivate(range)) fail('ip_range_private')
  const { own, others } = await queries.findOverlaps(db, site, range, { businessId, except })
  if (own) fail('ip_range_overlaps')
  const { ranges, undecided } = await queries.countRanges(db, site, { businessId, except })
  if (ranges >= mostRanges) fail('ip_range_too_many')
  return { isLarge: ipCountOf(range) + undecided > mostUndecided, isOfOthers: others }
}

/** Returns the state of a new range. One that another business has waits, so that nobody learns whose it is. */
const stateFor = ({ isLarge, isOfOthers }: Awaited<ReturnType<typeof check>>) =>
  isLarge || isOfOthers ? ('waiting' as const) : ('active' as const)

function audited(range: Range) {
  const [from_ip, to_ip] = ipTextsOf(range)
  return { from_ip, to_ip }
}
const messageOf = ({ state }: IpRange, done: string) => (state === 'waiting' ? 'ip_range_sent_for_approval' : done)
const nameOf = ({ caller: { user } }: AnyCall) => `${user.first_name} ${user.last_name}`.trim() || user.username

export const ipRanges: Handlers<typeof contract> = {
  getAutoLogin: async ({ params, owned, site, db }) => {
    const { rows, total } = await queries.listRanges(db, site, owned.entity.businessentity_id, params.json)
    return answer(rows.map(shown), { beside: { total } })
  },

  checkIpRange: async (call) => {
    const { json } = call.params
    const range = rangeOf(json)
    const businessId = call.owned.id?.businessentity_id ?? call.caller.user.businessentity_id ?? 0
    // Ranges of others are not told here: anyone could search for them address by address.
    const { isLarge } = await check(call, range, { businessId, except: json.id })
    return { addresses: ipCountOf(range), needs_approval: isLarge }
  },

  addIPRange: async (call) => {
    const { body, owned, owner, caller, site, db, services, audit } = call
    const businessentity_id = businessOf(owned.businessentity_id, owner)
    // A login without a password never opens the account of an operator, nor that of another business.
    if (owner.businessentity_id !== businessentity_id || (await queries.isOperator(db, site, owner.user_id)))
      fail('ip_range_user_of_business')
    const range = rangeOf(body)
    await queries.lockRanges(db, site)
    const state = stateFor(await check(call, range, { businessId: businessentity_id }))
    const id = await queries.insertRange(
      db,
      site,
      { businessentity_id, user_id: owner.user_id, login_type: body.login_type ?? ipRangeLogin },
      {
        range,
        state,
        asked_at: services.clock.now(),
        asked_by: caller.user.user_id,
      },
    )
    const added = shown(await queries.findListedRange(db, site, id))
    audit({ target: { kind: 'ip_range', id }, businessId: businessentity_id, after: audited(range) })
    return answer(added, { message: messageOf(added, 'ip_range_added') })
  },

  updateIPRange: async (call) => {
    const { body, caller, site, db, services, audit } = call
    const range = rangeOf(body)
    await queries.lockRanges(db, site)
    const former = await queries.findListedRange(db, site, body.id)
    const state = stateFor(await check(call, range, { businessId: former.businessentity_id, except: body.id }))
    const before = storedRange(former)
    const { login_type = former.login_type, user_id = former.user_id } = body
    // The same rule as for a new range.
    if (user_id !== former.user_id && !(await queries.isOfBusiness(db, site, user_id, former.businessentity_id)))
      fail('ip_range_user_of_business')
    await queries.updateOffer(db, site, body.id, { login_type, user_id })
    const offer = { login_type, user_id }
    const formerOffer = { login_type: former.login_type, user_id: former.user_id }
    const isSameOffer = login_type === former.login_type && user_id === former.user_id
    if (before.from === range.from && before.to === range.to) {
      if (isSameOffer) audit(false)
      else audit({ businessId: former.businessentity_id, before: formerOffer, after: offer })
      return answer(shown(await queries.findListedRange(db, site, body.id)), { message: 'ip_range_saved' })
    }
    await queries.updateRange(db, site, body.id, {
      range,
      state,
      asked_at: services.clock.now(),
      asked_by: caller.user.user_id,
    })
    const saved = shown(await queries.findListedRange(db, site, body.id))
    audit({
      businessId: former.businessentity_id,
      before: { ...audited(before), ...(isSameOffer ? {} : formerOffer) },
      after: { ...audited(range), ...(isSameOffer ? {} : offer) },
    })
    return answer(saved, { message: messageOf(saved, 'ip_range_saved') })
  },

  deleteIPAutoLogin: async ({ params, owned, site, db, audit }) => {
    const row = owned.id
    await queries.deleteRange(db, site, params.id)
    audit({ businessId: row.businessentity_id, before: audited(storedRange(row)) })
    return answer(null, { message: 'ip_range_deleted' })
  },

  getAskedIpRanges: async ({ body, caller, services }) => {
    const { web_site_id, state, ...list } = body
    const sites = services.sites
      .all()
      .filter((one) => caller.reachesSite(one.web_site_id) && (web_site_id ?? one.web_site_id) === one.web_site_id)
    const names = new Map(sites.map((one) => [one.web_site_id, one.name]))
    const { rows, total } = await listAskedRanges(services.database.system, [...names.keys()], state, list)
    const asked = rows.map((row) => ({
      ...shown(row),
      web_site_id: row.web_site_id,
      site_name: names.get(row.web_site_id) ?? '',
      business_name: row.business_name,
      asked_by: row.asked_by_name,
      decided_by: row.decided_by,
      shared_with: row.shared_with,
    }))
    return answer(asked, { beside: { total } })
  },

  decideIpRange: async (call) => {
    const { body, owned, site, db, services, audit } = call
    if (!body.approve && body.reason === '') fail('ip_range_reason_missing')
    const state = body.approve ? ('active' as const) : ('refused' as const)
    const range = rangeOf(body)
    const reason = body.approve ? '' : body.reason
    if (body.approve) {
      await queries.lockRanges(db, site)
      const asked = { businessId: owned.id.businessentity_id, except: body.id }
      // Two active ranges with one address would log in either of two people.
      if ((await queries.findOverlaps(db, site, range, asked)).others) fail('ip_range_overlaps')
    }
    const decision = { state, decided_at: services.clock.now(), decided_by: nameOf(call), reason }
    if (!(await queries.decideRange(db, site, body.id, range, decision))) fail('ip_range_changed')
    audit({
      target: { kind: 'ip_range', id: body.id },
      businessId: owned.id.businessentity_id,
      before: { ...audited(range), state: 'waiting' },
      after: { state, ...(reason === '' ? {} : { reason }) },
    })
    return answer({ state }, { message: body.approve ? 'ip_range_approved' : 'ip_range_refused' })
  },
}
