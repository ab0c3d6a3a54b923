import { contract } from '@cutaway/contract'
import { describe, expect, test } from 'vitest'
import { dana, danaId, danaSends, disc, pads, type Text, w } from './testing.ts'

/** Dana sends films by text message. */

const { consent, sharing } = contract
const { mail, mailsTo, mms, sms, textBody, textsTo } = danaSends()

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
    ['a second number', { to: '+1 503 555 0142 / 503 555 0143' }, 'please_enter_a_valid_phone_number'],
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
