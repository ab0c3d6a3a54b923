import type * as contract from '@cutaway/contract/rooms/telephony/bundles.ts'
import { randomUUID } from 'node:crypto'
import { secondsAfter } from '../../../core/clock.ts'
import type { Db } from '../../../core/db/database.ts'
import { answer, type AnyCall, type Call, type Handlers } from '../../../core/http/endpoints.ts'
import { fail } from '../../../core/http/errors.ts'
import type { Site } from '../../../core/tenancy.ts'
import { purposeNamed } from '../../billing/accounts.ts'
import { readResult, resultOf, toldOf } from '../../billing/answers.ts'
import { addDays, dayOf } from '../../billing/days.ts'
import { issueDocument } from '../../billing/invoices.ts'
import { orderFor } from '../../billing/life/buyer.ts'
import { shownMeans } from '../../billing/life/instruments.ts'
import { giveUpOthers, refuseStored } from '../../billing/life/pages/customer-pays.ts'
import { newPage } from '../../billing/life/pages/page-tokens.ts'
import { payStored } from '../../billing/life/pay-stored.ts'
import { activeInstrument } from '../../billing/life/subscriptions.queries.ts'
import { fromDecimal, toDecimal, wireCurrency } from '../../billing/money.ts'
import { quoteOfOrder } from '../../billing/order.ts'
import { findSeller } from '../../billing/plans/plans.queries.ts'
import { pricePerPiece } from '../../billing/rules.ts'
import { textsLeft } from '../../messaging/credits.ts'
import { buyerOf, type Buyer } from '../guard.ts'
import { credit, mailCredits } from './bundle-purpose.ts'
import {
  changeOrder,
  dueOf,
  findBundles,
  findOrderByKey,
  findRecharge,
  insertOrder,
  lastOrder,
  overdueInvoice,
  spentInMonth,
  type Bundle,
  type Order,
} from './orders.queries.ts'
import { lowPart } from './recharge.ts'
import { daysLeft, findUse, findUseFilters, lastAdded, usePerDay } from './use.queries.ts'

/** The calls of text messages: the balance, the bundles, and buying one. */

/** Days until an invoice for text messages is due. */
const invoiceDays = 14

const shownBundle = (bundle: Bundle) => ({
  bundle_id: bundle.bundle_id,
  sms_bundle: bundle.sms_count,
  cost_per_sms: pricePerPiece(bundle.total_minor, bundle.sms_count, bundle.currency),
  total_amount: toDecimal(bundle.total_minor, bundle.currency),
  due: toDecimal(dueOf(bundle), bundle.currency),
})

const symbolOf = (currency: string): string => (currency === 'GBP' ? '£' : '$')

/** What is on sale for a business, and how it pays. */
async function offerOf(db: Db, site: Site, buyer: Buyer) {
  const bundles = await findBundles(db, site)
  const seller = await findSeller(db, site)
  const instrument = buyer.isInvoiced ? undefined : await activeInstrument(db, site, buyer.businessId)
  const currency = bundles[0]?.currency ?? buyer.subscription?.currency ?? 'USD'
  return {
    found: bundles,
    currency,
    shown: {
      currency: wireCurrency(currency),
      symbol: symbolOf(currency),
      tax_label: seller?.tax_label ?? '',
      bundles: bundles.map(shownBundle),
      pays: buyer.isInvoiced
        ? ('invoice' as const)
        : instrument
          ? ('stored' as const)
          : buyer.provider === 'paypal'
            ? ('approval' as const)
            : ('card' as const),
      means: shownMeans(instrument),
    },
  }
}

async function shownRecharge(db: Db, site: Site, businessId: number, bundles: readonly Bundle[], now: Date) {
  const settings = await findRecharge(db, site, businessId)
  const currency = bundles[0]?.currency ?? 'USD'
  const first = bundles[0]
  const spent = await spentInMonth(db, site, businessId, now)
  return {
    is_on: settings?.is_on ?? false,
    below: settings?.below ?? 100,
    bundle_id: settings?.bundle_id ?? first?.bundle_id ?? null,
    cap: toDecimal(settings?.cap_minor ?? (first ? dueOf(first) * 3 : 0), currency),
    spent: toDecimal(spent, currency),
    paused_by: settings?.paused_by ?? null,
  }
}

