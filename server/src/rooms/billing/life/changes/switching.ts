import type * as contract from '@cutaway/contract/rooms/billing/plan-changes.ts'
import type { Switched } from '@cutaway/contract/rooms/billing/plan-changes.ts'
import type { Db } from '../../../../core/db/database.ts'
import type { Call, Handlers } from '../../../../core/http/endpoints.ts'
import { fail } from '../../../../core/http/errors.ts'
import type { Site } from '../../../../core/tenancy.ts'
import type { ProviderName } from '../../../../outside/payments.ts'
import { purposeNamed } from '../../accounts.ts'
import { readResult, resultOf } from '../../answers.ts'
import { fieldWithCardNumber, opaqueFields } from '../../card-numbers.ts'
import { dayOf } from '../../days.ts'
import { toDecimal, wireCurrency } from '../../money.ts'
import type { PlanPrices, Quote } from '../../rules.ts'
import { pay } from '../../saga/pay.ts'
import { findPlansById } from '../../plans/plans.queries.ts'
import { addressOf, findContact, saveContact } from '../buyer.ts'
import { canChange, makeChange } from './change.ts'
import { giveUpOthers, refuseStored, refuseUnpaid } from '../pages/customer-pays.ts'
import { checkProvider, runsSubscription, type Ran } from '../pages/guard.ts'
import { locationsOf } from './locations.ts'
import { mailTo } from '../mails.ts'
import { newPage } from '../pages/page-tokens.ts'
import { payStored } from '../pay-stored.ts'
import { planOf, quoteFor, refusedPromo, type QuotedChange } from './quote-change.ts'
import { shownSubscription } from '../pages/status.ts'
import {
  activeInstrument,
  changeSubscription,
  findSubscription,
  locationsInUse,
  lockSubscription,
  type Subscription,
} from '../subscriptions.queries.ts'
import { orderIdOf, type Wanted } from './switch-purpose.ts'

/** Changes of plan and locations: what they cost, and making them. */

const wantedOf = (asked: {
  billing_plan_id: number
  max_location: number | string
  promo_code?: string | undefined
}) => ({
  billing_plan_id: asked.billing_plan_id,
  locations: locationsOf(asked.max_location),
  promoCode: asked.promo_code ? asked.promo_code : null,
})

type Services = Call<typeof contract.quoteChange>['services']

/** Computes a change, and refuses one that cannot be made. */
async function quoted(
  db: Db,
  site: Site,
  services: Services,
  subscription: Subscription,
  wanted: Wanted,
): Promise<QuotedChange & { plan: PlanPrices }> {
  if (!canChange(subscription)) fail('Unable to change billing plan. Please try again')
  const promo = await refusedPromo(db, site, subscription, wanted.promoCode, services.clock.now())
  if (promo) fail(promo.refused)
  const found = await planOf(db, site, subscription, wanted)
  if ('refused' in found) fail(found.refused)
  const quote = await quoteFor(db, site, services, subscription, { ...wanted, ...found })
  if ('refused' in quote) fail(quote.refused, quote.inUse === undefined ? null : { in_use: quote.inUse })
  return { ...quote, ...found }
}

const totalOf = ({ currency, net_minor, tax_minor, total_minor, lines }: Quote) => {
  const text = (minor: number) => toDecimal(minor, currency)
  return {
    net: text(net_minor),
    tax: text(tax_minor),
    total: text(total_minor),
    lines: lines.map((line) => ({
      kind: line.kind,
      quantity: line.quantity,
      unit: text(line.unit_minor),
      amount: text(line.net_minor),
    })),
  }
}

const startsNow = ({ planned: { now } }: QuotedChange, { billing_plan_id, locations }: Subscription): boolean =>
  now.plan.billing_plan_id !== billing_plan_id || now.locations !== locations

type SwitchCall =
  | Call<typeof contract.switchBillingPlanCybersource>
  | Call<typeof contract.switchBillingPlanEway>
  | Call<typeof contract.switchBillingPlanPaypal>

