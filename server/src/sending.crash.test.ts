import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword, demoPeople } from '../../demo/people.ts'
import { ask, cookieOf, startPortal, type Portal } from './testing/portal.ts'

/**
 * Films by e-mail while the process is killed again and again. The numbers are small enough for every day; the whole
 * proof is CRASH_MAILS=2000 CRASH_KILLS=10.
 */

const mails = Number(process.env['CRASH_MAILS'] ?? 100)
const kills = Number(process.env['CRASH_KILLS'] ?? 2)
const recipientsOfOne = 10

/** A mail server with a mailbox for everybody, which keeps every copy. */
const post = { boxes: new Map<string, string[]>(), transmissions: 0 }
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const id = /^message-id:\s*(\S+)/im.exec(Buffer.concat(chunks).toString())![1]!
      post.transmissions += 1
      for (const { address } of session.envelope.rcptTo) {
        post.boxes.set(address, [...(post.boxes.get(address) ?? []), id])
      }
      done()
    })
  },
})
// A client that is killed in the middle of a letter leaves a broken connection.
server.on('error', () => undefined)

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
  })

const senders = demoPeople
  .filter(({ role }) => role !== 7)
  .flatMap(({ username }) => [username, `${username}2`])
  .map((username, n) => ({ username, ip: `203.0.113.${n + 1}`, cookie: '' }))

/** The next answer of the portal, whichever process it is by then. */
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

test(
  `${mails} letters to customers, the process killed ${kills} times: each arrives once`,
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
    // Spread over the whole work: while requests are answered, and while only letters are left to deliver.
    for (let kill = 1; kill <= kills; kill += 1) {
      await expect.poll(arrived, { timeout: 300_000, interval: 5 }).toBeGreaterThanOrEqual((mails * kill) / (kills + 2))
      await sleep(randomInt(40))
      portal.kill('SIGKILL')
      await portal.ended
      portal = start()
    }
    await Promise.all(people)
    await expect.poll(arrived, { timeout: 300_000, interval: 100 }).toBe(mails)
    // Whatever else would come has time to.
    await sleep(1000)
    const boxes = [...post.boxes]
    expect(boxes.filter(([, letters]) => letters.length !== 1)).toEqual([])
    console.info(`${mails} letters, ${kills} kills, ${post.transmissions} transmitted`)
    expect(post.transmissions).toBe(mails)
  },
)
