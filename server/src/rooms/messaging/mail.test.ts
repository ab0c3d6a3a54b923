import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../core/clock.ts'
import { readConfig } from '../../core/config.ts'
import type { Database } from '../../core/db/database.ts'
import { makeJobs, type Jobs } from '../../core/jobs/jobs.ts'
import { makeLog } from '../../core/observability/log.ts'
import { siteDirectory, type Site, type SiteDirectory } from '../../core/tenancy.ts'
import { testDatabase } from '../../testing/database.ts'
import { everyoneWilling } from '../../testing/recipients.ts'
import { button, paragraph } from './letter/letter.ts'
import { mailWorker, queueMail } from './mail.ts'
import { registerOutbox, requeueStale, retryPolicy } from './outbox.ts'
import { findKept } from './outbox-page.queries.ts'

const log = makeLog({ logLevel: 'silent' })
let database: Database
let remove: () => Promise<void>
let sites: SiteDirectory
let site: Site

/** Starts an external mail server. It gives `answers` to mails in order, and then accepts everything. */
const post = {
  received: [] as string[],
  answers: [] as { responseCode: number; message: string }[],
  /** Holds back the answers until they are released; null: answers at once. */
  held: null as (() => void)[] | null,
  unknown: 'gone@nowhere.test',
}
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo({ address }, _session, done) {
    done(address === post.unknown ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null)
  },
  onData(stream, _session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const answer = post.answers.shift()
      if (!answer) post.received.push(Buffer.concat(chunks).toString())
      if (post.held) return void post.held.push(() => done())
      done(answer ? Object.assign(new Error(answer.message), answer) : null)
    })
  },
})
let smtpUrl: string
const running: Jobs[] = []

beforeAll(async () => {
  ;({ database, remove } = await testDatabase())
  sites = await siteDirectory(database, 31, () => undefined)
  site = sites.byId(31)!
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  smtpUrl = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  for (const jobs of running) await jobs.stop(1)
  sites.stop()
  await new Promise<void>((done) => {
    server.close(done)
  })
  await remove()
})
beforeEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop(1)
  post.received.length = 0
  post.answers.length = 0
  post.held = null
})

const configOf = (url: string | undefined) =>
  readConfig({ NODE_ENV: 'test', ...(url ? { SMTP_URL: url, MAIL_FROM: 'Portal <post@portal.test>' } : {}) })

/** Starts a node of the portal. `smtp: false` uses the stand-in. */
async function node({ smtp = true, url = smtpUrl, pollSeconds = 0.5, attempts = 3, lease = 2 } = {}) {
  const config = configOf(smtp ? url : undefined)
  const jobs = makeJobs(database.engine, log, { pollSeconds })
  const services = { config, database, sites, jobs, clock: systemClock, log }
  registerOutbox(services, [mailWorker(services, everyoneWilling, { ...retryPolicy, attempts, delay: 0, lease })])
  await jobs.start()
  running.push(jobs)
  return { jobs, config }
}
type Node = Awaited<ReturnType<typeof node>>

const language = (tag: string) => sites.language(tag)!
const link = 'https://portal.test/forgot_password/tok_en-123'
const mailTo = (to: string) => ({
  to,
  language: language('en-US'),
  letter: () => ({
    subject: 'Set a new password',
    preview: 'p',
    title: 't',
    blocks: [paragraph('Hello Anna'), button('Set a new password', link)],
  }),
})
const toAnna = (by: Node, to = 'anna@garage.test') => database.inTenant(31, (db) => queueMail(db, by, site, mailTo(to)))
/** Inserts a mail as a dead node leaves it: its attempt holds its lease for `heldFor` more seconds. */
async function leftBehind({ heldFor = -1, ago = 120 } = {}): Promise<string> {
  const at = new Date(Date.now() - ago * 1000)
  const id = await database.inTenant(31, (db) =>
    queueMail(
      db,
      { config: configOf(smtpUrl), jobs: { enqueue: () => Promise.resolve() } },
      site,
      mailTo('anna@garage.test'),
    ),
  )
  await database.system
    .updateTable('deliveries')
    .set({ attempts: 1, created_at: at, due_at: new Date(Date.now() + heldFor * 1000) })
    .where('delivery_id', '=', id)
    .execute()
  await database.system
    .insertInto('delivery_attempts')
    .values({ web_site_id: 31, delivery_id: id, attempt: 1, node: 'a dead one', started_at: at })
    .execute()
  return id
}
const mailOf = (id: string) =>
  database.system.selectFrom('mails').selectAll().where('mail_id', '=', id).executeTakeFirstOrThrow()
