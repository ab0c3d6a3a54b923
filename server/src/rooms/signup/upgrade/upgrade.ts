import type * as contract from '@cutaway/contract/rooms/signup/upgrade.ts'
import type { UpgradeDetails, UpgradeState } from '@cutaway/contract/rooms/signup/upgrade.ts'
import { fitsPlan, locationsOf } from '@cutaway/contract/rooms/billing/plan-price.ts'
import { randomUUID } from 'node:crypto'
import type { Db } from '../../../core/db/database.ts'
import { refuse, type AnyCall, type Call, type Handlers } from '../../../core/http/endpoints.ts'
import { fail, HttpRefusal, notFound } from '../../../core/http/errors.ts'
import { formatIsoDay } from '../../../core/formats.ts'
import { accountOf, purposeNamed } from '../../billing/accounts.ts'
import { readResult, resultOf, toldOf } from '../../billing/answers.ts'
import { fieldWithCardNumber, opaqueFields } from '../../billing/card-numbers.ts'
import { providerOf, saveContact } from '../../billing/life/buyer.ts'
import { refuseStored } from '../../billing/life/pages/customer-pays.ts'
import { quoteRenewal } from '../../billing/life/rules.ts'
import { locationsInUse } from '../../billing/life/subscriptions.queries.ts'
import { toDecimal, wireCurrency } from '../../billing/money.ts'
import { quoteOfOrder } from '../../billing/order.ts'
import type { Plan } from '../../billing/plans/plans.queries.ts'
import { needsCaptcha } from '../../billing/saga/limits.queries.ts'
import { pay } from '../../billing/saga/pay.ts'
import { moving } from '../../billing/states.ts'
import { findPlanOnSale, findPromoPlan, findSeller, hasRedeemed, isUserNameTaken } from '../plans/plans.queries.ts'
import { isExpired } from '../plans/plans.rules.ts'
import { applyPromo } from '../plans/promo.ts'
import { needsPostcode, phoneOf } from '../registration/first-step.rules.ts'
import { candidateOf, detailsOf, type Candidate } from './candidate.ts'
import * as queries from './upgrade.queries.ts'
import { joinDetails, missingDetail, nextStep } from './upgrade.rules.ts'

/** The steps from a trial, or an old account, to a subscription. Each one answers how far the person is. */

const nothing: UpgradeDetails = {
  business_name: '',
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  businessentity_street1: '',
  businessentity_city: '',
  businessentity_state: '',
  businessentity_zip: '',
  country_code: '',
}

/** Reads how far the caller is. */
async function stateOf({ db, site, caller }: Pick<AnyCall, 'db' | 'site'> & { caller: Caller }): Promise<UpgradeState> {
  const { user_id } = caller.user
  const upgrade = await queries.findOfUser(db, site, user_id)
  const candidate = await candidateOf(db, site, user_id)
  const contact = { email: site.contact_email, phone: site.contact_phone }
  const last = upgrade && (await queries.lastPayment(db, site, upgrade.upgrade_id))
  const paid = last && (await readResult(db, site, last.payment_id))
  const isPaying = paid !== undefined && (moving as readonly string[]).includes(paid.payment.state)
  const isDone = upgrade?.done_at != null
  const isNone = !candidate || caller.session.acting !== null
  const details = candidate ? await detailsOf(db, site, candidate, upgrade) : (upgrade?.details ?? nothing)
  const told = paid && !isPaying ? toldOf(paid.payment, paid.attempt) : undefined
  const businessId = upgrade?.businessentity_id ?? candidate?.businessId ?? null
  return {
    step: isDone ? 'done' : isNone ? 'none' : nextStep(upgrade, isPaying),
    seen: upgrade?.seen_at != null,
    is_new_business: candidate?.businessId === null,
    read_only: caller.session.permissions.includes('disable_edit_upgrade_dialogue'),
    details,
    countries: candidate?.countries ?? [],
    tax_label: candidate?.taxLabel ?? '',
    provider: providerOf(site, undefined, details.country_code.toUpperCase()),
    billing_plan_id: upgrade?.billing_plan_id ?? null,
    max_location: upgrade?.locations ?? 1,
    in_use: businessId === null ? 1 : Math.max(1, await locationsInUse(db, site, businessId)),
    promo_code: upgrade?.promo_code ?? null,
    error: told?.responseType === 'failed' || told?.responseType === 'payment_error' ? (told.error ?? null) : null,
    contact,
  }
}

