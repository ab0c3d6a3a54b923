import { locationsOf } from '@cutaway/contract/rooms/billing/plan-price.ts'
import type * as contract from '@cutaway/contract/rooms/signup/plans.ts'
import { z } from 'zod'
import { formatIsoDay } from '../../../core/formats.ts'
import { answer, refuse, type AnyCall, type Handlers } from '../../../core/http/endpoints.ts'
import { badRequest, fail, HttpRefusal } from '../../../core/http/errors.ts'
import { addressKey } from '../../sessions/rules.ts'
import { mobileOf } from '../codes/address.rules.ts'
import { lockAttempts, mark, secondsToWait, type Limit } from '../codes/attempts.ts'
import { sellsToMembers } from '../membership/membership.rules.ts'
import { findOwnRegistration } from '../registration/cookie.ts'
import { applyMobileOtp } from '../registration/payment-code.ts'
import { planReply } from './plan-reply.ts'
import { applyPromo } from './promo.ts'
import { signupFlow, subscriptionUrl, visitorCountry } from './plans.rules.ts'
import * as queries from './plans.queries.ts'

const Query = z.object({
  promo_code: z.string().max(100).optional(),
  max_location: z.string().max(20).optional(),
  membership: z.literal('capricorn').optional(),
})

/** Names that an address may check in a day: enough to find a free one, too few to learn who is a customer. */
const nameLimit = (ip: string): Limit => ({
  kind: 'name.check',
  subject: addressKey(ip),
  windows: [{ most: 100, seconds: 24 * 3600 }],
})

/** How an account is opened, the plans, and the checks of the form. */
export const plans: Handlers<typeof contract> = {
  getSignupFlow: async (call) => {
    const { params, db, site, services } = call
    const seller = await queries.findSeller(db, site)
    const found = params.country ?? services.countryOf(call.ip)
    const country = visitorCountry(site, found, services.config.demo)
    const has = (feature: string) => site.features.includes(feature)
    const promo = site.settings['au_signup_promo']
    return {
      flow: signupFlow(site, seller, country),
      country_code: country,
      today: formatIsoDay(services.clock.now(), site.time_zone),
      countries: seller?.signup_countries ?? [],
      subscription_url: subscriptionUrl(site),
      promo_code: has('au_signup_eway_paypal') && typeof promo === 'string' && promo !== '' ? promo : null,
      tax_label: seller?.is_tax_registered ? seller.tax_label : '',
      terms_version: seller?.terms_version ?? '',
      payment_code: has('payment_code'),
      education: has('card_gateway_signup') && !has('user_type_selector_hidden'),
      capricorn: sellsToMembers(site) && services.memberships.isOffered,
    }
  },

  getAllBillingPlans: async (call) => {
    const { params, site, services } = call
    const asked = queryOf(call)
    if (params.country === 'null') fail('invalid_country_code')
    const country = params.country.toUpperCase()
    const locations = asked.max_location === undefined ? undefined : locationsOf(asked.max_location)
    // A transaction of its own, because a wrong promo code is counted although the call is a GET.
    return services.database.inTenant(site.web_site_id, async (db) => {
      const seller = await queries.findSeller(db, site)
      if (!seller?.signup_countries.includes(country)) return refuse('Subscription Details Not Found.')
      if (asked.max_location !== undefined && locations === undefined) return refuse('invalid_number_of_locations')
      if (asked.promo_code !== undefined) {
        const own = await findOwnRegistration(call, db)
        const businessId = own?.businessentity_id ?? call.callerOrNull?.user.businessentity_id ?? undefined
        const code = { code: asked.promo_code, country, locations, businessId }
        const result = await applyPromo({ db, site, services, ip: call.ip }, code)
        if (result.outcome === 'refused') return refuse(result.message)
        const [then] = await queries.findPlansById(db, site, result.plan.then_plan_id ? [result.plan.then_plan_id] : [])
        return answer([planReply(result.plan, locations ?? 1, then)], { message: 'promo_code_applied' })
      }
      const kinds = asked.membership === 'capricorn' ? (['capricorn'] as const) : (['standard', 'trial'] as const)
      const found = await queries.findPlans(db, site, country, kinds)
      return found.map((plan) => planReply(plan, locations ?? 1))
    })
  },

  checkUserNameAlreadyExists: async ({ params, services, site, ip }) => {
    const now = services.clock.now()
    const limit = nameLimit(ip)
    // A transaction of its own, because each check is counted although the call is a GET.
    const isTaken = await services.database.inTenant(site.web_site_id, async (db) => {
      await lockAttempts(db, site, limit.kind, limit.subject)
      const seconds = await secondsToWait(db, site, limit, now)
      if (seconds > 0) throw new HttpRefusal(429, 'too_many_requests', seconds)
      await mark(db, site, limit.kind, [limit.subject], now)
      return queries.isUserNameTaken(db, site, params.username)
    })
    return isTaken ? answer({ exists: true }, { message: 'user_name_already_exists' }) : fail('user_name_free')
  },

  checkMobileNumber: async (call) => {
    const country = visitorCountry(call.site, call.services.countryOf(call.ip), call.services.config.demo)
    const mobile = mobileOf(call.params.mobile, { country }) ?? fail('please_enter_a_valid_phone_number')
    const own = await findOwnRegistration(call, call.db)
    // Only the visitor's own number: the reply reveals nothing about the numbers of others.
    if (own && mobileOf(own.phone, { country: own.country_code })?.number === mobile.number)
      fail('mobile_number_matched')
    return { mobile: mobile.number }
  },

  applyMobileOtp,
}

function queryOf(call: AnyCall): z.infer<typeof Query> {
  const parsed = Query.safeParse(call.reply.request.query)
  return parsed.success ? parsed.data : badRequest()
}