const row = (id: string) =>
  database.system.selectFrom('deliveries').selectAll().where('delivery_id', '=', id).executeTakeFirstOrThrow()
const resultsOf = async (id: string) =>
  (
    await database.system
      .selectFrom('delivery_attempts')
      .select('result')
      .where('delivery_id', '=', id)
      .orderBy('attempt')
      .execute()
  ).map(({ result }) => result)
const stateOf = async (id: string) => (await row(id)).state
/** Returns every copy of a letter that the mail server received. */
const copiesOf = (id: string) => post.received.filter((raw) => raw.includes(`<${id}@portal.test>`))
/** Returns unfolded header lines. */
const headersOf = (raw: string) => raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')

test('Anna gets a letter with a link, and its state is sent', async () => {
  const id = await toAnna(await node())
  await expect.poll(() => stateOf(id)).toBe('sent')
  expect(copiesOf(id)).toHaveLength(1)
  const headers = headersOf(copiesOf(id)[0]!)
  expect(headers).toContain(`Message-ID: <${id}@portal.test>`)
  expect(headers).toMatch(/^From: .*<post@portal\.test>$/m)
  expect(headers).toContain(`Reply-To: ${site.contact_email}`)
  expect(headers).toContain('To: anna@garage.test')
  expect(headers).toContain('Auto-Submitted: auto-generated')
  const { attempts, last_error, sent_at, carrier } = await row(id)
  const { text, html, subject } = await mailOf(id)
  expect(text.split('\n')).toContain(link)
  expect(html).toContain(`href="${link}"`)
  expect(html).toContain(site.theme.brand)
  expect(html).toContain(site.company)
  expect(subject).toBe('Set a new password')
  expect({ attempts, last_error, carrier }).toEqual({ attempts: 1, last_error: null, carrier: 'smtp' })
  expect(await resultsOf(id)).toEqual(['accepted'])
  expect(sent_at).toBeInstanceOf(Date)
})

test('no letter is sent if the transaction that queued it fails', async () => {
  const by = await node()
  const change = database.inTenant(31, async (db) => {
    await queueMail(db, by, site, mailTo('ghost@garage.test'))
    throw new Error('the change failed')
  })
  await expect(change).rejects.toThrow('the change failed')
  await sleep(300)
  expect(
    await database.system.selectFrom('mails').selectAll().where('to_address', '=', 'ghost@garage.test').execute(),
  ).toEqual([])
  expect(post.received).toEqual([])
})

test('the next node delivers once if a node dies between commit and delivery', async () => {
  const dying = await node({ pollSeconds: 3600 })
  await sleep(500)
  let id = ''
  await database.inTenant(31, async (db) => {
    id = await queueMail(db, dying, site, mailTo('anna@garage.test'))
    await dying.jobs.stop(1)
  })
  expect(await stateOf(id)).toBe('pending')
  expect(copiesOf(id)).toEqual([])
  await Promise.all([node(), node()])
  await expect.poll(() => stateOf(id)).toBe('sent')
  await sleep(700)
  expect(copiesOf(id)).toHaveLength(1)
})

