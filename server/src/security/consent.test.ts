import { contract } from '@cutaway/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shownRemoteAddress } from '../rooms/consent/consent.rules.ts'
import { optOutEvents } from '../rooms/consent/opt-out-events.ts'
import { signatureOf } from '../rooms/consent/unsubscribe-link.ts'
import { nothingSent } from '../rooms/sharing/testing.ts'
import { world, type Person, type World } from '../testing/world.ts'

/**
 * The consent ledger, shared by two businesses of one web site. Marcus is a customer of Northgate (Dana) and of another
 * business (Bob). His refusals apply to both; what one business recorded is not visible to the other.
 */

const { consent, sharing } = contract
const mobile = '+15035550142'
const mailbox = 'marcus@mailbox.example'

let w: World
let dana: Person
let bob: Person
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())
beforeEach(async () => {
  await nothingSent(w)
  for (const table of ['consents', 'suppressions'] as const) await w.database.system.deleteFrom(table).execute()
  dana = await w.loggedIn('advisor', { ip: '198.51.100.7' })
  bob = await w.loggedIn('advisor2', { ip: '198.51.100.99' })
})

const films = { brand_id: 1, driverside: 'left', lang_id: 'en-US' } as const
const text = (who: Person, { ro = '', opt_in_date = '2026-01-05' } = {}) =>
  who.send(sharing.sendSms, {
    body: {
      ...films,
      selectedList: [{ part_id: 'BRKDSC' }],
      moNumber: mobile,
      emailMessage: 'Hello',
      opt_in_date,
      roNumber: ro,
      request_key: randomUUID(),
    },
  })
const mail = (who: Person, to: string, ro = '') =>
  who.send(sharing.sendEmail, {
    body: {
      ...films,
      email: {
        toEmail: to,
        subject: 'Your vehicle',
        emailMessage: 'Hello',
        roNumber: ro,
        selectedList: [{ part_id: 'BRKDSC' }],
      },
      request_key: randomUUID(),
    },
  })
const ledger = async (who: Person, address: string) => {
  const answer = await who.request(`/api/v1/exportConsents/${encodeURIComponent(JSON.stringify({ address }))}`)
  return { status: answer.status, text: await answer.text() }
}
const stop = (number: string) => {
  const { services } = w.running
  const site = services.sites.byId(31)!
  return w.database.inTenant(31, (db) => optOutEvents(services.clock).optedOut(db, site, number, 'STOP'))
}
const signed = (to: string) => signatureOf({ secret: w.running.services.config.linkSecret, webSiteId: 31, address: to })
const unsubscribe = (who: Person, to: string, sig?: string) =>
  who.send(consent.updateUnsubscribeEmailDetails, { body: { to, wsid: '31', ...(sig ? { sig } : {}) } })
/** Waits until no letter or text message waits: one that still does is stopped by a suppression, and its sender is told. */
const delivered = async () => {
  const waiting = () =>
    w.database.system.selectFrom('deliveries').select('delivery_id').where('state', '=', 'pending').execute()
  await expect.poll(waiting, { interval: 50 }).toEqual([])
}
const suppressed = async () =>
  (await w.database.system.selectFrom('suppressions').select('address_key').orderBy('address_key').execute()).map(
    (row) => row.address_key,
  )

