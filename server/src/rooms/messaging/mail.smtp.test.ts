import { authenticate } from 'mailauth'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { generateKeyPairSync } from 'node:crypto'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
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
import { mailWorker, noReplyAddress, queueLetter, type WholeLetter } from './mail.ts'
import { registerOutbox, retryPolicy } from './outbox.ts'

/** Letters to customers, from the row to an external mail server. */

const log = makeLog({ logLevel: 'silent' })
let database: Database
let remove: () => Promise<void>
let sites: SiteDirectory
let site: Site
let smtpUrl: string
const running: Jobs[] = []

interface Received {
  raw: Buffer
  sender: string
}
const received: Received[] = []
const post = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const from = session.envelope.mailFrom
      received.push({ raw: Buffer.concat(chunks), sender: from ? from.address : '' })
      done()
    })
  },
})

const portalKey = keyPair()
const ownKey = keyPair()

function keyPair() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    dns: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  }
}

beforeAll(async () => {
  ;({ database, remove } = await testDatabase())
  await database.system
    .insertInto('mail_domains')
    .values({
      web_site_id: 33,
      domain: 'harbour.test',
      selector: 'own1',
      private_key: ownKey.pem,
      created_at: new Date(),
    })
    .execute()
  sites = await siteDirectory(database, 31, () => undefined)
  site = sites.byId(31)!
  await new Promise<void>((done) => {
    post.listen(0, '127.0.0.1', done)
  })
  smtpUrl = `smtp://127.0.0.1:${(post.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  for (const jobs of running) await jobs.stop(1)
  sites.stop()
  await new Promise<void>((done) => {
    post.close(done)
  })
  await remove()
})
beforeEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop(1)
  received.length = 0
})

const configOf = (env: Record<string, string> = {}) =>
  readConfig({
    NODE_ENV: 'test',
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'Portal <post@portal.test>',
    DKIM_DOMAIN: 'portal.test',
    DKIM_SELECTOR: 's1',
    DKIM_PRIVATE_KEY: portalKey.pem,
    ...env,
  })

async function node(env: Record<string, string> = {}) {
  const config = configOf(env)
  const jobs = makeJobs(database.engine, log, { pollSeconds: 0.5 })
  const services = { config, database, sites, jobs, clock: systemClock, log }
  registerOutbox(services, [mailWorker(services, everyoneWilling, { ...retryPolicy, attempts: 3, delay: 0 })])
  await jobs.start()
  running.push(jobs)
  return { jobs, config }
}
type Node = Awaited<ReturnType<typeof node>>

const wayOut = `https://portal.test/unsubscribe_email?to=marcus%40hale.test&wsid=31&lid=50&sig=${'x'.repeat(120)}`
function write(by: Node, letter: Partial<WholeLetter> = {}, from: Site = site) {
  return database.inTenant(from.web_site_id, (db) =>
    queueLetter(db, by, from, {
      to: 'marcus@hale.test',
      language: sites.language('en-US')!,
      subject: 'Your brakes',
      html: '<!doctype html><html lang="en"><body><p>Zürich ✓</p>\n.\n<p>a line with a dot alone above</p></body></html>',
      text: 'Zürich ✓\n.\na line with a dot alone above',
      unsubscribeUrl: wayOut,
      ...letter,
    }),
  )
}
const row = (id: string) =>
  database.system.selectFrom('deliveries').selectAll().where('delivery_id', '=', id).executeTakeFirstOrThrow()
const stateOf = async (id: string) => (await row(id)).state

async function delivered(id: string): Promise<Received> {
  await expect.poll(() => stateOf(id)).toBe('sent')
  return received.find(({ raw }) => raw.includes(id)) ?? expect.fail('no copy at the mail server')
}
/** Returns the unfolded header fields by name in lower case, with every occurrence. */
function headersOf({ raw }: Received): Map<string, string[]> {
  const text = raw.toString()
  const fields = new Map<string, string[]>()
  for (const line of text
    .slice(0, text.indexOf('\r\n\r\n'))
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const name = line.slice(0, line.indexOf(':')).toLowerCase()
    fields.set(name, [...(fields.get(name) ?? []), line.slice(line.indexOf(':') + 1).trim()])
  }
  return fields
}

/** Returns the result of an independent verifier whose name server publishes our two keys. */
async function verified({ raw }: Received) {
  const keys: Record<string, string> = {
    's1._domainkey.portal.test': portalKey.dns,
    'own1._domainkey.harbour.test': ownKey.dns,
  }
  const resolver = (name: string, type: string) => {
    const key = keys[name]
    if (type !== 'TXT' || !key) return Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }))
    return Promise.resolve([[`v=DKIM1; k=rsa; p=${key}`]])
  }
  const { results } = await dkimVerify(raw, { resolver })
  return results.map((r) => ({
    result: r.status.result,
    domain: r.signingDomain,
    selector: r.selector,
    aligned: r.status.aligned,
    fields: (r.signingHeaders?.keys ?? '').toLowerCase().split(/\s*:\s*/),
  }))
}

