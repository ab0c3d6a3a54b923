import { contract } from '@cutaway/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testMoney, type TestMoney } from '../../../outside/payments/testing.ts'
import { world, type Person, type World } from '../../../testing/world.ts'
import { buyer, forgetPlan } from '../testing.ts'

/** In the demo a customer writes from the page of the gateway, to a number that a business bought there. */

const { telephony } = contract
const marcus = '+15035550987'

let w: World
let money: TestMoney
let person: Person
let number: string
let numberId: string
beforeAll(async () => {
  forgetPlan()
  money = await testMoney()
  w = await world({ payments: money.payments, standInNumbers: money.gateway.numbers })
  await control({ portal: w.address })
  person = await (await buyer(w, money)).person()
  const [offer] = await person.call(telephony.getSearchTwilioNumbers, {
    params: { json: { country: 'US', type: 'local', search: '541' } },
  })
  number = offer!.phone_number
  const { quote_id } = await person.call(telephony.buyTwilioNumber, {
    params: { json: { phone_number: number, country: 'US', type: 'local' } },
  })
  const bought = await person.call(telephony.confirmBuyTwilioNumber, {
    body: { quote_id, request_key: randomUUID(), forward_to: '+15415550177' },
  })
  numberId = bought.phone_number_id
})
afterAll(async () => {
  await w.close()
  await money.close()
})

const control = (body: unknown) =>
  fetch(`${money.gateway.address}/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
/** Fills in the form of the page and returns the page that follows. */
async function act(kind: 'text' | 'call', body = '', origin = money.gateway.address, from = marcus) {
  const response = await fetch(`${money.gateway.address}/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
    body: new URLSearchParams({
      'contact.from': from,
      'contact.to': number,
      'contact.body': body,
      'contact.kind': kind,
    }),
  })
  return { status: response.status, page: await response.text() }
}
const written = async () =>
  (
    await w.database.system
      .selectFrom('customer_messages')
      .select('body')
      .where('address_key', '=', marcus)
      .orderBy('at')
      .execute()
  ).map(({ body }) => body)

test('what the customer writes lands in the thread of the business, and the page says what the portal answered', async () => {
  const { page } = await act('text', 'Is it <safe> to drive?')
  expect(await written()).toEqual(['Is it <safe> to drive?'])
  expect(page).toContain('Is it &lt;safe&gt; to drive?')
  expect(page).toContain('data-label="Answer">200')
})

test('STOP is answered at once, and the answer can be read on the page', async () => {
  const { page } = await act('text', 'STOP')
  expect(page).toMatch(/Writes back: [^<]*(unsubscribed|no more)/i)
  await act('text', 'START')
})

test('a call is greeted and rings in the shop', async () => {
  expect((await act('call')).page).toMatch(/Says: Thank you for calling[^<]*Rings at: \+15415550177/)
})

test('another web site may not write in the name of a customer, and half a number is refused', async () => {
  const before = await written()
  expect((await act('text', 'Hello', 'https://evil.example')).status).toBe(403)
  expect((await act('text', 'Hello', undefined, '555')).status).toBe(400)
  expect(await written()).toEqual(before)
})

test('a number that went back can still be written to: no business gets the message', async () => {
  const before = await written()
  const released = await person.call(telephony.confirmReleaseTwilioNumber, {
    body: { phone_number_id: numberId, phone_number: number },
  })
  expect(released.state).toBe('released')
  const { page } = await act('text', 'Are you there?')
  expect(page).toContain(`${number} (given back)`)
  expect(page).toContain('Are you there?')
  expect(await written()).toEqual(before)
  expect((await act('call')).page).toContain('Refuses the call')
})
