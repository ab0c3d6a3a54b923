import { contract } from '@cutaway/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { twilioSignature } from '../../../outside/twilio.signature.ts'

/** What comes to the numbers of businesses, as the carrier posts it: answers of customers, and calls. */

const { conversations } = contract
const token = 'the token of the account'
const base = 'https://films.portal.test'
const shops = ['+15415550100', '+15415550101'] as const
const marcus = '+15035550987'

let w: World
let businesses: number[]
beforeAll(async () => {
  w = await world({
    env: {
      PUBLIC_BASE_URL: base,
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: token,
      TWILIO_FROM: '+15550100999',
      TWILIO_API_URL: 'http://127.0.0.1:9',
    },
  })
  const { system } = w.database
  const rows = await system
    .selectFrom('business_entities')
    .select('businessentity_id')
    .where('web_site_id', '=', 31)
    .orderBy('businessentity_id')
    .limit(2)
    .execute()
  businesses = rows.map(({ businessentity_id }) => businessentity_id)
  for (const [n, phone_number] of shops.entries()) {
    const businessentity_id = businesses[n]!
    const facts = { web_site_id: 31, businessentity_id, phone_number, iso_country: 'US', number_type: 'local' as const }
    const capabilities = JSON.stringify({ SMS: true, MMS: true, voice: true, fax: false })
    await system
      .insertInto('phone_numbers')
      .values({
        ...facts,
        capabilities,
        phone_number_id: randomUUID(),
        quote_id: randomUUID(),
        user_id: 1,
        locality: '',
        cost_micro: 1_150_000,
        monthly_minor: 150,
        currency: 'USD',
        gst_bp: 0,
        location_id: null,
        forward_to: n === 0 ? '+15415550177' : '',
        state: 'owned',
        asked_at: null,
        created_at: new Date(),
        owned_at: new Date(),
        released_at: null,
      })
      .execute()
    await system
      .insertInto('message_numbers')
      .values({ web_site_id: 31, number: phone_number, businessentity_id })
      .execute()
  }
})
afterAll(() => w.close())

const post = (path: string, fields: Record<string, string>, isSigned = true) =>
  w.visitor().request(path, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      host: 'films.portal.test',
      origin: '',
      ...(isSigned
        ? {
            'x-twilio-signature': twilioSignature(
              token,
              base + path,
              new Map(Object.entries(fields).map(([name, value]) => [name, [value]])),
            ),
          }
        : {}),
    },
  })
const writes = (To: string, Body: string, MessageSid: string = randomUUID()) =>
  post('/hooks/twilio/inbound', { From: marcus, To, Body, MessageSid })
const threads = async () => {
  const { rows } = {
    rows: await w.database.system
      .selectFrom('customers as c')
      .innerJoin('customer_messages as m', (j) =>
        j.onRef('m.web_site_id', '=', 'c.web_site_id').onRef('m.customer_id', '=', 'c.customer_id'),
      )
      .select(['c.businessentity_id', 'm.body'])
      .where('m.address_key', '=', marcus)
      .orderBy('m.at')
      .execute(),
  }
  return rows.map(({ businessentity_id, body }) => [businessentity_id, body])
}

test('an answer lands with the business whose number it was sent to, and is counted once', async () => {
  const twice = randomUUID()
  expect((await writes(shops[0], 'Yes, go ahead', twice)).status).toBe(200)
  await writes(shops[0], 'Yes, go ahead', twice)
  await writes(shops[1], 'How much is it?')
  expect(await threads()).toEqual([
    [businesses[0], 'Yes, go ahead'],
    [businesses[1], 'How much is it?'],
  ])
  const received = await w.database.system.selectFrom('received_texts').select('phone_number').execute()
  expect(received.map(({ phone_number }) => phone_number).toSorted()).toEqual([...shops])
})

test('who writes to the number of a location is a customer of that location, whoever knew the person before', async () => {
  const { system } = w.database
  const [harbour, summit] = await system
    .selectFrom('locations')
    .select('location_id')
    .where('web_site_id', '=', 31)
    .where('businessentity_id', '=', businesses[0]!)
    .where('deleted_at', 'is', null)
    .orderBy('location_id')
    .limit(2)
    .execute()
  const belongsTo = (location_id: number | null) =>
    system.updateTable('message_numbers').set({ location_id }).where('number', '=', shops[0]).execute()
  const priya = '+15035550988'
  const placeOf = async () =>
    (
      await system
        .selectFrom('customers as c')
        .innerJoin('customer_addresses as a', (j) =>
          j.onRef('a.web_site_id', '=', 'c.web_site_id').onRef('a.customer_id', '=', 'c.customer_id'),
        )
        .select('c.location_id')
        .where('a.address_key', '=', priya)
        .execute()
    ).map(({ location_id }) => location_id)
  await belongsTo(harbour!.location_id)
  await post('/hooks/twilio/inbound', { From: priya, To: shops[0], Body: 'Is my car ready?', MessageSid: randomUUID() })
  expect(await placeOf()).toEqual([harbour!.location_id])
  await belongsTo(summit!.location_id)
  await post('/hooks/twilio/inbound', { From: priya, To: shops[0], Body: 'Hello?', MessageSid: randomUUID() })
  expect(await placeOf()).toEqual([summit!.location_id])
  // A number of the whole business leaves a customer where the person is.
  await belongsTo(null)
  await post('/hooks/twilio/inbound', { From: priya, To: shops[0], Body: 'Anybody?', MessageSid: randomUUID() })
  expect(await placeOf()).toEqual([summit!.location_id])
})

