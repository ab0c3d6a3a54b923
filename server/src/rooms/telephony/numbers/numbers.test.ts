import { contract } from '@cutaway/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testMoney, type TestMoney } from '../../../outside/payments/testing.ts'
import { world, type Person, type World } from '../../../testing/world.ts'
import { forwardTo, live, type Subscriber } from '../../billing/life/testing.ts'
import { workRefund } from '../../billing/saga/refunds.ts'
import { settle } from '../../billing/saga/settle.ts'
import { activateInstrument, insertInstrument } from '../../billing/subscriptions.ts'
import { keepsNumbers } from '../testing-numbers.ts'
import { buyer, forgetPlan, grant, registrationForm, sendTexts } from '../testing.ts'
import { answerCall } from './voice.ts'
import { sweepNumbers } from './work.ts'

/** Telephone numbers of businesses: search, quote, purchase, use, forwarding, release, and the monthly charge. */

const { telephony } = contract

let w: World
let money: TestMoney
beforeAll(async () => {
  forgetPlan()
  money = await testMoney()
  w = await world({ payments: money.payments, numbers: money.numbers })
})
afterAll(async () => {
  await w.close()
  await money.close()
})
const site = () => w.running.services.sites.byId(31)!
const { owned, netCharge } = keepsNumbers(
  () => w,
  () => money,
)

const search = (
  person: Person,
  asked: { country?: string; type?: 'local' | 'mobile' | 'toll_free'; search?: string },
) =>
  person.call(telephony.getSearchTwilioNumbers, {
    params: { json: { country: 'US', type: 'local', search: '', ...asked } },
  })
const quoteOf = (person: Person, phone_number: string) =>
  person.send(telephony.buyTwilioNumber, { params: { json: { phone_number, country: 'US', type: 'local' } } })
const confirm = (person: Person, quote_id: string, request_key: string = randomUUID()) =>
  person.send(telephony.confirmBuyTwilioNumber, {
    body: { quote_id, request_key, forward_to: '+15035550199' },
  })
/** Buys the first free number of Bend. */
async function bought(of: Subscriber) {
  const person = await of.person()
  const [first] = await search(person, { search: '541' })
  const { data: quote } = await quoteOf(person, first!.phone_number)
  const answer = await confirm(person, quote!.quote_id)
  expect(answer).toMatchObject({ status: 1, data: { state: 'owned' } })
  return { person, number: first!.phone_number, id: answer.data!.phone_number_id }
}

test('countries that demand papers are missing, and a search by area, town or digits shows price and capabilities', async () => {
  const person = await (await buyer(w, money)).person()
  const countries = await person.call(telephony.getTwilioNumberByCountries, {})
  expect(countries.map(({ country_code }) => country_code)).toEqual(['US', 'CA', 'GB', 'AU'])
  const bend = await search(person, { search: '541, Bend' })
  // 1.15 a month at the provider, with 30 %.
  expect(bend[0]).toEqual({
    phone_number: '+15415550100',
    currency: 'USD',
    iso_country: 'US',
    number_type: 'local',
    price: '1.50',
    locality: 'Bend, OR',
    capabilities: { SMS: true, MMS: true, voice: true, fax: false },
  })
  expect((await search(person, { search: '0117' })).every(({ phone_number }) => phone_number.includes('0117'))).toBe(
    true,
  )
  expect(
    await person.send(telephony.getSearchTwilioNumbers, {
      params: { json: { country: 'IL', type: 'mobile', search: '' } },
    }),
  ).toMatchObject({ message: 'no_records_found' })
})

