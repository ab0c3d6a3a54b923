import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../core/clock.ts'
import { readConfig } from '../core/config.ts'
import type { Database } from '../core/db/database.ts'
import { makeJobs, type Jobs } from '../core/jobs/jobs.ts'
import { makeLog } from '../core/observability/log.ts'
import { siteDirectory, type Site, type SiteDirectory } from '../core/tenancy.ts'
import { localeFile } from '../core/texts.ts'
import { testDatabase } from '../testing/database.ts'
import { orderLeftMails, queueMail, registerMail } from './mail.ts'
import { htmlOf } from './mail/html.ts'
import type { Sender } from './mail/letter.ts'

const log = makeLog({ logLevel: 'silent' })
let database: Database
let remove: () => Promise<void>
let sites: SiteDirectory
let site: Site

/** A mail server of somebody else. `answers` are given one after the other to mails; afterwards it takes everything. */
const post = {
  received: [] as string[],
  answers: [] as { responseCode: number; message: string }[],
  /** Answers that wait until they are given; null: it answers at once. */
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
const endings: (() => void)[] = []
/** What the nodes keep on their machines. */
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-mail-'))
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
  for (const end of endings) end()
  await rm(folder, { recursive: true, force: true })
  sites.stop()
  await new Promise<void>((done) => {
    server.close(done)
  })
  await remove()
})
beforeEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop(1)
  for (const end of endings.splice(0)) end()
  post.received.length = 0
  post.answers.length = 0
})

/** A node of the portal, on a machine of its own unless told. `smtp` false: with the stand-in. */
async function node({ smtp = true, url = smtpUrl, pollSeconds = 0.5, machine = '' } = {}) {
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: join(folder, machine || randomUUID()),
    ...(smtp ? { SMTP_URL: url, MAIL_FROM: 'Portal <post@portal.test>' } : {}),
  })
  const jobs = makeJobs(database.engine, log, { pollSeconds })
  endings.push(registerMail({ config, database, sites, jobs, clock: systemClock, log }, { retries: 2, retryDelay: 0 }))
  await jobs.start()
  running.push(jobs)
  return jobs
}

const language = (tag: string) => sites.language(tag)!
const link = 'https://portal.test/forgot_password/tok_en-123'
const toAnna = (jobs: Jobs, to = 'anna@garage.test', tag = 'en-US') =>
  database.inTenant(31, (db) =>
    queueMail(db, jobs, site, {
      to,
      language: language(tag),
      template: 'passwordReset',
      props: { username: 'anna', link },
    }),
  )
const row = (id: string) =>
  database.system.selectFrom('mails').selectAll().where('mail_id', '=', id).executeTakeFirstOrThrow()
const stateOf = async (id: string) => (await row(id)).state
/** What the mail server has of a letter, every copy. */
const copiesOf = (id: string) => post.received.filter((raw) => raw.includes(`<${id}@portal.test>`))
/** Header lines without their folding. */
const headersOf = (raw: string) => raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')

test('Anna gets a letter with a link, and the row says that it went', async () => {
  const id = await toAnna(await node())
  await expect.poll(() => stateOf(id), { timeout: 8000 }).toBe('sent')
  expect(copiesOf(id)).toHaveLength(1)
  const headers = headersOf(copiesOf(id)[0]!)
  expect(headers).toContain(`Message-ID: <${id}@portal.test>`)
  expect(headers).toMatch(/^From: .*<post@portal\.test>$/m)
  expect(headers).toContain(`Reply-To: ${site.contact_email}`)
  expect(headers).toContain('To: anna@garage.test')
  expect(headers).toContain('Auto-Submitted: auto-generated')
  const { text, html, attempts, last_error, sent_at, subject } = await row(id)
  expect(text.split('\n')).toContain(link)
  expect(text).toContain('valid for 1 hour')
  expect(html).toContain(`href="${link}"`)
  expect(html).toContain(site.theme.brand)
  expect(html).toContain(site.company)
  expect(subject).toBe(`Set a new password for ${site.name}`)
  expect({ attempts, last_error }).toEqual({ attempts: 1, last_error: null })
  expect(sent_at).toBeInstanceOf(Date)
})

test('when the change that caused it fails, there is no letter', async () => {
  const jobs = await node()
  const change = database.inTenant(31, async (db) => {
    const props = { username: 'ghost', link }
    await queueMail(db, jobs, site, {
      to: 'ghost@garage.test',
      language: language('en-US'),
      template: 'passwordReset',
      props,
    })
    throw new Error('the change failed')
  })
  await expect(change).rejects.toThrow('the change failed')
  await sleep(300)
  expect(
    await database.system.selectFrom('mails').selectAll().where('to_address', '=', 'ghost@garage.test').execute(),
  ).toEqual([])
  expect(post.received).toEqual([])
})

