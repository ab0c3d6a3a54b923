import { contract } from '@cutaway/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { sendReminder } from '../send/reminders.ts'
import { linkKey, noCustomers, nothingSent, nothingWritten } from '../testing.ts'

/** The shop remembers its customers: names, consent, the last film. Forgetting them is in forget.test.ts. */

const { sharing } = contract
let w: World
let dana: Person
let danaId: number
let westId: number
let west: Person

beforeAll(async () => {
  w = await world()
  dana = await w.loggedIn('advisor')
  danaId = (await dana.me()).user_id
  west = await w.loggedIn('advisor2')
  westId = (await west.me()).user_id
})
afterAll(() => w.close())

beforeEach(async () => {
  await nothingSent(w)
  await noCustomers(w)
  await nothingWritten(w)
})

const today = () => w.clock.now().toISOString().slice(0, 10)
const film = { brand_id: 1, lang_id: 50, driverside: 'left' as const }
type Text = Parameters<typeof dana.send<typeof sharing.sendSms>>[1]['body']
const text = (more: Partial<Text> = {}, who = dana) =>
  who.send(sharing.sendSms, {
    body: {
      ...film,
      moNumber: '+1 503 555 0142',
      opt_in_date: today(),
      emailMessage: 'Your front pads are at 2 mm:',
      selectedList: [{ part_id: 'BRKDSC' }],
      ...more,
    },
  })
const mail = (toEmail: string, more: object = {}) =>
  dana.send(sharing.sendEmail, {
    body: {
      ...film,
      ...more,
      email: { toEmail, subject: 'Your brakes', emailMessage: 'Hi', selectedList: [{ part_id: 'BRKPAD' }] },
    },
  })
const find = (search: string, who = dana, user_id = danaId) =>
  who.call(sharing.findCustomers, { params: { json: { user_id, search } } })
const firstPage = { page: 1, size: 10, sort: 'sent_at' as const, descending: true }
const texts = () => w.database.system.selectFrom('messages').selectAll().orderBy('created_at').execute()

describe('Dana sends a film to Marcus Hale', () => {
  test('his name, vehicle, order, language and consent come back when she types any of them', async () => {
    await text({ customer_name: 'Marcus Hale', vehicle: '2018 Subaru Outback', roNumber: 'RO 48213' })
    for (const typed of ['mar', 'hal', 'hale marcus', '0142', '503 555', '4821'])
      expect(await find(typed), typed).toMatchObject([
        {
          name: 'Marcus Hale',
          vehicle: '2018 Subaru Outback',
          phone: '+15035550142',
          ro_number: 'RO 48213',
          language_id: 50,
          last_channel: 'sms',
          texts: { state: 'agreed', since: today() },
          last_film: { part_id: 'BRKDSC', part_name: 'Disc brake' },
        },
      ])
    expect(await find('nobody')).toEqual([])
  })

  test('his name is not readable in the database', async () => {
    await text({ customer_name: 'Marcus Hale', vehicle: 'Outback' })
    const { rows } = await sql<{ row: string }>`select t::text as row from customers t`.execute(w.database.system)
    expect(rows[0]!.row).not.toMatch(/marcus|hale|outback/i)
  })

  test('another business of the site does not find him, and its customer of that number has a name of its own', async () => {
    await text({ customer_name: 'Marcus Hale' })
    expect(await find('marcus', west, westId)).toEqual([])
    await text({ customer_name: 'M. Hale' }, west)
    expect((await find('hale', west, westId)).map(({ name }) => name)).toEqual(['M. Hale'])
    expect((await find('hale')).map(({ name }) => name)).toEqual(['Marcus Hale'])
  })

  test('her list of sends names him and finds him by name, until the shop forgets him', async () => {
    await text({ customer_name: 'Marcus Hale' })
    await mail('elena@mailbox.example')
    const names = async (search = '', who = dana, user_id = danaId) =>
      (await who.call(sharing.getSends, { params: { json: { ...firstPage, user_id, search } } })).rows.map(
        (row) => row.customer,
      )
    expect(await names()).toEqual(['', 'Marcus Hale'])
    expect(await names('marc')).toEqual(['Marcus Hale'])
    expect(await names('marta')).toEqual([])
    // The same name at another business has other hashes.
    await text({ customer_name: 'Marcus Hale' }, west)
    expect(await names('hale', west, westId)).toEqual(['Marcus Hale'])
    const [marcus] = await find('marcus')
    await dana.call(sharing.forgetCustomer, { params: { customer_id: marcus!.customer_id } })
    expect(await names('hale')).toEqual([])
  })

  test('a send without a name keeps the known one, and a send to several people names none of them', async () => {
    await text({ customer_name: 'Marcus Hale' })
    await text()
    expect(await find('marcus')).toHaveLength(1)
    await mail('a@mailbox.example,b@mailbox.example', { customer_name: 'Somebody' })
    expect(await find('somebody')).toEqual([])
    expect(await find('a@mail')).toMatchObject([{ email: 'a@mailbox.example', name: '' }])
  })
})

