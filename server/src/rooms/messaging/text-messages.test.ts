import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../core/clock.ts'
import { readConfig } from '../../core/config.ts'
import type { Database } from '../../core/db/database.ts'
import { makeJobs, type Jobs } from '../../core/jobs/jobs.ts'
import { makeLog } from '../../core/observability/log.ts'
import { siteDirectory, type Site, type SiteDirectory } from '../../core/tenancy.ts'
import { testDatabase } from '../../testing/database.ts'
import { everyoneWilling } from '../../testing/recipients.ts'
import { registerOutbox, requeueStale, retryPolicy } from './outbox.ts'
import { queueMessage, textWorker, type Message } from './text-messages.ts'

/** Text messages, from the row to an external provider. */

const log = makeLog({ logLevel: 'silent' })
let database: Database
let remove: () => Promise<void>
let sites: SiteDirectory
let site: Site
const running: Jobs[] = []
/** The opt-out events that the portal received: web site, number, words. */
const optedOuts: [number, string, string][] = []
const optedOut = (_db: unknown, { web_site_id }: Site, number: string, words: string) => {
  optedOuts.push([web_site_id, number, words])
  return Promise.resolve()
}

interface Taken {
  sid: string
  form: URLSearchParams
  date: Date
}
type Answer = (taken: () => Taken, response: ServerResponse, request: IncomingMessage) => void

/**
 * Starts a Twilio stand-in that follows its documentation. It gives `answers` in order, and then accepts everything.
 */
const twilio = {
  taken: [] as Taken[],
  posts: 0,
  searches: 0,
  answers: [] as Answer[],
  searchFails: 0,
  /** Older messages to other numbers, which a search has to page through. */
  older: [] as { sid: string; to: string; body: string; date_created: string }[],
  server: undefined as unknown as Server,
  url: '',
}
const account = 'AC00000000000000000000000000000001'
const token = 'a token of the test'
const path = `/2010-04-01/Accounts/${account}/Messages.json`

function json(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
const refuse =
  (status: number, code: number, message: string): Answer =>
  (_taken, response) =>
    json(response, status, { code, message, status })

async function serve(request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://twilio.test')
  const authorised = request.headers.authorization === `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
  if (!authorised) return json(response, 401, { code: 20003, message: 'Authenticate' })
  if (url.pathname !== path) return json(response, 404, { code: 20404, message: 'not found' })
  if (request.method === 'GET') {
    twilio.searches += 1
    if (twilio.searchFails > 0) {
      twilio.searchFails -= 1
      return json(response, 500, { code: 20500, message: 'internal' })
    }
    const page = Number(url.searchParams.get('Page') ?? 0)
    const size = Number(url.searchParams.get('PageSize'))
    const all = [
      ...twilio.taken.toReversed().map(({ sid, form, date }) => ({
        sid,
        to: form.get('To')!,
        body: `Sent from your Twilio trial account - ${form.get('Body')!.replaceAll('’', "'")}`,
        date_created: date.toUTCString(),
      })),
      ...twilio.older,
    ].filter((m) => m.to === url.searchParams.get('To'))
    const more = all.length > (page + 1) * size
    const next = new URLSearchParams(url.searchParams)
    next.set('Page', String(page + 1))
    return json(response, 200, {
      messages: all.slice(page * size, (page + 1) * size),
      next_page_uri: more ? `${path}?${next}` : null,
    })
  }
  twilio.posts += 1
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const form = new URLSearchParams(Buffer.concat(chunks).toString())
  const taken = () => {
    const one = { sid: `SM${randomUUID().replaceAll('-', '')}`, form, date: new Date() }
    twilio.taken.push(one)
    return one
  }
  const answer = twilio.answers.shift()
  if (answer) return answer(taken, response, request)
  json(response, 201, { sid: taken().sid, status: 'queued' })
}

beforeAll(async () => {
  ;({ database, remove } = await testDatabase())
  await database.system
    .insertInto('message_numbers')
    .values([
      { web_site_id: 33, number: '+61400000001' },
      { web_site_id: 33, number: '+61400000002', is_default: true },
    ])
    .execute()
  sites = await siteDirectory(database, 31, () => undefined)
  site = sites.byId(31)!
  twilio.server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((done) => {
    twilio.server.listen(0, '127.0.0.1', done)
  })
  twilio.url = `http://127.0.0.1:${(twilio.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  for (const jobs of running) await jobs.stop(1)
  sites.stop()
  twilio.server.close()
  await remove()
})
beforeEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop(1)
  Object.assign(twilio, { taken: [], posts: 0, searches: 0, answers: [], searchFails: 0, older: [] })
})

