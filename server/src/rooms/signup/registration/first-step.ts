import { decimalOf, locationsOf, priceOf, type PlanPrice } from '@cutaway/contract/rooms/billing/plan-price.ts'
import type { SignupFlow } from '@cutaway/contract/rooms/signup/plans.ts'
import type * as contract from '@cutaway/contract/rooms/signup/registration.ts'
import { randomUUID } from 'node:crypto'
import { hashToken } from '../../../core/auth/caller.ts'
import { secondsAfter } from '../../../core/clock.ts'
import { refuse, type AnyCall, type Handler } from '../../../core/http/endpoints.ts'
import { fail, notFound } from '../../../core/http/errors.ts'
import { linkOrigin } from '../../../core/http/origin.ts'
import { fieldWithCardNumber, opaqueFields } from '../../billing/card-numbers.ts'
import { newToken } from '../../sessions/create-session.ts'
import { emailKey } from '../codes/address.rules.ts'
import { sellsToMembers } from '../membership/membership.rules.ts'
import { applyPromo } from '../plans/promo.ts'
import { wireCurrency } from '../plans/plan-reply.ts'
import { signupFlow } from '../plans/plans.rules.ts'
import { findPlanOnSale, findSeller, isUserNameTaken, type Plan } from '../plans/plans.queries.ts'
import { randomText } from './activate.ts'
import { findOwnRegistration, setRegistrationCookie } from './cookie.ts'
import { contactOf, extraOf, needsPostcode, ownPage, phoneOf } from './first-step.rules.ts'
import { openFree } from './free.ts'
import * as queries from './registration.queries.ts'

/**
 * The first step of a sign-up: checks the form, makes or changes the draft with its business and user, and opens the
 * account at once if nothing is due.
 */

type Flow = Extract<SignupFlow, 'cybersource' | 'eway_au' | 'paypal_nz' | 'paypal_intl'>
type StepCall = Parameters<Handler<typeof contract.saveRegistrationFirstStepCybersource>>[0]

/** A draft lives for a week. */
const draftSeconds = 7 * 24 * 3600
const enterpriseRole = 3

export interface Saved {
  registration: queries.Registration
  plan: Plan
  price: PlanPrice
  isActive: boolean
  apiKey: string | null
}

/** Saves a first step. Returns a committed refusal, or what was saved. */
export async function saveStep(
  call: AnyCall & Pick<StepCall, 'body'>,
  flow: Flow,
  mustExist: boolean,
): Promise<Saved | ReturnType<typeof refuse>> {
  const { body, site, services } = call
  // The check comes first: nothing of the request is stored or logged before it. Phone numbers are checked on their own.
  if (fieldWithCardNumber(body, [...opaqueFields, 'phone'])) fail('message_bill', { field: 'card_number' })
  // Before the first query: the captcha takes a connection of its own.
  const isSolved = body.token ? await services.captcha.verify(body.token) : false
  if (!body.iaccept && !body.i_accept) fail('read_our_terms_and_conditions')
  const { db } = call
  const now = services.clock.now()
  const own = await findOwnRegistration(call, db)
  const draft = own?.state === 'draft' && own.expires_at > now ? own : undefined
  if (mustExist && (!draft || body.user_id !== draft.user_id)) notFound()
  if (own?.state === 'paying') fail('payment_in_progress')
  const isHuman = isSolved || (draft?.captcha_until != null && draft.captcha_until > now)
  if (!isHuman) fail('captcha_not_solved')

  const country = body.country_code.toUpperCase()
  const seller = await findSeller(db, site)
  if (!seller || signupFlow(site, seller, country) !== flow) fail('country_code_not_allow')
  if (site.features.includes('job_title_mandatory') && !body.job_title) fail('job_title_missing')
  if (needsPostcode(country) && !(body.businessentity_zip || body.zip)) fail('zip_missing')
  const phone = phoneOf(body.phone, country) ?? fail('please_enter_a_valid_phone_number')
  const locations = locationsOf(String(body.max_location)) ?? fail('invalid_number_of_locations')

  let plan = await findPlanOnSale(db, site, body.billing_plan_id)
  if (body.promo_code) {
    const businessId = draft?.businessentity_id
    const result = await applyPromo(call, { code: body.promo_code, country, locations, businessId })
    // Committed, because a wrong code counts.
    if (result.outcome === 'refused') return refuse(result.message)
    plan = result.plan
  }
  const isSold = plan && (plan.promo_code === null || Boolean(body.promo_code)) && plan.country_codes.includes(country)
  // A member's draft cannot be paid: its membership is checked, and then the subscription is charged to it.
  const isMembers = plan?.kind === 'capricorn' && flow === 'eway_au' && sellsToMembers(site)
  if (!plan || !isSold || !(isMembers || ['standard', 'trial'].includes(plan.kind)))
    fail('Subscription Details Not Found.')
  const price = priceOf(plan, locations) ?? fail('invalid_number_of_locations')

  const key = emailKey(body.email) ?? fail('unable_to_create_account')
  await queries.lockEmail(db, site, key)
  const ownId = draft?.registration_id ?? null
  if (plan.kind === 'trial' && (await queries.hadTrial(db, site, key, ownId))) fail('unable_to_create_account')
  if (await isUserNameTaken(db, site, body.username || body.email)) fail('user_name_already_exists')

  const languageId = body.language_id ?? call.chosenLanguage?.language_id ?? null
  const contact = contactOf(body, { phone, languageId, type: 'dealership' })
  const origin = linkOrigin(call.origin, site.hosts, services.config)
  const returnUrl = ownPage(body.returnUrl, origin, site.hosts)
  const hasKey = Boolean(body.promo_code && body.promo_from_url)
  const apiKey = hasKey && !draft?.extra.api_key_hash ? randomText(12) : null
  const { api_key_hash, api_key_last4 } = draft?.extra ?? {}
  const storedKey =
    apiKey === null
      ? { ...(api_key_hash ? { api_key_hash } : {}), ...(api_key_last4 ? { api_key_last4 } : {}) }
      : { api_key_hash: hashToken(apiKey), api_key_last4: apiKey.slice(-4) }
  const written = {
    flow: isMembers ? ('capricorn' as const) : flow,
    email_key: key,
    billing_plan_id: plan.billing_plan_id,
    locations,
    promo_code: plan.promo_code,
    country_code: country,
    bill_type: body.bill_type ?? '',
    captcha_until: isSolved ? secondsAfter(now, 24 * 3600) : (draft?.captcha_until ?? null),
    extra: {
      ...extraOf(body, site.features.includes('carquest_account_number')),
      origin,
      ...(returnUrl ? { return_url: returnUrl } : {}),
      ...storedKey,
    },
  }
  const id = draft?.registration_id ?? randomUUID()
  if (draft) {
    await queries.updatePending(db, site, draft, contact)
    await queries.updateRegistration(db, site, id, written)
  } else {
    const pending = { username: `pending-${id}`, role: enterpriseRole, terms: now }
    const cookie = newToken()
    await queries.insertRegistration(db, site, {
      ...written,
      ...(await queries.insertPending(db, site, contact, pending)),
      registration_id: id,
      state: 'draft',
      terms_version: seller.terms_version,
      terms_at: now,
      terms_ip: call.ip,
      cookie_hash: hashToken(cookie),
      created_at: now,
      expires_at: secondsAfter(now, draftSeconds),
    })
    call.afterCommit(() => setRegistrationCookie(call.reply, services.config, cookie))
  }
  const isActive = !isMembers && (await openFree({ db, site, services }, id, 'draft'))
  const registration = (await queries.lockRegistration(db, site, id))!
  call.audit({
    target: { kind: 'user', id: registration.user_id },
    businessId: registration.businessentity_id,
    after: { flow, plan: plan.name, locations, is_active: isActive },
  })
  return { registration, plan, price, isActive, apiKey }
}