test('who writes to the number of a location is seen by its people and its managers, not by those of other locations', async () => {
  const { system } = w.database
  const dana = await w.loggedIn('location')
  const { location_id } = await system
    .selectFrom('users')
    .select('location_id')
    .where('web_site_id', '=', 31)
    .where('username', '=', 'location')
    .executeTakeFirstOrThrow()
  const ada = '+12505550171'
  const place = (to: number | null) =>
    system.updateTable('message_numbers').set({ location_id: to }).where('number', '=', shops[0]).execute()
  const others = await system
    .selectFrom('locations as l')
    .select('l.location_id')
    .where('l.web_site_id', '=', 31)
    .where('l.businessentity_id', '=', businesses[0]!)
    .where('l.deleted_at', 'is', null)
    .where('l.location_id', '!=', location_id!)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('location_class_locations as k')
            .innerJoin('user_location_classes as m', 'm.class_id', 'k.class_id')
            .innerJoin('users as u', 'u.user_id', 'm.user_id')
            .select('k.class_id')
            .whereRef('k.location_id', '=', 'l.location_id')
            .where('u.username', '=', 'regional'),
        ),
      ),
    )
    .execute()
  const sees = async (who: Person) => {
    const { user_id } = await system
      .selectFrom('users')
      .select('user_id')
      .where('web_site_id', '=', 31)
      .where('username', '=', names.get(who)!)
      .executeTakeFirstOrThrow()
    const { rows } = await who.call(conversations.getConversations, {
      params: { json: { user_id, tab: 'all', search: '0171', page: 1, size: 10 } },
    })
    return rows.length > 0
  }
  const [elena, rosa, otherBusiness] = await Promise.all(
    ['enterprise', 'regional', 'enterprise2'].map((username) => w.loggedIn(username)),
  )
  const names = new Map([
    [dana, 'location'],
    [elena!, 'enterprise'],
    [rosa!, 'regional'],
    [otherBusiness!, 'enterprise2'],
  ])
  const seenBy = async () => ({
    place: await sees(dana),
    region: await sees(rosa!),
    business: await sees(elena!),
    elsewhere: await sees(otherBusiness!),
  })
  await place(location_id)
  await post('/hooks/twilio/inbound', { From: ada, To: shops[0], Body: 'Winter tires?', MessageSid: randomUUID() })
  expect(await seenBy()).toEqual({ place: true, region: true, business: true, elsewhere: false })
  await place(others[0]!.location_id)
  await post('/hooks/twilio/inbound', { From: ada, To: shops[0], Body: 'Hello?', MessageSid: randomUUID() })
  expect(await seenBy()).toEqual({ place: false, region: false, business: true, elsewhere: false })
  await place(null)
})

test('a call rings in the shop after a spoken text, or is answered by one; without a signature it is refused', async () => {
  const call = (To: string, isSigned = true) =>
    post('/hooks/twilio/voice', { From: marcus, To, CallSid: 'CA1' }, isSigned)
  const answered = await (await call(shops[0])).text()
  expect(answered).toContain('<Dial timeout="25">+15415550177</Dial>')
  expect(answered).toMatch(/<Say language="en-US">Thank you for calling/)
  expect(await (await call(shops[1])).text()).toContain('Please send us a text message.</Say><Hangup/>')
  expect((await call(shops[0], false)).status).toBe(403)
})

test('what comes to a number that was given back is for nobody', async () => {
  const now = new Date()
  await w.database.system
    .updateTable('message_numbers')
    .set({ released_at: now, can_send: false })
    .where('number', '=', shops[0])
    .execute()
  await w.database.system
    .updateTable('phone_numbers')
    .set({ state: 'released', released_at: now })
    .where('phone_number', '=', shops[0])
    .execute()
  const before = await threads()
  expect((await writes(shops[0], 'Are you there?')).status).toBe(200)
  expect(await threads()).toEqual(before)
  expect(await (await post('/hooks/twilio/voice', { From: marcus, To: shops[0], CallSid: 'CA2' })).text()).toContain(
    '<Reject/>',
  )
})