test('a number is bought with its first month, texts leave from it when the carriers allow it, and calls ring in the shop', async () => {
  const of = await buyer(w, money)
  await grant(w, of, 20)
  const { person, number, id } = await bought(of)
  expect(await netCharge(of)).toBe(150)
  expect(owned(number)).toEqual([id])
  const entity = { params: { entity: of.businessId } }
  const [own] = await person.call(telephony.checkTwilioNumberAlreadyExist, entity)
  expect(own).toMatchObject({ phone_number: number, state: 'owned', can_send: false, blocked_by: 'carriers_missing' })
  const from = async () => {
    await sendTexts(w, of, 1)
    const rows = await w.database.system
      .selectFrom('messages')
      .select('from_number')
      .where('businessentity_id', '=', of.businessId)
      .orderBy('created_at', 'desc')
      .execute()
    return rows[0]!.from_number
  }
  expect(await from()).not.toBe(number)
  const waiting = await person.call(telephony.saveTextRegistration, { ...entity, body: registrationForm })
  expect(waiting).toMatchObject({ state: 'waiting' })
  const operator = await w.loggedIn('super')
  await operator.call(telephony.decideTextRegistration, {
    body: { web_site_id: 31, businessentity_id: of.businessId, approve: true, submitted_at: waiting.submitted_at! },
  })
  expect((await person.call(telephony.checkTwilioNumberAlreadyExist, entity))[0]).toMatchObject({
    can_send: true,
    blocked_by: null,
  })
  expect(await from()).toBe(number)
  expect(await answerCall(w.running.services, number)).toBe(
    `<?xml version="1.0" encoding="UTF-8"?><Response><Say language="en-US">Thank you for calling Cedar Street Auto ${/\d+$/.exec(await nameOf(of))![0]}. We are connecting you.</Say><Dial timeout="25">+15035550199</Dial></Response>`,
  )
  await person.call(telephony.savePhoneNumber, {
    params: { phone_number_id: id },
    body: { forward_to: '', spoken_text: 'We are <closed> & back on Monday.' },
  })
  expect(await answerCall(w.running.services, number)).toContain(
    'We are &lt;closed&gt; &amp; back on Monday.</Say><Hangup/>',
  )
  const [place] = await person.call(telephony.getNumberLocations)
  const belongs = async (location_id: number | null) =>
    person.send(telephony.savePhoneNumber, {
      params: { phone_number_id: id },
      body: { forward_to: '', spoken_text: '', location_id },
    })
  expect(await belongs(place!.location_id)).toMatchObject({ data: { location_name: place!.name } })
  const strange = await w.database.system
    .selectFrom('locations')
    .select('location_id')
    .where('businessentity_id', '<>', of.businessId)
    .executeTakeFirstOrThrow()
  expect(await belongs(strange.location_id)).toMatchObject({ http: 404 })
  expect(await belongs(null)).toMatchObject({ data: { location_id: null } })
  expect(
    await person.send(telephony.savePhoneNumber, {
      params: { phone_number_id: id },
      body: { forward_to: number, spoken_text: '' },
    }),
  ).toMatchObject({ message: 'number_rings_itself' })
  const [month] = await person.call(telephony.getPhoneNumberUsage, entity)
  expect(month).toMatchObject({ phone_number: number, sent: 1, segments: 1, cost: '1.50', received: 0 })
})

const nameOf = async ({ businessId }: Subscriber) =>
  (
    await w.database.system
      .selectFrom('business_entities')
      .select('business_name')
      .where('businessentity_id', '=', businessId)
      .executeTakeFirstOrThrow()
  ).business_name

test('the people of a location send from its number; everyone else from one of all locations, else from the web site’s', async () => {
  const of = await buyer(w, money)
  await grant(w, of, 20)
  const { person, number, id } = await bought(of)
  const entity = { params: { entity: of.businessId } }
  const { submitted_at } = await person.call(telephony.saveTextRegistration, { ...entity, body: registrationForm })
  await (
    await w.loggedIn('super')
  ).call(telephony.decideTextRegistration, {
    body: { web_site_id: 31, businessentity_id: of.businessId, approve: true, submitted_at: submitted_at! },
  })
  const { system } = w.database
  const [place] = await person.call(telephony.getNumberLocations)
  const belongsTo = (location_id: number | null) =>
    person.call(telephony.savePhoneNumber, {
      params: { phone_number_id: id },
      body: { forward_to: '', spoken_text: '', location_id },
    })
  const from = async (location: number | null) => {
    await sendTexts(w, of, 1, location)
    const { from_number } = await system
      .selectFrom('messages')
      .select('from_number')
      .where('businessentity_id', '=', of.businessId)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return from_number
  }
  expect(await from(place!.location_id)).toBe(number)
  await belongsTo(place!.location_id)
  expect(await from(place!.location_id)).toBe(number)
  expect(await from(null)).not.toBe(number)
  const { number: whole } = await bought(of)
  expect(await from(place!.location_id)).toBe(number)
  expect(await from(null)).toBe(whole)
  // The number of a location that is gone is one of the whole business.
  await system
    .updateTable('locations')
    .set({ deleted_at: new Date() })
    .where('location_id', '=', place!.location_id)
    .execute()
  expect(new Set([await from(null), await from(place!.location_id)])).toEqual(new Set([[number, whole].toSorted()[0]]))
  const shown = await person.call(telephony.checkTwilioNumberAlreadyExist, entity)
  expect(shown.map(({ location_id, location_name }) => [location_id, location_name])).toEqual([
    [null, null],
    [null, null],
  ])
})

