import type * as contract from '@cutaway/contract/rooms/billing/reactivation.ts'
import type { ReactivationCheck } from '@cutaway/contract/rooms/billing/reactivation.ts'
import { randomUUID } from 'node:crypto'
import { hashToken } from '../../../../core/auth/caller.ts'
import { secondsAfter } from '../../../../core/clock.ts'
import type { Db } from '../../../../core/db/database.ts'
import { refuse, type AnyCall, type Call, type Handlers } from '../../../../core/http/endpoints.ts'
import { fail, notFound } from '../../../../core/http/errors.ts'
import type { Site } from '../../../../core/tenancy.ts'
import { dayOf, isExpired } from '../../days.ts'
import { toDecimal, wireCurrency } from '../../money.ts'
import { quoteOfOrder } from '../../order.ts'
import { purposeNamed } from '../../accounts.ts'
import { newToken } from '../../../sessions/create-session.ts'
import { beginAttempt, countFailure } from '../../../sessions/attempts.ts'
import * as logins from '../../../sessions/login.queries.ts'
import { verifyPassword } from '../../../sessions/passwords/hashing.ts'
import { deviceCookieOf } from '../../../sessions/remember.ts'
import { addressKey, userKey } from '../../../sessions/rules.ts'
import { findPlanOnSale, findPromoPlan, findSeller, hasRedeemed, promoKey } from '../../plans/plans.queries.ts'
import { recurringAmount } from '../../rules.ts'
import { findContact, providerOf, saveContact } from '../buyer.ts'
import { shownMeans } from '../instruments.ts'
import { locationsOf } from '../changes/locations.ts'
import { newPage } from '../pages/page-tokens.ts'
import { dueOf, ofCookie, reactivationSeconds, setReactivationCookie } from './reactivation-purpose.ts'
import * as queries from './reactivation.queries.ts'
import { pricesOf } from '../renew.ts'
import { findInvoice, restOf } from '../open-invoice.ts'
import { activeInstrument, findLatest, locationsInUse, type Subscription } from '../subscriptions.queries.ts'

/** Bringing an account back: the check of name and password, and the choice of a plan. */

type Typed = { username: string; password: string; captcha?: string | undefined }

const unknown: ReactivationCheck = { result: 'invalid_user', account: null }

/**
 * Checks the name and the password, with the limits and the delays of a login, so that it tells no more than a login
 * does. Opens no session.
 */
async function check(call: AnyCall, { username, password, captcha }: Typed) {
  const { site, services, db } = call
  const now = services.clock.now()
  const tried = { user: userKey(username), address: addressKey(call.ip) }
  const isSolved = captcha !== undefined && (await services.captcha.verify(captcha))
  const puzzle = captcha === undefined ? 'missing' : isSolved ? 'solved' : 'wrong'
  const attempt = await beginAttempt(services, site, { tried, puzzle, cookie: deviceCookieOf(call), now })
  if (attempt.kind === 'blocked') return refuse(attempt.message)
  const { account } = attempt
  const isPassword = await verifyPassword(account?.password_hash, password)
  const isRight = isPassword || (account && (await queries.useToken(db, site, account.user_id, hashToken(password))))
  if (!account || !isRight) {
    await services.clock.wait(attempt.delay)
    await countFailure(db, site, attempt, tried, now)
    return unknown
  }
  if (!attempt.isKnown) await services.clock.wait(attempt.delay)
  await logins.deleteAttempt(db, site, attempt.id)
  await logins.clearFailures(db, site, { ...tried, device: attempt.device, liftsBlock: !attempt.isKnown }, now)
  if (account.is_suspended) return refuse('business_suspended')
  return found(call, account.user_id, now)
}

/** What a right password finds. Only the administrator of a business can bring it back. */
async function found({ db, site, services, reply }: AnyCall, userId: number, now: Date): Promise<ReactivationCheck> {
  const payer = await queries.findPayer(db, site, userId)
  const businessId = payer?.businessentity_id
  if (!payer || businessId === undefined || businessId === null) return unknown
  const former = await findLatest(db, site, businessId)
  if (!former && payer.max_locations === 0) return unknown
  if (former && former.state !== 'ended' && former.state !== 'suspended')
    return { result: 'already_active', account: null }

  const contact = await findContact(db, site, businessId)
  // A business that has grown since, or had no subscription of its own, begins with the locations that it has.
  const inUse = await locationsInUse(db, site, businessId)
  const locations = Math.max(1, inUse, former?.locations ?? 1)
  const token = newToken()
  await queries.insertReactivation(db, site, {
    reactivation_id: randomUUID(),
    businessentity_id: businessId,
    user_id: userId,
    cookie_hash: hashToken(token),
    locations,
    created_at: now,
    expires_at: secondsAfter(now, reactivationSeconds),
  })
  setReactivationCookie(reply, services.config, token)
  const { tax_number: _, ...billing } = contact
  return {
    result: 'valid',
    account: {
      user_id: userId,
      business_name: payer.business_name,
      way: providerOf(site, former, contact.bill_country_code) ?? 'none',
      country: contact.bill_country_code.toLowerCase(),
      tax_label: (await findSeller(db, site))?.tax_label ?? '',
      billing_plan_id: former?.billing_plan_id ?? null,
      max_location: locations,
      today: dayOf(now, site.time_zone),
      arrears: former?.state === 'suspended' ? await owedBy(db, site, former) : null,
      means: shownMeans(await activeInstrument(db, site, businessId)),
      billing,
    },
  }
}