type Buying = Call<typeof contract.rechargeSms>

async function buy(call: Buying) {
  const { body, site, services, caller, owner } = call
  const isHuman = body.token ? await services.captcha.verify(body.token) : false
  if (body.token && !isHuman) fail('captcha_not_solved')
  // The scope was read in the request's transaction, which must not stay open while a bank thinks.
  await call.endTransaction()
  const inTenant = <R>(work: (db: Db) => Promise<R>) => services.database.inTenant(site.web_site_id, work)
  const now = services.clock.now()

  const step = await inTenant(async (db) => {
    const buyer = await buyerOf(db, site, caller, owner)
    const known = await findOrderByKey(db, site, buyer.businessId, body.request_key)
    if (known) return { buyer, order: known }
    const bundles = await findBundles(db, site)
    const bundle = bundles.find(({ bundle_id }) => bundle_id === body.bundle_id) ?? fail('sms_bundle_changed')
    if (body.due !== undefined && body.due !== toDecimal(dueOf(bundle), bundle.currency)) fail('sms_bundle_changed')
    const { bundle_id, sms_count, total_minor, currency, gst_bp } = bundle
    const order = await insertOrder(db, site, {
      order_id: randomUUID(),
      businessentity_id: buyer.businessId,
      user_id: caller.user.user_id,
      bundle_id,
      sms_count,
      total_minor,
      currency,
      gst_bp,
      is_automatic: false,
      request_key: body.request_key,
      created_at: now,
    })
    if (buyer.isInvoiced) await invoice(db, call, buyer, order)
    return { buyer, order }
  })
  const { buyer, order } = step
  const { businessId } = buyer
  if (buyer.isInvoiced) return resultFor(call, order, null)

  const orderId = order.order_id
  await inTenant((db) => giveUpOthers(db, services, site, { businessId, orderId }))
  const stored = await inTenant((db) => activeInstrument(db, site, businessId))
  if (!stored && buyer.provider !== 'paypal') fail('please_change_billing_details')
  if (!stored) {
    const page = {
      businessentity_id: businessId,
      user_id: caller.user.user_id,
      purpose: 'sms_bundle',
      order_id: orderId,
    }
    const token = await inTenant((db) => newPage(db, site, page, now))
    return resultFor(call, order, null, { merchantUrl: `${call.origin}/pay/${token}` })
  }
  const result = await payStored(services, {
    site,
    purpose: purposeNamed(services.purposes, 'sms_bundle'),
    orderId,
    requestKey: body.request_key,
    excludes: ['sms_bundle'],
    customer: { ip: call.ip, isHuman },
  })
  if ('refused' in result) refuseStored(result)
  return resultFor(call, order, result.paymentId)
}

/** Issues the open invoice of an order and adds its text messages at once. Refused while one is overdue. */
async function invoice(db: Db, { site, services }: Buying, { businessId }: Buyer, order: Order): Promise<void> {
  const now = services.clock.now()
  const today = dayOf(now, site.time_zone)
  const overdue = await overdueInvoice(db, site, businessId, today)
  if (overdue !== undefined) fail('sms_invoice_overdue', { invoice: overdue.number })
  const paidFor = await orderFor(db, site, services, {
    orderId: order.order_id,
    businessId,
    subscription: undefined,
    due: {
      kind: 'once',
      currency: order.currency,
      gst_bp: order.gst_bp,
      lines: [{ kind: 'bundle', quantity: order.sms_count, net_minor: order.total_minor, taxed: true }],
    },
  })
  const quote = paidFor && quoteOfOrder(paidFor)
  if (!paidFor || !quote) fail('Something went wrong. Please try again')
  const { invoice_id, full_number } = await issueDocument(db, site, {
    kind: 'invoice',
    businessentity_id: businessId,
    seller: paidFor.seller,
    buyer: paidFor.billing,
    quote,
    issuedOn: today,
    dueOn: addDays(today, invoiceDays),
    period: null,
    isPaid: false,
    subscriptionId: null,
    paymentId: null,
    ofInvoiceId: null,
    at: now,
  })
  await credit(db, site, order)
  await changeOrder(db, site, order.order_id, { state: 'invoiced', invoice_id, settled_at: now })
  await mailCredits(db, services, site, {
    businessId,
    kind: 'invoiced',
    count: order.sms_count,
    amount: { minor: quote.total_minor, currency: order.currency },
    number: full_number,
  })
}