async function switchPlan(call: SwitchCall, named: ProviderName): Promise<Switched> {
  const { body, site, services, caller, owner, audit } = call
  const card = body.card_details
  if (card?.card_number || fieldWithCardNumber({ ...card, ...body.billing_details }, opaqueFields))
    fail('message_bill', { field: 'card_number' })
  const asked = body.billing_pan ?? body.billing_plan ?? fail('Unable to change billing plan. Please try again')
  const isHuman = body.token ? await services.captcha.verify(body.token) : false
  if (body.token && !isHuman) fail('captcha_not_solved')
  const wanted = wantedOf(asked)
  // The scope was read in the request's transaction, which must not stay open while a bank thinks.
  await call.endTransaction()
  const inTenant = <R>(work: (db: Db) => Promise<R>) => services.database.inTenant(site.web_site_id, work)

  const step = await inTenant(async (db) => {
    const ran = await runsSubscription(db, site, caller, owner)
    checkProvider(ran, named)
    const { businessId } = ran
    const subscription = (await lockSubscription(db, site, ran.subscription.subscription_id))!
    const orderId = orderIdOf(subscription, wanted)
    if (body.billing_details) await saveContact(db, site, businessId, body.billing_details)
    // A repeated request whose payment is done finds the subscription as it wanted it.
    const isDone =
      subscription.billing_plan_id === wanted.billing_plan_id &&
      subscription.locations === wanted.locations &&
      subscription.pending_plan_id === null
    if (isDone) return { ran, orderId: null, quote: null, isChanged: false }
    const quote = await quoted(db, site, services, subscription, wanted)
    const { dueMinor, document } = quote
    if (body.due !== undefined && body.due !== toDecimal(dueMinor, document.currency))
      fail('Unable to change billing plan. Please try again', { due: toDecimal(dueMinor, document.currency) })
    if (dueMinor > 0) return { ran, orderId, quote, isChanged: false }
    await makeFree(db, call, { ran, subscription, quote })
    return { ran, orderId: null, quote, isChanged: true }
  })
  audit(step.orderId === null && !step.isChanged ? false : { after: { ...wanted } })
  if (step.orderId === null) return answerOf(call, step.ran, null)
  return charge(call, { ran: step.ran, orderId: step.orderId, quote: step.quote, isHuman })
}

/** Makes a change for which nothing is charged. */
async function makeFree(
  db: Db,
  { site, services }: SwitchCall,
  { ran, subscription, quote }: { ran: Ran; subscription: Subscription; quote: QuotedChange },
): Promise<void> {
  const { change, document, creditMinor, seller } = quote
  const owner = await findContact(db, site, ran.businessId)
  await makeChange(db, site, {
    change,
    document,
    creditMinor,
    seller,
    buyer: addressOf(owner, ''),
    paymentId: null,
    now: services.clock.now(),
  })
  const day = startsNow(quote, subscription) ? dayOf(services.clock.now(), site.time_zone) : subscription.period_end
  await mailTo(db, services, site, subscription, { kind: 'changed', day })
}

/** Charges a change: a new card, the stored means, or at the provider's own page. */
async function charge(
  call: SwitchCall,
  { ran, orderId, quote, isHuman }: { ran: Ran; orderId: string; quote: QuotedChange; isHuman: boolean },
): Promise<Switched> {
  const { site, services, body, caller } = call
  const name = quote.planned.kind === 'more_locations' ? 'locations' : 'switch'
  const purpose = purposeNamed(services.purposes, name)
  const inTenant = <R>(work: (db: Db) => Promise<R>) => services.database.inTenant(site.web_site_id, work)
  const card = body.card_details
  await inTenant((db) => giveUpOthers(db, services, site, { businessId: ran.businessId, orderId }))
  if (card?.payment_token) {
    const result = await pay(services, {
      site,
      purpose,
      orderId,
      requestKey: body.request_key ?? null,
      means: {
        kind: 'card',
        paymentToken: card.payment_token,
        ...(card.name_on_card ? { cardName: card.name_on_card } : {}),
      },
      proof: null,
      isHuman,
      billing: {},
      ip: call.ip,
      userAgent: call.userAgent,
      authReturnUrl: `${call.origin}/pay/card/returned`,
    })
    if ('refused' in result) refuseStored(result)
    return answerOf(call, ran, result.paymentId)
  }
  const stored = await inTenant((db) => activeInstrument(db, site, ran.businessId))
  if (!stored && ran.provider !== 'paypal') fail('please_change_billing_details')
  if (!stored) {
    const { user_id } = caller.user
    const page = { businessentity_id: ran.businessId, user_id, purpose: name, order_id: orderId }
    const token = await inTenant((db) => newPage(db, site, page, services.clock.now()))
    return answerOf(call, ran, null, { merchantUrl: `${call.origin}/pay/${token}` })
  }
  const result = await payStored(services, {
    site,
    purpose,
    orderId,
    requestKey: body.request_key ?? `${quote.dueMinor}`,
    excludes: ['locations', 'switch'],
    customer: { ip: call.ip, isHuman },
  })
  if ('refused' in result) refuseStored(result)
  return answerOf(call, ran, result.paymentId)
}