/** Returns the handler of a first step by card. */
export const cardStep =
  (flow: Flow, mustExist: boolean): Handler<typeof contract.saveRegistrationFirstStepCybersource> =>
  async (call) => {
    const saved = await saveStep(call, flow, mustExist)
    if (!('plan' in saved)) return saved
    const { registration, plan, price, isActive, apiKey } = saved
    const address = await queries.findAddress(call.db, call.site, registration.businessentity_id)
    return {
      user: { user_id: registration.user_id },
      is_trial_subscription: plan.kind === 'trial',
      is_active: isActive,
      billingInfo: {
        first_name: registration.first_name,
        last_name: registration.last_name,
        business_name: registration.business_name,
        businessentity_street1: address?.street1 ?? '',
        businessentity_city: address?.city ?? '',
        businessentity_state: address?.state ?? '',
        businessentity_zip: address?.zip ?? '',
        country_code: registration.country_code,
        email: registration.email,
        phone: registration.phone,
        subscription_type: plan.recurring_frequency,
        recurring_amount: decimalOf(price.recurring),
        cybersource_otp_id: null,
      },
      due: { today: decimalOf(price.today), renewal: decimalOf(price.renewal), currency: wireCurrency(plan.currency) },
      api_key: apiKey,
    }
  }

/** Returns the handler of a sign-up that pays by PayPal: the address is that of our own page, which billing serves. */
export const payPalStep =
  (flow: Flow): Handler<typeof contract.saveRegistrationPayPalNZ> =>
  async (call) => {
    const saved = await saveStep(call, flow, false)
    if (!('plan' in saved)) return saved
    const { registration, plan, price, isActive } = saved
    const { site } = call
    const token = newToken()
    await queries.setPayToken(call.db, site, registration.registration_id, hashToken(token))
    return {
      billingPlanName: plan.kind === 'trial' ? 'trial_subscription' : plan.name,
      subscriptionType: plan.recurring_frequency,
      recurringAmount: decimalOf(price.recurring),
      currencyCode: wireCurrency(plan.currency),
      siteName: site.name,
      domainName: site.hosts[0] ?? '',
      businessEmail: site.contact_email,
      userId: registration.user_id,
      webSiteId: site.web_site_id,
      merchantUrl: `${registration.extra.origin ?? ''}/pay/${token}`,
      is_active: isActive,
    }
  }
