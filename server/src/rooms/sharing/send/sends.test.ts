import { contract } from '@cutaway/contract'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Person } from '../../../testing/world.ts'
import { unsubscribeUrl } from '../../consent/unsubscribe-link.ts'
import { dana, danaId, danaSends, w } from './testing.ts'

/** What Dana sees before she sends, sending again, and how customers unsubscribe. */

const { consent, sharing } = contract
const { mail, mailsTo, sms, today } = danaSends()

describe('what Dana sees before she sends', () => {
  test('her texts, senders and limits; a touch screen nothing', async () => {
    const details = await dana.call(sharing.getEmailAnAnimationDetails, { params: { user: danaId, type: 'email' } })
    expect(details).toMatchObject({
      is_from_no_reply: 'yes',
      shop: { business_name: 'Northgate Motors', street1: '418 Harbor Road', adviser: 'Dana Whitlock' },
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
    expect(new Set(mails.map((m) => /\/l\/[0-9A-Za-z]{12}\b/.exec(m.text)![0])).size).toBe(2)
    expect(await again(await w.loggedIn('advisor2'), randomUUID())).toMatchObject({ status: 0, message: 'not_found' })
    expect(await again(await w.loggedIn('super', { site: 44 }), randomUUID())).toMatchObject({
      status: 0,
      message: 'not_found',
    })
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
