import type { WebhookType } from '@cutaway/contract/rooms/integrations/webhooks.ts'
import { randomUUID } from 'node:crypto'
import type { Db } from '../../../core/db/database.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { enqueueDelivery } from '../../messaging/outbox.ts'
import type { CustomerEvents } from '../../sharing/customer-events.ts'
import { orderStateOf } from '../orders/order-state.ts'
import { findCustomerOwner } from '../orders/orders.queries.ts'
import * as queries from './webhooks.queries.ts'

/** Tells the webhooks of a business what its customers do. */

type EventServices = Pick<Services, 'jobs' | 'clock' | 'library' | 'sites'>

/** What happened. `once`: the key of an event that occurs once. */
interface Happened {
  type: WebhookType
  at: Date
  about: string
  once?: string
  data: Record<string, unknown>
}

/** Watching this share of a film counts as having watched half of it. */
const half = 50

/** Returns the events of customers, which become deliveries to webhooks in the same transaction. */
export function webhookEvents(services: EventServices): CustomerEvents {
  async function tell(
    db: Db,
    site: Site,
    of: { businessentity_id: number | null; user_id: number | null },
    type: WebhookType,
    happened: () => Promise<Omit<Happened, 'type'>> | Omit<Happened, 'type'>,
  ) {
    const listeners = await queries.findListeners(db, site, of, type)
    if (listeners.length === 0) return
    const { at, about, once, data } = await happened()
    const event_id = newEventId()
    for (const { webhook_id } of listeners) {
      const event = { webhook_id, event_id, type, body: bodyOf(type, at, data), about, once_key: once ?? null }
      await sendEvent(db, services, site, event)
    }
  }

  return {
    async watched(db, site, link, { part_id, before, after, isFirst, at }) {
      const { link_id, ro_number } = link
      const data = { link_id, ro_number, part_id }
      const about = queries.aboutLink(link_id)
      if (isFirst) await tell(db, site, link, 'link.opened', () => ({ at, about, once: `opened ${link_id}`, data }))
      if (before < half && after >= half)
        await tell(db, site, link, 'link.half_watched', () => ({
          at,
          about,
          once: `half watched ${link_id} ${part_id}`,
          data: { ...data, watched_percent: after },
        }))
    },
    async answered(db, site, link, at) {
      await tell(db, site, link, 'link.answered', async () => {
        const { decision, answer, contact } = await orderStateOf(db, services, site, link)
        const data = { link_id: link.link_id, ro_number: link.ro_number, answer, contact, decision }
        return { at, about: queries.aboutLink(link.link_id), data }
      })
    },
    async replied(db, site, { customer_id, channel, from, words, at }) {
      const owner = await findCustomerOwner(db, site, customer_id)
      if (!owner) return
      await tell(db, site, owner, 'reply.received', () => ({
        at,
        about: queries.aboutCustomer(customer_id),
        data: { customer_id, ro_number: owner.ro_number, channel, from, text: words },
      }))
    },
    forgotten: (db, site, customerId) => queries.deleteEventsOfCustomer(db, site, customerId),
  }
}

export const newEventId = (): string => `msg_${randomUUID().replaceAll('-', '')}`

/** Returns the body of an event as it is sent: its type, its time and its data. */
export const bodyOf = (type: string, at: Date, data: Record<string, unknown>): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data })

/** Queues an event in the transaction of `db`. Returns the id of its delivery; undefined if it was stored before. */
export async function sendEvent(
  db: Db,
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  site: Site,
  event: Omit<queries.NewEvent, 'delivery_id' | 'created_at'>,
): Promise<string | undefined> {
  const key = { web_site_id: site.web_site_id, delivery_id: randomUUID() }
  const isNew = await queries.insertEvent(db, site, {
    ...event,
    delivery_id: key.delivery_id,
    created_at: clock.now(),
  })
  if (!isNew) return undefined
  await enqueueDelivery(db, jobs, 'webhook', key)
  return key.delivery_id
}
