import { contract } from '@cutaway/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { unsubscribeUrl } from '../../consent/unsubscribe-link.ts'
import { nothingSent } from '../testing.ts'

const { consent, sharing } = contract
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
  await nothingSent(w)
  for (const table of ['suppressions', 'consents', 'mails', 'messages', 'deliveries', 'message_credits'] as const)
    await w.database.system.deleteFrom(table).execute()
})

const disc = 'BRKDSC'
const pads = 'BRKPAD'
const page1 = { page: 1, size: 10, sort: 'sent_at' as const, descending: true }
const film = (part_id: string) => ({ part_id, selected: true as const })

interface Mail {
  to?: string | string[]
  subject?: string
  message?: string
  films?: string[]
  from?: string
  ro?: string
  related?: boolean
  key?: string
  user_id?: number
  days?: number
}
const mailBody = ({
  to = 'marcus@mailbox.example',
  subject = 'Your brakes, explained',
  message = 'Hi Marcus',
  films = [disc],
  from,
  ro,
  related,
  key,
  user_id = danaId,
  days,
}: Mail = {}) => ({
  email: {
    toEmail: to,
    subject,
    emailMessage: message,
    selectedList: films.map(film),
    defaultFromEmail: from,
    roNumber: ro,
    relatedAnimations: related,
  },
  user_id,
  brand_id: 1,
  lang_id: 50,
  driverside: 'left' as const,
  days,
  request_key: key,
})
const mail = (given: Mail = {}, who = dana) => who.send(sharing.sendEmail, { body: mailBody(given) })

const today = () => w.clock.now().toISOString().slice(0, 10)
interface Text {
  to?: string
  message?: string
  films?: string[]
  optIn?: string | null | undefined
  country?: string
  key?: string
  ro?: string
}
const textBody = ({
  to = '+1 503 555 0142',
  message = 'Your front pads are at 2 mm:',
  films = [disc],
  country,
  key,
  ro,
  ...more
}: Text = {}) => ({
  moNumber: to,
  opt_in_date: 'optIn' in more ? more.optIn : today(),
  emailMessage: message,
  selectedList: films.map(film),
  country_code: country,
  brand_id: 1,
  lang_id: 50,
  driverside: 'left' as const,
  request_key: key,
  roNumber: ro,
})
const sms = (given: Text = {}, who = dana) => who.send(sharing.sendSms, { body: textBody(given) })
const mms = (given: Text = {}, who = dana) => who.send(sharing.sendMms, { body: textBody(given) })

const mailsTo = async (site = 31) =>
  w.database.system.selectFrom('mails').selectAll().where('web_site_id', '=', site).orderBy('to_address').execute()
const textsTo = async () => w.database.system.selectFrom('messages').selectAll().execute()

