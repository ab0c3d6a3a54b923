import { contract } from '@cutaway/contract'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { dana, danaId, danaReturns, danaSends, disc, type Mail, pads, page1, w } from './testing.ts'

/** Dana sends films by e-mail. */

const { consent, sharing } = contract
const { mail, mailBody, mailsTo } = danaSends()

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
    // The shop's number, as people at its place write it.
    expect(toMarcus.text).toMatch(/\(503\) 555-01\d\d/)
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
    expect(toMarcus.html).toContain('418 Harbor Road')
    expect(toMarcus.unsubscribe_url).toMatch(
      /\/unsubscribe_email\?to=marcus%40mailbox\.example&wsid=31&lid=50&sig=[\w-]{43}$/,
    )
    expect(links[0]).toMatch(/\/l\/[0-9A-Za-z]{12}$/)
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
    await danaReturns()
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