describe('signatures, checked by an independent verifier', () => {
  test('the portal signs for its own domain and covers both List-Unsubscribe fields', async () => {
    const letter = await delivered(await write(await node()))
    const [signature, ...more] = await verified(letter)
    expect(more).toEqual([])
    expect(signature).toMatchObject({ result: 'pass', domain: 'portal.test', selector: 's1', aligned: 'portal.test' })
    expect(signature!.fields).toEqual(
      expect.arrayContaining(['from', 'to', 'subject', 'message-id', 'list-unsubscribe', 'list-unsubscribe-post']),
    )
    const headers = headersOf(letter)
    expect(headers.get('list-unsubscribe')).toEqual([`<${wayOut}>`])
    expect(headers.get('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click'])
    expect(letter.sender).toBe('post@portal.test')
  })

  test('a web site with its own domain sends from it and signs with its key', async () => {
    const harbour = sites.byId(33)!
    const letter = await delivered(await write(await node(), {}, harbour))
    expect(await verified(letter)).toEqual([
      expect.objectContaining({ result: 'pass', domain: 'harbour.test', selector: 'own1', aligned: 'harbour.test' }),
    ])
    expect(headersOf(letter).get('from')![0]).toMatch(/<no-reply@harbour\.test>$/)
    expect(headersOf(letter).get('message-id')![0]).toMatch(/@harbour\.test>$/)
    const preview = database.inTenant(33, (db) => noReplyAddress(db, configOf(), harbour))
    expect(await preview).toBe('no-reply@harbour.test')
  })

  test('a letter modified in transit fails the check', async () => {
    const letter = await delivered(await write(await node()))
    const forged = Buffer.from(letter.raw.toString().replace(/sig=x+/, 'sig=forged'))
    expect(await verified({ ...letter, raw: forged })).toEqual([expect.objectContaining({ result: 'fail' })])
  })
})

