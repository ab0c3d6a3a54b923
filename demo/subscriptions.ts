import type { Db } from '@cutaway/server/src/core/db/database.ts'
import type { Site } from '@cutaway/server/src/core/tenancy.ts'
import { addressOf, findContact, providerOf } from '@cutaway/server/src/rooms/billing/life/buyer.ts'
import { replaceInstrument } from '@cutaway/server/src/rooms/billing/life/instruments.ts'
import { pricesOf } from '@cutaway/server/src/rooms/billing/life/renew.ts'
import { sellerOf } from '@cutaway/server/src/rooms/billing/life/seller.ts'
import { findLive } from '@cutaway/server/src/rooms/billing/life/subscriptions.queries.ts'
import { dayOf } from '@cutaway/server/src/rooms/billing/days.ts'
import { issueDocument } from '@cutaway/server/src/rooms/billing/invoices.ts'
import { post } from '@cutaway/server/src/rooms/billing/ledger.ts'
import { quotePeriod } from '@cutaway/server/src/rooms/billing/rules.ts'
import { addPeriod, beginSubscription } from '@cutaway/server/src/rooms/billing/subscriptions.ts'
import { findPlans, findSeller } from '@cutaway/server/src/rooms/signup/plans/plans.queries.ts'
import type { DemoSite } from './sites.ts'

/**
 * Subscriptions of the demo's businesses on web sites with billing pages. The first business pays with a card that
 * works; the card of the second one has no funds, which shows at its next renewal.
 */

/** The day of the period on which the demo begins. */
const daysAgo = 12
const locations = 10

interface Business {
  site: DemoSite
  n: number
  entity: number
}

export async function insertDemoSubscriptions(db: Db, businesses: readonly Business[]): Promise<void> {
  for (const business of businesses)
    if (business.site.features.includes('billing_details')) await insertSubscription(db, business)
}

async function insertSubscription(db: Db, { site: of, n, entity: businessId }: Business): Promise<void> {
  const facts = { web_site_id: of.id, features: of.features, time_zone: of.timeZone, country_code_iso: of.country }
  const site = facts as unknown as Site
  const country = of.country.toUpperCase()
  const provider = providerOf(site, undefined, country)
  const seller = await findSeller(db, site)
  const plans = await findPlans(db, site, country, ['standard'])
  const plan = plans.find(({ recurring_frequency }) => recurring_frequency === 'monthly')
  if (provider === null || !seller || !plan) return
  const now = new Date()
  const began = new Date(now.getTime() - daysAgo * 86_400_000)
  const prices = pricesOf(plan)
  const contact = await findContact(db, site, businessId)
  const billing = addressOf(contact, n === 1 ? of.name : `${of.name} West`)
  const quote = quotePeriod(prices, locations, { isFirst: true })!
  const begun = await beginSubscription(db, site, {
    order: {
      orderId: String(businessId),
      businessentity_id: businessId,
      userId: 0,
      email: contact.bill_email,
      language: '',
      country,
      billing,
      due: { kind: 'subscription', plan: prices, locations, trialDays: null },
      accounts: {},
      provider,
      brands: [],
      keep: true,
      seller: sellerOf(seller),
      description: of.name,
      needsCaptcha: false,
    },
    quote,
    account: null,
    instrumentId: null,
    now: began,
  })
  const [behaviour, last4] = n === 1 ? ['pays', '4242'] : ['no_funds', '9995']
  const day = dayOf(began, of.timeZone)
  await replaceInstrument(db, site, (await findLive(db, site, businessId))!, {
    account: { name: provider, provider, currencies: [plan.currency], can_save: true },
    made: {
      kind: provider === 'paypal' ? 'wallet' : 'card',
      token: `demo-${behaviour}-${last4}`,
      brand: provider === 'paypal' ? null : 'VISA',
      last4: provider === 'paypal' ? null : last4,
      expiryMonth: provider === 'paypal' ? null : 12,
      expiryYear: provider === 'paypal' ? null : Number(day.slice(0, 4)) + 3,
      payerLabel: provider === 'paypal' ? 'd•••@example.com' : null,
      networkId: null,
    },
    now: began,
  })
  const invoice = await issueDocument(db, site, {
    kind: 'invoice',
    businessentity_id: businessId,
    seller: sellerOf(seller),
    buyer: billing,
    quote,
    issuedOn: day,
    dueOn: day,
    period: { start: begun.start, end: begun.end },
    isPaid: true,
    subscriptionId: begun.subscriptionId,
    paymentId: null,
    ofInvoiceId: null,
    at: began,
  })
  await post(db, site, {
    businessentity_id: businessId,
    currency: quote.currency,
    cause: `demo ${invoice.invoice_id}`,
    postings: [
      [`cash:${provider}`, quote.total_minor],
      ['receivable', -quote.total_minor],
    ],
    at: began,
  })
  await addPeriod(db, site, begun, { invoiceId: invoice.invoice_id, paymentId: null })
}
