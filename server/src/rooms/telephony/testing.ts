import { contract } from '@cutaway/contract'
import { randomUUID } from 'node:crypto'
import type { World } from '../../testing/world.ts'
import { subscriber, sellPlan, type Subscriber } from '../billing/life/testing.ts'
import type { TestMoney } from '../../outside/payments/testing.ts'
import { openCredits, textsLeft, writeCredit } from '../messaging/credits.ts'
import { queueMessage } from '../messaging/text-messages.ts'

/** Businesses that buy text messages and numbers, for the tests of this room. */

const { telephony } = contract

let plan: number | undefined
/** Makes a business of site 31 with a stored card. */
export async function buyer(w: World, money: TestMoney, more: { card?: string } = {}): Promise<Subscriber> {
  plan ??= await sellPlan(w, { site: 31, country: 'US', currency: 'USD', recurring: 4900, most: 5 })
  return subscriber(w, money, { planId: plan, ...more })
}

export const forgetPlan = (): void => void (plan = undefined)

export const bundleOf = async (w: World, site: number, count: number) =>
  w.database.system
    .selectFrom('sms_bundles')
    .selectAll()
    .where('web_site_id', '=', site)
    .where('sms_count', '=', count)
    .executeTakeFirstOrThrow()

/** Orders a bundle as the page does. */
export async function recharge(w: World, of: Subscriber, count = 500, request_key: string = randomUUID()) {
  const person = await of.person()
  const { bundle_id } = await bundleOf(w, of.site, count)
  return person.send(telephony.rechargeSms, {
    params: { user: of.userId, site: of.site },
    body: { bundle_id, request_key },
  })
}

export const balanceOf = (w: World, { site, businessId }: Pick<Subscriber, 'site' | 'businessId'>) =>
  w.database.inTenant(site, (db) => textsLeft(db, w.running.services.sites.byId(site)!, businessId))

/** Gives a business text messages, as the operator does. */
export const grant = (w: World, { site, businessId }: Pick<Subscriber, 'site' | 'businessId'>, delta: number) =>
  w.database.inTenant(site, async (db) => {
    const of = w.running.services.sites.byId(site)!
    await openCredits(db, of, businessId)
    await writeCredit(db, of, { businessentity_id: businessId, delta, reason: 'grant' })
  })

/** Queues text messages that a business pays for. */
export const sendTexts = (
  w: World,
  { site, businessId }: Pick<Subscriber, 'site' | 'businessId'>,
  count: number,
  locationId: number | null = null,
) =>
  w.database.inTenant(site, async (db) => {
    const of = w.running.services.sites.byId(site)!
    for (let n = 0; n < count; n += 1)
      await queueMessage(db, w.running.services.jobs, of, {
        kind: 'sms',
        to: '+15035550142',
        body: 'Cedar Street Auto: your car is ready.',
        segments: 1,
        language: of.languages[0]!,
        paidBy: businessId,
        locationId,
      })
  })

/** What a business tells the US carriers about itself. */
export const registrationForm = {
  legal_name: 'Cedar Street Auto LLC',
  tax_number: '12-3456789',
  business_type: 'private' as const,
  web_address: 'https://cedar.example',
  street: '1 Main Street',
  city: 'Bend',
  region: 'OR',
  postal_code: '97701',
  contact_name: 'Dana Reyes',
  contact_email: 'dana@cedar.example',
  contact_phone: '+15415550107',
  use_case: 'We send our customers films that explain the repairs we suggest.',
  sample_text: 'Cedar Street Auto: here is the film about your brakes.',
  opt_in_text: 'Customers agree at the counter; the advisor records it with the date.',
}
