import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import { orderFor } from '../../billing/life/buyer.ts'
import { mailPaidBack, type LifeServices } from '../../billing/life/invoice-purposes.ts'
import { tokensOf } from '../../billing/life/pages/page-tokens.ts'
import { findLive } from '../../billing/life/subscriptions.queries.ts'
import type { Order, Purpose } from '../../billing/purposes.ts'
import { orderNumberWork } from './work.ts'
import { findNumber, lockNumber, moveNumber, type NumberRow } from './numbers.queries.ts'

/** The first month of a telephone number as something that is paid. What is delivered is the order to the provider. */

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export function numberPurpose(services: LifeServices): Purpose {
  async function payable(db: Db, site: Site, of: NumberRow | undefined): Promise<Order | undefined> {
    if (!of || (of.state !== 'paying' && of.state !== 'failed')) return undefined
    return orderFor(db, site, services, {
      orderId: of.phone_number_id,
      businessId: of.businessentity_id,
      subscription: await findLive(db, site, of.businessentity_id),
      due: {
        kind: 'once',
        currency: of.currency,
        gst_bp: of.gst_bp,
        lines: [{ kind: 'number', quantity: 1, net_minor: of.monthly_minor, taxed: true }],
      },
      userId: of.user_id,
    })
  }

  return {
    name: 'phone_number',
    returnPage: '/twilioPaypalSuccess',
    ...tokensOf('phone_number'),
    show: async (db, site, orderId) =>
      payable(db, site, uuid.test(orderId) ? await findNumber(db, site, orderId) : undefined),
    async open(db, site, orderId) {
      const order = await payable(db, site, await lockNumber(db, site, orderId))
      return order ? { order } : { refused: 'unable_to_proceed_please_try_later' }
    },
    async moved(db, site, orderId, to) {
      if (to !== 'paying') await moveNumber(db, site, orderId, 'failed')
      else await moveNumber(db, site, orderId, 'paying')
    },
    async fulfil(db, site, { order: { orderId }, paymentId }) {
      await lockNumber(db, site, orderId)
      // The database lets a number have one owner in the whole installation.
      await sql`savepoint number_owner`.execute(db)
      const hasMoved = await moveNumber(db, site, orderId, 'buying', { payment_id: paymentId }).catch(
        async (error: unknown) => {
          if ((error as { code?: string }).code !== '23505') throw error
          await sql`rollback to savepoint number_owner`.execute(db)
          return false
        },
      )
      if (!hasMoved) return { conflict: 'the number has another owner' }
      await orderNumberWork(db, services, site, orderId)
      return 'delivered'
    },
    paidBack: (db, site, { order, currency, totalMinor }) =>
      mailPaidBack(db, services, site, order, { currency, totalMinor }),
    async refunded(db, site, orderId, { refundedMinor, totalMinor }) {
      if (refundedMinor >= totalMinor) await moveNumber(db, site, orderId, 'refunded')
    },
  }
}