describe('Dana sends films by e-mail', () => {
  test('to two people: each gets a letter with a link and a signed unsubscribe link of their own', async () => {
    const answer = await mail({
      to: 'marcus@mailbox.example, Elena@Mailbox.example,',
      films: [disc, pads],
      ro: 'RO 48213',
      related: true,
    })
    expect(answer).toMatchObject({ status: 1, message: 'email_sent_successfully' })
    const links = answer.data!.recipients.map((r) => r.link)
    expect(answer.data!.recipients.map((r) => [r.to, r.outcome])).toEqual([
      ['marcus@mailbox.example', 'queued'],
      ['Elena@Mailbox.example', 'queued'],
    ])
    expect(new Set(links).size).toBe(2)
    const mails = await mailsTo()
    expect(mails.map((m) => m.to_address)).toEqual(['Elena@Mailbox.example', 'marcus@mailbox.example'])
    const toMarcus = mails[1]!
    expect(toMarcus.subject).toBe('Your brakes, explained')
    expect(toMarcus.text).toContain('Hi Marcus')
    expect(toMarcus.text).toContain('RO 48213')
    expect(toMarcus.text).toContain(links[0]!)
    expect(toMarcus.text).not.toContain(links[1]!)
    expect(toMarcus.html).toContain('/film-pictures/BRKDSC.jpg?play')
    // The second film opens on the page as the first one does, from the short URL.
    const second = new URL(/http\S+\?film=BRKPAD/.exec(toMarcus.text)![0])
    const marcus = w.visitor()
    const { headers } = await marcus.request(second.pathname + second.search)
    const page = await marcus.request(headers.get('location')!)
    expect(await page.text()).toContain('/film/BRKPAD/')
    expect(toMarcus.html).toContain('Northgate Motors')
    expect(toMarcus.html).toContain('418 Harbour Road')
    expect(toMarcus.unsubscribe_url).toMatch(
      /\/unsubscribe_email\?to=marcus%40mailbox\.example&wsid=31&lid=50&sig=[\w-]{43}$/,
    )
    expect(links[0]).toMatch(/\/l\/[\w-]{22}$/)
    const sends = await w.database.system.selectFrom('sends').selectAll().execute()
    expect(sends).toMatchObject([
      { channel: 'email', ro_number: 'RO 48213', recipient_count: 2, part_ids: [disc, pads], user_id: danaId },
    ])
    expect(sends[0]!.location_id).not.toBeNull()
    expect(sends[0]!.class_id).not.toBeNull()
  })

  test('the picture of the film is a JPEG, which every mail program supports', async () => {
    const picture = await w.visitor().request('/film-pictures/BRKDSC.jpg?play')
    expect(picture.status).toBe(200)
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.from(await picture.arrayBuffer()).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect((await w.visitor().request('/film-pictures/NOSUCH.jpg')).status).toBe(404)
  })

  test('an interactive film reaches the customer as the narrated one', async () => {
    await mail({ films: ['BRKDSC-INT'] })
    const [send] = await w.database.system.selectFrom('sends').select('part_ids').execute()
    expect(send!.part_ids).toEqual([disc])
  })

  test('flags may be text, as forms and older programs send them', async () => {
    const body = mailBody()
    const email = {
      ...body.email,
      selectedList: [
        { part_id: disc, selected: 'true' },
        { part_id: pads, selected: '0' },
      ],
      relatedAnimations: '1',
    }
    expect(await dana.send(sharing.sendEmail, { body: { ...body, email, notify: 'false' } })).toMatchObject({
      status: 1,
    })
    const [sent] = await w.database.system.selectFrom('sends').select('part_ids').execute()
    expect(sent!.part_ids).toEqual([disc])
    const [link] = await w.database.system.selectFrom('links').select(['with_related', 'notify']).execute()
    expect(link).toEqual({ with_related: true, notify: false })
  })

  test('a request that arrives twice at the same moment sends one letter', async () => {
    const key = randomUUID()
    const [one, two] = await Promise.all([mail({ key }), mail({ key })])
    expect(one.status).toBe(1)
    expect(two.data).toEqual(one.data)
    expect((await mail({ key })).data).toEqual(one.data)
    expect(await mailsTo()).toHaveLength(1)
  })

  test('to three, one of whom has unsubscribed: the others get it, and the response names that one', async () => {
    await dana.call(consent.updateUnsubscribeEmailDetails, { body: { to: 'No@Mailbox.example', wsid: '31' } })
    const answer = await mail({ to: 'a@mailbox.example,no@mailbox.example,b@mailbox.example' })
    expect(answer.status).toBe(1)
    expect(answer.data!.recipients.map((r) => [r.to, r.message])).toEqual([
      ['a@mailbox.example', 'ok'],
      ['no@mailbox.example', 'error_unsubscribe_user'],
      ['b@mailbox.example', 'ok'],
    ])
    expect((await mailsTo()).map((m) => m.to_address)).toEqual(['a@mailbox.example', 'b@mailbox.example'])
  })

  test('if all have unsubscribed, it is refused with their names and nothing is stored', async () => {
    await dana.call(consent.unsubscribeByPost, { body: { to: 'no@mailbox.example', wsid: 31 } })
    const answer = await dana.request('/api/v1/sendEmail', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify(mailBody({ to: 'no@mailbox.example' })),
    })
    expect(await answer.json()).toMatchObject({
      status: 0,
      message: 'error_unsubscribe_user',
      data: { recipients: [{ to: 'no@mailbox.example' }] },
    })
    expect(await w.database.system.selectFrom('sends').selectAll().execute()).toEqual([])
  })

  const refused: [string, Mail, string][] = [
    ['no address', { to: ' , ' }, 'enter_email_address'],
    ['an address without a dot', { to: 'a@b' }, 'email_addresses_not_valid'],
    ['one bad address among good ones', { to: 'a@mailbox.example,b@' }, 'email_addresses_not_valid'],
    ['a header in an address', { to: 'a@mailbox.example\r\nBcc: x@y.example' }, 'email_addresses_not_valid'],
    ['21 recipients', { to: Array.from({ length: 21 }, (_, n) => `a${n}@mailbox.example`) }, 'too_many_recipients'],
    [
      '1,000 recipients',
      { to: Array.from({ length: 1000 }, (_, n) => `a${n}@mailbox.example`).join(',') },
      'too_many_recipients',
    ],
    ['no film', { films: [] }, 'please_select_an_animation'],
    ['21 films', { films: Array.from({ length: 21 }, () => disc) }, 'select_at_most_20_animations'],
    ['a film that does not exist', { films: ['NOSUCH'] }, 'Part no found'],
    ['no subject', { subject: ' \r\n ' }, 'enter_subject'],
    ['a subject without end', { subject: 'x'.repeat(201) }, 'share_text_too_long'],
    ['a novel', { message: 'x'.repeat(5001) }, 'share_text_too_long'],
    ['another user’s sender address', { from: 'boss@northgate.example' }, 'sender_not_yours'],
  ]
  test.each(refused)('%s is refused, and nothing is sent', async (_, given, key) => {
    expect(await mail(given)).toMatchObject({ status: 0, message: key })
    expect(await w.database.system.selectFrom('links').selectAll().execute()).toEqual([])
    expect(await mailsTo()).toEqual([])
  })

  test('a body of 10 MB is refused unread', async () => {
    const answer = await dana
      .request('/api/v1/sendEmail', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify(mailBody({ message: 'x'.repeat(10_000_000) })),
      })
      .catch((error: unknown) => error)
    // The server responds and closes the connection during the upload: a client may see either.
    if (answer instanceof Response) expect(answer.status).toBe(413)
    else expect(String(answer)).toMatch(/fetch failed|EPIPE|ECONNRESET/)
    expect(await mailsTo()).toEqual([])
  })

  test('line breaks in the subject become spaces, and direction controls are removed', async () => {
    await mail({ subject: 'Brakes\r\nBcc: all@mailbox.example\u202e!' })
    expect((await mailsTo())[0]!.subject).toBe('Brakes Bcc: all@mailbox.example!')
  })

  test('for a user out of her reach, or with a film that her site does not show, it is refused', async () => {
    const owen = await w.loggedIn('advisor2')
    expect(await mail({ user_id: (await owen.me()).user_id })).toMatchObject({
      status: 0,
      message: 'permission_denied',
    })
    const moto = await w.loggedIn('advisor', { site: 44 })
    const body = mailBody({ user_id: (await moto.me()).user_id, films: ['ENGOIL'] })
    expect(await moto.send(sharing.sendEmail, { body: { ...body, brand_id: 0 } })).toMatchObject({
      status: 0,
      message: 'Part no found',
    })
    expect(await mail({ user_id: (await moto.me()).user_id })).toMatchObject({
      status: 0,
      message: 'permission_denied',
    })
  })

  test('from her own confirmed address; a free-mail address is only the reply address', async () => {
    const own = (email: string, verified = true) =>
      w.database.system
        .insertInto('sender_addresses')
        .values({ web_site_id: 31, user_id: danaId, email, verified_at: verified ? w.clock.now() : null })
        .execute()
    await own('dana@northgate.example')
    await own('dana@gmail.com')
    await own('soon@northgate.example', false)
    await mail({ from: 'Dana@northgate.example' })
    await mail({ from: 'dana@gmail.com', to: 'second@mailbox.example' })
    expect(await mail({ from: 'soon@northgate.example' })).toMatchObject({ status: 0, message: 'sender_not_yours' })
    expect((await mailsTo()).map((m) => m.from_address)).toEqual(['dana@northgate.example', null])
    // Replies go to the address that she chose each time.
    expect((await mailsTo()).map((m) => m.reply_to)).toEqual(['dana@northgate.example', 'dana@gmail.com'])
    const [toGmail] = (
      await dana.call(sharing.getSends, { params: { json: { ...page1, user_id: danaId, search: 'second' } } })
    ).rows
    const again = { recipient_id: toGmail!.recipient_id, request_key: randomUUID() }
    await dana.call(sharing.resendToRecipient, { body: again })
    expect((await mailsTo()).filter((m) => m.to_address.startsWith('second')).map((m) => m.reply_to)).toEqual([
      'dana@gmail.com',
      'dana@gmail.com',
    ])
    const other = await w.loggedIn('advisor', { site: 44 })
    const body = { ...mailBody({ user_id: (await other.me()).user_id, from: 'dana@northgate.example' }), brand_id: 0 }
    expect(await other.send(sharing.sendEmail, { body })).toMatchObject({ status: 0, message: 'sender_not_yours' })
    await w.database.system.deleteFrom('sender_addresses').execute()
  })

  test('with her own banner and its URL; not with another user’s banner, nor with a script URL', async () => {
    const owen = (await (await w.loggedIn('advisor2')).me()).user_id
    const banner = async (user_id: number) => {
      const picture = `${randomUUID()}.png`
      const values = { web_site_id: 31, user_id, picture, width: 600, height: 120, banner_url: 'https://shop.example/' }
      const row = await w.database.system.insertInto('banners').values(values).returning('banner_id').executeTakeFirst()
      return row!.banner_id
    }
    const hers = await banner(danaId)
    const his = await banner(owen)
    const under = (selectedBannerImage: number, selectedBannerUrl?: string) => {
      const body = mailBody()
      return dana.send(sharing.sendEmail, {
        body: { ...body, email: { ...body.email, selectedBannerImage, selectedBannerUrl } },
      })
    }
    expect(await under(hers)).toMatchObject({ status: 1 })
    expect((await mailsTo())[0]!.html).toMatch(/href="https:\/\/shop\.example\/"[^]*\/pictures\/[\w-]+\.png/)
    for (const answer of [await under(his), await under(999_999), await under(hers, 'javascript:alert(1)')])
      expect(answer).toMatchObject({ status: 0, message: 'banner_not_yours' })
    expect(await mailsTo()).toHaveLength(1)
    await w.database.system.deleteFrom('banners').execute()
  })

  test('to at most 200 recipients a day; the next day again', async () => {
    const twenty = (n: number) => Array.from({ length: 20 }, (_, i) => `p${n}-${i}@mailbox.example`)
    for (let n = 0; n < 10; n += 1) expect((await mail({ to: twenty(n) })).status).toBe(1)
    expect(await mail()).toMatchObject({ status: 0, message: 'too_many_recipients_today' })
    w.clock.forward(86_400)
    dana = await w.loggedIn('advisor')
    expect(await mail()).toMatchObject({ status: 1 })
  })

  test('the link is active for 30 days, on a site with its own setting for 7; she may only shorten it', async () => {
    const daysOf = (answer: { data: { expires_at: string } | null }) =>
      Math.round((Date.parse(answer.data!.expires_at) - w.clock.now().getTime()) / 86_400_000)
    expect(daysOf(await mail())).toBe(30)
    expect(daysOf(await mail({ days: 3 }))).toBe(3)
    expect(daysOf(await mail({ days: 90 }))).toBe(30)
    const other = await w.loggedIn('advisor', { site: 98 })
    const user_id = (await other.me()).user_id
    expect(daysOf(await mail({ user_id }, other))).toBe(7)
  })
})

