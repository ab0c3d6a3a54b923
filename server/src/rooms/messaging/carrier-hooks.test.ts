import { createRequire } from 'node:module'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type World } from '../../testing/world.ts'
import { formFields, isTwilioSignature, twilioSignature } from '../../outside/twilio.signature.ts'

/** The hooks that Twilio calls. Twilio's own library signs the requests and checks our signatures. */

const sdk = createRequire(import.meta.url)('twilio') as {
  validateRequest(token: string, signature: string, url: string, fields: Record<string, string>): boolean
  getExpectedTwilioSignature(token: string, url: string, fields: Record<string, string>): string
}

const token = 'the token of the account'
const base = 'https://films.portal.test'
let w: World

beforeAll(async () => {
  w = await world({
    env: {
      PUBLIC_BASE_URL: base,
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: token,
      TWILIO_FROM: '+15550100999',
      // No server listens at this address, and these tests send nothing.
      TWILIO_API_URL: 'http://127.0.0.1:9',
    },
  })
  await w.database.system.insertInto('message_numbers').values({ web_site_id: 33, number: '+61400000001' }).execute()
})
afterAll(() => w.close())

/** Posts a request as Twilio does. `signed: false` leaves out the signature; a string replaces it. */
function tell(
  path: string,
  fields: Record<string, string>,
  options: { signed?: boolean | string; url?: string; host?: string } = {},
) {
  const url = options.url ?? base + path
  const signature =
    typeof options.signed === 'string' ? options.signed : sdk.getExpectedTwilioSignature(token, url, fields)
  return w.visitor().request(path, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      host: options.host ?? 'films.portal.test',
      origin: '',
      ...(options.signed === false ? {} : { 'x-twilio-signature': signature }),
    },
  })
}

type State = 'pending' | 'sent' | 'outcome_unknown'
async function message(
  state: State = 'sent',
  { site = 31, to = '+15035550142', provider = null as string | null, language = 'en-US', at = new Date() } = {},
) {
  const message_id = randomUUID()
  await w.database.system
    .insertInto('messages')
    .values({
      web_site_id: site,
      message_id,
      kind: 'sms',
      to_number: to,
      body: 'words',
      segments: 1,
      language_code: language,
      state: 'moved',
      created_at: at,
    })
    .execute()
  await w.database.system
    .insertInto('deliveries')
    .values({
      web_site_id: site,
      delivery_id: message_id,
      channel: 'text',
      state,
      attempts: 1,
      // Holds an attempt open for the length of the test.
      due_at: state === 'pending' ? new Date(Date.now() + 3_600_000) : null,
      carrier_reference: provider,
      created_at: at,
    })
    .execute()
  return message_id
}
const row = (id: string) =>
  w.database.system.selectFrom('deliveries').selectAll().where('delivery_id', '=', id).executeTakeFirstOrThrow()
const statusOf = (id: string, site = 31) => `/hooks/twilio/status?site=${site}&message=${id}`
const suppressed = async (number: string) =>
  (await w.database.system.selectFrom('suppressions').selectAll().where('address_key', '=', number).execute())
    .map((s) => s.web_site_id)
    .toSorted()