describe('a strict mailbox, which checks DKIM, SPF and DMARC', () => {
  const shopKey = keyPair()
  const zone: Record<string, string[]> = {
    's1._domainkey.portal.test': [`v=DKIM1; k=rsa; p=${portalKey.dns}`],
    'portal.test': ['v=spf1 ip4:192.0.2.7 -all'],
    '_dmarc.portal.test': ['v=DMARC1; p=reject; adkim=s; aspf=s'],
    'shop7._domainkey.strict.test': [`v=DKIM1; k=rsa; p=${shopKey.dns}`],
    'strict.test': ['v=spf1 -all'],
    '_dmarc.strict.test': ['v=DMARC1; p=reject; adkim=s'],
  }
  const resolver = (name: string, type: string) =>
    type === 'TXT' && zone[name]
      ? Promise.resolve(zone[name].map((text) => [text]))
      : Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }))
  const judged = async ({ raw, sender }: Received) => {
    const { dkim, spf, dmarc } = await authenticate(raw, {
      ip: '192.0.2.7',
      helo: 'mx.portal.test',
      mta: 'mx.mailbox.example',
      sender,
      resolver,
      disableArc: true,
      disableBimi: true,
    })
    return {
      dkim: dkim.results.map(({ status }) => status.result),
      spf: spf !== false && spf.status.result,
      dmarc: dmarc !== false && dmarc.status.result,
    }
  }
  const passed = { dkim: ['pass'], spf: 'pass', dmarc: 'pass' }
  const forbids = (domain: string) =>
    database.system
      .insertInto('mail_domain_checks')
      .values({
        web_site_id: 31,
        domain,
        policy: 'reject',
        policy_domain: domain,
        is_strict: true,
        checked_at: new Date(),
      })
      .execute()
  beforeAll(async () => {
    await forbids('strict.test')
    const entity = await database.system
      .selectFrom('business_entities')
      .select('businessentity_id')
      .where('web_site_id', '=', 31)
      .orderBy('businessentity_id')
      .executeTakeFirstOrThrow()
    await database.system
      .insertInto('business_mail_domains')
      .values({
        web_site_id: 31,
        businessentity_id: entity.businessentity_id,
        domain: 'strict.test',
        selector: 'shop7',
        private_key: shopKey.pem,
        published_since: new Date(),
      })
      .execute()
    business = entity.businessentity_id
  })
  let business = 0

  test('accepts a letter of the portal', async () => {
    expect(await judged(await delivered(await write(await node())))).toEqual(passed)
  })

  test('accepts a letter of a business whose key its domain publishes', async () => {
    const from = { fromAddress: 'dana@strict.test', businessentityId: business }
    const letter = await delivered(await write(await node(), from))
    expect(headersOf(letter).get('from')![0]).toContain('dana@strict.test')
    expect(await judged(letter)).toEqual(passed)
  })

  test('accepts a letter of another business with that address: it comes from the portal, with Reply-To', async () => {
    const from = { fromAddress: 'owen@strict.test', businessentityId: business + 1 }
    const letter = await delivered(await write(await node(), from))
    expect(headersOf(letter).get('from')![0]).toContain('<post@portal.test>')
    expect(headersOf(letter).get('reply-to')).toEqual(['owen@strict.test'])
    expect(await judged(letter)).toEqual(passed)
  })
})

test('Dana sends from her own address: it is From, and Sender is the portal', async () => {
  const letter = await delivered(
    await write(await node(), {
      fromName: 'Dana Whitlock',
      fromAddress: 'dana@garage.test',
      replyTo: 'dana@garage.test',
    }),
  )
  const headers = headersOf(letter)
  expect(headers.get('from')).toEqual(['Dana Whitlock <dana@garage.test>'])
  expect(headers.get('sender')).toEqual(['post@portal.test'])
  expect(headers.get('reply-to')).toEqual(['dana@garage.test'])
  expect(letter.sender).toBe('post@portal.test')
})

test('without a mail server the sender address uses the site’s host name', async () => {
  const preview = database.inTenant(31, (db) => noReplyAddress(db, readConfig({}), site))
  expect(await preview).toBe(`no-reply@${site.hosts[0]}`)
})

