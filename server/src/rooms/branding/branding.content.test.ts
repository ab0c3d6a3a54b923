import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Person, type World } from '../../testing/world.ts'

const { branding } = contract
let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

async function atSite(site: number) {
  const person: Person = await w.loggedIn('advisor', { site })
  const { user_id } = await person.me()
  return {
    person,
    user_id,
    get: () => person.call(branding.getEmailcontent, { params: { user: user_id } }),
    save: (texts: object) => person.send(branding.addEmailContent, { body: { user_id, ...texts } }),
  }
}

test('before anything is saved, a text message has a default text in the user’s language', async () => {
  const { get, user_id } = await atSite(31)
  expect(await get()).toMatchObject({
    email_message1: '',
    sms_message: "Here's some information about your vehicle repair",
    mail_subject: '',
    uploaded_logo: '',
  })
  await w.database.system.updateTable('users').set({ language_id: 71 }).where('user_id', '=', user_id).execute()
  expect((await get()).sms_message).toMatch(/[\u0590-\u05ff]/)
  await w.database.system.updateTable('users').set({ language_id: null }).where('user_id', '=', user_id).execute()
})

test('saves texts; omitted ones do not change', async () => {
  const { get, save } = await atSite(31)
  expect(await save({ email_message1: 'Hello,\r\nyour car is here. ', mail_subject: 'Your car' })).toMatchObject({
    status: 1,
    message: 'message_texts_saved',
    data: { email_message1: 'Hello,\nyour car is here.', mail_subject: 'Your car' },
  })
  await save({ email_message2: 'Second', email_message3: '<b>Third</b> & more' })
  expect(await get()).toMatchObject({
    email_message1: 'Hello,\nyour car is here.',
    email_message2: 'Second',
    email_message3: '<b>Third</b> & more',
    mail_subject: 'Your car',
  })
})

test('a subject cannot inject a mail header', async () => {
  const { save } = await atSite(31)
  expect(await save({ mail_subject: 'Your car\r\nBcc: all@shop.com\u0007\u2028x' })).toMatchObject({
    data: { mail_subject: 'Your car Bcc: all@shop.com x' },
  })
})

test('texts above their limit are refused, those at the limit are not', async () => {
  const { save, get } = await atSite(31)
  expect(await save({ email_message1: 'x'.repeat(4001) })).toMatchObject({ status: 0, message: 'text_too_long' })
  expect(await save({ mail_subject: 'x'.repeat(201) })).toMatchObject({ status: 0, message: 'text_too_long' })
  expect(await save({ email_message1: 'x'.repeat(4000), mail_subject: 'x'.repeat(200) })).toMatchObject({ status: 1 })
  expect((await save({ email_message1: 'x'.repeat(20_001) })).http).toBe(400)
  expect((await save({ email_message1: 7 })).http).toBe(400)
  expect((await get()).email_message1).toHaveLength(4000)
})

test.each([
  { where: 'in the United States', site: 31, limit: 1400 },
  { where: 'on the site with the longer limit, if its country has no messages with pictures', site: 152, limit: 160 },
  { where: 'in Australia', site: 33, limit: 81 },
])('a text message $where may have $limit characters', async ({ site, limit }) => {
  if (site === 152) {
    await w.database.system
      .updateTable('web_sites')
      .set({ country_code_iso: 'mx' })
      .where('web_site_id', '=', site)
      .execute()
    await w.running.services.sites.refresh()
  }
  const { save, get } = await atSite(site)
  expect((await get()).sms_limit).toBe(limit)
  expect(await save({ sms_message: 'é'.repeat(limit) })).toMatchObject({ status: 1 })
  expect(await save({ sms_message: 'é'.repeat(limit + 1) })).toMatchObject({
    status: 0,
    message: 'message_you_have_exceed_maximum_limit_of_character',
  })
  expect((await get()).sms_message).toHaveLength(limit)
})

test('texts of other users are inaccessible; a manager of the shop may save them', async () => {
  const { user_id } = await atSite(31)
  const manager = await w.loggedIn('enterprise')
  const texts = { user_id, email_message2: 'From the manager' }
  expect(await manager.send(branding.addEmailContent, { body: texts })).toMatchObject({ status: 1 })
  for (const who of [await w.loggedIn('advisor2'), await w.loggedIn('super', { site: 44 })]) {
    expect((await who.send(branding.addEmailContent, { body: texts })).http).toBe(403)
    expect((await who.send(branding.getEmailcontent, { params: { user: user_id } })).http).toBe(403)
  }
})
