import type { Db } from '../../core/db/database.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'
import { sanitiseText } from '../../core/sanitise-text.ts'
import { addressKey } from '../consent/consent.queries.ts'
import { keywordOf } from '../consent/keywords.ts'
import { mayWantToStop } from '../consent/stop-phrases.ts'
import type { RecipientEvents } from '../messaging/recipient-events.ts'
import { changeCustomer, countUnread, insertCustomer } from '../sharing/customers/customers.queries.ts'
import { enqueueAutomaticAnswer } from './automatic-answer.ts'
import { findAddressee, findOwnerOfMessages, insertMessage, ownerOfNumber } from './threads.queries.ts'

/** Keeps what customers write back, by text message or by mail, in their conversation. */

type InboundServices = Pick<Services, 'jobs' | 'clock' | 'log' | 'customerEvents'>

const mostKept = 10_000

export interface Inbound {
  customer_id: number
  location_id: number | null
  channel: 'sms' | 'email'
  from: string
  words: string
  /** The carrier's id of the message. */
  reference: string | null
  /** A command to the carrier, such as STOP: shown, but never answered. */
  isCommand: boolean
}

/** Adds a message to a conversation. Does nothing if the carrier delivers it again. */
export async function keepInbound(db: Db, services: InboundServices, site: Site, given: Inbound): Promise<void> {
  const at = services.clock.now()
  const body = sanitiseText(given.words).slice(0, mostKept)
  const isNew = await insertMessage(db, site, {
    customer_id: given.customer_id,
    at,
    direction: 'in',
    channel: given.channel,
    address_key: given.from,
    body,
    carrier_reference: given.reference,
  })
  if (!isNew) return
  const { customer_id, channel, from } = given
  await services.customerEvents.replied(db, site, { customer_id, channel, from, words: body, at })
  // By mail, STOP is no command of the carriers: a person decides.
  const mayStop = !given.isCommand && (keywordOf(body) === 'stop' || mayWantToStop(body))
  await countUnread(db, site, given.customer_id, { at, mayStop })
  if (!given.isCommand && !mayStop && given.location_id !== null)
    await enqueueAutomaticAnswer(db, services, site, { ...given, location_id: given.location_id, at })
}

/** Returns the events of recipients, which also keep the text messages of people in their conversations. */
export const withConversations = (events: RecipientEvents, services: InboundServices): RecipientEvents => ({
  ...events,
  async received(db, site, message) {
    const command = await events.received(db, site, message)
    const from = addressKey(message.from)
    const customer = await findOrMakeCustomer(db, services, site, { from, to: message.to })
    if (!customer) {
      services.log.warn(
        { site: site.web_site_id, to: message.to },
        'no business for a text message of an unknown person',
      )
      return command
    }
    const { customer_id, location_id } = customer
    const { body: words, reference } = message
    const isCommand = command !== undefined
    await keepInbound(db, services, site, {
      customer_id,
      location_id,
      channel: 'sms',
      from,
      words,
      reference,
      isCommand,
    })
    return command
  },
})

/**
 * Returns the customer who wrote. An unknown person becomes a customer of the business that has the number, or of the
 * only business of the web site; undefined if there are several. Who writes to the number of a location is shown to its
 * people from now on, whichever location wrote last.
 */
async function findOrMakeCustomer(
  db: Db,
  { clock }: InboundServices,
  site: Site,
  { from, to }: { from: string; to: string },
): Promise<{ customer_id: number; location_id: number | null } | undefined> {
  // Who writes to a business's own number means that business, whoever wrote to the person last.
  const { businessId, locationId } = await ownerOfNumber(db, site, to)
  const known = await findAddressee(db, site, from, businessId)
  if (known && (locationId === null || known.location_id === locationId)) return known
  if (known) {
    await changeCustomer(db, site, known.customer_id, { location_id: locationId })
    return { customer_id: known.customer_id, location_id: locationId }
  }
  const businessentity_id = businessId ?? (await findOwnerOfMessages(db, site, to))
  if (businessentity_id === undefined) return undefined
  const owner = { businessentity_id, user_id: 0 }
  const customer_id = await insertCustomer(
    db,
    site,
    owner,
    { address_key: from, address: from },
    {
      businessentity_id,
      user_id: null,
      location_id: locationId,
      language_id: null,
      last_at: clock.now(),
      assigned_user_id: null,
    },
  )
  return { customer_id, location_id: locationId }
}