describe('the signature', () => {
  const anything = fc.dictionary(
    fc.string({ minLength: 1, maxLength: 12 }).filter((s) => s !== '__proto__'),
    fc.string({ maxLength: 40 }),
  )
  const urls = fc.constantFrom(
    `${base}/hooks/twilio/inbound`,
    `${base}/x?site=31&message=a%20b`,
    'http://localhost:4000/y',
  )

  test('is compatible with Twilio’s library in both directions', () => {
    fc.assert(
      fc.property(anything, urls, (fields, url) => {
        const ours = new Map(Object.entries(fields).map(([name, value]) => [name, [value]]))
        expect(sdk.validateRequest(token, twilioSignature(token, url, ours), url, fields)).toBe(true)
        const theirs = sdk.getExpectedTwilioSignature(token, url, fields)
        expect(isTwilioSignature(token, theirs, [url], ours)).toBe(true)
        expect(isTwilioSignature('another token', theirs, [url], ours)).toBe(false)
        expect(isTwilioSignature(token, theirs, [`${url}x`], ours)).toBe(false)
        const more = new Map([...ours, ['Zzz-added', ['1']]])
        expect(isTwilioSignature(token, theirs, [url], more)).toBe(false)
      }),
    )
  })

  test('is valid with and without the port, which a proxy may add or remove', () => {
    const fields = formFields('Body=Stop&From=%2B15035550142')
    for (const [signed, seen] of [
      ['https://a.test:443/x?y=1', 'https://a.test/x?y=1'],
      ['https://a.test/x', 'https://a.test:443/x'],
      ['http://a.test/x', 'http://a.test:8080/x'],
    ] as const)
      expect(isTwilioSignature(token, twilioSignature(token, signed, fields), [seen], fields)).toBe(true)
  })

  test.each([
    ['none', false],
    ['of nothing', ''],
    ['of another length', 'abc'],
    ['of something else', 'AAAAAAAAAAAAAAAAAAAAAAAAAAA='],
  ])('%s: refused, and nothing happens', async (_what, signed) => {
    const id = await message()
    const answer = await tell(statusOf(id), { MessageSid: 'SM1', MessageStatus: 'delivered' }, { signed })
    expect(answer.status).toBe(403)
    expect((await row(id)).state).toBe('sent')
    expect(
      (await tell('/hooks/twilio/inbound', { From: '+15035550142', To: '+61400000001', Body: 'STOP' }, { signed }))
        .status,
    ).toBe(403)
    expect(await suppressed('+15035550142')).toEqual([])
  })

  test('for another URL or other fields is refused', async () => {
    const id = await message()
    const fields = { MessageSid: 'SM1', MessageStatus: 'delivered' }
    expect((await tell(statusOf(id), fields, { url: `${base}${statusOf(randomUUID())}` })).status).toBe(403)
    const signed = sdk.getExpectedTwilioSignature(token, base + statusOf(id), { ...fields, MessageStatus: 'sent' })
    expect((await tell(statusOf(id), fields, { signed })).status).toBe(403)
    expect((await row(id)).state).toBe('sent')
  })

  test('for the host of the request is accepted', async () => {
    const id = await message()
    const host = 'site31.localhost:9999'
    const url = `http://${host}${statusOf(id)}`
    expect(
      (await tell(statusOf(id), { MessageSid: 'SM-host', MessageStatus: 'delivered' }, { url, host })).status,
    ).toBe(204)
    expect((await row(id)).state).toBe('delivered')
  })

  test('JSON and oversized forms are refused', async () => {
    const send = (body: string, type: string) =>
      w.visitor().request('/hooks/twilio/inbound', { method: 'POST', body, headers: { 'content-type': type } })
    expect((await send('{"Body":"STOP"}', 'application/json')).status).toBe(403)
    expect((await send(`Body=${'x'.repeat(70_000)}`, 'application/x-www-form-urlencoded')).status).toBe(413)
  })
})

describe('a delivery report', () => {
  const report = async (id: string, sid: string, status: string, more: Record<string, string> = {}) =>
    (await tell(statusOf(id), { MessageSid: sid, MessageStatus: status, ...more })).status

  test('of a delivered message records the time', async () => {
    const id = await message('sent', { provider: 'SM-one' })
    expect(await report(id, 'SM-one', 'delivered')).toBe(204)
    expect(await row(id)).toMatchObject({ state: 'delivered', ended_at: expect.any(Date), error_code: null })
  })

  test('of an undelivered message records the error code', async () => {
    const id = await message('sent', { provider: 'SM-two' })
    await report(id, 'SM-two', 'undelivered', { ErrorCode: '30003' })
    expect(await row(id)).toMatchObject({ state: 'failed', failure: 'undelivered', error_code: '30003' })
  })

  test.each([
    ['30003', 'phone_off'],
    ['30005', 'unknown_address'],
    ['30006', 'not_mobile'],
    ['30007', 'filtered'],
    ['30034', 'sender_not_registered'],
    ['21408', 'region'],
    ['39999', 'other'],
  ])('with code %s names the reason %s and returns the credit once', async (ErrorCode, reason) => {
    const { system } = w.database
    const { businessentity_id } = await system
      .selectFrom('business_entities')
      .select('businessentity_id')
      .where('web_site_id', '=', 31)
      .orderBy('businessentity_id')
      .executeTakeFirstOrThrow()
    await system.deleteFrom('message_credits').execute()
    await system.insertInto('message_credits').values({ web_site_id: 31, businessentity_id, remaining: 7 }).execute()
    const id = await message('sent', { provider: `SM-${ErrorCode}` })
    await system.updateTable('messages').set({ businessentity_id, segments: 3 }).where('message_id', '=', id).execute()
    for (let n = 0; n < 2; n += 1) await report(id, `SM-${ErrorCode}`, 'undelivered', { ErrorCode })
    expect(await row(id)).toMatchObject({ state: 'failed', failure_reason: reason })
    const { remaining } = await system.selectFrom('message_credits').select('remaining').executeTakeFirstOrThrow()
    expect(remaining).toBe(10)
  })

  test('of a message refused after a STOP suppresses the number', async () => {
    const id = await message('sent', { provider: 'SM-out', to: '+15035550178' })
    await report(id, 'SM-out', 'failed', { ErrorCode: '21610' })
    await report(id, 'SM-out', 'failed', { ErrorCode: '21610' })
    expect(await row(id)).toMatchObject({ state: 'failed', error_code: '21610' })
    expect(await suppressed('+15035550178')).toEqual([31])
  })
  test('out of order or repeated never moves a state back', async () => {
    const id = await message('sent', { provider: 'SM-three' })
    for (const status of ['delivered', 'sent', 'queued', 'delivered', 'failed', 'sending'])
      await report(id, 'SM-three', status)
    expect(await row(id)).toMatchObject({ state: 'delivered', error_code: null })
  })

  test('before the response to our request is recorded, and resolves an unknown outcome', async () => {
    for (const [state, sid] of [
      ['pending', 'SM-four'],
      ['outcome_unknown', 'SM-five'],
    ] as const) {
      const id = await message(state)
      await report(id, sid, 'sent')
      expect(await row(id)).toMatchObject({ state: 'sent', carrier_reference: sid })
    }
  })

  test('with another message id changes nothing', async () => {
    const id = await message('sent', { provider: 'SM-six' })
    await report(id, 'SM-other', 'failed')
    expect((await row(id)).state).toBe('sent')
  })

  test('of another web site, of an unknown message or with an unknown status is accepted and ignored', async () => {
    const id = await message('sent', { provider: 'SM-seven' })
    const fields = { MessageSid: 'SM-seven', MessageStatus: 'delivered' }
    for (const path of [
      statusOf(id, 33),
      statusOf(id, 999_999),
      statusOf(randomUUID()),
      '/hooks/twilio/status',
      '/hooks/twilio/status?site=x&message=y',
    ])
      expect((await tell(path, fields)).status).toBe(204)
    expect(await report(id, 'SM-seven', 'teleported')).toBe(204)
    expect((await row(id)).state).toBe('sent')
  })
})