/** Starts a node of the portal. Without `account` it uses the stand-in. */
async function node({
  env = {},
  standIn = false,
  settle = 0,
}: { env?: Record<string, string>; standIn?: boolean; settle?: number } = {}) {
  const config = readConfig({
    NODE_ENV: 'test',
    ...(standIn
      ? {}
      : {
          PUBLIC_BASE_URL: 'https://portal.test',
          TWILIO_ACCOUNT_SID: account,
          TWILIO_AUTH_TOKEN: token,
          TWILIO_FROM: '+15550100999',
          TWILIO_API_URL: twilio.url,
        }),
    ...env,
  })
  const jobs = makeJobs(database.engine, log, { pollSeconds: 0.5 })
  const services = { config, database, sites, jobs, clock: systemClock, log }
  const policy = { ...retryPolicy, attempts: 3, delay: 0, settle }
  registerOutbox(services, [textWorker(services, { ...everyoneWilling, optedOut }, policy)])
  await jobs.start()
  running.push(jobs)
  return jobs
}

const write = (jobs: Jobs, message: Partial<Message> = {}, from: Site = site) =>
  database.inTenant(from.web_site_id, (db) =>
    queueMessage(db, jobs, from, {
      kind: 'sms',
      to: '+15035550142',
      body: `Here’s your brake disc: https://portal.test/l/${randomUUID()} Reply STOP to opt out`,
      segments: 1,
      language: sites.language('en-US')!,
      ...message,
    }),
  )
const messageOf = (id: string) =>
  database.system.selectFrom('messages').selectAll().where('message_id', '=', id).executeTakeFirstOrThrow()
const row = (id: string) =>
  database.system.selectFrom('deliveries').selectAll().where('delivery_id', '=', id).executeTakeFirstOrThrow()
const stateOf = async (id: string) => (await row(id)).state
async function expectState(id: string, state: string) {
  await expect.poll(() => stateOf(id)).toBe(state)
}

/** Inserts a message that a node began to send two minutes ago, before it died. */
async function leftBehind(body = `Your brakes https://portal.test/l/${randomUUID()}`): Promise<string> {
  const message_id = randomUUID()
  const at = new Date(Date.now() - 120_000)
  await database.system
    .insertInto('messages')
    .values({
      web_site_id: 31,
      message_id,
      kind: 'sms',
      to_number: '+15035550142',
      body,
      segments: 1,
      language_code: 'en-US',
      state: 'moved',
      created_at: at,
    })
    .execute()
  const key = { web_site_id: 31, delivery_id: message_id }
  await database.system
    .insertInto('deliveries')
    .values({ ...key, channel: 'text', attempts: 1, created_at: at, due_at: new Date(Date.now() - 60_000) })
    .execute()
  await database.system
    .insertInto('delivery_attempts')
    .values({ ...key, attempt: 1, node: 'a dead one', started_at: at })
    .execute()
  return message_id
}

test('Marcus gets a text message, and its row holds the id at Twilio', async () => {
  const id = await write(await node())
  await expectState(id, 'sent')
  const [{ sid, form }] = twilio.taken as [Taken]
  expect(Object.fromEntries(form)).toEqual({
    To: '+15035550142',
    From: '+15550100999',
    Body: (await messageOf(id)).body,
    StatusCallback: `https://portal.test/hooks/twilio/status?site=31&message=${id}`,
  })
  expect(await row(id)).toMatchObject({
    carrier_reference: sid,
    attempts: 1,
    last_error: null,
    sent_at: expect.any(Date),
  })
})

test('an MMS carries its picture', async () => {
  const id = await write(await node(), { kind: 'mms', mediaUrl: 'https://portal.test/film-pictures/x.jpg' })
  await expectState(id, 'sent')
  expect(twilio.taken[0]!.form.get('MediaUrl')).toBe('https://portal.test/film-pictures/x.jpg')
})

test('a web site with its own number sends from it; others use the messaging service', async () => {
  const jobs = await node({ env: { TWILIO_MESSAGING_SERVICE_SID: 'MG0001' } })
  const own = await write(jobs, {}, sites.byId(33))
  await expectState(own, 'sent')
  expect(twilio.taken[0]!.form.get('From')).toBe('+61400000002')
  expect((await messageOf(own)).from_number).toBe('+61400000002')
  await expectState(await write(jobs), 'sent')
  expect(twilio.taken[1]!.form.get('MessagingServiceSid')).toBe('MG0001')
  expect(twilio.taken[1]!.form.has('From')).toBe(false)
})

