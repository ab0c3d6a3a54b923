import { contract } from '@cutaway/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { addressKey, writeConsent } from '../../consent/consent.queries.ts'
import { answered, machineOpened, sent, visited, type Sending, type Sent } from '../testing.ts'

const { getSends, getSend, getShareNews } = contract.sharing
let w: World
let dana: Person
let danaId: number

beforeAll(async () => {
  w = await world()
  dana = await w.loggedIn('advisor')
  danaId = (await dana.me()).user_id
})
afterAll(() => w.close())
beforeEach(async () => {
  await sql`truncate sends, send_recipients, links, link_films, link_views, link_answers, link_answer_rows, link_reads,
    link_pdf_views, link_questions, link_hits, consents`.execute(w.database.system)
})

const list = async (more: Partial<Parameters<typeof ask>[0]> = {}) => ask({ user_id: danaId, ...more })
const ask = (
  json: {
    user_id: number
    page?: number
    size?: number
    sort?: 'sent_at' | 'to' | 'outcome'
    descending?: boolean
    search?: string
    channel?: 'email' | 'sms' | 'mms'
    lang?: string
  },
  who = dana,
) => {
  const asked = { page: 1, size: 10, sort: 'sent_at' as const, descending: true, search: '', ...json }
  return who.call(getSends, { params: { json: asked } })
}
const one = ({ recipient_id }: Pick<Sent, 'recipient_id'>, who = dana) =>
  who.call(getSend, { params: { recipient_id } })
const send = (sending?: Sending) => sent(w, danaId, sending)
const deliveryIs = ({ recipient_id }: Sent, change: Record<string, unknown>) =>
  w.database.system
    .updateTable('deliveries as d')
    .from('send_recipients as r')
    .set(change)
    .where('d.delivery_id', '=', sql<string>`coalesce(r.mail_id, r.message_id)`)
    .where('r.recipient_id', '=', recipient_id)
    .execute()
const outcomes = async () => Object.fromEntries((await list({ size: 100 })).rows.map((r) => [r.to, r.outcome]))