describe('exactly once', () => {
  test('two quotes of one number: the second buyer is refused before a charge', async () => {
    const [of, other] = [await buyer(w, money), await buyer(w, money)]
    const [person, stranger] = [await of.person(), await other.person()]
    const [first] = await search(person, { search: '312' })
    const quotes = []
    for (const one of [person, person, stranger]) quotes.push((await quoteOf(one, first!.phone_number)).data!.quote_id)
    expect(await confirm(person, quotes[0]!)).toMatchObject({ status: 1, data: { state: 'owned' } })
    expect(await confirm(person, quotes[1]!)).toMatchObject({ status: 0, message: 'number_is_yours' })
    expect(await confirm(stranger, quotes[2]!)).toMatchObject({ status: 0, message: 'number_taken' })
    const charged = await w.database.system
      .selectFrom('payments')
      .select('payment_id')
      .where('businessentity_id', '=', other.businessId)
      .where('purpose', '=', 'phone_number')
      .execute()
    expect(charged).toEqual([])
    expect([await netCharge(of), await netCharge(other)]).toEqual([150, 0])
  })

  test('two tabs with one quote buy one number with one charge', async () => {
    const of = await buyer(w, money)
    const person = await of.person()
    const [first] = await search(person, { search: '503' })
    const { data: quote } = await quoteOf(person, first!.phone_number)
    const answers = await Promise.all([confirm(person, quote!.quote_id), confirm(person, quote!.quote_id)])
    // The second tab waits for the first one, and gets the same number.
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 1, data: { state: 'owned', phone_number: first!.phone_number } })
    await sweepNumbers(w.running.services)
    expect(owned(first!.phone_number)).toHaveLength(1)
    expect(await netCharge(of)).toBe(150)
    expect(await confirm(person, quote!.quote_id)).toMatchObject({ status: 1, data: { state: 'owned' } })
  })

  test('the reply is cut after buying: one number, one charge', async () => {
    for (const drop_every of [1, 2, 3, 4]) {
      const of = await buyer(w, money)
      const person = await of.person()
      const [first] = await search(person, { search: '212' })
      const { data: quote } = await quoteOf(person, first!.phone_number)
      money.gateway.faults.drop_every = drop_every
      await confirm(person, quote!.quote_id)
      money.gateway.faults.drop_every = 0
      w.clock.forward(120)
      for (let n = 0; n < 3; n += 1) {
        const open = await w.database.system
          .selectFrom('payment_attempts')
          .select('reference')
          .where('state', 'in', ['sent', 'unknown'])
          .execute()
        for (const { reference } of open) await settle(w.running.services, site(), { reference, look: 'now' })
        await sweepNumbers(w.running.services)
        w.clock.forward(120)
      }
      const [row] = await w.database.system
        .selectFrom('phone_numbers')
        .select(['state', 'phone_number_id'])
        .where('businessentity_id', '=', of.businessId)
        .execute()
      const charged = await netCharge(of)
      // Either it was charged and the number is there, or nothing happened.
      if (row?.state === 'owned') {
        expect(owned(first!.phone_number)).toEqual([row.phone_number_id])
        expect(charged).toBe(150)
      } else {
        expect(owned(first!.phone_number)).toEqual([])
        expect(charged).toBe(0)
      }
    }
  })

  test('an order that no payment belongs to is not listed, and is taken up again by its quote', async () => {
    const of = await buyer(w, money)
    const person = await of.person()
    const [first] = await search(person, { search: '604', country: 'CA' })
    const { data: quote } = await person.send(telephony.buyTwilioNumber, {
      params: { json: { phone_number: first!.phone_number, country: 'CA', type: 'local' } },
    })
    const expire = (state: 'expired' | 'active') =>
      w.database.system
        .updateTable('instruments')
        .set({ state })
        .where('businessentity_id', '=', of.businessId)
        .execute()
    await expire('expired')
    expect(await confirm(person, quote!.quote_id)).toMatchObject({ message: 'please_change_billing_details' })
    const listed = () => person.send(telephony.checkTwilioNumberAlreadyExist, { params: { entity: of.businessId } })
    expect(await listed()).toMatchObject({ message: 'no_records_found' })
    await expire('active')
    expect(await confirm(person, quote!.quote_id)).toMatchObject({ status: 1, data: { state: 'owned' } })
    expect(await listed()).toMatchObject({ data: [{ phone_number: first!.phone_number, state: 'owned' }] })
    // Without a message it is listed too, with its month and its price.
    expect(await person.call(telephony.getPhoneNumberUsage, { params: { entity: of.businessId } })).toMatchObject([
      { phone_number: first!.phone_number, sent: 0, received: 0, state: 'owned' },
    ])
  })

  test('taken meanwhile: the whole amount goes back', async () => {
    const of = await buyer(w, money)
    const person = await of.person()
    const [first] = await search(person, { search: '312' })
    const { data: quote } = await quoteOf(person, first!.phone_number)
    const elsewhere = { phoneNumber: first!.phone_number, name: 'somebody else', smsUrl: null, voiceUrl: null }
    await money.numbers.buy(elsewhere, new AbortController().signal)
    expect(await confirm(person, quote!.quote_id)).toMatchObject({ status: 0, message: 'number_taken' })
    const refunds = await w.database.system.selectFrom('refunds').select(['reference', 'looks']).execute()
    for (const { reference, looks: look } of refunds) await workRefund(w.running.services, site(), { reference, look })
    expect(await netCharge(of)).toBe(0)
    const [row] = await w.database.system
      .selectFrom('phone_numbers')
      .select('state')
      .where('businessentity_id', '=', of.businessId)
      .execute()
    expect(row?.state).toBe('refunded')
    expect(await quoteOf(person, first!.phone_number)).toMatchObject({ message: 'number_taken' })
  })

  test('a quote holds for five minutes, and is of no use to another business', async () => {
    const of = await buyer(w, money)
    const person = await of.person()
    const [first] = await search(person, { search: '541' })
    const { data: quote } = await quoteOf(person, first!.phone_number)
    const stranger = await (await buyer(w, money)).person()
    expect(await confirm(stranger, quote!.quote_id)).toMatchObject({ http: 404 })
    w.clock.forward(301)
    expect(await confirm(person, quote!.quote_id)).toMatchObject({ message: 'number_quote_expired' })
    expect(await netCharge(of)).toBe(0)
  })
})