describe('Dana sends a film by text message', () => {
  test('with the link, the STOP notice, and the consent in the ledger', async () => {
    const answer = await sms({ ro: 'RO 1' })
    expect(answer).toMatchObject({
      status: 1,
      message: 'messgae_sms_sent_successfully',
      data: { recipients: [{ to: '+1 503 555 0142', outcome: 'queued' }] },
    })
    const [message] = await textsTo()
    expect(message!.to_number).toBe('+15035550142')
    expect(message!.body).toBe(
      `Northgate Motors: Your front pads are at 2 mm: ${answer.data!.recipients[0]!.link}\nReply STOP to opt out`,
    )
    expect(message!.segments).toBe(1)
    const [granted] = await w.database.system.selectFrom('consents').selectAll().execute()
    expect(granted).toMatchObject({
      channel: 'phone',
      address_key: '+15035550142',
      action: 'granted',
      screen: 'share_sms',
      user_id: danaId,
      wording: 'The customer agreed to receive texts about this repair',
    })
  })

  test('the ledger has the words of the check box in the adviser’s language, not in the customer’s', async () => {
    const wordings = async () =>
      (await w.database.system.selectFrom('consents').select('wording').orderBy('consent_id').execute()).map(
        ({ wording }) => wording,
      )
    await dana.send(sharing.sendSms, { body: { ...textBody(), lang_id: 98 } })
    const french = 'Le client accepte de recevoir des SMS sur cette réparation'
    await dana.send(sharing.sendSms, { body: { ...textBody({ to: '+15035550143' }), opt_in_wording: french } })
    await dana.send(sharing.sendSms, { body: { ...textBody({ to: '+15035550144' }), opt_in_wording: 'He said yes' } })
    const english = 'The customer agreed to receive texts about this repair'
    expect(await wordings()).toEqual([english, french, english])
  })

  test.each([
    ['+1 (503) 555-0142', undefined, '+15035550142'],
    ['(503) 555-0142', 'us', '+15035550142'],
    ['503.555.0142', '+1', '+15035550142'],
    ['07400 123456', 'gb', '+447400123456'],
    ['0044 7400 123456', 'gb', '+447400123456'],
    ['0044 7400 123456', 'us', '+447400123456'],
    ['(00) 972 50 234 5678', undefined, '+972502345678'],
    ['081234 56789', '91', '+918123456789'],
    ['050-234-5678', 'il', '+972502345678'],
    ['06 12 34 56 78', 'fr', '+33612345678'],
    ['+972-50-234-5678', undefined, '+972502345678'],
  ])('%s (%s) is %s', async (to, country, e164) => {
    await sms({ to, country })
    expect((await textsTo())[0]!.to_number).toBe(e164)
  })

  const refused: [string, Text, string][] = [
    ['no number', { to: '' }, 'please_enter_a_valid_phone_number'],
    ['letters', { to: 'call me' }, 'please_enter_a_valid_phone_number'],
    ['a number too short', { to: '+1 503' }, 'please_enter_a_valid_phone_number'],
    ['a number that no country has', { to: '+1 555 555 0142' }, 'please_enter_a_valid_phone_number'],
    ['a landline', { to: '020 7946 0018', country: 'gb' }, 'please_enter_a_valid_phone_number'],
    ['a premium number', { to: '+1 900 555 0142' }, 'please_enter_a_valid_phone_number'],
    ['a number of shared cost', { to: '0810 123 456', country: 'fr' }, 'please_enter_a_valid_phone_number'],
    ['an extension', { to: '+1 503 555 0142 ext. 5' }, 'please_enter_a_valid_phone_number'],
    ['no opt-in', { optIn: undefined }, 'please_click_the_opt_in_checkbox'],
    ['an opt-in before there was one', { optIn: '2007-07-11' }, 'opt_in_date_not_valid'],
    ['null as the opt-in', { optIn: null }, 'please_click_the_opt_in_checkbox'],
    ['an opt-in of next week', { optIn: '2999-01-01' }, 'opt_in_date_not_valid'],
    ['an opt-in on a day that never was', { optIn: '2024-02-30' }, 'opt_in_date_not_valid'],
    ['no film', { films: [] }, 'please_select_an_animation'],
    ['two films', { films: [disc, pads] }, 'message_select_only_one_animation'],
    ['82 characters', { message: 'x'.repeat(82) }, 'message_you_have_exceed_maximum_limit_of_character'],
  ]
  test.each(refused)('%s is refused: nothing is sent or deducted', async (_, given, key) => {
    const gb = await w.loggedIn('advisor', { ip: '81.2.69.142' })
    expect(await sms(given, gb)).toMatchObject({ status: 0, message: key })
    expect(await textsTo()).toEqual([])
    expect(await w.database.system.selectFrom('consents').selectAll().execute()).toEqual([])
  })

  test('an opt-in of tomorrow is refused', async () => {
    const optIn = new Date(w.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
    expect(await sms({ optIn })).toMatchObject({ status: 0, message: 'opt_in_date_not_valid' })
  })

  test('the limit is 81 characters, 160 on a site with more, 1400 for senders in the United States', async () => {
    const gb = await w.loggedIn('advisor', { ip: '81.2.69.142' })
    expect((await sms({ message: 'x'.repeat(81) }, gb)).status).toBe(1)
    const cycles = await w.loggedIn('advisor', { site: 152, ip: '81.2.69.142' })
    const body = { ...textBody({ message: 'x'.repeat(160), films: ['ENGFST'] }), brand_id: 0 }
    expect(await cycles.send(sharing.sendSms, { body })).toMatchObject({ status: 1 })
    expect(await cycles.send(sharing.sendSms, { body: { ...body, emailMessage: 'x'.repeat(161) } })).toMatchObject({
      status: 0,
    })
    const us = await w.loggedIn('advisor', { ip: '8.8.8.8' })
    expect((await sms({ message: 'x'.repeat(1400) }, us)).status).toBe(1)
  })

  test('deducts its segments from the business; two sends cannot use the last one', async () => {
    const me = await w.database.system
      .selectFrom('users')
      .select('businessentity_id')
      .where('web_site_id', '=', 31)
      .where('user_id', '=', danaId)
      .executeTakeFirstOrThrow()
    await w.database.system
      .insertInto('message_credits')
      .values({ web_site_id: 31, businessentity_id: me.businessentity_id!, remaining: 3 })
      .execute()
    expect((await sms()).data!.texts_left).toBe(2)
    const us = await w.loggedIn('advisor', { ip: '8.8.8.8' })
    expect(await sms({ message: 'x'.repeat(600) }, us)).toMatchObject({ status: 0, message: 'no_texts_left' })
    const answers = await Promise.all([
      sms({ to: '+15035550143' }),
      sms({ to: '+15035550144' }),
      sms({ to: '+15035550145' }),
    ])
    expect(answers.map((a) => a.message).toSorted()).toEqual([
      'messgae_sms_sent_successfully',
      'messgae_sms_sent_successfully',
      'no_texts_left',
    ])
    expect(await textsTo()).toHaveLength(3)
  })

  test('as an MMS with the picture of the film, to North America only', async () => {
    expect(await mms()).toMatchObject({ status: 1, message: 'message_mms_sent_successfully' })
    const [message] = await textsTo()
    expect(message).toMatchObject({ kind: 'mms', segments: 1 })
    expect(message!.media_url).toMatch(/\/film-pictures\/BRKDSC\.jpg$/)
    expect(await mms({ to: '+44 7400 123456' })).toMatchObject({ status: 0, message: 'mms_not_available_in_country' })
  })

  test('not after STOP, and then not by mail either to the same person', async () => {
    await sms({ ro: 'RO 7' })
    await mail({ to: 'marcus@mailbox.example', ro: 'RO 7' })
    const [letter] = await mailsTo()
    const sig = new URL(letter!.unsubscribe_url!).searchParams.get('sig')!
    const body = { to: 'marcus@mailbox.example', wsid: '31', sig }
    await dana.call(consent.updateUnsubscribeEmailDetails, { body })
    expect(await sms()).toMatchObject({ status: 0, message: 'error_unsubscribe_user' })
    const ledger = await w.database.system
      .selectFrom('consents')
      .select(['address_key', 'action', 'screen'])
      .orderBy('consent_id')
      .execute()
    expect(ledger).toEqual([
      { address_key: '+15035550142', action: 'granted', screen: 'share_sms' },
      { address_key: 'marcus@mailbox.example', action: 'revoked', screen: 'unsubscribe_page' },
      { address_key: '+15035550142', action: 'revoked', screen: 'same_repair_order' },
    ])
  })
})

describe('unsubscribing', () => {
  const unsubscribed = async () =>
    (await w.database.system.selectFrom('suppressions').select('address_key').execute()).map((r) => r.address_key)

  test('by a one-click POST to the signed URL of a letter; a GET does nothing', async () => {
    await mail()
    const [letter] = await mailsTo()
    const { pathname, search } = new URL(letter!.unsubscribe_url!)
    const somebody = w.visitor()
    await somebody.request(pathname + search)
    await somebody.request(pathname + search, { method: 'HEAD' })
    expect(await unsubscribed()).toEqual([])
    const post = (path: string, body = 'List-Unsubscribe=One-Click') =>
      somebody.request(path, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body })
    expect((await post(`${pathname}${search.replace(/sig=./, 'sig=_')}`)).status).toBe(403)
    expect((await post(pathname + search, 'hello')).status).toBe(400)
    expect((await post(pathname + search.replace('wsid=31', 'wsid=44'))).status).toBe(400)
    expect(await unsubscribed()).toEqual([])
    expect((await post(pathname + search)).status).toBe(200)
    expect((await post(pathname + search)).status).toBe(200)
    expect(await unsubscribed()).toEqual(['marcus@mailbox.example'])
    expect(await w.database.system.selectFrom('consents').select('screen').execute()).toEqual([{ screen: 'one_click' }])
    expect(await mail()).toMatchObject({ status: 0, message: 'error_unsubscribe_user' })
  })

  test('by one click for many customers of one mail provider: they are counted by recipient, and audited', async () => {
    const { linkSecret: secret } = w.running.services.config
    const provider = w.visitor()
    const oneClick = (address: string) =>
      provider.request(
        new URL(unsubscribeUrl({ secret, webSiteId: 31, address, origin: 'http://x.test', languageId: 50 })).href.slice(
          13,
        ),
        {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: 'List-Unsubscribe=One-Click',
        },
      )
    const statuses = new Set<number>()
    for (let n = 0; n < 70; n += 1) statuses.add((await oneClick(`customer${n}@mailbox.example`)).status)
    expect([...statuses]).toEqual([200])
    expect(await unsubscribed()).toHaveLength(70)
    const again = await Promise.all(Array.from({ length: 61 }, () => oneClick('Pat@mailbox.example')))
    expect(again.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(1)
    const audited = await w.database.system
      .selectFrom('audit_log')
      .select(['user_id', 'outcome'])
      .where('action', '=', 'consent.change')
      .where('ip', '=', provider.ip)
      .execute()
    expect(audited).toHaveLength(130)
  })

  test('is undone only with the signature of the letter, and on this web site only', async () => {
    await mail()
    const [letter] = await mailsTo()
    const sig = new URL(letter!.unsubscribe_url!).searchParams.get('sig')!
    const somebody = w.visitor()
    const body = { to: 'marcus@mailbox.example', wsid: '31' }
    expect(await somebody.send(consent.updateUnsubscribeEmailDetails, { body: { ...body, sig } })).toMatchObject({
      status: 1,
    })
    expect(
      await somebody.send(consent.updateUnsubscribeEmailDetails, { body: { ...body, again: true } }),
    ).toMatchObject({ status: 0 })
    expect(await unsubscribed()).toHaveLength(1)
    expect(
      await somebody.send(consent.updateUnsubscribeEmailDetails, { body: { ...body, sig, again: true } }),
    ).toMatchObject({ status: 1, data: { unsubscribed: false } })
    expect(await unsubscribed()).toEqual([])
    const elsewhere = w.visitor({ site: 44 })
    expect(await elsewhere.send(consent.updateUnsubscribeEmailDetails, { body })).toMatchObject({
      status: 0,
      message: 'Invalid URL',
    })
  })

  test.each([
    ['no address', { to: '', wsid: '31' }],
    ['no address but something', { to: 'nobody', wsid: '31' }],
    ['another web site', { to: 'a@mailbox.example', wsid: '33' }],
    ['no web site', { to: 'a@mailbox.example' }],
    ['null as the web site', { to: 'a@mailbox.example', wsid: null }],
    ['nothing', {}],
  ])('with %s: Invalid URL', async (_, body) => {
    expect(await w.visitor().send(consent.updateUnsubscribeEmailDetails, { body })).toMatchObject({
      status: 0,
      message: 'Invalid URL',
    })
  })

  test('the manager exports the consent ledger; another business gets nothing', async () => {
    await sms()
    await mail({ to: 'x@mailbox.example' })
    await dana.call(consent.updateUnsubscribeEmailDetails, { body: { to: 'x@mailbox.example', wsid: '31' } })
    const boss = await w.loggedIn('enterprise')
    const csv = async (who: Person, address: string) => {
      const answer = await who.request(`/api/v1/exportConsents/${encodeURIComponent(JSON.stringify({ address }))}`)
      return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
    }
    const numbers = await csv(boss, '+15035550142')
    expect(numbers.type, numbers.text).toContain('text/csv')
    expect(numbers.text).toContain('granted,The customer agreed')
    expect(numbers.text).toContain(`,advisor,${today()}`)
    expect((await csv(boss, 'X@mailbox.example')).text).toContain('revoked')
    expect((await csv(await w.loggedIn('enterprise2'), '+15035550142')).status).toBe(403)
    expect((await csv(await w.loggedIn('enterprise', { site: 44 }), '+15035550142')).status).toBe(403)
  })
})

describe('what Dana sees before she sends', () => {
  test('her texts, senders and limits; a touch screen nothing', async () => {
    const details = await dana.call(sharing.getEmailAnAnimationDetails, { params: { user: danaId, type: 'email' } })
    expect(details).toMatchObject({
      is_from_no_reply: 'yes',
      shop: { business_name: 'Northgate Motors', street1: '418 Harbour Road', adviser: 'Dana Whitlock' },
      limits: { days: 30, films: 20, recipients: 20 },
      texts_left: null,
    })
    const us = await w.loggedIn('advisor', { ip: '8.8.8.8' })
    const texts = await us.call(sharing.getEmailAnAnimationDetails, { params: { user: danaId, type: 'sms' } })
    expect(texts.limits).toMatchObject({ sms: 1400, mms: 1400, mms_allowed: true })
    expect(texts.emailMessageWebsite.sms_content).toBe("Here's some information about your vehicle repair")
    const spanish = await us.call(sharing.getEmailAnAnimationDetails, {
      params: { user: danaId, type: 'sms', lang: 'es-ES' },
    })
    expect(spanish.emailMessageWebsite.sms_content).toMatch(/vehículo/)
    expect(
      await us.send(sharing.getEmailAnAnimationDetails, {
        params: { user: danaId, type: 'sms', lang: 'xx-XX' },
      }),
    ).toMatchObject({ http: 404 })
    const kiosk = await w.loggedIn('kiosk')
    expect(
      await kiosk.send(sharing.getEmailAnAnimationDetails, { params: { user: danaId, type: 'sms' } }),
    ).toMatchObject({ status: 0 })
  })

  test('the explanation of the opt-in, until she has seen it', async () => {
    const isFirst = async () =>
      (await dana.call(sharing.checkFirstTimeViewSmsMsg, { params: { user: danaId } })).first_time
    expect(await isFirst()).toBe(1)
    await dana.call(sharing.updateFirstTimeViewSmsMsg, { body: { user_id: danaId } })
    await dana.call(sharing.updateFirstTimeViewSmsMsg, { body: {} })
    expect(await isFirst()).toBe(0)
  })
})

describe('sending again', () => {
  test('Dana sends the same again with a new link; another user’s send is not found', async () => {
    await mail({ ro: 'RO 9', subject: 'Again' })
    const [first] = await w.database.system.selectFrom('send_recipients').selectAll().execute()
    const key = randomUUID()
    const again = (who: Person, request_key = key) =>
      who.send(sharing.resendToRecipient, { body: { recipient_id: first!.recipient_id, request_key } })
    const answer = await again(dana)
    expect(answer).toMatchObject({ status: 1, message: 'share_sent_again' })
    expect((await again(dana)).data).toEqual(answer.data)
    const mails = await mailsTo()
    expect(mails.map((m) => m.subject)).toEqual(['Again', 'Again'])
    expect(new Set(mails.map((m) => /\/l\/[\w-]{22}/.exec(m.text)![0])).size).toBe(2)
    expect(await again(await w.loggedIn('advisor2'), randomUUID())).toMatchObject({ status: 0, message: 'not_found' })
    expect(await again(await w.loggedIn('super', { site: 44 }), randomUUID())).toMatchObject({
      status: 0,
      message: 'not_found',
    })
  })
})
