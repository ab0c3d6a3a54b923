import { createHash, generateKeyPairSync, randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword, demoPeople } from '../../demo/people.ts'
import { makeDatabase } from './core/db/database.ts'
import { embeddedEngine } from './core/db/engine.embedded.ts'
import { ask, cookieOf, startPortal, type Portal } from './testing/portal.ts'

/**
 * Sends films by e-mail while the process is killed again and again. The default numbers are small; for the full test
 * use CRASH_MAILS=2000 CRASH_KILLS=10.
 */

const mails = Number(process.env['CRASH_MAILS'] ?? 60)
const kills = Number(process.env['CRASH_KILLS'] ?? 2)
const recipientsOfOne = 10
/** Mails that a node sends at the same time: one kill can duplicate no more than that. */
const atOnce = 3

interface Copy {
  messageId: string
  bytes: string
  /** The time when the mail server had received all of it. */
  at: number
}
/** A mail server with a mailbox for every recipient, which stores every copy. */
const post = { boxes: new Map<string, Copy[]>(), transmissions: 0 }
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const raw = Buffer.concat(chunks)
      const messageId = /^message-id:\s*(\S+)/im.exec(raw.toString())![1]!
      const copy = { messageId, bytes: createHash('sha256').update(raw).digest('hex'), at: Date.now() }
      post.transmissions += 1
      for (const { address } of session.envelope.rcptTo)
        post.boxes.set(address, [...(post.boxes.get(address) ?? []), copy])
      done()
    })
  },
})
// A client that is killed during a transmission leaves a broken connection.
server.on('error', () => undefined)

const dkimKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()
let folder: string
let portal: Portal
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-sending-'))
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
})
afterAll(async () => {
  portal.kill('SIGKILL')
  await portal.ended
  await new Promise<void>((done) => {
    server.close(done)
  })
  await rm(folder, { recursive: true, force: true })
})

const start = () =>
  startPortal({
    DATA_DIR: folder,
    TRUSTED_PROXIES: '127.0.0.1',
    SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    MAIL_FROM: 'Cutaway <no-reply@films.example>',
    LINK_SECRET: 'the same after every start',
    DKIM_DOMAIN: 'films.example',
    DKIM_SELECTOR: 's1',
    DKIM_PRIVATE_KEY: dkimKey,
  })

const senders = demoPeople
  .filter(({ role }) => role !== 7)
  .flatMap(({ username }) => [username, `${username}2`])
  .map((username, n) => ({ username, ip: `203.0.113.${n + 1}`, cookie: '' }))

/** Retries until the portal responds, whichever process it is by then. */
async function insist(path: string, options: NonNullable<Parameters<typeof ask>[2]>) {
  for (;;) {
    try {
      const answer = await ask(await portal.address, path, options)
      if (answer.status !== 503) return answer
    } catch (error) {
      if (!/ECONNRE|hang up|cut off|EPIPE|ended with/.test(String(error))) throw error
    }
    await sleep(50)
  }
}

async function sendOne(n: number) {
  const sender = senders[n % senders.length]!
  const headers = { 'x-forwarded-for': sender.ip }
  if (!sender.cookie) {
    const body = { username: sender.username, password: demoPassword }
    sender.cookie = cookieOf(await insist('/api/v1/login', { body, headers }))
  }
  const to = Array.from({ length: recipientsOfOne }, (_, i) => `customer${n * recipientsOfOne + i}@mailbox.example`)
  const body = {
    email: { toEmail: to.join(), subject: 'Your brakes', emailMessage: 'Hi', selectedList: [{ part_id: 'BRKDSC' }] },
    brand_id: 1,
    lang_id: 50,
    driverside: 'left',
    request_key: randomUUID(),
  }
  const answer = await insist('/api/v1/sendEmail', { body, headers, cookie: sender.cookie })
  expect(answer.body, `send ${n}`).toMatchObject({ status: 1 })
}

/** Returns the outbox state of every mail to a customer, by Message-ID, once the portal has ended. */
async function outbox() {
  const database = makeDatabase(await embeddedEngine({ folder: join(folder, 'database') }), {
    statementTimeoutSeconds: 30,
  })
  try {
    const rows = await database.system
      .selectFrom('mails as m')
      .innerJoin('deliveries as d', 'd.delivery_id', 'm.mail_id')
      .innerJoin('delivery_attempts as a', 'a.delivery_id', 'd.delivery_id')
      .select(['m.mail_id', 'd.state', 'a.result', 'a.started_at'])
      .where('m.to_address', 'like', '%@mailbox.example')
      .orderBy('a.attempt')
      .execute()
    const letters = new Map<string, { state: string; attempts: { result: string | null; startedAt: number }[] }>()
    for (const { mail_id, state, result, started_at } of rows) {
      const messageId = `<${mail_id}@films.example>`
      const attempts = letters.get(messageId)?.attempts ?? []
      letters.set(messageId, { state, attempts: [...attempts, { result, startedAt: started_at.getTime() }] })
    }
    return letters
  } finally {
    await database.close()
  }
}

test(
  `${mails} letters to customers, the process killed ${kills} times: none is lost, and a second copy is the first one again`,
  { timeout: 900_000 },
  async () => {
    portal = start()
    await portal.address
    let next = 0
    const people = Array.from({ length: 3 }, async () => {
      while (next < mails / recipientsOfOne) {
        next += 1
        await sendOne(next - 1)
      }
    })
    const arrived = () => post.boxes.size
    const killedAt: number[] = []
    // Kills are spread over the whole run: during requests, and while only deliveries remain.
    for (let kill = 1; kill <= kills; kill += 1) {
      await expect.poll(arrived, { timeout: 300_000, interval: 5 }).toBeGreaterThanOrEqual((mails * kill) / (kills + 2))
      await sleep(randomInt(40))
      portal.kill('SIGKILL')
      await portal.ended
      killedAt.push(Date.now())
      portal = start()
    }
    await Promise.all(people)
    await expect.poll(arrived, { timeout: 300_000, interval: 100 }).toBe(mails)
    // Allows further copies to arrive.
    await sleep(1000)
    portal.kill('SIGTERM')
    await portal.ended

    const doubled = [...post.boxes.values()].filter((copies) => copies.length > 1)
    console.info(
      `${mails} letters, ${kills} kills: 0 lost, ${doubled.length} doubled, ${post.transmissions} transmitted`,
    )
    expect(post.transmissions).toBe(mails + doubled.reduce((sum, copies) => sum + copies.length - 1, 0))
    expect(doubled.length).toBeLessThanOrEqual(kills * atOnce)
    const letters = await outbox()
    expect([...letters.values()].filter(({ state }) => state !== 'sent')).toEqual([])
    for (const copies of post.boxes.values()) {
      const [first] = copies as [Copy]
      for (const copy of copies) expect(copy).toMatchObject({ messageId: first.messageId, bytes: first.bytes })
      const { attempts } = letters.get(first.messageId)!
      expect(attempts.at(-1)!.result).toBe('accepted')
      const cut = attempts.slice(0, -1)
      expect(cut.every(({ result }) => result === 'abandoned' || result === 'temporary_failure')).toBe(true)
      // Each extra copy must have been accepted during an attempt that a kill ended before its result was recorded.
      for (const { at } of copies.slice(0, -1)) {
        const during = cut.find(({ result, startedAt }) => {
          const kill = killedAt.find((killed) => killed >= startedAt)
          return result === 'abandoned' && kill !== undefined && startedAt <= at && at <= kill + 500
        })
        expect(during, `a copy of ${first.messageId}`).toBeDefined()
      }
    }
  },
)