type Caller = Call<typeof contract.handleUpgradeMessageSeen>['caller']
type Step = AnyCall & { caller: Caller }

/** Locks the upgrade of the caller for a step. Refuses people who have nothing to upgrade, and while money moves. */
async function lockStep(call: Step): Promise<{ upgrade: queries.Upgrade; candidate: Candidate; state: UpgradeState }> {
  const { db, site, caller, services } = call
  const candidate = await candidateOf(db, site, caller.user.user_id)
  if (!candidate) fail('unable_to_proceed_please_try_later')
  const upgrade = await queries.lockOfUser(db, site, caller.user.user_id, services.clock.now())
  const state = await stateOf(call)
  if (state.step === 'paying') fail('payment_in_progress')
  if (upgrade.done_at) fail('unable_to_proceed_please_try_later')
  return { upgrade, candidate, state }
}

/** Refuses a step whose earlier ones are not taken. */
function checkOrder({ step }: UpgradeState, missing: readonly UpgradeState['step'][]): void {
  if (missing.includes(step)) fail('unable_to_proceed_please_try_later')
}

/** Refuses GET with 405. The specification lists GET, but following a link must not take a step. */
function byGet({ reply }: Pick<AnyCall, 'reply'>): never {
  reply.header('allow', 'POST')
  throw new HttpRefusal(405, 'method_not_allowed')
}

/** Checks the chosen plan and the number of locations. Returns the plan. */
async function checkChoice(
  { db, site, services }: Step,
  { upgrade, planId, locations }: { upgrade: queries.Upgrade; planId: number; locations: number },
): Promise<Plan> {
  const country = upgrade.details!.country_code.toUpperCase()
  const plan = await findPlanOnSale(db, site, planId)
  if (!plan || plan.kind !== 'standard' || !plan.country_codes.includes(country))
    fail('Subscription Details Not Found.')
  if (plan.promo_code !== null || upgrade.promo_code !== null) {
    const promo = upgrade.promo_code === null ? undefined : await findPromoPlan(db, site, upgrade.promo_code)
    if (plan.promo_code !== null && promo?.billing_plan_id !== planId) fail('invalid_promo_code')
    if (plan.promo_code !== null) {
      if (isExpired(plan.expires_on, formatIsoDay(services.clock.now(), site.time_zone))) fail('promo_code_expiry')
      if (await hasRedeemed(db, site, plan.promo_code, upgrade.businessentity_id!)) fail('promo_code_already_applied')
    }
  }
  const inUse = await locationsInUse(db, site, upgrade.businessentity_id!)
  if (locations < inUse || !fitsPlan(plan, locations)) fail('invalid_number_of_locations', { in_use: inUse })
  return plan
}

