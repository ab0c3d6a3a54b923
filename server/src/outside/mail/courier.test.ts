import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openJournal } from './courier.journal.ts'
import { courierMailer, type CourierMailer } from './courier.ts'
import { MailInHand, MailRefused, type OutgoingMail } from './mailer.ts'

/** The process that talks with mail servers, and what is left of it for the next portal. */

/** A mail server that answers when it is let. */
const post = { received: [] as string[], answer: [] as (() => void)[], holds: false }
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _session, done) =>
    done(address.startsWith('nobody@') ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null),
  onData(stream, session, done) {
    stream.resume()
    stream.on('end', () => {
      post.received.push(session.envelope.rcptTo[0]!.address)
      if (post.holds) post.answer.push(() => done())
      else done()
    })
  },
})
server.on('error', () => undefined)

let folder: string
const portals: CourierMailer[] = []
beforeAll(
  () =>
    new Promise<void>((done) => {
      server.listen(0, '127.0.0.1', done)
    }),
)
afterAll(
  () =>
    new Promise<void>((done) => {
      server.close(done)
    }),
)
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-courier-'))
  Object.assign(post, { received: [], answer: [], holds: false })
})
afterEach(async () => {
  for (const one of portals.splice(0)) one.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The sending of a portal that has just started, in the same folder as the one before. */
function portal() {
  const { port } = server.server.address() as AddressInfo
  const mail = { kind: 'smtp' as const, url: `smtp://127.0.0.1:${port}`, from: 'post@portal.test', dkim: undefined }
  const started = courierMailer({ mail, bounces: undefined, linkSecret: 'secret' }, folder)
  portals.push(started)
  return started
}
const letter = (to = 'anna@garage.test'): OutgoingMail => ({
  id: randomUUID(),
  webSiteId: 31,
  to,
  fromName: 'Garage',
  fromAddress: null,
  replyTo: null,
  subject: 'Your brakes',
  html: '<p>Hi</p>',
  text: 'Hi',
  language: 'en-US',
  writtenAt: new Date(),
  unsubscribeUrl: null,
})
const identity = { noReply: 'no-reply@portal.test', dkim: undefined }
const deliver = (by: CourierMailer, mail: OutgoingMail, signal = AbortSignal.timeout(15_000)) =>
  by.deliver(mail, identity, signal)

test('Anna gets her letter, and nothing is left of it once that is written down', async () => {
  const mail = letter()
  const sending = portal()
  await deliver(sending, mail)
  expect(post.received).toEqual(['anna@garage.test'])
  expect(await readdir(folder)).toEqual([mail.id])
  await sending.writtenDown(mail.id)
  expect(await readdir(folder)).toEqual([])
})

test('who asked is gone before the answer of the mail server: the next portal waits for it and does not send again', async () => {
  post.holds = true
  const mail = letter()
  const dying = new AbortController()
  const lost = deliver(portal(), mail, dying.signal)
  await expect.poll(() => post.answer.length, { timeout: 10_000 }).toBe(1)
  dying.abort()
  await expect(lost).rejects.toBeInstanceOf(MailInHand)
  await expect(deliver(portal(), mail, AbortSignal.timeout(200))).rejects.toBeInstanceOf(MailInHand)

  const next = deliver(portal(), mail)
  await new Promise((later) => setTimeout(later, 700))
  expect(post.received).toHaveLength(1)
  post.answer[0]!()
  await next
  expect(post.received).toHaveLength(1)
})

test('the portal is gone after the answer, before it could write it down: the next one reads it in the journal', async () => {
  const mail = letter()
  await deliver(portal(), mail)
  await deliver(portal(), mail)
  expect(post.received).toHaveLength(1)

  const toNobody = letter('nobody@garage.test')
  await expect(deliver(portal(), toNobody)).rejects.toBeInstanceOf(MailRefused)
  await expect(deliver(portal(), toNobody)).rejects.toThrow('no such user')
})

test('a courier that died with a letter in hand, and a try that failed, are followed by another', async () => {
  const journal = await openJournal(folder)
  const abandoned = letter('bob@garage.test')
  await writeFile(join(folder, abandoned.id), '')
  const minuteAgo = new Date(Date.now() - 60_000)
  await utimes(join(folder, abandoned.id), minuteAgo, minuteAgo)
  const failed = letter('cy@garage.test')
  await journal.end(failed.id, { outcome: 'failed', reason: 'the server was busy' })
  const sending = portal()
  await deliver(sending, abandoned)
  await deliver(sending, failed)
  expect(post.received).toEqual(['bob@garage.test', 'cy@garage.test'])
})

test('a journal that cannot be written lets nothing leave', async () => {
  const mail = letter()
  const sending = portal()
  await deliver(sending, letter())
  await rm(folder, { recursive: true, force: true })
  await expect(deliver(sending, mail)).rejects.toThrow('ENOENT')
  expect(post.received).toHaveLength(1)
})

test('old outcomes that nobody fetched are removed, young ones stay', async () => {
  const journal = await openJournal(folder)
  const [old, young] = [randomUUID(), randomUUID()]
  for (const id of [old, young]) await journal.end(id, { outcome: 'taken' })
  const monthAgo = new Date(Date.now() - 30 * 86_400_000)
  await utimes(join(folder, old), monthAgo, monthAgo)
  await openJournal(folder)
  expect(await readdir(folder)).toEqual([young])
  await expect(async () => journal.read('../secret')).rejects.toThrow('UUID')
})