describe('an inbound message', () => {
  const say = async (From: string, Body: string, more: Record<string, string> = {}) => {
    const answer = await tell('/hooks/twilio/inbound', { From, To: '+15550100999', Body, ...more })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('text/xml')
    return answer.text()
  }
  const company = (id: number) => w.running.services.sites.byId(id)!.company.replaceAll('&', '&amp;')

  test('STOP to the shared number stops every site that wrote in the last year, and is confirmed', async () => {
    const number = '+15035550111'
    await message('sent', { site: 31, to: number })
    await message('sent', { site: 44, to: number })
    await message('sent', { site: 62, to: number, at: new Date(Date.now() - 380 * 86_400_000) })
    const answer = await say(number, ' Stop! ')
    expect(answer).toContain(company(31))
    expect(answer).toContain('no more text messages')
    expect(await suppressed(number)).toEqual([31, 44])
    await say(number, 'STOP')
    const ledger = await w.database.system
      .selectFrom('consents')
      .selectAll()
      .where('address_key', '=', number)
      .execute()
    expect(ledger.map((l) => [l.web_site_id, l.action, l.wording, l.screen])).toEqual([
      [31, 'revoked', ' Stop! ', 'text_message'],
      [44, 'revoked', ' Stop! ', 'text_message'],
    ])

    expect(await say(number, 'start')).toContain('again')
    expect(await suppressed(number)).toEqual([])
  })

  test('STOP to a number of one site stops that site only', async () => {
    const number = '+61400555111'
    await message('sent', { site: 31, to: number })
    await message('sent', { site: 33, to: number })
    await say(number, 'STOPALL', { To: '+61400000001' })
    expect(await suppressed(number)).toEqual([33])
  })

  test('is answered in the language of the last text message', async () => {
    const number = '+972500000000'
    await message('sent', { site: 31, to: number, language: 'he-IL' })
    expect(await say(number, 'הסר')).toContain('לא תקבלו')
    expect(await suppressed(number)).toEqual([31])
  })

  test('HELP returns the business and its contact, and changes nothing', async () => {
    const number = '+15035550112'
    await message('sent', { to: number })
    const site = w.running.services.sites.byId(31)!
    const answer = await say(number, 'help')
    expect(answer).toContain(company(31))
    expect(answer).toContain(site.contact_phone)
    expect(await suppressed(number)).toEqual([])
  })

  test('that Twilio has answered itself takes effect without a second reply', async () => {
    const number = '+15035550113'
    await message('sent', { to: number })
    expect(await say(number, 'arrete de m’écrire', { OptOutType: 'STOP' })).toMatch(/<Response><\/Response>$/)
    expect(await suppressed(number)).toEqual([31])
  })

  test('without a keyword, or from an unknown number, does nothing', async () => {
    const number = '+15035550114'
    await message('sent', { to: number })
    expect(await say(number, 'Thanks, please stop by later')).toMatch(/<Response><\/Response>$/)
    expect(await say('+15035550115', 'STOP')).toMatch(/<Response><\/Response>$/)
    expect(await suppressed(number)).toEqual([])
    expect(await suppressed('+15035550115')).toEqual([])
  })
})

test('the hooks do not exist without an account', async () => {
  const demo = await world()
  const answer = await demo.visitor().request('/hooks/twilio/inbound', { method: 'POST' })
  expect(answer.status).toBe(404)
  await demo.close()
})