describe('consent that still holds', () => {
  test('is enough for the next text: no box, no second entry in the ledger', async () => {
    await text()
    expect(await text({ opt_in_date: undefined, standing_consent: true })).toMatchObject({ status: 1 })
    expect(await w.database.system.selectFrom('consents').selectAll().execute()).toHaveLength(1)
  })

  test('must be in the ledger of this business, and not withdrawn', async () => {
    const again = (who = dana) => text({ opt_in_date: undefined, standing_consent: true }, who)
    expect(await again()).toMatchObject({ status: 0, message: 'please_click_the_opt_in_checkbox' })
    await text()
    expect(await again(west)).toMatchObject({ status: 0, message: 'please_click_the_opt_in_checkbox' })
    await w.database.system
      .insertInto('suppressions')
      .values({
        web_site_id: 31,
        address_key: '+15035550142',
        channel: 'phone',
        reason: 'text_message',
        since: new Date(),
      })
      .execute()
    expect(await again()).toMatchObject({ status: 0 })
    expect(await find('0142')).toMatchObject([{ texts: { state: 'stopped' } }])
  })
})

test('every text names the shop, once', async () => {
  await text()
  await text({ emailMessage: 'Northgate Motors here:', moNumber: '+1 503 555 0143' })
  const bodies = (await texts()).map(({ body }) => body)
  expect(bodies[0]).toMatch(/^Northgate Motors: Your front pads/)
  expect(bodies[1]).toMatch(/^Northgate Motors here:/)
})

test('the language that Dana chose wins over that of the telephone; the customer can change it', async () => {
  const page = async (chosen: boolean, query = '') => {
    const { data } = await text({ lang_id: 71, language_chosen: chosen })
    const token = linkKey(data!.recipients[0]!.link)
    const response = await w.visitor().request(`/animation_link/${token}${query}`, {
      headers: { 'accept-language': 'en-US', 'user-agent': 'Mozilla/5.0' },
    })
    return /<html[^>]* lang="([^"]+)"/.exec(await response.text())![1]
  }
  const chosen = w.running.services.sites.language('71')!.language_code
  expect(await page(true)).toBe(chosen)
  expect(await page(false)).toBe('en-US')
  expect(await page(true, '?lang=en-US')).toBe('en-US')
})

describe('a reminder', () => {
  const at = (hours: number) => new Date(w.clock.now().getTime() + hours * 3_600_000).toISOString()
  const remind = async () => {
    const [recipient] = await w.database.system
      .selectFrom('send_recipients')
      .select('recipient_id')
      .orderBy('recipient_id', 'desc')
      .execute()
    const about = { web_site_id: 31, recipient_id: recipient!.recipient_id, origin: 'http://site31.localhost' }
    await sendReminder(w.running.services, about)
  }

  test('is sent once, with the same link, if the film was not opened', async () => {
    const { data } = await text({ remind_at: at(1) })
    await remind()
    await remind()
    const bodies = (await texts()).map(({ body }) => body)
    expect(bodies).toHaveLength(2)
    expect(bodies[1]).toContain('still waiting')
    expect(bodies[1]).toContain(linkKey(data!.recipients[0]!.link))
  })

  test('by e-mail has the films of the send', async () => {
    await mail('marcus@mailbox.example', { remind_at: at(1) })
    await remind()
    const mails = await w.database.system.selectFrom('mails').selectAll().orderBy('created_at').execute()
    expect(mails.map(({ subject }) => subject)).toEqual(['Your brakes', 'Reminder from Northgate Motors'])
    expect(mails[1]!.html).toContain('/film-pictures/BRKPAD.jpg')
  })

  test.each([
    ['it was opened', 'open'],
    ['the customer stopped since', 'stop'],
    ['none was asked for', 'none'],
  ])('is not sent if %s', async (_, how) => {
    await text(how === 'none' ? {} : { remind_at: at(1) })
    const link = await w.database.system.selectFrom('links').select('link_id').executeTakeFirstOrThrow()
    if (how === 'open')
      await w.database.system
        .insertInto('link_views')
        .values({
          web_site_id: 31,
          link_id: link.link_id,
          view_key: '00000000-0000-4000-8000-000000000001',
          part_id: 'BRKDSC',
          language_id: 50,
          opened_at: new Date(),
          last_at: new Date(),
        })
        .execute()
    if (how === 'stop')
      await w.database.system
        .insertInto('suppressions')
        .values({
          web_site_id: 31,
          address_key: '+15035550142',
          channel: 'phone',
          reason: 'text_message',
          since: new Date(),
        })
        .execute()
    await remind()
    expect(await texts()).toHaveLength(1)
  })

  test('must be in the future and before the link ends', async () => {
    for (const remind_at of [at(-1), at(24 * 31)])
      expect(await text({ remind_at })).toMatchObject({ status: 0, message: 'remind_at_not_valid' })
  })
})

describe('changing a customer', () => {
  const marcus = async () => (await find('marcus'))[0]!

  test('Dana corrects the name, and adds an address that no other customer has', async () => {
    await text({ customer_name: 'Marcus Hail' })
    await mail('joan@mailbox.example', { customer_name: 'Joan Pell' })
    const { customer_id } = await marcus()
    const change = (body: object) => dana.send(sharing.updateCustomer, { body: { customer_id, ...body } })
    expect(await change({ name: 'Marcus Hale', email: 'Marcus@mailbox.example' })).toMatchObject({
      data: { name: 'Marcus Hale', email: 'Marcus@mailbox.example', phone: '+15035550142' },
    })
    expect(await change({ email: 'joan@mailbox.example' })).toMatchObject({ message: 'customer_address_taken' })
    expect(await change({ email: '', phone: '' })).toMatchObject({ message: 'customer_needs_an_address' })
    expect(await change({ phone: '12' })).toMatchObject({ message: 'please_enter_a_valid_phone_number' })
    expect(await marcus()).toMatchObject({ email: 'Marcus@mailbox.example', phone: '+15035550142' })
  })
})
