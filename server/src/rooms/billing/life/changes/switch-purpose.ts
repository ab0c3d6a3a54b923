import type { Db } from '../../../../core/db/database.ts'
import type { Site } from '../../../../core/tenancy.ts'
import type { Order, Purpose, PurposeName } from '../../purposes.ts'
import { orderFor } from '../buyer.ts'
import { mailPaidBack, type LifeServices } from '../invoice-purposes.ts'
import { mailTo } from '../mails.ts'
import { tokensOf } from '../pages/page-tokens.ts'
import { canChange } from './change.ts'
import { planOf, quoteFor } from './quote-change.ts'
import { findSubscription, lockSubscription, type Subscription } from '../subscriptions.queries.ts'

/**
 * A change of plan or locations as something that is paid. The order names what is changed and from what, so that one
 * change is one order, and a change that was computed from another state cannot be paid.
 */

export interface Wanted {
  billing_plan_id: number
  locations: number
  promoCode: string | null
}

type From = Pick<Subscription, 'subscription_id' | 'period_start' | 'billing_plan_id' | 'locations'>

/** Returns the id of the order of a change: the subscription with its state, and what is wanted. */
export const orderIdOf = (from: From, to: Wanted): string =>
  [
    from.subscription_id,
    from.period_start,
    from.billing_plan_id ?? 0,
    from.locations,
    to.billing_plan_id,
    to.locations,
    encodeURIComponent(to.promoCode ?? ''),
  ].join(' ')

function read(orderId: string): { from: From; to: Wanted } | undefined {
  const [subscription_id, period_start, planId, locations, toPlan, toLocations, code] = orderId.split(' ')
  if (!subscription_id || !period_start || code === undefined) return undefined
  return {
    from: { subscription_id, period_start, billing_plan_id: Number(planId) || null, locations: Number(locations) },
    to: {
      billing_plan_id: Number(toPlan),
      locations: Number(toLocations),
      promoCode: decodeURIComponent(code) || null,
    },
  }
}

/** Returns the purpose of `locations` (more of the same plan) or `switch` (another plan). */
export function switchPurpose(services: LifeServices, name: Extract<PurposeName, 'locations' | 'switch'>): Purpose {
  async function orderOf(
    db: Db,
    site: Site,
    orderId: string,
    find: (id: string) => Promise<Subscription | undefined>,
  ): Promise<Order | undefined> {
    const asked = read(orderId)
    const subscription = asked && (await find(asked.from.subscription_id))
    const { from, to } = asked ?? {}
    const isSame =
      subscription !== undefined &&
      canChange(subscription) &&
      subscription.period_start === from?.period_start &&
      subscription.billing_plan_id === from.billing_plan_id &&
      subscription.locations === from.locations
    if (!isSame || !to) return undefined
    const plan = await planOf(db, site, subscription, to)
    if ('refused' in plan) return undefined
    const quoted = await quoteFor(db, site, services, subscription, { ...to, ...plan })
    if ('refused' in quoted) return undefined
    return orderFor(db, site, services, {
      orderId,
      businessId: subscription.businessentity_id,
      subscription,
      due: { kind: 'change', change: quoted.change, document: quoted.document, creditMinor: quoted.creditMinor },
    })
  }

  return {
    name,
    returnPage: '/billingPaypalSuccess',
    ...tokensOf(name),
    show: (db, site, orderId) => orderOf(db, site, orderId, (id) => findSubscription(db, site, id)),
    async open(db, site, orderId) {
      const order = await orderOf(db, site, orderId, (id) => lockSubscription(db, site, id))
      return order ? { order } : { refused: 'Unable to change billing plan. Please try again' }
    },
    // A change that is not paid leaves nothing behind.
    moved: async () => undefined,
    async fulfil(db, site, { order, currency, totalMinor, invoiceNumber }) {
      const changed = read(order.orderId)
      const subscription = changed && (await findSubscription(db, site, changed.from.subscription_id))
      if (subscription)
        await mailTo(db, services, site, subscription, {
          kind: 'receipt',
          amount: { minor: totalMinor, currency },
          ...(invoiceNumber === null ? {} : { number: invoiceNumber }),
        })
      return 'delivered'
    },
    paidBack: (db, site, { order, currency, totalMinor }) =>
      mailPaidBack(db, services, site, order, { currency, totalMinor }),
  }
}
