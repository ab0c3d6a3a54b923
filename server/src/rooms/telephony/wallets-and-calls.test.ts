import { contract } from '@cutaway/contract'
import { randomUUID } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testMoney, type TestMoney } from '../../outside/payments/testing.ts'
import { world, type Person, type World } from '../../testing/world.ts'
import { sellPlan, subscriber, type Subscriber } from '../billing/life/testing.ts'
import { sweepNumbers } from './numbers/work.ts'
import { balanceOf, bundleOf } from './testing.ts'
import { keepsNumbers } from './testing-numbers.ts'

/** A workshop in New Zealand pays text messages and a number by PayPal, and the carrier calls that number. */

const { telephony } = contract
const hebrew = 71

let w: World
let money: TestMoney
let kiri: Subscriber
let person: Person
const { owned, netCharge } = keepsNumbers(
  () => w,
  () => money,
)
beforeAll(async () => {
  money = await testMoney()
  const { accountSid, authToken } = money.gateway.numbers
  const port = await freePort()
  w = await world({
    payments: money.payments,
    numbers: money.numbers,
    port,
    env: {
      // The carrier posts to the address that it was given when the number was bought.
      PUBLIC_BASE_URL: `http://127.0.0.1:${port}`,
      TWILIO_ACCOUNT_SID: accountSid,
      TWILIO_AUTH_TOKEN: authToken,
      TWILIO_FROM: '+15550100999',
      TWILIO_API_URL: 'http://127.0.0.1:9',
    },
  })
  const planId = await sellPlan(w, { site: 33, country: 'NZ', currency: 'NZD', recurring: 5900, most: 5 })
  kiri = await subscriber(w, money, { site: 33, country: 'NZ', planId, card: null })
  person = await kiri.person()
})
afterAll(async () => {
  await w.close()
  await money.close()
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Opens the page at which the portal says that it goes on, approves there, and comes back. Returns where it leads. */
async function approveAt(merchantUrl: string): Promise<string> {
  const follow = async (url: string) => {
    const { pathname, search } = new URL(url)
    const response = await person.request(pathname + search, { redirect: 'manual' })
    return response.headers.get('location') ?? ''
  }
  const approval = new URL(await follow(merchantUrl))
  expect(approval.origin).toBe(money.gateway.address)
  const back = await fetch(`${money.gateway.address}/paypal/checkoutnow/${approval.searchParams.get('token')}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ act: 'approve', wallet: 'pays' }),
  })
  return follow(back.headers.get('location') ?? '')
}

test('a bundle without a stored wallet is approved at PayPal’s page, charged once and added once', async () => {
  const { bundle_id } = await bundleOf(w, 33, 500)
  const body = { bundle_id, request_key: randomUUID() }
  const order = () => person.call(telephony.rechargeSms, { params: { user: kiri.userId, site: 33 }, body })
  const { paypalDetails } = await order()
  expect(await balanceOf(w, kiri)).toBe(0)
  expect(await approveAt(paypalDetails!.merchantUrl)).toBe('/twilioPaypalSuccess')
  await expect.poll(() => balanceOf(w, kiri)).toBe(500)
  // 45.00 and 10 % GST.
  expect(await netCharge(kiri)).toBe(4950)
  // The page at which it was approved is opened again.
  await person.request(new URL(paypalDetails!.merchantUrl).pathname, { redirect: 'manual' })
  expect(await netCharge(kiri)).toBe(4950)
  expect(await balanceOf(w, kiri)).toBe(500)
})

test('a number is paid by PayPal, and the carrier’s call to it is answered in the language of the business', async () => {
  const [offer] = await person.call(telephony.getSearchTwilioNumbers, {
    params: { json: { country: 'US', type: 'local', search: '541' } },
  })
  const number = offer!.phone_number
  const quote = await person.call(telephony.buyTwilioNumber, {
    params: { json: { phone_number: number, country: 'US', type: 'local' } },
  })
  expect(quote.currency).toBe('NZD')
  const before = await netCharge(kiri)
  const confirmed = await person.send(telephony.confirmBuyTwilioNumber, {
    body: { quote_id: quote.quote_id, request_key: randomUUID(), forward_to: '+6495550123' },
  })
  // The wallet of the first payment was kept; otherwise it is approved again.
  const page = confirmed.data?.paypalDetails
  if (page) await approveAt(page.merchantUrl)
  await vi.waitFor(
    async () => {
      await sweepNumbers(w.running.services)
      expect(owned(number)).toHaveLength(1)
    },
    { timeout: 60_000 },
  )
  const due = Math.round(Number(quote.due) * 100)
  expect((await netCharge(kiri)) - before).toBe(due)

  const call = () => money.gateway.contact({ from: '+15035550987', to: number, body: null })
  expect(await call()).toMatchObject({ status: 200, text: expect.stringContaining('<Say language="en-') })
  await w.database.system.updateTable('users').set({ language_id: hebrew }).where('user_id', '=', kiri.userId).execute()
  const { text } = await call()
  expect(text).toMatch(/<Say[^>]*language="he-IL"[^>]*>[^<]*[\u0590-\u05ff]/)
  expect(text).toContain('<Dial timeout="25">+6495550123</Dial>')
})
