import { contract } from '@cutaway/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { customerOf, customerPages, linkKey, noCustomers, nothingSent, nothingWritten } from '../testing.ts'

/** Short links: a code of 12 letters that leads to the page of a link. */

const { sharing } = contract
let w: World
let dana: Person
let danaId: number

beforeAll(async () => {
  w = await world({ pages: customerPages })
  dana = await w.loggedIn('advisor')
  danaId = (await dana.me()).user_id
})
beforeEach(async () => {
  await nothingSent(w)
  await nothingWritten(w)
  await noCustomers(w)
  await w.database.system.deleteFrom('rate_limits').execute()
})
afterAll(() => w.close())

/** Dana texts a film to Marcus. Returns the short link. */
async function texted(): Promise<string> {
  const { recipients } = await dana.call(sharing.sendSms, {
    body: {
      user_id: danaId,
      brand_id: 1,
      lang_id: 50,
      driverside: 'left',
      moNumber: '+15035550142',
      opt_in_date: '2026-11-20',
      emailMessage: 'Your front pads are down to 2 mm.',
      selectedList: [{ part_id: 'BRKDSC' }],
      request_key: randomUUID(),
    },
  })
  return recipients[0]!.link!
}
const token = async () => (await w.database.system.selectFrom('links').select('token').executeTakeFirstOrThrow()).token
const open = (path: string, who = w.visitor()) => who.request(path, { redirect: 'manual' })
const target = async (path: string, who = w.visitor()) => (await open(path, who)).headers.get('location')
const unknown = () => linkKey(`/l/${randomUUID().replaceAll('-', '').slice(0, 12)}`)

describe('the link in a text', () => {
  test('has 12 letters, is what Dana copies, and leads to the page by the long token', async () => {
    const link = await texted()
    expect(link).toMatch(/\/l\/[0-9A-Za-z]{12}$/)
    const { body } = await w.database.system.selectFrom('messages').select('body').executeTakeFirstOrThrow()
    expect(body).toContain(` ${link}\n`)
    const { pathname } = new URL(link)
    const response = await open(pathname)
    expect([response.status, response.headers.get('location')]).toEqual([302, `/animation_link/${await token()}`])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await target(`${pathname}?film=BRKDSC`)).toBe(`/animation_link/${await token()}?film=BRKDSC`)
    const page = await (await w.visitor().request(`/animation_link/${await token()}`)).text()
    expect(page).toContain(encodeURIComponent(link))
  })

  test('leaves room: a usual text in English is one message', async () => {
    const link = await texted()
    const { segments } = await w.database.system.selectFrom('messages').select('segments').executeTakeFirstOrThrow()
    expect(segments).toBe(1)
    const { limits } = await dana.call(sharing.getEmailAnAnimationDetails, { params: { user: danaId, type: 'sms' } })
    expect(limits.link).toBe(` ${link}\nReply STOP to opt out`.length)
  })

  test('is taken by the calls of the page too, in place of the token', async () => {
    const customer = await customerOf(linkKey(await texted()), w.visitor())
    expect(customer.page).toContain('Disc brake')
    expect(await customer.answer({ answer: 'approve' })).toMatchObject({ status: 1 })
  })

  test('belongs to its web site', async () => {
    const { pathname } = new URL(await texted())
    const elsewhere = w.visitor({ site: 44 })
    const there = await target(pathname, elsewhere)
    expect(there).not.toContain(await token())
    expect((await elsewhere.request(there!)).status).toBe(404)
  })

  test('that was sent before there were codes keeps working', async () => {
    await texted()
    await w.database.system.updateTable('links').set({ short_code: null }).execute()
    expect(await target(`/l/${await token()}`)).toBe(`/animation_link/${await token()}`)
    const { recipient_id } = await w.database.system
      .selectFrom('send_recipients')
      .select('recipient_id')
      .executeTakeFirstOrThrow()
    const { link } = await dana.call(sharing.getSend, { params: { recipient_id } })
    expect(linkKey(link!.tiny_url)).toBe(await token())
  })
})

describe('a code', () => {
  test('of a revoked link is redirected like an unknown one', async () => {
    const { pathname } = new URL(await texted())
    await w.database.system.updateTable('links').set({ revoked_at: w.clock.now() }).execute()
    const shape = async (path: string) => {
      const { status, headers } = await open(path)
      const { date: _, 'x-request-id': __, ...rest } = Object.fromEntries(headers)
      return { status, ...rest, location: rest['location']!.replace(/[\w-]{22}$/, '…') }
    }
    expect(await shape(pathname)).toEqual(await shape(`/l/${unknown()}`))
    const code = unknown()
    expect(await target(`/l/${code}`)).toBe(await target(`/l/${code}`))
  })

  test('leads a forgotten customer to the shop, and to nothing of the person', async () => {
    const { pathname } = new URL(await texted())
    const { customer_id } = await w.database.system
      .selectFrom('customers')
      .select('customer_id')
      .executeTakeFirstOrThrow()
    await dana.call(sharing.forgetCustomer, { params: { customer_id } })
    const page = await w.visitor().request((await target(pathname))!)
    expect(page.status).toBe(410)
    const words = await page.text()
    expect(words).toContain('Northgate Motors')
    expect(words).not.toMatch(/5550142|2 mm/)
  })

  test('that is guessed again and again is refused for the address, also the right one, for an hour', async () => {
    const { pathname } = new URL(await texted())
    const ip = '203.0.113.9'
    const guess = async () => (await open(`/l/${unknown()}`, w.visitor({ ip }))).status
    await Promise.all(Array.from({ length: 60 }, guess))
    // A miss is counted after its response.
    await expect.poll(guess).toBe(429)
    const right = await open(pathname, w.visitor({ ip }))
    expect(right.status).toBe(429)
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(3000)
    expect((await open(`/animation_link/${linkKey(pathname)}`, w.visitor({ ip }))).status).toBe(429)
    expect((await open(`/animation_link/${await token()}`, w.visitor({ ip }))).status).toBe(200)
    expect((await open(pathname, w.visitor({ ip: '203.0.113.10' }))).status).toBe(302)
    w.clock.forward(3601)
    expect((await open(pathname, w.visitor({ ip }))).status).toBe(302)
  })
})