/** Returns the open invoice of a suspended subscription, which is paid as it is. */
async function owedBy(db: Db, site: Site, { open_invoice_id }: Subscription) {
  const invoice = open_invoice_id === null ? undefined : await findInvoice(db, site, open_invoice_id)
  if (!invoice || invoice.state !== 'open') return null
  const { currency, tax_minor, paid_minor, full_number } = invoice
  return {
    amount: toDecimal(restOf(invoice), currency),
    tax: paid_minor === 0 ? toDecimal(tax_minor, currency) : null,
    currency: wireCurrency(currency),
    invoice: full_number,
  }
}

type ByPath = Call<typeof contract.reactivateAccountsByGet> | Call<typeof contract.reactivateAccountsIntlByGet>
type ChangeCall =
  | Call<typeof contract.changeBillingPlanforActivateAccount>
  | Call<typeof contract.changeBillingPlanforActivateCybersourceAccount>
  | Call<typeof contract.changeBillingPlanforActivateAccountIntl>

async function choosePlan(call: ChangeCall, named: 'eway' | 'cybersource' | 'paypal') {
  const { db, site, services, body, reply } = call
  const now = services.clock.now()
  const of = await ofCookie(db, site, reply.request, services.config, now)
  if (!of || of.user_id !== body.user_id || of.state === 'done') notFound()
  const { businessentity_id } = of
  await saveContact(db, site, businessentity_id, body)
  const contact = await findContact(db, site, businessentity_id)
  const former = await findLatest(db, site, businessentity_id)
  if (providerOf(site, former, contact.bill_country_code) !== named) fail('unable_to_proceed_please_try_later')

  // Until the end, what is owed is paid, and there is nothing to choose.
  const isOwed = former?.state === 'suspended'
  const chosen = isOwed
    ? { billing_plan_id: former.billing_plan_id, locations: former.locations, promo_code: null }
    : await chosenPlan(call, { businessentity_id, country: contact.bill_country_code, locations: of.locations, now })
  await queries.changeReactivation(db, site, of.reactivation_id, chosen)
  const order = await purposeNamed(services.purposes, 'reactivation').show(db, site, of.reactivation_id, now)
  const due = await dueOf(db, site, { ...of, ...chosen })
  const quote = order && due && quoteOfOrder(order)
  if (!quote || chosen.billing_plan_id === null) fail('Unable to change billing plan. Please try again')
  const page = { businessentity_id, user_id: of.user_id, purpose: 'reactivation', order_id: of.reactivation_id }
  return {
    billing_plan_id: chosen.billing_plan_id,
    max_location: chosen.locations,
    total_amount: toDecimal(quote.total_minor, quote.currency),
    currency: wireCurrency(quote.currency),
    paypalDetails:
      named === 'paypal' ? { merchantUrl: `${call.origin}/pay/${await newPage(db, site, page, now)}` } : null,
  }
}

/** Checks the plan, its promo code and the number of locations. */
async function chosenPlan(
  { db, site, body }: ChangeCall,
  of: { businessentity_id: number; country: string; locations: number; now: Date },
) {
  const locations = body.max_location === undefined ? of.locations : locationsOf(body.max_location)
  const plan = await findPlanOnSale(db, site, body.billing_plan_id)
  if (!plan || !plan.country_codes.includes(of.country) || plan.kind === 'trial' || plan.kind === 'complimentary')
    fail('Unable to change billing plan. Please try again')
  const code = promoKey(body.promo_code ?? '')
  if (plan.promo_code !== null || code !== '') {
    const promo = code === '' ? undefined : await findPromoPlan(db, site, code)
    if (promo?.billing_plan_id !== plan.billing_plan_id) fail('invalid_promo_code')
    if (isExpired(promo.expires_on, of.now, site.time_zone)) fail('promo_code_expiry')
    if (await hasRedeemed(db, site, code, of.businessentity_id)) fail('promo_code_already_applied')
  }
  const inUse = await locationsInUse(db, site, of.businessentity_id)
  if (locations < inUse || recurringAmount(pricesOf(plan), locations) === undefined)
    fail('invalid_number_of_locations', { in_use: inUse })
  return { billing_plan_id: plan.billing_plan_id, locations, promo_code: code === '' ? null : code }
}

function checkByPath(call: ByPath) {
  call.audit(false)
  return check(call, call.params)
}

export const reactivation: Handlers<typeof contract> = {
  reactivateAccounts: (call) => check(call, call.body),
  reactivateAccountsByGet: (call) => checkByPath(call),
  reactivateAccountsIntl: (call) => check(call, call.body),
  reactivateAccountsIntlByGet: (call) => checkByPath(call),
  changeBillingPlanforActivateAccount: (call) => choosePlan(call, 'eway'),
  changeBillingPlanforActivateCybersourceAccount: (call) => choosePlan(call, 'cybersource'),
  changeBillingPlanforActivateAccountIntl: (call) => choosePlan(call, 'paypal'),
}