test('the node dies between the change and the delivery: the next one delivers, once', async () => {
  const dying = await node({ pollSeconds: 3600 })
  await sleep(500)
  let id = ''
  await database.inTenant(31, async (db) => {
    const props = { username: 'anna', link }
    id = await queueMail(db, dying, site, {
      to: 'anna@garage.test',
      language: language('en-US'),
      template: 'passwordReset',
      props,
    })
    await dying.stop(1)
  })
  expect(await stateOf(id)).toBe('waiting')
  expect(copiesOf(id)).toEqual([])
  await Promise.all([node(), node()])
  await expect.poll(() => stateOf(id), { timeout: 8000 }).toBe('sent')
  await sleep(700)
  expect(copiesOf(id)).toHaveLength(1)
})

test('the node dies after it began to send: the next one sends it, under the same Message-ID', async () => {
  const id = randomUUID()
  await database.system
    .insertInto('mails')
    .values({
      web_site_id: 31,
      mail_id: id,
      to_address: 'anna@garage.test',
      from_name: 'Garage',
      subject: 's',
      html: 'h',
      text: 't',
      language_code: 'en-US',
      reply_to: null,
      state: 'sending',
      attempts: 1,
      last_error: null,
      created_at: new Date(Date.now() - 120_000),
    })
    .execute()
  await orderLeftMails({ database, jobs: await node(), clock: systemClock })
  await expect.poll(() => stateOf(id), { timeout: 8000 }).toBe('sent')
  expect(copiesOf(id)).toHaveLength(1)
  expect((await row(id)).attempts).toBe(2)
})

test('the node dies while the mail server keeps it waiting: the next one delivers', async () => {
  const silent = createServer((socket) => void socket.on('error', () => undefined))
  await new Promise<void>((done) => {
    silent.listen(0, '127.0.0.1', done)
  })
  const { port } = silent.address() as AddressInfo
  const dying = await node({ url: `smtp://127.0.0.1:${port}` })
  const connected = once(silent, 'connection')
  const id = await toAnna(dying)
  await connected
  await dying.stop(1)
  await node()
  await expect.poll(() => stateOf(id), { timeout: 8000 }).toBe('sent')
  expect(copiesOf(id)).toHaveLength(1)
  silent.close()
})

test('the portal is stopped while the mail server thinks: its next start hears the answer, and sends nothing again', async () => {
  post.held = []
  const machine = 'the same'
  const dying = await node({ machine })
  const id = await toAnna(dying)
  await expect.poll(() => post.held?.length, { timeout: 8000 }).toBe(1)
  await dying.stop(1)
  expect(await stateOf(id)).toBe('sending')
  await node({ machine })
  const [answer] = post.held
  post.held = null
  answer!()
  await expect.poll(() => stateOf(id), { timeout: 8000 }).toBe('sent')
  await sleep(700)
  expect(copiesOf(id)).toHaveLength(1)
})

test('a server that is busy gets the letter a second time, with the same Message-ID', async () => {
  post.answers.push({ responseCode: 451, message: 'try later' })
  const id = await toAnna(await node())
  await expect.poll(() => stateOf(id), { timeout: 8000 }).toBe('sent')
  expect((await row(id)).attempts).toBe(2)
  expect(copiesOf(id)).toHaveLength(1)
})

test('a server that never takes it: tried three times, then failed, and the row says why', async () => {
  for (let i = 0; i < 5; i += 1) post.answers.push({ responseCode: 451, message: 'the disk is full' })
  const id = await toAnna(await node())
  await expect.poll(() => stateOf(id), { timeout: 8000 }).toBe('failed')
  const { attempts, last_error, sent_at } = await row(id)
  expect({ attempts, sent_at }).toEqual({ attempts: 3, sent_at: null })
  expect(last_error).toContain('the disk is full')
  expect(post.answers).toHaveLength(2)
})

test('somebody who does not exist is not written to again', async () => {
  const id = await toAnna(await node(), post.unknown)
  await expect.poll(() => stateOf(id), { timeout: 8000 }).toBe('failed')
  expect(await row(id)).toMatchObject({ attempts: 1, last_error: expect.stringContaining('no such user') })
})

test('in the demo nothing leaves the house: the stand-in keeps it', async () => {
  const id = await toAnna(await node({ smtp: false }))
  await expect.poll(() => stateOf(id), { timeout: 8000 }).toBe('kept')
  expect((await row(id)).sent_at).toBeInstanceOf(Date)
  expect(copiesOf(id)).toEqual([])
})