describe('giving back', () => {
  test('waits for messages, is confirmed by the number, and then nothing of it is left', async () => {
    const of = await buyer(w, money)
    const { person, number, id } = await bought(of)
    const release = (phone_number: string) =>
      person.send(telephony.confirmReleaseTwilioNumber, { body: { phone_number_id: id, phone_number } })
    expect(await release('+15005550006')).toMatchObject({ message: 'number_not_confirmed' })
    const delivery_id = randomUUID()
    await w.database.system
      .insertInto('messages')
      .values({
        web_site_id: 31,
        message_id: delivery_id,
        kind: 'sms',
        to_number: '+15035550142',
        from_number: number,
        body: 'Your car is ready.',
        media_url: null,
        segments: 1,
        language_code: 'en-US',
        state: 'moved',
        businessentity_id: of.businessId,
        credited_at: null,
        failed_at: null,
      } as never)
      .execute()
    await w.database.system
      .insertInto('deliveries')
      .values({
        web_site_id: 31,
        delivery_id,
        channel: 'text',
        due_at: null,
        carrier: null,
        carrier_reference: null,
      } as never)
      .execute()
    expect(await release(number)).toMatchObject({ message: 'number_has_waiting_messages' })
    await w.database.system
      .updateTable('deliveries')
      .set({ state: 'delivered' })
      .where('delivery_id', '=', delivery_id)
      .execute()
    expect(await release(number)).toMatchObject({ status: 1, data: { state: 'released' } })
    expect(await release(number)).toMatchObject({ status: 1, data: { state: 'released' } })
    expect(owned(number)).toEqual([])
    expect(await answerCall(w.running.services, number)).toContain('<Reject/>')
    const [row] = await w.database.system
      .selectFrom('subscriptions')
      .select('state')
      .where('businessentity_id', '=', of.businessId)
      .where('kind', '=', 'phone_number')
      .execute()
    expect(row).toEqual({ state: 'ended' })
    // The business itself goes on, and another one can have the number.
    const [portal] = await w.database.system
      .selectFrom('business_entities')
      .select('subscription_status')
      .where('businessentity_id', '=', of.businessId)
      .execute()
    expect(portal).toEqual({ subscription_status: 'active' })
    const next = await bought(await buyer(w, money))
    expect(next.number).toBe(number)
  })
})