export const upgrade: Handlers<typeof contract> = {
  handleShowUpgradeUserMessage: (call) => stateOf(call),

  handleUpgradeMessageSeen: async (call) => {
    const { upgrade: own } = await lockStep(call)
    if (own.seen_at) call.audit(false)
    else await queries.changeUpgrade(call.db, call.site, own.upgrade_id, { seen_at: call.services.clock.now() })
    return stateOf(call)
  },

  handleIAccept: async (call) => {
    const { db, site, services, body } = call
    const { upgrade: own } = await lockStep(call)
    const now = services.clock.now()
    const isRepeated = body.accept === 1 && own.accepted_at !== null
    if (isRepeated) call.audit(false)
    else {
      const answer =
        body.accept === 1 ? { accepted_at: now, declined_at: null } : { declined_at: now, accepted_at: null }
      await queries.changeUpgrade(db, site, own.upgrade_id, { seen_at: own.seen_at ?? now, ...answer })
      call.audit({ after: { accept: body.accept } })
    }
    const url = site.settings['upgrade_decline_url']
    const leads_to = body.accept === 0 && typeof url === 'string' && url !== '' ? url : null
    return { state: await stateOf(call), leads_to }
  },

  handleUpgradeUser: async (call) => {
    const { db, site, body } = call
    if (fieldWithCardNumber(body, [...opaqueFields, 'phone'])) fail('message_billing', { field: 'card_number' })
    const { upgrade: own, candidate, state } = await lockStep(call)
    checkOrder(state, ['message'])
    const details = state.read_only ? state.details : joinDetails(state.details, body)
    const missing = missingDetail(details)
    if (missing) fail('message_billing', { field: missing })
    const country = details.country_code.toUpperCase()
    if (!candidate.countries.includes(details.country_code)) fail('country_code_not_allow')
    if (needsPostcode(country) && details.businessentity_zip === '') fail('zip_missing')
    const phone = phoneOf(details.phone, country)
    if (!phone && !state.read_only) fail('please_enter_a_valid_phone_number')
    const confirmed = { ...details, phone: phone ?? details.phone }
    if (candidate.businessId === null && (await isUserNameTaken(db, site, confirmed.email)))
      fail('user_name_already_exists')
    const businessId =
      candidate.businessId ?? own.businessentity_id ?? (await queries.insertBusiness(db, site, confirmed))
    if (candidate.businessId === null && own.businessentity_id !== null)
      await queries.changeBusiness(db, site, businessId, confirmed)
    await saveContact(db, site, businessId, {
      bill_first_name: confirmed.first_name,
      bill_last_name: confirmed.last_name,
      bill_businessentity_street1: confirmed.businessentity_street1,
      bill_businessentity_city: confirmed.businessentity_city,
      bill_businessentity_state: confirmed.businessentity_state,
      bill_businessentity_zip: confirmed.businessentity_zip,
      bill_country_code: country,
      bill_email: confirmed.email,
      bill_phone: confirmed.phone,
    })
    const isOtherCountry = own.details !== null && own.details.country_code !== confirmed.country_code
    await queries.changeUpgrade(db, site, own.upgrade_id, {
      details: confirmed,
      businessentity_id: businessId,
      // Plans and codes belong to a country.
      ...(isOtherCountry ? { billing_plan_id: null, promo_code: null } : {}),
    })
    if (call.chosenLanguage) await queries.keepLanguage(db, site, own.user_id, call.chosenLanguage.language_id)
    call.audit({ after: { details: true, country: confirmed.country_code } })
    return stateOf(call)
  },

  handleTermsAndConditionsForupgradedMembers: async (call) => {
    const { db, site, body, services, ip } = call
    if (!body.iaccept && !body.i_accept) fail('read_our_terms_and_conditions')
    const { upgrade: own, state } = await lockStep(call)
    checkOrder(state, ['message', 'details'])
    if (own.terms_at) call.audit(false)
    else {
      const terms_version = (await findSeller(db, site))?.terms_version ?? ''
      const now = services.clock.now()
      await queries.changeUpgrade(db, site, own.upgrade_id, { terms_at: now, terms_version, terms_ip: ip })
      call.audit({ after: { terms_version } })
    }
    return stateOf(call)
  },

  handleSubmitPromoCodeTrialUpgrade: async (call) => {
    const { db, site, params, caller } = call
    if (params.user !== caller.user.user_id || params.site !== site.web_site_id) notFound()
    const { upgrade: own, state } = await lockStep(call)
    checkOrder(state, ['message', 'details', 'terms'])
    const businessId = own.businessentity_id!
    const country = own.details!.country_code.toUpperCase()
    const result = await applyPromo(call, { code: params.code, country, businessId })
    // Committed, because a wrong code counts.
    if (result.outcome === 'refused') return refuse(result.message)
    const { plan } = result
    if (own.promo_code === plan.promo_code) return refuse('promo_code_already_applied')
    await queries.changeUpgrade(db, site, own.upgrade_id, { promo_code: plan.promo_code, billing_plan_id: null })
    call.audit({ after: { promo_code: plan.promo_code } })
    return stateOf(call)
  },

  upgradeTrialUser: async (call) => {
    const { db, site, services, body, ip } = call
    const { upgrade: own, state } = await lockStep(call)
    checkOrder(state, ['message', 'details', 'terms'])
    const locations = locationsOf(String(body.max_location)) ?? fail('invalid_number_of_locations')
    const plan = await checkChoice(call, { upgrade: own, planId: body.billing_plan_id, locations })
    await queries.changeUpgrade(db, site, own.upgrade_id, {
      billing_plan_id: body.billing_plan_id,
      locations,
      // Another plan than that of the code takes the code away.
      promo_code: plan.promo_code,
    })
    call.audit({ after: { billing_plan_id: body.billing_plan_id, locations } })
    const purpose = purposeNamed(services.purposes, 'upgrade')
    const now = services.clock.now()
    const order = await purpose.show(db, site, own.upgrade_id, now)
    const quote = order && quoteOfOrder(order)
    if (!quote || order.due.kind !== 'subscription') fail('Something went wrong. Please try again')
    const renewal = quoteRenewal(order.due.plan, locations, { isTaxed: order.seller.is_tax_registered })
    const { currency, total_minor } = quote
    const account = accountOf(services.payments, order, currency)
    if (total_minor > 0 && !account) fail('Something went wrong. Please try again')
    const means = total_minor === 0 ? 'nothing' : account?.provider === 'paypal' ? 'approval' : 'card'
    const text = (minor: number) => toDecimal(minor, currency)
    return {
      ...(await stateOf(call)),
      means,
      request_key: randomUUID(),
      card_types: order.brands,
      currency: wireCurrency(currency),
      net: text(quote.net_minor),
      tax: text(quote.tax_minor),
      tax_label: order.seller.tax_label,
      total_amount: text(total_minor),
      renewal_amount: text(renewal.total_minor),
      recurring_frequency: order.due.plan.recurring_frequency,
      lines: quote.lines.map(({ kind, quantity, unit_minor, net_minor }) => ({
        kind,
        quantity,
        unit: text(unit_minor),
        amount: text(net_minor),
      })),
      needs_captcha: means === 'card' && (order.needsCaptcha || (await needsCaptcha(db, site, ip, now))),
      page_token: means === 'nothing' ? null : await purpose.newPageToken!(db, site, own.upgrade_id, now),
    }
  },

  handleConfirmUpgradeUser: async (call) => {
    const { body, site, services, caller } = call
    if (fieldWithCardNumber(body, opaqueFields)) fail('message_bill', { field: 'card_number' })
    const isHuman = body.token ? await services.captcha.verify(body.token) : false
    if (body.token && !isHuman) fail('captcha_not_solved')
    await call.endTransaction()
    const inTenant = <R>(work: (db: Db) => Promise<R>) => services.database.inTenant(site.web_site_id, work)
    const own = await inTenant((db) => queries.findOfUser(db, site, caller.user.user_id))
    if (!own) fail('unable_to_proceed_please_try_later')
    const result = await pay(services, {
      site,
      purpose: purposeNamed(services.purposes, 'upgrade'),
      orderId: own.upgrade_id,
      requestKey: body.request_key ?? null,
      means: body.payment_token
        ? {
            kind: 'card',
            paymentToken: body.payment_token,
            ...(body.name_on_card ? { cardName: body.name_on_card } : {}),
          }
        : null,
      proof: null,
      isHuman,
      billing: {},
      ip: call.ip,
      userAgent: call.userAgent,
      authReturnUrl: `${call.origin}/pay/card/returned`,
    })
    if ('refused' in result) refuseStored(result)
    const { payment, attempt } = (await inTenant((db) => readResult(db, site, result.paymentId)))!
    return resultOf(payment, attempt)
  },

  handleUpgradeMessageSeenByGet: byGet,
  handleIAcceptByGet: byGet,
  handleUpgradeUserByGet: byGet,
  handleSubmitPromoCodeTrialUpgradeByGet: byGet,
  upgradeTrialUserByGet: byGet,
  handleConfirmUpgradeUserByGet: byGet,
}