describe('a node dies while it sends', () => {
  test('the next node sends again when the lease has ended, and not before', async () => {
    const id = await leftBehind({ heldFor: 2.5 })
    const by = await node()
    await requeueStale({ database, jobs: by.jobs }, -10)
    await sleep(1500)
    expect(copiesOf(id)).toEqual([])
    await expect.poll(() => stateOf(id)).toBe('sent')
    expect(copiesOf(id)).toHaveLength(1)
    expect(await resultsOf(id)).toEqual(['abandoned', 'accepted'])
  })

  test('while the mail server delays its answer: the next node delivers', async () => {
    const silent = createServer((socket) => void socket.on('error', () => undefined))
    await new Promise<void>((done) => {
      silent.listen(0, '127.0.0.1', done)
    })
    const { port } = silent.address() as AddressInfo
    const dying = await node({ url: `smtp://127.0.0.1:${port}` })
    const connected = once(silent, 'connection')
    const id = await toAnna(dying)
    await connected
    await dying.jobs.stop(1)
    await node()
    await expect.poll(() => stateOf(id)).toBe('sent')
    expect(copiesOf(id)).toHaveLength(1)
    silent.close()
  })

  test('after the mail server accepted the mail: the second copy has the same bytes', async () => {
    post.held = []
    const dying = await node()
    const id = await toAnna(dying)
    await expect.poll(() => post.held?.length).toBe(1)
    // The server has the letter, but its answer does not reach the node.
    await dying.jobs.stop(0)
    post.held = null
    await node()
    await expect.poll(() => stateOf(id)).toBe('sent')
    const copies = copiesOf(id)
    expect(copies).toHaveLength(2)
    expect(copies[1]).toBe(copies[0])
  })

  test('a worker closes its connection when another worker has taken over the delivery', async () => {
    post.held = []
    const id = await toAnna(await node({ lease: 1 }))
    await expect.poll(() => post.held?.length).toBe(1)
    await database.system
      .updateTable('deliveries')
      .set({ attempts: 2, due_at: new Date(Date.now() + 3_600_000) })
      .where('delivery_id', '=', id)
      .execute()
    await expect.poll(() => server.connections.size).toBe(0)
    await expect.poll(() => resultsOf(id)).toEqual(['outcome_unknown'])
    expect(await row(id)).toMatchObject({ state: 'pending', attempts: 2 })
  })

  test('a live node renews its lease while a slow mail server answers', async () => {
    post.held = []
    const id = await toAnna(await node({ lease: 1 }))
    await expect.poll(() => post.held?.length).toBe(1)
    const other = await node({ lease: 1 })
    for (let second = 0; second < 3; second += 1) {
      await requeueStale({ database, jobs: other.jobs }, 0)
      await sleep(1000)
    }
    expect(copiesOf(id)).toHaveLength(1)
    const [answer] = post.held
    post.held = null
    answer!()
    await expect.poll(() => stateOf(id)).toBe('sent')
    expect(await resultsOf(id)).toEqual(['accepted'])
  })
})

test('a temporary refusal is followed by a second attempt with the same Message-ID', async () => {
  post.answers.push({ responseCode: 451, message: 'try later' })
  const id = await toAnna(await node())
  await expect.poll(() => stateOf(id)).toBe('sent')
  expect((await row(id)).attempts).toBe(2)
  expect(copiesOf(id)).toHaveLength(1)
})

test('a delivery fails after three temporary refusals and records the reason', async () => {
  for (let i = 0; i < 5; i += 1) post.answers.push({ responseCode: 451, message: 'the disk is full' })
  const id = await toAnna(await node())
  await expect.poll(() => stateOf(id)).toBe('failed')
  const { attempts, last_error, sent_at } = await row(id)
  expect({ attempts, sent_at }).toEqual({ attempts: 3, sent_at: null })
  expect(last_error).toContain('the disk is full')
  expect(post.answers).toHaveLength(2)
})

test('an unknown recipient is a permanent failure', async () => {
  const id = await toAnna(await node(), post.unknown)
  await expect.poll(() => stateOf(id)).toBe('failed')
  expect(await row(id)).toMatchObject({
    attempts: 1,
    failure: 'rejected',
    last_error: expect.stringContaining('no such user'),
  })
})

test('in the demo no mail is sent: the stand-in accepts it', async () => {
  const id = await toAnna(await node({ smtp: false }))
  await expect.poll(() => stateOf(id)).toBe('sent')
  expect(await row(id)).toMatchObject({ carrier: 'outbox', sent_at: expect.any(Date) })
  expect(copiesOf(id)).toEqual([])
})

test('a deleted letter is not sent and leaves no job', async () => {
  const id = await leftBehind()
  await database.system.deleteFrom('mails').where('mail_id', '=', id).execute()
  const { jobs } = await node()
  await requeueStale({ database, jobs }, 0)
  await expect.poll(() => stateOf(id)).toBe('failed')
  expect(await row(id)).toMatchObject({ due_at: null, last_error: 'it has been deleted' })
  expect(copiesOf(id)).toEqual([])
})

test('the sweeper requeues a letter whose job was lost', async () => {
  const id = await leftBehind({ ago: 25 * 3600 })
  const { jobs } = await node({ smtp: false })
  await requeueStale({ database, jobs }, 0)
  await expect.poll(() => stateOf(id)).toBe('sent')
  expect((await row(id)).carrier).toBe('outbox')
  // The page of the outbox lists it as the newest, whatever was queued since.
  expect(await findKept(database.system, site.web_site_id, 1)).toMatchObject([{ id }])
})