test('Hebrew runs from right to left, down to the cells', async () => {
  const id = await toAnna(await node({ smtp: false }), 'noa@garage.test', 'he-IL')
  const { html, text, language_code } = await row(id)
  expect(language_code).toBe('he-IL')
  expect(html).toMatch(/<html[^>]* dir="rtl"/)
  expect(html).toMatch(/<html[^>]* lang="he-IL"/)
  expect(html).toMatch(/<body[^>]* dir="rtl"/)
  expect(html).toMatch(/<td dir="rtl" align="right"/)
  expect(html).not.toContain('text-align:left')
  expect(text).toContain('תקף לשעה אחת')
  expect(text).toContain(`\u2066${site.contact_phone}\u2069`)
  expect(text.split('\n')).toContain(link)
})

test("a visitor's words are shown, never obeyed", async () => {
  const jobs = await node()
  const id = await database.inTenant(31, (db) =>
    queueMail(db, jobs, site, {
      to: site.contact_email,
      replyTo: 'vera@visitors.test',
      language: language('en-US'),
      template: 'contactMessage',
      props: {
        name: 'Vera\r\nBcc: everybody@victims.test',
        email: 'vera@visitors.test',
        message: '<script>alert(1)</script>\n<b>My car</b> & {site}',
        details: { city: '"><img src=x onerror=alert(2)>', country_code: 'au' },
      },
    }),
  )
  await expect.poll(() => stateOf(id), { timeout: 8000 }).toBe('sent')
  const { html, text, subject } = await row(id)
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).not.toMatch(/<script|<img|<b>/)
  expect(html).toContain('Australia')
  expect(text).toContain('<b>My car</b> & {site}')
  expect(subject).not.toMatch(/[\r\n]/)
  const headers = headersOf(copiesOf(id)[0]!)
  expect(headers).toContain('Reply-To: vera@visitors.test')
  expect(headers).not.toMatch(/^Bcc:/m)
})

test('every letter is whole in every language', async () => {
  const jobs = await node({ smtp: false })
  const props = { username: 'anna', link }
  const message = {
    name: 'Vera',
    email: 'vera@visitors.test',
    message: 'Hello',
    details: { zip: '1', state: 'S', city: 'C', business_name: 'B', country_code: 'us' },
  }
  for (const tag of ['en-US', 'en-AU', 'es-ES', 'fr-FR', 'he-IL', 'zh-CN', 'th-TH']) {
    expect(localeFile(tag)).toBeDefined()
    const ids = await database.inTenant(31, async (db) => [
      await queueMail(db, jobs, site, { to: 'a@b.test', language: language(tag), template: 'passwordReset', props }),
      await queueMail(db, jobs, site, { to: 'a@b.test', language: language(tag), template: 'passwordChanged', props }),
      await queueMail(db, jobs, site, {
        to: 'a@b.test',
        language: language(tag),
        template: 'contactMessage',
        props: message,
      }),
    ])
    for (const id of ids) {
      const { subject, text, html } = await row(id)
      for (const part of [subject, text, html]) expect(part).not.toMatch(/mail_\w+|\{\w+\}|undefined/)
    }
  }
})

test('the mark stands on the brand colour, readable, in any font that the script needs', async () => {
  const sender: Sender = {
    company: 'A & B',
    siteName: 'Garage',
    mark: 'G',
    brand: '#ff9900',
    onBrand: '#1c0f04',
    brandText: '#8a5200',
    brandLine: '#ffe0b3',
    tag: 'th-TH',
    direction: 'ltr',
    font: "'Noto Sans Thai'",
    linkHint: 'hint',
    questions: 'questions',
    year: 2026,
  }
  const html = await htmlOf({ subject: 's', preview: 'p', title: 't', blocks: [] }, sender)
  const [, style] = /<td[^>]*style="([^"]*)">G</.exec(html)!
  expect(style).toContain('background-color:#ff9900')
  expect(style).toContain('color:#1c0f04')
  expect(html).toContain('A &amp; B')
  expect(html).toContain('Noto Sans Thai')
})

test('a letter whose job was lost is found by the hourly round', async () => {
  const id = randomUUID()
  await database.system
    .insertInto('mails')
    .values({
      web_site_id: 31,
      mail_id: id,
      to_address: 'anna@garage.test',
      from_name: 'Garage',
      subject: 's',
      html: 'h',
      text: 't',
      language_code: 'en-US',
      reply_to: null,
      state: 'waiting',
      attempts: 0,
      last_error: null,
      created_at: new Date(Date.now() - 25 * 3_600_000),
    })
    .execute()
  const jobs = await node({ smtp: false })
  await orderLeftMails({ database, jobs, clock: systemClock })
  await expect.poll(() => stateOf(id), { timeout: 8000 }).toBe('kept')
})