async function answerOf(
  { site, services }: SwitchCall,
  ran: Ran,
  paymentId: string | null,
  paypalDetails: Switched['paypalDetails'] = null,
): Promise<Switched> {
  return services.database.inTenant(site.web_site_id, async (db) => {
    const result = paymentId === null ? undefined : await readResult(db, site, paymentId)
    if (result) refuseUnpaid(result.payment, result.attempt, 'Unable to change billing plan. Please try again')
    const told = result && resultOf(result.payment, result.attempt)
    const subscription = (await findSubscription(db, site, ran.subscription.subscription_id))!
    return {
      responseType: told?.responseType ?? (paypalDetails ? ('action_required' as const) : ('success' as const)),
      payment: told?.payment ?? null,
      amount: told?.amount ?? null,
      currency: told?.currency ?? wireCurrency(subscription.currency),
      action: told?.action ?? null,
      paypalDetails,
      subscription: await shownSubscription(db, site, services, { ...ran, subscription }),
    }
  })
}

export const switching: Handlers<typeof contract> = {
  getActiveBillingPlan: async ({ db, site, services, caller, owner }) => {
    const ran = await runsSubscription(db, site, caller, owner)
    const { subscription, businessId } = ran
    const [plan] =
      subscription.billing_plan_id === null ? [] : await findPlansById(db, site, [subscription.billing_plan_id])
    const contact = await findContact(db, site, businessId)
    return {
      billing_plan_id: subscription.billing_plan_id,
      max_locations: subscription.locations,
      promo_code_max_locations: plan?.promo_code === null ? null : (plan?.max_location ?? null),
      in_use: await locationsInUse(db, site, businessId),
      country: contact.bill_country_code.toLowerCase(),
      pending_change: (await shownSubscription(db, site, services, ran)).pending_change,
    }
  },

  quoteChange: async ({ db, site, services, caller, owner, body }) => {
    const { subscription, businessId } = await runsSubscription(db, site, caller, owner)
    const wanted = wantedOf(body)
    const quote = await quoted(db, site, services, subscription, wanted)
    const { planned, document, next, later } = quote
    const { currency } = document
    const isNow = startsNow(quote, subscription)
    const when = isNow ? (planned.pending ? 'both' : 'now') : planned.pending ? 'renewal' : 'none'
    const stored = await activeInstrument(db, site, businessId)
    return {
      when,
      currency: wireCurrency(currency),
      tax_label: quote.seller.tax_label,
      today: totalOf(document),
      credit_used: toDecimal(quote.creditMinor, currency),
      due: toDecimal(quote.dueMinor, currency),
      credit: toDecimal(quote.creditAfter, currency),
      now: isNow
        ? {
            billing_plan_id: planned.now.plan.billing_plan_id,
            name: planned.now.plan.name,
            max_location: planned.now.locations,
          }
        : null,
      next: {
        billing_plan_id: next.plan.billing_plan_id,
        name: next.plan.name,
        max_location: next.locations,
        recurring_frequency: next.plan.recurring_frequency,
        on: next.on,
        net: toDecimal(next.quote.net_minor, next.quote.currency),
        tax: toDecimal(next.quote.tax_minor, next.quote.currency),
        total: toDecimal(next.quote.total_minor, next.quote.currency),
      },
      later: {
        name: later.plan.name,
        recurring_frequency: later.plan.recurring_frequency,
        on: later.on,
        total: toDecimal(later.quote.total_minor, later.quote.currency),
      },
      in_use: quote.inUse,
      pays: quote.dueMinor === 0 ? 'nothing' : stored ? 'stored' : 'fresh',
    }
  },

  switchBillingPlanCybersource: (call) => switchPlan(call, 'cybersource'),
  switchBillingPlanEway: (call) => switchPlan(call, 'eway'),
  switchBillingPlanPaypal: (call) => switchPlan(call, 'paypal'),

  withdrawChange: async ({ db, site, services, caller, owner, audit }) => {
    const ran = await runsSubscription(db, site, caller, owner)
    const of = (await lockSubscription(db, site, ran.subscription.subscription_id))!
    if (of.pending_plan_id === null) audit(false)
    else {
      await changeSubscription(db, site, of, { pending_plan_id: null, pending_locations: null })
      audit({ before: { billing_plan_id: of.pending_plan_id, locations: of.pending_locations } })
    }
    const subscription = (await findSubscription(db, site, of.subscription_id))!
    return shownSubscription(db, site, services, { ...ran, subscription })
  },
}
