import { priceOf } from '@cutaway/contract/rooms/billing/plan-price.ts'
import type * as contract from '@cutaway/contract/rooms/signup/membership.ts'
import { secondsAfter } from '../../../core/clock.ts'
import { refuse, type AnyCall, type Handlers } from '../../../core/http/endpoints.ts'
import { hashToken } from '../../../core/auth/caller.ts'
import { fail, notFound } from '../../../core/http/errors.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import { memberKey } from '../../../outside/membership.ts'
import { activateOnAccount, moveToAccount } from '../../billing/membership/on-account.ts'
import { addressKey } from '../../sessions/rules.ts'
import { lockAttempts, mark, secondsToWait } from '../codes/attempts.ts'
import { findPlanOnSale, isUserNameTaken, type Plan } from '../plans/plans.queries.ts'
import { activateRegistration, randomText } from '../registration/activate.ts'
import { claimAccountOf, newSecret } from '../registration/claim.ts'
import { findOwnRegistration } from '../registration/cookie.ts'
import { orderOf } from '../registration/order.ts'
import * as registrations from '../registration/registration.queries.ts'
import * as queries from './membership.queries.ts'
import { sellsToMembers } from './membership.rules.ts'

/**
 * Capricorn members. The number is checked first and kept for the business; then its subscription is charged to the
 * membership, so that no provider of payments takes part.
 */

const wrongMark = 'membership.wrong'
/** Seconds for which a checked number counts. */
const checkedSeconds = 24 * 3600
const ownerRole = 3

/** Returns the caller as the owner of a business. */
function ownerOf({ callerOrNull }: AnyCall) {
  const user = callerOrNull?.user
  const businessId = user?.businessentity_id ?? null
  return user?.user_access_id === ownerRole && user.is_employee === 0 && businessId !== null
    ? { userId: user.user_id, businessId }
    : undefined
}

export const membership: Handlers<typeof contract> = {
  handleCapricornApi: async (call) => {
    const { body, db, site, services, ip } = call
    const now = services.clock.now()
    const limit = { kind: wrongMark, subject: addressKey(ip), windows: [{ most: 5, seconds: 3600 }] }
    await lockAttempts(db, site, wrongMark)
    if ((await secondsToWait(db, site, limit, now)) > 0) return refuse('code_too_many')
    const number = memberKey(body.membership_number)
    if (!sellsToMembers(site) || !services.memberships.isMember(String(site.web_site_id), number)) {
      // Committed, because a wrong number counts.
      await mark(db, site, wrongMark, [limit.subject], now)
      return refuse('membership_unknown')
    }
    const own = await findOwnRegistration(call, db)
    const businessId = ownerOf(call)?.businessId ?? (own?.state === 'draft' ? own.businessentity_id : undefined)
    if (businessId === undefined) {
      call.audit(false)
      return null
    }
    if (await queries.isInUse(db, site, number, businessId)) fail('membership_in_use')
    await queries.putChecked(db, site, businessId, number, now)
    call.audit({ businessId })
    return null
  },

  upgardeSubscribeCapriconAccount: async (call) => {
    const { body, site, services } = call
    // Takes a while: before the first query.
    const secret = await newSecret()
    const { db } = call
    const now = services.clock.now()
    const owner = ownerOf(call)
    if (owner?.userId === body.user_id) {
      const plan = await planOf(db, site, body.billing_plan_id)
      await useNumber(db, site, owner.businessId, now)
      const moved = await moveToAccount(db, site, owner.businessId, {
        planId: plan.billing_plan_id,
        fits: (locations) => priceOf(plan, locations) !== null,
      })
      if (moved === 'none') fail('Subscription Details Not Found.')
      if (moved === 'too many') fail('invalid_number_of_locations')
      call.audit({
        target: { kind: 'user', id: owner.userId },
        businessId: owner.businessId,
        after: { plan: plan.name },
      })
      return { id: owner.userId, username: null, password: null, api_key: null, reactivation_token: null }
    }

    const known = (await findOwnRegistration(call, db)) ?? notFound()
    if (known.user_id !== body.user_id) notFound()
    await registrations.lockEmail(db, site, known.email_key)
    const own = (await registrations.lockRegistration(db, site, known.registration_id)) ?? notFound()
    if (own.state === 'paying') fail('payment_in_progress')
    if (own.state !== 'draft' || own.expires_at <= now) notFound()
    const plan = await planOf(db, site, body.billing_plan_id)
    if (!plan.country_codes.includes(own.country_code)) fail('Subscription Details Not Found.')
    if (!priceOf(plan, own.locations)) fail('invalid_number_of_locations')
    if (await isUserNameTaken(db, site, own.extra.username ?? own.email)) fail('user_name_already_exists')
    await useNumber(db, site, own.businessentity_id, now)

    const apiKey = randomText(12)
    const id = own.registration_id
    await registrations.updateRegistration(db, site, id, {
      flow: 'capricorn',
      billing_plan_id: plan.billing_plan_id,
      promo_code: null,
      extra: { ...own.extra, api_key_hash: hashToken(apiKey), api_key_last4: apiKey.slice(-4) },
    })
    const changed = (await registrations.lockRegistration(db, site, id))!
    const ordered = await orderOf(db, site, changed, { sites: services.sites, now })
    if (!ordered) fail('Subscription Details Not Found.')
    await activateOnAccount(db, site, ordered.order, now)
    await activateRegistration({ db, site, services }, id, { from: ['draft'] })
    const open = (await registrations.lockRegistration(db, site, id))!
    const claimed = await claimAccountOf(db, site, open, { secret, now })
    call.audit({
      target: { kind: 'user', id: own.user_id },
      userId: own.user_id,
      businessId: own.businessentity_id,
      after: { plan: plan.name, locations: own.locations },
    })
    return {
      id: own.user_id,
      username: claimed?.username ?? null,
      password: claimed?.password ?? null,
      api_key: apiKey,
      reactivation_token: claimed?.reactivation_token ?? null,
    }
  },
}

/** Returns a plan of members that is on sale. */
async function planOf(db: Db, site: Site, id: number): Promise<Plan> {
  const plan = sellsToMembers(site) ? await findPlanOnSale(db, site, id) : undefined
  return plan?.kind === 'capricorn' ? plan : fail('Subscription Details Not Found.')
}

/** Uses the checked number of a business. Refuses without one, and one that another business uses. */
async function useNumber(db: Db, site: Site, businessId: number, now: Date): Promise<void> {
  const checked = await queries.findChecked(db, site, businessId)
  const isFresh =
    checked !== undefined && (checked.subscribed_at !== null || secondsAfter(checked.checked_at, checkedSeconds) > now)
  if (!checked || !isFresh) fail('membership_unknown')
  await queries.lockNumber(db, site, checked.membership_number)
  if (await queries.isInUse(db, site, checked.membership_number, businessId)) fail('membership_in_use')
  await queries.markSubscribed(db, site, businessId, now)
}