describe('two businesses that write to the same customer', () => {
  test('each exports its own opt-in, without the adviser, date or address of the other', async () => {
    expect(await text(bob, { opt_in_date: '2025-03-09' })).toMatchObject({ status: 1 })
    expect(await text(dana, { opt_in_date: '2026-01-05' })).toMatchObject({ status: 1 })
    const northgate = await ledger(await w.loggedIn('enterprise'), mobile)
    expect(northgate.text).toContain(',advisor,2026-01-05,198.51.100.7')
    expect(northgate.text).not.toMatch(/advisor2|2025-03-09|198\.51\.100\.99/)
    const nextDoor = await ledger(await w.loggedIn('enterprise2'), mobile)
    expect(nextDoor.text).toContain(',advisor2,2025-03-09,198.51.100.99')
    expect(nextDoor.text).not.toMatch(/,advisor,|2026-01-05|198\.51\.100\.7\b/)
  })

  test('what Marcus himself says applies to both, and both have it as proof', async () => {
    await text(bob)
    await text(dana)
    await stop(mobile)
    for (const boss of ['enterprise', 'enterprise2'])
      expect((await ledger(await w.loggedIn(boss), mobile)).text).toContain('revoked,STOP,text_message')
    expect(await text(bob)).toMatchObject({ status: 0, message: 'error_unsubscribe_user' })
    expect(await text(dana)).toMatchObject({ status: 0, message: 'error_unsubscribe_user' })
  })

  test('what he said before Northgate first wrote to him is hidden from Northgate but still protects him', async () => {
    await text(bob)
    await stop(mobile)
    const refused = await text(dana)
    expect(refused).toMatchObject({ status: 0, message: 'error_unsubscribe_user' })
    expect(JSON.stringify(refused.data)).not.toMatch(/20\d\d-|advisor2/)
    expect((await ledger(await w.loggedIn('enterprise'), mobile)).status).toBe(403)
  })

  test('an address that is left out of a send gives no access', async () => {
    await mail(bob, mailbox)
    await unsubscribe(w.visitor(), mailbox, signed(mailbox))
    await mail(dana, `somebody@else.example, ${mailbox}`)
    expect((await ledger(await w.loggedIn('enterprise'), mailbox)).status).toBe(403)
  })

  test('a repair order of Bob stops Dana’s mail to Marcus, and Dana’s business does not learn of it', async () => {
    await mail(dana, mailbox)
    await mail(bob, mailbox, 'RO 7')
    await text(bob, { ro: 'RO 7' })
    await delivered()
    await stop(mobile)
    expect(await suppressed()).toEqual([mobile, mailbox])
    expect(await mail(dana, mailbox)).toMatchObject({ status: 0, message: 'error_unsubscribe_user' })
    expect((await ledger(await w.loggedIn('enterprise2'), mailbox)).text).toContain('same_repair_order')
    expect((await ledger(await w.loggedIn('enterprise'), mailbox)).text.trim().split('\n')).toHaveLength(1)
    const { rows } = await dana.call(sharing.getSends, {
      params: {
        json: { user_id: (await dana.me()).user_id, page: 1, size: 20, sort: 'sent_at', descending: true, search: '' },
      },
    })
    const { timeline } = await dana.call(sharing.getSend, { params: { recipient_id: rows[0]!.recipient_id } })
    expect(timeline.map(({ kind }) => kind)).not.toContain('unsubscribed')
  })

  test('when Marcus then confirms it by Dana’s letter, her business has his statement', async () => {
    await mail(dana, mailbox)
    await mail(bob, mailbox, 'RO 7')
    await text(bob, { ro: 'RO 7' })
    await stop(mobile)
    await unsubscribe(w.visitor(), mailbox, signed(mailbox))
    expect((await ledger(await w.loggedIn('enterprise'), mailbox)).text).toContain(',unsubscribe_page,')
  })

  test('a bounced mail of Bob is in the ledger of his business only', async () => {
    await mail(dana, mailbox)
    await mail(bob, mailbox)
    const bobs = await w.database.system
      .selectFrom('send_recipients as r')
      .innerJoin('sends as s', 's.send_id', 'r.send_id')
      .select('r.mail_id')
      .where('s.user_id', '=', (await bob.me()).user_id)
      .executeTakeFirstOrThrow()
    await w.database.system
      .updateTable('deliveries')
      .set({ state: 'failed', failure: 'bounced', ended_at: w.clock.now() })
      .where('delivery_id', '=', bobs.mail_id!)
      .execute()
    const { services } = w.running
    await w.database.inTenant(31, (db) =>
      optOutEvents(services.clock).bounced(db, services.sites.byId(31)!, mailbox, '550 unknown to Bob'),
    )
    expect((await ledger(await w.loggedIn('enterprise2'), mailbox)).text).toContain('550 unknown to Bob')
    expect((await ledger(await w.loggedIn('enterprise'), mailbox)).text).not.toContain('550')
    expect(await mail(dana, mailbox)).toMatchObject({ status: 0, message: 'error_address_bounced' })
  })
})

describe('remote addresses in the ledger', () => {
  test('are complete for the super user, the distributor and the manager, and a network for an adviser', async () => {
    await text(dana)
    const shown = async (name: string) => (await ledger(await w.loggedIn(name), mobile)).text
    for (const name of ['super', 'distributor', 'enterprise']) expect(await shown(name)).toContain(',198.51.100.7')
    const adviser = await shown('advisor')
    expect(adviser).toContain(',198.51.100.0/24')
    expect(adviser).not.toContain('198.51.100.7')
  })

  test.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::77', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['', ''],
    ['unknown', ''],
  ])('%s is %s to an adviser', (address, shown) => {
    expect(shownRemoteAddress(address, 6)).toBe(shown)
    expect(shownRemoteAddress(address, 4)).toBe(shown)
    expect(shownRemoteAddress(address, 3)).toBe(address)
  })
})

describe('unsubscribing without the signature of a letter', () => {
  test('stops only the given address, not the others on its repair order', async () => {
    await mail(dana, mailbox, 'RO 7')
    await text(dana, { ro: 'RO 7' })
    expect(await unsubscribe(w.visitor(), mailbox)).toMatchObject({ status: 1, data: { unsubscribed: true } })
    expect(await suppressed()).toEqual([mailbox])
    expect(await text(dana)).toMatchObject({ status: 1 })
    expect(await unsubscribe(w.visitor(), mailbox, 'forged')).toMatchObject({ status: 1 })
    expect(await suppressed()).toEqual([mailbox])
    expect(await unsubscribe(w.visitor(), mailbox, signed(mailbox))).toMatchObject({ status: 1 })
    expect(await suppressed()).toEqual([mobile, mailbox])
  })

  test('refuses a list of addresses and a telephone number, signed or not', async () => {
    for (const to of [`${mailbox},other@mailbox.example`, `${mailbox};other@mailbox.example`, mobile])
      for (const sig of [undefined, signed(mailbox)])
        expect(await unsubscribe(w.visitor(), to, sig)).toMatchObject({ status: 0, message: 'Invalid URL' })
    expect(await suppressed()).toEqual([])
  })

  test('is limited to five times an hour per client address, whether the address is known or not', async () => {
    const mallory = w.visitor({ ip: '192.0.2.66' })
    const many = await Promise.all(
      Array.from({ length: 9 }, (_, i) => unsubscribe(mallory, i % 2 ? mailbox : `victim${i}@mailbox.example`)),
    )
    expect(many.filter(({ status }) => status === 1)).toHaveLength(5)
    expect(new Set(many.filter(({ status }) => status === 0).map(({ message }) => message))).toEqual(
      new Set(['too_many_requests']),
    )
    expect((await suppressed()).length).toBeLessThanOrEqual(5)
    // Other people, and letters with a signature, are not limited.
    expect(await unsubscribe(w.visitor(), 'anna@mailbox.example')).toMatchObject({ status: 1 })
    expect(await unsubscribe(mallory, mailbox, signed(mailbox))).toMatchObject({ status: 1 })
    w.clock.forward(3601)
    expect(await unsubscribe(mallory, 'later@mailbox.example')).toMatchObject({ status: 1 })
  })
})