test('no message is sent if the transaction that queued it fails', async () => {
  const jobs = await node()
  const change = database.inTenant(31, async (db) => {
    await queueMessage(db, jobs, site, {
      kind: 'sms',
      to: '+15035550100',
      body: 'never',
      segments: 1,
      language: sites.language('en-US')!,
    })
    throw new Error('the change failed')
  })
  await expect(change).rejects.toThrow('the change failed')
  await sleep(300)
  expect(twilio.posts).toBe(0)
})

test.each([
  ['a number as people write it', { to: '(503) 555-0142' }],
  ['a number with more behind it', { to: '+15035550142\r\nTo: +15035550100' }],
  ['an MMS without a picture', { kind: 'mms' as const }],
  ['a picture without an MMS', { mediaUrl: 'https://portal.test/x.jpg' }],
])('%s is not taken', async (_what, message) => {
  const jobs = await node({ standIn: true })
  await expect(write(jobs, message)).rejects.toThrow(/E\.164|picture/)
})

describe('a refusal of Twilio', () => {
  test('for an unknown number is a permanent failure with its code', async () => {
    twilio.answers.push(refuse(400, 21211, "The 'To' number is not a valid phone number."))
    const id = await write(await node())
    await expectState(id, 'failed')
    expect(await row(id)).toMatchObject({
      attempts: 1,
      error_code: '21211',
      last_error: expect.stringContaining('not a valid'),
    })
    await sleep(700)
    expect(twilio.posts).toBe(1)
  })

  test('after a STOP is a permanent failure and raises the opt-out event', async () => {
    twilio.answers.push(refuse(400, 21610, 'Attempt to send to unsubscribed recipient'))
    const id = await write(await node(), { to: '+15035550177' })
    await expectState(id, 'failed')
    expect(await row(id)).toMatchObject({ attempts: 1, error_code: '21610' })
    expect(optedOuts).toEqual([[31, '+15035550177', expect.stringContaining('unsubscribed recipient')]])
  })

  test('for too many requests or a closed service is followed by another attempt', async () => {
    twilio.answers.push(refuse(429, 20429, 'Too Many Requests'), refuse(503, 20503, 'Service Unavailable'))
    const id = await write(await node())
    await expectState(id, 'sent')
    expect({ posts: twilio.posts, taken: twilio.taken.length, searches: twilio.searches }).toEqual({
      posts: 3,
      taken: 1,
      searches: 0,
    })
    expect(await row(id)).toMatchObject({ attempts: 3, error_code: null, last_error: null })
  })

  test('of every attempt fails the delivery', async () => {
    for (let i = 0; i < 5; i += 1) twilio.answers.push(refuse(429, 20429, 'Too Many Requests'))
    const id = await write(await node())
    await expectState(id, 'failed')
    expect(await row(id)).toMatchObject({ attempts: 3, error_code: '20429' })
  })

  test('of our credentials is followed by another attempt, because an operator can correct them', async () => {
    const id = await write(await node({ env: { TWILIO_AUTH_TOKEN: 'wrong' } }))
    await expectState(id, 'failed')
    expect(await row(id)).toMatchObject({ attempts: 3, error_code: '20003' })
    expect(twilio.taken).toEqual([])
  })
})

test('by a closed port means that nothing was sent: more attempts follow, then the delivery fails', async () => {
  const closed = createServer()
  await new Promise<void>((done) => {
    closed.listen(0, '127.0.0.1', done)
  })
  const { port } = closed.address() as AddressInfo
  await new Promise((done) => {
    closed.close(done)
  })
  const id = await write(await node({ env: { TWILIO_API_URL: `http://127.0.0.1:${port}` } }))
  await expectState(id, 'failed')
  expect((await row(id)).attempts).toBe(3)
})