test('Dana sees what she sent, the newest first, with the films in her language', async () => {
  await send({ to: 'first@customer.test', ago: 300 })
  await send({ to: '+15035550142', parts: ['BRKPAD', 'ENGFST'], ro_number: '', ago: 100 })
  const { rows, total } = await list({ lang: 'en-US' })
  expect(total).toBe(2)
  expect(rows.map(({ to, channel }) => [to, channel])).toEqual([
    // As people write it in the country of the web site.
    ['(503) 555-0142', 'sms'],
    ['first@customer.test', 'email'],
  ])
  expect(rows[0]!.films.map((f) => f.part_name)).toEqual(['Brake pad wear', 'Four-stroke engine'])
  expect(rows[0]!.films[0]!.poster_url).toMatch(/^\/films\//)
  expect(rows[1]).toMatchObject({ sender: 'Dana Whitlock', ro_number: '48213', outcome: 'not_opened', views: 0 })
  const [hebrew] = (await list({ lang: 'he-IL' })).rows
  expect(hebrew!.films[0]!.part_name).toMatch(/[\u0590-\u05ff]/)
})

test('a film that has left the library is still in the list', async () => {
  await send({ parts: ['GONEAWAY'] })
  expect((await list()).rows[0]!.films).toEqual([{ part_id: 'GONEAWAY', part_name: 'GONEAWAY', poster_url: null }])
})

test('the outcome is the last action; an answer that is taken back restores the one before', async () => {
  const [nothing, opened, watched, approved, called, mind, gone, shop] = await Promise.all(
    ['nothing', 'opened', 'watched', 'approved', 'called', 'mind', 'gone', 'shop'].map((name) =>
      send({ to: `${name}@customer.test` }),
    ),
  )
  expect(nothing).toBeDefined()
  await visited(w, opened!)
  await visited(w, watched!, { percent: 40, ago: 20 })
  await visited(w, watched!, { percent: 82 })
  await visited(w, watched!, { percent: 100, part: 'BRKPAD' })
  await answered(w, approved!, 'call', 20)
  await answered(w, approved!, 'approve', 10)
  await answered(w, called!, 'approve', 20)
  await answered(w, called!, 'call', 10)
  await visited(w, mind!, { percent: 12, ago: 30 })
  await answered(w, mind!, 'approve', 20)
  await answered(w, mind!, 'withdraw', 10)
  await answered(w, gone!, 'approve', 20)
  await answered(w, gone!, 'withdraw', 10)
  await answered(w, shop!, 'action', 10)
  expect(await outcomes()).toEqual({
    'nothing@customer.test': 'not_opened',
    'opened@customer.test': 'not_opened',
    'watched@customer.test': 'watched',
    'approved@customer.test': 'approved',
    'called@customer.test': 'asked_for_call',
    'mind@customer.test': 'watched',
    'gone@customer.test': 'not_opened',
    'shop@customer.test': 'acted',
  })
  const row = (await list({ search: 'watched@' })).rows[0]!
  // Three visits; the highest share of the first film was 82 %.
  expect(row).toMatchObject({ views: 3, watched_percent: 82 })
  expect(Date.parse(row.last_watched_at!)).toBeGreaterThan(w.clock.now().getTime() - 10_000)
  const sorted = await list({ sort: 'outcome', descending: false, size: 100 })
  expect(sorted.rows.map((r) => r.outcome)).toEqual([
    'asked_for_call',
    'approved',
    'acted',
    'watched',
    'watched',
    'not_opened',
    'not_opened',
    'not_opened',
  ])
})

test('the delivery state is read from the outbox', async () => {
  for (const [state, failure, delivery] of [
    ['pending', null, 'waiting'],
    ['sent', null, 'sent'],
    ['failed', 'rejected', 'failed'],
    ['failed', 'bounced', 'bounced'],
    ['outcome_unknown', null, 'unknown'],
  ] as const) {
    const mail = await send({ to: `${delivery}@customer.test` })
    await deliveryIs(mail, { state, failure })
    const bad = delivery === 'failed' || delivery === 'bounced'
    const outcome = bad ? 'not_delivered' : delivery === 'unknown' ? 'not_confirmed' : 'not_opened'
    expect((await one(mail)).row).toMatchObject({ delivery, outcome })
  }
  for (const [state, failure, delivery] of [
    ['delivered', null, 'delivered'],
    ['failed', 'undelivered', 'failed'],
  ] as const) {
    const text = await send({ to: '+15035550142' })
    await deliveryIs(text, { state, failure })
    expect((await one(text)).row.delivery).toBe(delivery)
  }
  // A watched film counts as delivered, whatever the mail server reports.
  const [failed] = (await list({ search: 'failed@' })).rows
  await visited(w, { site: 31, link_id: failed!.link_id! }, { percent: 5 })
  expect((await list({ search: 'failed@' })).rows[0]).toMatchObject({ delivery: 'failed', outcome: 'watched' })
})

test('search finds recipient, repair order, subject or channel; pattern characters are literal', async () => {
  await send({ to: '50%_off@customer.test', subject: 'Brakes', ro_number: 'RO-1' })
  await send({ to: 'plain@customer.test', subject: String.raw`C:\parts`, ro_number: '77' })
  await send({ to: '+15035550142', subject: '', ro_number: '' })
  const found = async (search: string) => (await list({ search })).rows.map((r) => r.to)
  expect(await found('%_OFF')).toEqual(['50%_off@customer.test'])
  expect(await found('%')).toEqual(['50%_off@customer.test'])
  expect(await found('_')).toEqual(['50%_off@customer.test'])
  expect(await found('\\')).toEqual(['plain@customer.test'])
  expect(await found('ro-1')).toEqual(['50%_off@customer.test'])
  expect(await found('brakes')).toEqual(['50%_off@customer.test'])
  expect(await found('(503) 555-0142')).toEqual(['(503) 555-0142'])
  expect(await found('+1 503 555 0142')).toEqual(['(503) 555-0142'])
  expect(await found("'; drop table sends; --")).toEqual([])
  expect((await list({ channel: 'sms' })).rows.map((r) => r.to)).toEqual(['(503) 555-0142'])
  expect(await list({ channel: 'mms' })).toEqual({ rows: [], total: 0 })
})

test('pages have no gaps in any sort order', async () => {
  const names = ['eve', 'bob', 'dan', 'amy', 'cat']
  for (const [i, name] of names.entries()) await send({ to: `${name}@customer.test`, ago: 100 - i })
  const pageOf = async (page: number, sort: 'sent_at' | 'to', descending: boolean) =>
    (await list({ page, size: 2, sort, descending })).rows.map((r) => r.to.split('@')[0])
  expect([await pageOf(1, 'to', false), await pageOf(2, 'to', false), await pageOf(3, 'to', false)]).toEqual([
    ['amy', 'bob'],
    ['cat', 'dan'],
    ['eve'],
  ])
  expect([await pageOf(1, 'sent_at', true), await pageOf(2, 'sent_at', true)]).toEqual([
    ['cat', 'amy'],
    ['dan', 'bob'],
  ])
  expect(await list({ page: 9, size: 2 })).toMatchObject({ rows: [], total: 5 })
  await expect(list({ size: 501 })).rejects.toMatchObject({ http: 400 })
})

test('one receipt has the message, the link and all events, with programs listed separately', async () => {
  const mail = await send({ to: 'Marcus@Hale.test', message: 'Line one\nline two', ago: 600 })
  const key = await visited(w, mail, { ago: 300 })
  await visited(w, mail, { percent: 82, ago: 250, key })
  await answered(w, mail, 'approve', 200)
  await machineOpened(w, mail)
  const again = await send({ to: 'marcus@hale.test', resendOf: mail.recipient_id, ago: 100 })
  const seen = await one(mail)
  expect(seen.message).toBe('Line one\nline two')
  expect(seen.row).toMatchObject({ to: 'Marcus@Hale.test', delivery: 'sent', outcome: 'approved', views: 1 })
  expect(seen.link).toMatchObject({ link_id: mail.link_id, state: 'active' })
  expect(seen.link!.tiny_url).toMatch(new RegExp(`^http://site31\\.localhost:\\d+/l/${mail.token}$`))
  expect(seen.timeline.map(({ kind, watched_percent, detail }) => [kind, watched_percent, detail])).toEqual([
    ['queued', null, ''],
    ['sent', null, ''],
    ['opened', null, ''],
    ['watched', 82, 'Disc brake'],
    ['approve', null, ''],
    ['resent', null, ''],
  ])
  expect(seen.machine_hits).toBe(3)
  expect(seen.consent).toBeNull()
  expect((await one(again)).timeline[0]!.kind).toBe('queued')
})

test('openings of the page within a minute are one line of the timeline', async () => {
  const text = await send({ to: '+15035550142', ago: 900 })
  for (const ago of [600, 590, 545, 300]) await visited(w, text, { ago })
  const { timeline } = await one(text)
  const openings = timeline.flatMap(({ kind, at }) => (kind === 'opened' ? [Date.parse(at)] : []))
  expect(openings).toHaveLength(2)
  // The first of three, and the one five minutes later.
  expect(openings[1]! - openings[0]!).toBeGreaterThan(290_000)
})

test('a receipt shows an expired or revoked link, and an unsubscribed recipient', async () => {
  const old = await send({ to: 'old@customer.test', ago: 5000, expiresIn: -1000 })
  expect(await one(old)).toMatchObject({ link: { state: 'expired' }, timeline: [{}, {}, { kind: 'expired' }] })
  await w.visitor().call(contract.sharing.askShop, {
    body: { randomNumber: old.token, contact: '555\t0100', message: 'One more time?' },
  })
  expect((await one(old)).timeline.at(-1)).toMatchObject({ kind: 'asked', detail: '555 0100\nOne more time?' })
  const ended = await send({ to: 'ended@customer.test' })
  await dana.call(contract.sharing.revokeLink, { body: { link_id: ended.link_id } })
  expect((await one(ended)).link).toMatchObject({ state: 'revoked' })
  expect((await one(ended)).timeline.map((e) => e.kind)).toEqual(['queued', 'sent', 'revoked'])
  await dana.call(contract.sharing.extendLink, { body: { link_id: ended.link_id } })
  expect(await one(ended)).toMatchObject({ link: { state: 'active' } })

  const left = await send({ to: 'left@customer.test', ago: 50 })
  await w.database.inTenant(31, (db) =>
    writeConsent(db, w.running.services.sites.byId(31)!, {
      at: w.clock.now(),
      address_key: 'left@customer.test',
      action: 'revoked',
      wording: 'Unsubscribe',
      screen: 'unsubscribe_page',
    }),
  )
  expect((await one(left)).timeline.map((e) => e.kind)).toContain('unsubscribed')
})

test('a failed letter shows when it failed, and why', async () => {
  const lost = await send({ to: 'lost@customer.test', ago: 500 })
  const at = new Date(w.clock.now().getTime() - 100_000)
  await w.database.system
    .updateTable('deliveries')
    .set({ state: 'failed', failure: 'rejected', sent_at: null, ended_at: at, last_error: '550 No such mailbox' })
    .where('delivery_id', 'in', (db) =>
      db.selectFrom('mails').select('mail_id').where('to_address', '=', 'lost@customer.test'),
    )
    .execute()
  const { row, timeline } = await one(lost)
  expect(row.delivery).toBe('failed')
  expect(timeline).toMatchObject([
    { kind: 'queued' },
    { kind: 'failed', at: at.toISOString(), detail: 'The provider did not deliver the message.\n550 No such mailbox' },
  ])
})

test('the consent to a text message has its wording, but no entries of another business', async () => {
  const text = await send({ to: '+15035550142' })
  const site = w.running.services.sites.byId(31)!
  const mine = (await dana.me()).businessentity_id
  const bob = await w.loggedIn('advisor2')
  const theirs = (await bob.me()).businessentity_id
  const grant = (businessentity_id: number | null, wording: string, opt_in_date: string) =>
    w.database.inTenant(31, (db) =>
      writeConsent(db, site, {
        at: w.clock.now(),
        address_key: addressKey('+15035550142'),
        action: 'granted',
        wording,
        screen: 'share_sms',
        businessentity_id,
        opt_in_date,
      }),
    )
  await grant(mine, 'The customer agreed.', '2026-11-02')
  await grant(theirs, 'Not ours.', '2026-11-20')
  expect((await one(text)).consent).toMatchObject({ wording: 'The customer agreed.', opt_in_date: '2026-11-02' })
})

test('the manager sees the receipts; colleagues, other businesses and web sites do not', async () => {
  const mail = await send()
  const [lite, manager, bob, location] = await Promise.all(
    ['lite', 'enterprise', 'enterprise2', 'location'].map((name) => w.loggedIn(name)),
  )
  expect((await one(mail, manager)).row.to).toBe('marcus@hale.test')
  expect((await ask({ user_id: danaId }, location)).total).toBe(1)
  for (const who of [lite!, bob!]) {
    await expect(ask({ user_id: danaId }, who)).rejects.toMatchObject({ http: 403 })
    await expect(one(mail, who)).rejects.toMatchObject({ http: 404, key: 'not_found' })
  }
  await expect(one({ recipient_id: 2_000_000_000 }, lite)).rejects.toMatchObject({ http: 404, key: 'not_found' })

  const elsewhere = await w.loggedIn('super', { site: 33 })
  await expect(one(mail, elsewhere)).rejects.toMatchObject({ http: 404 })
  await expect(ask({ user_id: danaId }, elsewhere)).rejects.toMatchObject({ http: 403 })
  const their = await w.loggedIn('advisor', { site: 33 })
  const theirs = await sent(w, (await their.me()).user_id, { site: 33, to: 'kim@there.test' })
  await expect(one(theirs)).rejects.toMatchObject({ http: 404 })
  expect((await one(theirs, their)).row.to).toBe('kim@there.test')
})

const news = (since?: string, who = dana) => who.call(getShareNews, { params: { json: since ? { since } : {} } })

test('news are the customers’ actions on the user’s own links since the last request', async () => {
  expect(await news()).toMatchObject({ waiting: 0, news: [] })
  const mail = await send({ to: 'marcus@hale.test', parts: ['BRKPAD', 'BRKDSC'] })
  const { now: since } = await news()
  expect(await news(since)).toMatchObject({ waiting: 1, news: [] })

  await visited(w, mail)
  expect((await news(since)).news).toEqual([])
  await visited(w, mail, { percent: 82 })
  await answered(w, mail, 'approve')
  const told = await news(since)
  expect(told.news).toHaveLength(2)
  expect(told.news).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        kind: 'watched',
        watched_percent: 82,
        part_name: 'Disc brake',
        to: 'marcus@hale.test',
      }),
      expect.objectContaining({ kind: 'approve', part_name: 'Brake pad wear', recipient_id: mail.recipient_id }),
    ]),
  )
  w.clock.forward(10)
  const { now: later } = await news(since)
  expect((await news(later)).news).toEqual([])

  const manager = await w.loggedIn('enterprise')
  expect(await news(since, manager)).toMatchObject({ waiting: 0, news: [] })
})

test('the page does not wait for old, expired or revoked links', async () => {
  const mail = await send()
  await dana.call(contract.sharing.revokeLink, { body: { link_id: mail.link_id } })
  await send({ ago: 15 * 86_400 })
  await send({ expiresIn: -1 })
  expect(await news()).toMatchObject({ waiting: 0 })
})