test('the monthly charge is tried as often as that of a plan, and an unpaid number is given back on day 30', async () => {
  const day = (n: number) => new Date(w.clock.now().getTime() + n * 86_400_000).toISOString()
  const of = await buyer(w, money)
  const { number } = await bought(of)
  await live(w, day(32), { site: 31 })
  expect(await netCharge(of)).toBe(150 + 4900 + 150)
  /** The bank of the stored card behaves in another way from now on. */
  const card = (token: string) =>
    w.database.system.updateTable('instruments').set({ token }).where('businessentity_id', '=', of.businessId).execute()
  await card('demo-no_funds-9995')
  await live(w, day(32 + 12), { site: 31 })
  const state = async () =>
    (
      await w.database.system
        .selectFrom('subscriptions')
        .select('state')
        .where('businessentity_id', '=', of.businessId)
        .where('kind', '=', 'phone_number')
        .executeTakeFirstOrThrow()
    ).state
  expect(await state()).toBe('suspended')
  // A new card is charged for it by the next sweep.
  await otherCard(of, 'demo-pays-4242')
  await live(w, day(1), { site: 31 })
  expect(await state()).toBe('active')
  await card('demo-no_funds-9995')
  await live(w, day(60), { site: 31 })
  expect(await state()).toBe('ended')
  await sweepNumbers(w.running.services)
  expect(owned(number)).toEqual([])
  const written = number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3')
  const subjects = await w.database.system
    .selectFrom('mails')
    .select('subject')
    .where('to_address', '=', `${of.username}@cedar.example`)
    .execute()
  expect(subjects.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining([
      `We couldn’t charge ${written}`,
      `No texts leave from ${written} any more`,
      `${written} was given back`,
    ]),
  )
  forwardTo([w], day(1))
})

/** Gives a business another stored card, whose bank behaves as its token says. */
const otherCard = ({ businessId }: Subscriber, token: string) =>
  w.database.inTenant(31, async (db) => {
    const now = w.clock.now()
    const made = { kind: 'card' as const, token, brand: 'visa', last4: '4242', expiryMonth: 12 }
    const rest = { expiryYear: 2035, payerLabel: null, networkId: null }
    const instrumentId = await insertInstrument(db, site(), businessId, {
      account: 'cybersource',
      provider: 'cybersource',
      made: { ...made, ...rest },
      now,
    })
    await activateInstrument(db, site(), businessId, { instrumentId, now })
  })

test('a number whose month was not paid is paid by its owner with a new card, once', async () => {
  const of = await buyer(w, money)
  const { id } = await bought(of)
  await w.database.system
    .updateTable('instruments')
    .set({ state: 'expired' })
    .where('businessentity_id', '=', of.businessId)
    .execute()
  await w.database.system
    .updateTable('subscriptions')
    .set({ instrument_id: null })
    .where('businessentity_id', '=', of.businessId)
    .execute()
  await live(w, new Date(w.clock.now().getTime() + 33 * 86_400_000).toISOString(), { site: 31 })
  const person = await of.person()
  const own = async () =>
    (await person.call(telephony.checkTwilioNumberAlreadyExist, { params: { entity: of.businessId } }))[0]
  const pay = (who: Person, request_key: string = randomUUID()) =>
    who.send(telephony.payPhoneNumber, { params: { phone_number_id: id }, body: { request_key } })
  expect(await own()).toMatchObject({ arrears: { amount: '1.50', is_paying: false }, released_on: expect.any(String) })
  expect(await pay(await (await buyer(w, money)).person())).toMatchObject({ http: 404 })
  expect(await pay(person)).toMatchObject({ status: 0, message: 'please_change_billing_details' })
  await otherCard(of, 'demo-no_funds-9995')
  expect(await pay(person)).toMatchObject({ status: 0, error_message: { error: 'card_no_funds' } })
  expect(await own()).toMatchObject({ arrears: { error: 'card_no_funds' } })
  await otherCard(of, 'demo-pays-4242')
  const before = await netCharge(of)
  const request_key = randomUUID()
  for (let twice = 0; twice < 2; twice += 1)
    expect(await pay(person, request_key)).toMatchObject({ status: 1, data: { responseType: 'success' } })
  expect((await netCharge(of)) - before).toBe(150)
  expect(await own()).toMatchObject({ arrears: null, released_on: null })
})