describe('user input cannot inject headers', () => {
  const evil = 'x\r\nBcc: everybody@victims.test\r\n\r\n<script>\u0000\u2028'
  test('names and subjects with line breaks, and oversized ones', async () => {
    const id = await write(await node(), {
      fromName: `Garage "North" <evil@x.test>, ${evil}`,
      subject: `${evil} ${'long '.repeat(2000)}`,
    })
    const letter = await delivered(id)
    const headers = headersOf(letter)
    for (const name of ['bcc', 'cc', '<script>']) expect(headers.has(name)).toBe(false)
    for (const name of ['from', 'to', 'subject', 'message-id', 'reply-to', 'dkim-signature', 'list-unsubscribe'])
      expect(headers.get(name)).toHaveLength(1)
    expect(headers.get('from')![0]).toMatch(/<post@portal\.test>$/)
    expect(headers.get('to')).toEqual(['marcus@hale.test'])
    expect(letter.raw.includes(0)).toBe(false)
    for (const line of letter.raw.toString().split('\r\n')) expect(line.length).toBeLessThanOrEqual(998)
    expect(headers.get('subject')![0]!.length).toBeLessThanOrEqual(1200)
    expect(await verified(letter)).toEqual([expect.objectContaining({ result: 'pass' })])
  })

  test.each([
    'marcus@hale.test\r\nBcc: everybody@victims.test',
    'marcus@hale.test, everybody@victims.test',
    'Marcus <marcus@hale.test>',
    'marcus@hale.test> NOTIFY=SUCCESS',
    '"x@victims.test"@hale.test',
    'a@b@hale.test',
    `${'a'.repeat(65)}@hale.test`,
    `a@${'b'.repeat(260)}.test`,
    '',
  ])('%j is not written to', async (to) => {
    const by = await node()
    await expect(write(by, { to })).rejects.toThrow('invalid e-mail address')
    await expect(write(by, { fromAddress: to || 'x' })).rejects.toThrow('invalid e-mail address')
  })

  test.each(['javascript:alert(1)', 'https://portal.test/x>\r\nBcc: e@v.test', 'https://portal.test/a b'])(
    '%j is no way to unsubscribe',
    async (unsubscribeUrl) => {
      await expect(write(await node(), { unsubscribeUrl })).rejects.toThrow('invalid web address')
    },
  )

  test('replies go to the site if the user’s own address is invalid', async () => {
    const letter = await delivered(await write(await node(), { replyTo: 'dana@garage.test\r\nBcc: e@v.test' }))
    expect(headersOf(letter).get('reply-to')).toEqual([site.contact_email])
    expect(headersOf(letter).has('bcc')).toBe(false)
  })
})

describe('the line breaks', () => {
  /** Starts a minimal mail server that drops the connection at a given step. */
  function fragile(at: 'greeting' | 'recipient' | 'middle' | 'end') {
    const state = { connections: 0, wholeMails: [] as string[] }
    const server: Server = createServer((socket: Socket) => {
      state.connections += 1
      socket.on('error', () => undefined)
      if (at === 'greeting') return void socket.destroy()
      socket.write('220 fragile\r\n')
      let inData = false
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk.toString()
        if (inData) {
          if (at === 'middle') return void socket.destroy()
          if (!text.endsWith('\r\n.\r\n')) return
          state.wholeMails.push(text)
          return void socket.destroy()
        }
        for (let end = text.indexOf('\r\n'); end >= 0 && !inData; end = text.indexOf('\r\n')) {
          const line = text.slice(0, end)
          text = text.slice(end + 2)
          if (at === 'recipient' && line.startsWith('RCPT')) return void socket.destroy()
          inData = line === 'DATA'
          socket.write(inData ? '354 go on\r\n' : '250 ok\r\n')
        }
      })
    })
    return new Promise<typeof state & { url: string; close: () => void }>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
        resolve(Object.assign(state, { url, close: () => server.close() }))
      })
    })
  }

  test('after the whole letter, before the answer: the same bytes are sent again', async () => {
    const server = await fragile('end')
    const id = await write(await node({ SMTP_URL: server.url }))
    await expect.poll(() => stateOf(id)).toBe('outcome_unknown')
    expect(await row(id)).toMatchObject({ attempts: 3, last_error: expect.stringContaining('no answer') })
    expect(server).toMatchObject({ connections: 3 })
    expect(server.wholeMails).toHaveLength(3)
    expect(new Set(server.wholeMails).size).toBe(1)
    server.close()
  })

  test.each(['greeting', 'recipient'] as const)(
    'at the %s: it is tried again, and then known to have failed',
    async (at) => {
      const server = await fragile(at)
      const id = await write(await node({ SMTP_URL: server.url }))
      await expect.poll(() => stateOf(id)).toBe('failed')
      expect(await row(id)).toMatchObject({ attempts: 3, failure: 'expired' })
      expect(server).toMatchObject({ wholeMails: [], connections: 3 })
      server.close()
    },
  )

  test('in the middle of the letter: it is sent again', async () => {
    const server = await fragile('middle')
    const id = await write(await node({ SMTP_URL: server.url }), { html: '<p>much</p>'.repeat(1000) })
    await expect.poll(() => stateOf(id)).toBe('outcome_unknown')
    expect((await row(id)).attempts).toBe(3)
    expect(server).toMatchObject({ wholeMails: [], connections: 3 })
    server.close()
  })
})
