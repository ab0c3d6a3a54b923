import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { senderProfileOf } from '../sender-profile.ts'

/** Texts that people save for their messages, and the logo and banners of the business. */

const { branding, sharing } = contract
let w: World
let dana: Person
let liam: Person
let west: Person

beforeAll(async () => {
  w = await world()
  ;[dana, liam, west] = (await Promise.all(['advisor', 'location', 'advisor2'].map((name) => w.loggedIn(name)))) as [
    Person,
    Person,
    Person,
  ]
})
afterAll(() => w.close())

const textsOf = async (who: Person) => {
  const { user_id } = await who.me()
  return (await who.call(branding.getSavedTexts, { params: { user_id } })).map(({ title }) => title)
}
const words = [
  { language_id: 50, text: 'Hi {customer}, your {vehicle} is ready.' },
  { language_id: 71, text: ' ' },
]
const save = (who: Person, title: string, for_business = false, more: object = {}) =>
  who.send(branding.saveText, { body: { channel: 'sms', title, words, for_business, ...more } })

test('Dana saves a text in several languages, changes and deletes it; other users do not see it', async () => {
  const { data } = await save(dana, ' Ready ')
  expect(data).toMatchObject({ title: 'Ready', words: [words[0]], is_mine: true, for_business: false })
  expect([await textsOf(dana), await textsOf(liam), await textsOf(west)]).toEqual([['Ready'], [], []])
  const change = { id: data!.id, title: 'Ready to collect', words, for_business: false }
  expect(await dana.send(branding.changeText, { body: change })).toMatchObject({ data: { title: 'Ready to collect' } })
  await dana.call(branding.deleteText, { params: { id: data!.id } })
  expect(await textsOf(dana)).toEqual([])
})

test('a manager’s text for the business is offered to all its people; an adviser’s stays the own', async () => {
  const { data } = await save(liam, 'From the shop', true)
  await save(dana, 'Mine', true)
  expect([await textsOf(dana), await textsOf(liam), await textsOf(west)]).toEqual([
    ['From the shop', 'Mine'],
    ['From the shop'],
    [],
  ])
  expect(await dana.send(branding.deleteText, { params: { id: data!.id } })).toMatchObject({ http: 404 })
})

test.each([
  ['no title', { title: ' ' }, 'enter_a_title'],
  ['no words', { words: [{ language_id: 50, text: ' ' }] }, 'enter_a_message'],
  ['a language that the site does not have', { words: [{ language_id: 999, text: 'x' }] }, 'enter_a_message'],
  ['too many words', { words: [{ language_id: 50, text: 'x'.repeat(5001) }] }, 'text_too_long'],
])('with %s it is refused', async (_, more, message) => {
  expect(await save(dana, 'Text', false, more)).toMatchObject({ status: 0, message })
})

test('the logo and banners of the business are the default for people who have none', async () => {
  const [liamId, danaId] = [(await liam.me()).user_id, (await dana.me()).user_id]
  const { system } = w.database
  const picture = { width: 10, height: 10 }
  await system
    .insertInto('email_contents')
    .values({ web_site_id: 31, user_id: liamId, logo: 'shop.png', logo_width: 10, logo_height: 10 })
    .execute()
  await system
    .insertInto('banners')
    .values({ web_site_id: 31, user_id: liamId, picture: 'winter.png', is_default: true, ...picture })
    .execute()
  const site = w.running.services.sites.byId(31)!
  const profile = (userId: number) => w.database.inTenant(31, (db) => senderProfileOf(db, site, userId))
  const shop = async () =>
    (await dana.call(sharing.getEmailAnAnimationDetails, { params: { user: danaId, type: 'email' } })).shop.logo_url
  expect([(await profile(danaId)).logo, await shop()]).toEqual([null, null])
  expect(await liam.call(branding.setBusinessBrand, { body: { is_used: true } })).toMatchObject({
    user: { name: 'Liam Ferris' },
  })
  expect(await profile(danaId)).toMatchObject({
    logo: { url: '/pictures/shop.png' },
    banners: [{ url: '/pictures/winter.png' }],
  })
  expect(await shop()).toBe('/pictures/shop.png')
  await system
    .insertInto('banners')
    .values({ web_site_id: 31, user_id: danaId, picture: 'own.png', is_default: true, ...picture })
    .execute()
  expect((await profile(danaId)).banners.map(({ url }) => url)).toEqual(['/pictures/own.png'])
  expect((await profile((await west.me()).user_id)).logo).toBeNull()
  await liam.call(branding.setBusinessBrand, { body: { is_used: false } })
  expect((await profile(danaId)).logo).toBeNull()
  expect(await dana.call(branding.getBusinessBrand)).toEqual({ user: null })
})