async function resultFor(
  { site, services }: Buying,
  order: Order,
  paymentId: string | null,
  paypalDetails: { merchantUrl: string } | null = null,
) {
  return services.database.inTenant(site.web_site_id, async (db) => {
    const result = paymentId === null ? undefined : await readResult(db, site, paymentId)
    const told = result && resultOf(result.payment, result.attempt)
    return {
      responseType: told?.responseType ?? (paypalDetails ? ('action_required' as const) : ('success' as const)),
      order: order.order_id,
      payment: told?.payment ?? null,
      amount: toDecimal(dueOf(order), order.currency),
      currency: wireCurrency(order.currency),
      action: told?.action ?? null,
      paypalDetails,
      paid_sms_counter: (await textsLeft(db, site, order.businessentity_id)) ?? 0,
      sms_bundle: order.sms_count,
    }
  })
}

type ShowCall = Call<typeof contract.handleShowOrderSuccess> | Call<typeof contract.handleShowOrderFailure>

async function showOrder({ db, site, caller, params }: ShowCall, states: readonly Order['state'][]) {
  const { businessId } = await buyerOf(db, site, caller)
  const order = (await lastOrder(db, site, { businessId, states, orderId: params.order })) ?? fail('no_records_found')
  const payment = await db
    .selectFrom('payments')
    .select('payment_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('purpose', '=', 'sms_bundle')
    .where('order_id', '=', order.order_id)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const result = payment && (await readResult(db, site, payment.payment_id))
  const document = await db
    .selectFrom('invoices')
    .select('full_number')
    .where('web_site_id', '=', site.web_site_id)
    .where('kind', '=', 'invoice')
    .where((q) =>
      q.or([
        ...(order.invoice_id === null ? [] : [q('invoice_id', '=', order.invoice_id)]),
        ...(order.payment_id === null ? [] : [q('payment_id', '=', order.payment_id)]),
      ]),
    )
    .executeTakeFirst()
  return {
    order: order.order_id,
    sms_bundle: order.sms_count,
    amount: toDecimal(dueOf(order), order.currency),
    currency: wireCurrency(order.currency),
    at: (order.settled_at ?? order.created_at).toISOString(),
    invoice: document?.full_number ?? null,
    paid_sms_counter: (await textsLeft(db, site, businessId)) ?? 0,
    error: (result && toldOf(result.payment, result.attempt).error) ?? null,
  }
}

/** A year, which is what the list of months goes back. */
const filterSeconds = 366 * 86_400

/** Returns a function that names films in the language of the page; the id of a film that the library no longer has. */
function filmNames({
  services,
  chosenLanguage,
  caller,
  site,
}: Pick<AnyCall, 'services' | 'chosenLanguage' | 'caller' | 'site'>) {
  const tag = (chosenLanguage ?? services.sites.language(caller.user.language_id ?? site.default_lang_id))
    ?.language_code
  return (partId: string) => {
    const texts = services.library.film(partId)?.of.texts
    return (texts?.get(tag ?? 'en-US') ?? texts?.get('en-US'))?.name ?? partId
  }
}

export const bundles: Handlers<typeof contract> = {
  handleSMSMessages: async ({ db, site, services, caller, owner }) => {
    const buyer = await buyerOf(db, site, caller, owner)
    const { businessId } = buyer
    const now = services.clock.now()
    const today = dayOf(now, site.time_zone)
    const { found, shown } = await offerOf(db, site, buyer)
    const left = await textsLeft(db, site, businessId)
    const perDay = await usePerDay(db, site, businessId, today)
    const added = await lastAdded(db, site, businessId)
    const bought = await lastOrder(db, site, { businessId, states: ['credited', 'invoiced'] })
    const like = bought ? { ...bought, on_sale: true } : found[0]
    const sum = (days: number) => perDay.slice(-days).reduce((total, { count }) => total + count, 0)
    return {
      paid_sms_counter: left ?? 0,
      is_counted: left !== null,
      ...shown,
      sms_bundle: like?.sms_count ?? null,
      cost_per_sms: like ? pricePerPiece(like.total_minor, like.sms_count, like.currency) : null,
      total_amount: like ? toDecimal(like.total_minor, like.currency) : null,
      overdue: buyer.isInvoiced ? ((await overdueInvoice(db, site, businessId, today)) ?? null) : null,
      days_left: left === null ? null : daysLeft(left, perDay),
      last_14_days: sum(14),
      last_30_days: sum(30),
      per_day: perDay,
      is_low: left !== null && added !== undefined && left <= added.delta * lowPart,
      recharge: await shownRecharge(db, site, businessId, found, now),
    }
  },

  getSmsUse: async (call) => {
    const { db, site, caller, owner, body } = call
    const { businessId } = await buyerOf(db, site, caller, owner)
    const { rows, total } = await findUse(db, site, businessId, body, filmNames(call))
    return answer(rows, { beside: { total } })
  },

  getSmsUseFilters: async (call) => {
    const { db, site, services, caller, owner } = call
    const { businessId } = await buyerOf(db, site, caller, owner)
    const rows = await findUseFilters(db, site, businessId, secondsAfter(services.clock.now(), -filterSeconds))
    const nameOf = filmNames(call)
    const of = (kind: (typeof rows)[number]['kind']) => rows.filter((row) => row.kind === kind)
    return {
      senders: of('sender').map(({ id, name }) => ({ sender_id: Number(id), name })),
      locations: of('location').map(({ id, name }) => ({ location_id: Number(id), name })),
      films: of('film').map(({ id }) => ({ part_id: id, name: nameOf(id) })),
    }
  },

  handleRecharge: async ({ db, site, caller, owner }) => {
    const { shown } = await offerOf(db, site, await buyerOf(db, site, caller, owner))
    return shown
  },

  rechargeSms: buy,

  handleShowOrderSuccess: (call) => showOrder(call, ['credited', 'invoiced']),
  handleShowOrderFailure: (call) => showOrder(call, ['failed']),

  saveSmsRecharge: async ({ db, site, services, caller, owner, body, audit }) => {
    const buyer = await buyerOf(db, site, caller, owner)
    const { businessId } = buyer
    const found = await findBundles(db, site)
    const bundle = found.find(({ bundle_id }) => bundle_id === body.bundle_id) ?? fail('sms_bundle_changed')
    const cap_minor = fromDecimal(body.cap, bundle.currency) ?? fail('sms_cap_too_low')
    if (body.is_on && cap_minor < dueOf(bundle)) fail('sms_cap_too_low')
    if (body.is_on && !(await activeInstrument(db, site, businessId))) fail('please_change_billing_details')
    const before = await findRecharge(db, site, businessId)
    const now = services.clock.now()
    const set = {
      is_on: body.is_on,
      below: body.below,
      bundle_id: bundle.bundle_id,
      cap_minor: Math.max(1, cap_minor),
      paused_by: null,
      paused_month: null,
      changed_at: now,
    }
    await db
      .insertInto('sms_recharges')
      .values({ web_site_id: site.web_site_id, businessentity_id: businessId, ...set })
      .onConflict((c) => c.columns(['web_site_id', 'businessentity_id']).doUpdateSet(set))
      .execute()
    audit({
      ...(before ? { before: { is_on: before.is_on, below: before.below, cap_minor: before.cap_minor } } : {}),
      after: { is_on: body.is_on, below: body.below, cap_minor },
    })
    return shownRecharge(db, site, businessId, found, now)
  },
}
