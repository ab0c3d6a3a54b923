import { hashToken } from '../core/auth/caller.ts'
import type { Db } from '../core/db/database.ts'
import type { Site } from '../core/tenancy.ts'
import type { BillingAddress } from '../outside/payments.ts'
import type { Order, Purpose } from '../rooms/billing/purposes.ts'
import type { PlanPrices } from '../rooms/billing/rules.ts'

/** A shop that sells subscriptions to businesses, for the tests of payments. */

const address: BillingAddress = {
  firstName: 'Dana',
  lastName: 'Reyes',
  company: 'Reyes Auto',
  street: '1 Main Street',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
  country: 'US',
  email: 'dana@example.com',
}

export const monthlyPlan: PlanPrices = {
  billing_plan_id: 1,
  name: 'Monthly',
  currency: 'USD',
  recurring_frequency: 'monthly',
  recurring_minor: 4900,
  other_minor: 0,
  setup_minor: 0,
  gst_bp: 1000,
  taxable: ['recurring'],
  tiers: [],
  max_location: 5,
}

/** What a visitor gets once after the payment. */
export const claimed = { user_id: 1, username: 'dana', password: 'shown-once', reactivation_token: 'token' }

export interface Shop extends Purpose {
  /** Makes a business that wants to subscribe. Returns its order. */
  newOrder(db: Db, site: Site, more?: Partial<Order> & { plan?: Partial<PlanPrices> }): Promise<string>
  /** What the orders were told. */
  told: { orderId: string; to: string }[]
  /** Orders that can no longer be delivered. */
  conflicts: Set<string>
  /** Errors that the next deliveries throw. */
  failures: Error[]
  /** Orders that were paid back. */
  paidBack: Purpose['paidBack']
  backs: string[]
}

/** A shop whose orders are businesses without a subscription. The order's id is that of the business. */
export function shop(): Shop {
  const orders = new Map<string, Order>()
  const find = (orderId: string) => orders.get(orderId)
  const one: Shop = {
    name: 'signup',
    returnPage: '/paypalSuccess',
    told: [],
    conflicts: new Set(),
    failures: [],
    backs: [],
    async newOrder(db, site, { plan, ...more } = {}) {
      const { businessentity_id } = await db
        .insertInto('business_entities')
        .values({
          web_site_id: site.web_site_id,
          business_name: 'Reyes Auto',
          business_type: 'repair',
          subscription_status: 'ended',
        })
        .returning('businessentity_id')
        .executeTakeFirstOrThrow()
      const orderId = String(businessentity_id)
      orders.set(orderId, {
        orderId,
        businessentity_id,
        userId: 1,
        email: `dana-${orderId}@example.com`,
        language: 'en-US',
        country: 'US',
        billing: address,
        due: { kind: 'subscription', plan: { ...monthlyPlan, ...plan }, locations: 1, trialDays: null },
        accounts: { cybersource: 'cybersource-test', paypal: 'paypal-test' },
        provider: 'cybersource',
        brands: ['VISA'],
        keep: true,
        seller: {
          legal_name: 'Cutaway Inc.',
          address: '1 Test Road',
          country_code: 'US',
          tax_id_label: null,
          tax_id: null,
          is_tax_registered: true,
          tax_label: 'Sales tax',
          invoice_prefix: 'CW',
        },
        description: 'Cutaway',
        needsCaptcha: false,
        ...more,
      })
      return orderId
    },
    ofVisitor: async (_db, _site, { request }) =>
      [...orders.keys()].find((id) => id === request.cookies['cutaway_registration']),
    byPageToken: async (_db, _site, hash) => [...orders.keys()].find((id) => hash === hashToken(id)),
    newPageToken: async (_db, _site, orderId) => orderId,
    claim: async (_site, { request }) => (request.cookies['cutaway_registration'] === undefined ? undefined : claimed),
    async open(_db, _site, orderId) {
      const order = find(orderId)
      return order ? { order } : { refused: 'unable_to_proceed_please_try_later' }
    },
    show: async (_db, _site, orderId) => find(orderId),
    moved: async (_db, _site, orderId, to) => void one.told.push({ orderId, to }),
    async fulfil(db, site, { order }) {
      const failure = one.failures.shift()
      if (failure) throw failure
      if (one.conflicts.has(order.orderId)) return { conflict: 'the user name is taken' }
      await db
        .updateTable('business_entities')
        .set({ business_type: 'activated' })
        .where('web_site_id', '=', site.web_site_id)
        .where('businessentity_id', '=', order.businessentity_id)
        .execute()
      return 'delivered'
    },
    paidBack: async (_db, _site, { order }) => void one.backs.push(order.orderId),
  }
  return one
}
