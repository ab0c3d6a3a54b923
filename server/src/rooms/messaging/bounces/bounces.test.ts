import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { createTransport } from 'nodemailer'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../../core/clock.ts'
import { readConfig, type Config } from '../../../core/config.ts'
import type { Database } from '../../../core/db/database.ts'
import { makeLog } from '../../../core/observability/log.ts'
import { siteDirectory, type SiteDirectory } from '../../../core/tenancy.ts'
import { testDatabase } from '../../../testing/database.ts'
import { startBounces } from './bounces.ts'
import { readDeliveryReport } from '../../../outside/mail.dsn.ts'
import { readReturnAddress, returnAddress } from '../../../outside/mail.verp.ts'
import { bounceReference } from '../mail.ts'

/** Bounces: an external mail server reports that it could not deliver a letter. */

const log = makeLog({ logLevel: 'silent' })
let database: Database
let remove: () => Promise<void>
let sites: SiteDirectory
let config: Config
let receiver: Awaited<ReturnType<typeof startBounces>>
const told: { site: number; address: string; reason: string }[] = []
let isBroken = false

beforeAll(async () => {
  ;({ database, remove } = await testDatabase())
  sites = await siteDirectory(database, 31, () => undefined)
  config = readConfig({
    NODE_ENV: 'test',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'post@portal.test',
    BOUNCE_PORT: '0',
    BOUNCE_DOMAIN: 'back.portal.test',
  })
  receiver = await startBounces(
    { config, database, sites, clock: systemClock, log },
    {
      async bounced(_db, site, address, reason) {
        if (isBroken) throw new Error('the ledger is gone')
        told.push({ site: site.web_site_id, address, reason })
      },
    },
  )
})
afterAll(async () => {
  await receiver.stop()
  sites.stop()
  await remove()
})
beforeEach(() => {
  told.length = 0
  isBroken = false
})

/** Queues and sends a letter to Marcus. */
async function letter(state: 'sent' | 'outcome_unknown' = 'sent', webSiteId = 31): Promise<string> {
  const mail_id = randomUUID()
  await database.system
    .insertInto('mails')
    .values({
      web_site_id: webSiteId,
      mail_id,
      to_address: 'marcus@hale.test',
      from_name: 'Garage',
      subject: 's',
      html: 'h',
      text: 't',
      language_code: 'en-US',
      state: 'moved',
    })
    .execute()
  await database.system
    .insertInto('deliveries')
    .values({ web_site_id: webSiteId, delivery_id: mail_id, channel: 'mail', state, attempts: 1, due_at: null })
    .execute()
  return mail_id
}
const row = (id: string) =>
  database.system.selectFrom('deliveries').selectAll().where('delivery_id', '=', id).executeTakeFirstOrThrow()
const backTo = (mailId: string, webSiteId = 31) =>
  returnAddress(bounceReference({ web_site_id: webSiteId, delivery_id: mailId }), 'back.portal.test', config.linkSecret)