describe('the line breaks after Twilio has read the request', () => {
  const hangUp: Answer = (_taken, response) => response.destroy()
  const takeAndHangUp: Answer = (taken, response) => {
    taken()
    response.destroy()
  }

  test('a lookup finds an accepted message, and it is not sent again', async () => {
    twilio.answers.push(takeAndHangUp)
    const id = await write(await node())
    await expectState(id, 'sent')
    expect(twilio).toMatchObject({ posts: 1, searches: 1 })
    expect((await row(id)).carrier_reference).toBe(twilio.taken[0]!.sid)
  })

  test('a lookup finds a message that was accepted with status 500', async () => {
    twilio.answers.push((taken, response) => {
      taken()
      json(response, 500, { code: 20500, message: 'Internal Server Error' })
    })
    const id = await write(await node())
    await expectState(id, 'sent')
    expect(twilio.posts).toBe(1)
  })

  test('a message that was not accepted is sent again after a lookup', async () => {
    twilio.answers.push(hangUp)
    const id = await write(await node())
    await expectState(id, 'sent')
    expect({ posts: twilio.posts, taken: twilio.taken.length, searches: twilio.searches }).toEqual({
      posts: 2,
      taken: 1,
      searches: 1,
    })
  })

  test('and every lookup fails: the message is not sent again and ends as outcome_unknown', async () => {
    twilio.answers.push(takeAndHangUp)
    twilio.searchFails = 10
    const id = await write(await node())
    await expectState(id, 'outcome_unknown')
    expect(twilio).toMatchObject({ posts: 1, searches: 2 })
    expect((await row(id)).last_error).toContain('could not be asked')
  })

  test('and the search may lag behind: the delivery waits instead of sending a second copy', async () => {
    twilio.answers.push(hangUp)
    const id = await write(await node({ settle: 60 }))
    await expect.poll(() => twilio.searches).toBe(1)
    await sleep(700)
    expect(await row(id)).toMatchObject({ state: 'pending', last_error: 'the carrier does not show it yet' })
    expect((await row(id)).due_at!.getTime()).toBeGreaterThan(Date.now() + 50_000)
    expect(twilio.posts).toBe(1)
  })

  test('at every attempt: the delivery ends as outcome_unknown after three', async () => {
    twilio.answers.push(hangUp, hangUp, hangUp)
    const id = await write(await node())
    await expectState(id, 'outcome_unknown')
    expect({ posts: twilio.posts, searches: twilio.searches }).toEqual({ posts: 3, searches: 2 })
  })
})

describe('the node died while it was sending', () => {
  const again = async () => requeueStale({ database, jobs: await node() })

  test('after Twilio accepted the message: the next node finds it', async () => {
    const id = await leftBehind()
    const { body } = await messageOf(id)
    const others = Array.from({ length: 150 }, (_, i) => ({
      sid: `SM${i}`,
      to: '+15035550142',
      body: `other ${i}`,
      date_created: new Date().toUTCString(),
    }))
    twilio.older.push(...others, { sid: 'SMours', to: '+15035550142', body, date_created: new Date().toUTCString() })
    await again()
    await expectState(id, 'sent')
    expect(await row(id)).toMatchObject({ carrier_reference: 'SMours', attempts: 2 })
    expect({ posts: twilio.posts, searches: twilio.searches }).toEqual({ posts: 0, searches: 2 })
  })

  test('before Twilio had the message: the next node sends it once', async () => {
    const id = await leftBehind()
    await again()
    await expectState(id, 'sent')
    expect({ posts: twilio.posts, taken: twilio.taken.length }).toEqual({ posts: 1, taken: 1 })
    expect((await row(id)).attempts).toBe(2)
  })

  test('an older message with the same words is not taken for this one', async () => {
    const body = 'The same words every week'
    const id = await leftBehind(body)
    const lastWeek = new Date(Date.now() - 7 * 86_400_000).toUTCString()
    twilio.older.push({ sid: 'SMlastweek', to: '+15035550142', body, date_created: lastWeek })
    await again()
    await expectState(id, 'sent')
    expect((await row(id)).carrier_reference).toBe(twilio.taken[0]!.sid)
  })

  test('two messages with the same words are each found once', async () => {
    const body = `Twice ${randomUUID()}`
    const [one, two] = [await leftBehind(body), await leftBehind(body)]
    for (const sid of ['SMa', 'SMb'])
      twilio.older.push({ sid, to: '+15035550142', body, date_created: new Date().toUTCString() })
    await again()
    await expectState(one, 'sent')
    await expectState(two, 'sent')
    expect(twilio.posts).toBe(0)
    expect([(await row(one)).carrier_reference, (await row(two)).carrier_reference].toSorted()).toEqual(['SMa', 'SMb'])
  })

  test('and the lookup has too many results: the outcome is unknown', async () => {
    const id = await leftBehind()
    twilio.older.push(
      ...Array.from({ length: 1200 }, (_, i) => ({
        sid: `SM${i}`,
        to: '+15035550142',
        body: `other ${i}`,
        date_created: new Date().toUTCString(),
      })),
    )
    await again()
    await expectState(id, 'outcome_unknown')
    expect(twilio.posts).toBe(0)
  })
})

test('in the demo no text message is sent: the stand-in accepts it', async () => {
  const id = await write(await node({ standIn: true }))
  await expectState(id, 'sent')
  expect(await row(id)).toMatchObject({
    attempts: 1,
    sent_at: expect.any(Date),
    carrier: 'outbox',
    carrier_reference: null,
  })
  expect(twilio.posts).toBe(0)
})

test('a pending message of a dead node with the stand-in is stored once', async () => {
  const id = await leftBehind()
  await requeueStale({ database, jobs: await node({ standIn: true }) })
  await expectState(id, 'sent')
})