function report({
  action = 'failed',
  status = '5.1.1',
  words = 'smtp; 550 5.1.1 <marcus@hale.test>: no such user',
} = {}) {
  return [
    'From: MAILER-DAEMON@mx.hale.test',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="9B095B5ADSN=_01"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--9B095B5ADSN=_01',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'Your letter could not be delivered.',
    '--9B095B5ADSN=_01',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.hale.test',
    '',
    'Final-Recipient: rfc822; marcus@hale.test',
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: ${words}`,
    '',
    '--9B095B5ADSN=_01',
    'Content-Type: text/rfc822-headers',
    '',
    'Subject: Your brakes',
    '--9B095B5ADSN=_01--',
    '',
  ].join('\r\n')
}

const automatic = [
  'From: marcus@hale.test',
  'Subject: Out of office',
  'Auto-Submitted: auto-replied',
  'Content-Type: text/plain',
  '',
  'Status: 5.1.1',
  'Action: failed',
].join('\r\n')

/**
 * Sends a mail to the receiver as a mail server does. Returns the code of a refusal, or 250 when the mail was accepted.
 */
async function arrives(to: string | string[], raw: string): Promise<number> {
  const transport = createTransport({ host: '127.0.0.1', port: receiver.port, ignoreTLS: true })
  try {
    await transport.sendMail({ envelope: { from: '', to }, raw })
    return 250
  } catch (error) {
    return (error as { responseCode?: number }).responseCode ?? 0
  } finally {
    transport.close()
  }
}

describe('a report', () => {
  test('of an unknown mailbox marks the letter as failed and raises the bounce event', async () => {
    const id = await letter()
    expect(await arrives(backTo(id), report())).toBe(250)
    expect(await row(id)).toMatchObject({
      state: 'failed',
      failure: 'bounced',
      last_error: '5.1.1 550 5.1.1 <marcus@hale.test>: no such user',
      ended_at: expect.any(Date),
    })
    expect(told).toEqual([{ site: 31, address: 'marcus@hale.test', reason: expect.stringContaining('no such user') }])
  })

  test('of a full mailbox marks the letter as failed and keeps the address in use', async () => {
    const id = await letter()
    expect(await arrives(backTo(id), report({ status: '4.2.2', words: 'smtp; 452 mailbox full' }))).toBe(250)
    expect(await row(id)).toMatchObject({ failure: 'bounced', last_error: '4.2.2 452 mailbox full' })
    expect(told).toEqual([])
  })

  test('of an address that could not be verified in time keeps it in use', async () => {
    const id = await letter()
    await arrives(backTo(id), report({ status: '4.1.1', words: 'smtp; 450 4.1.1 address could not be verified now' }))
    expect(await row(id)).toMatchObject({ failure: 'bounced', failure_reason: 'unreachable' })
    expect(told).toEqual([])
  })

  test('resolves a letter with an unknown outcome', async () => {
    const id = await letter('outcome_unknown')
    await arrives(backTo(id), report())
    expect((await row(id)).state).toBe('failed')
  })

  test('that arrives twice is accepted twice and counted once', async () => {
    const id = await letter()
    expect([await arrives(backTo(id), report()), await arrives(backTo(id), report())]).toEqual([250, 250])
    expect(told).toHaveLength(1)
  })

  test('of a delay or a success, or an automatic reply, is not a bounce', async () => {
    const id = await letter()
    for (const raw of [
      report({ action: 'delayed', status: '4.4.1' }),
      report({ action: 'delivered', status: '2.0.0' }),
      automatic,
    ])
      expect(await arrives(backTo(id), raw)).toBe(250)
    expect(await row(id)).toMatchObject({ state: 'sent', ended_at: null })
    expect(told).toEqual([])
  })

  test('that cannot be recorded gets a temporary refusal, and is recorded at the next attempt', async () => {
    const id = await letter()
    isBroken = true
    expect(await arrives(backTo(id), report())).toBe(451)
    expect((await row(id)).state).toBe('sent')
    isBroken = false
    expect(await arrives(backTo(id), report())).toBe(250)
    expect(told).toHaveLength(1)
  })

  test('changes only the web site of the letter', async () => {
    const id = await letter('sent', 33)
    expect(await arrives(backTo(id), report())).toBe(250)
    expect((await row(id)).state).toBe('sent')
    await arrives(backTo(id, 33), report())
    expect(told).toEqual([expect.objectContaining({ site: 33 })])
  })
})

describe('everything else is refused', () => {
  test('other mailboxes, guessed signatures and other domains: the receiver is no relay', async () => {
    const id = await letter()
    const good = backTo(id)
    const forged = good.replace(/\.([0-9a-f]{16})@/, '.0123456789abcdef@')
    for (const to of ['postmaster@back.portal.test', 'anna@garage.test', forged, good.replace('back.', 'other.')])
      expect(await arrives(to, report())).toBe(550)
    expect((await row(id)).state).toBe('sent')
  })

  test('more than one recipient', async () => {
    const [one, other] = [await letter(), await letter()]
    const transport = createTransport({ host: '127.0.0.1', port: receiver.port, ignoreTLS: true })
    const info = await transport.sendMail({ envelope: { from: '', to: [backTo(one), backTo(other)] }, raw: report() })
    expect(info.rejected).toEqual([backTo(other)])
    expect([(await row(one)).state, (await row(other)).state]).toEqual(['failed', 'sent'])
  })

  test('mails larger than a report can be', async () => {
    const id = await letter()
    expect(await arrives(backTo(id), `${report()}${'x'.repeat(70)}\r\n`.repeat(1400))).toBe(552)
    expect((await row(id)).state).toBe('sent')
  })

  test('malformed input and dropped connections do not stop the receiver', async () => {
    const speak = (bytes: string | Buffer) =>
      new Promise<void>((done) => {
        const socket = connect(receiver.port, '127.0.0.1', () => socket.write(bytes, () => socket.destroySoon()))
        socket.on('error', () => undefined).on('close', () => done())
        socket.resume()
      })
    await speak(Buffer.from([0, 255, 254, 13, 10, 13, 10]))
    await speak(`${'A'.repeat(100_000)}\r\n`)
    await speak(`EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<${backTo(await letter())}>\r\nDATA\r\nhalf a re`)
    const id = await letter()
    expect(await arrives(backTo(id), report())).toBe(250)
    expect(told).toHaveLength(1)
  })
})

test('a return address survives a change of case, fits into 64 characters and is valid for its letter only', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.integer({ min: 1, max: 999_999 }), (delivery_id, web_site_id) => {
      const reference = bounceReference({ web_site_id, delivery_id })
      const address = returnAddress(reference, 'back.portal.test', 'a secret')
      expect(address.split('@')[0]!.length).toBeLessThanOrEqual(64)
      expect(readReturnAddress(address.toUpperCase(), 'back.portal.test', 'a secret')).toBe(reference)
      expect(readReturnAddress(address, 'back.portal.test', 'another secret')).toBeUndefined()
    }),
  )
})

test('the report parser throws for no input', () => {
  expect(readDeliveryReport(report())).toMatchObject({ kind: 'hard' })
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...report().split(/(?<=\r\n)/), '\0', ':', '--', '='), { maxLength: 60 }),
      (pieces) => {
        const found = readDeliveryReport(pieces.join(''))
        expect(found === undefined || found.kind === 'hard').toBe(true)
      },
    ),
  )
})
