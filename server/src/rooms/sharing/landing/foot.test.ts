import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { sent } from '../testing.ts'

/** The last line of the customer's page: the privacy policy, and the way to stop messages. */

let w: World
let dana: Person
let danaId: number
beforeAll(async () => {
  w = await world({
    pages: {
      html: () => Promise.resolve(''),
      scripts: () => ['/assets/customer.js'],
      textRooms: () => Promise.resolve([]),
    },
  })
  dana = await w.loggedIn('advisor')
  danaId = (await dana.me()).user_id
})
afterAll(() => w.close())

const pageOf = async (path: string, who: Person = w.visitor()) =>
  (await who.request(`/animation_link/${path}`, { headers: { 'accept-language': 'en-US' } })).text()

/** Returns the URL behind a link of the page, with its words. */
const linkTo = (page: string, words: string): URL | null => {
  const href = new RegExp(`<a href="([^"]+)">${words}</a>`).exec(page)?.[1]
  return href === undefined ? null : new URL(href.replaceAll('&#38;', '&'), 'http://localhost')
}

test.each([
  ['a text', '+15035550142'],
  ['a mail', 'marcus@mailbox.example'],
])('the page of %s leads its customer to the signed page that stops messages', async (_, to) => {
  const { token } = await sent(w, danaId, { to })
  const stop = linkTo(await pageOf(token), 'Stop messages')!
  expect(stop.pathname).toBe('/unsubscribe_email')
  const { to: address, wsid, lid, sig } = Object.fromEntries(stop.searchParams)
  const body = { to: address, wsid, lid, sig: sig! }
  expect(await w.visitor().call(contract.consent.updateUnsubscribeEmailDetails, { body })).toMatchObject({
    unsubscribed: true,
  })
  const stopped = await w.database.system.selectFrom('suppressions').select('address_key').execute()
  expect(stopped.map(({ address_key }) => address_key)).toContain(to)
  // A number comes back by a text message from it, never by the page: a link may have been handed on.
  const again = await w
    .visitor()
    .send(contract.consent.updateUnsubscribeEmailDetails, { body: { ...body, again: true } })
  expect(again.status).toBe(to.includes('@') ? 1 : 0)
})

test('the shop itself, and a link that was made to be handed on, are not offered to stop anything', async () => {
  const { token } = await sent(w, danaId)
  expect(linkTo(await pageOf(token, dana), 'Stop messages')).toBeNull()
  const { recipient_id, token: handedOn } = await sent(w, danaId, { to: 'friend@mailbox.example' })
  await w.database.system.deleteFrom('send_recipients').where('recipient_id', '=', recipient_id).execute()
  expect(linkTo(await pageOf(handedOn), 'Stop messages')).toBeNull()
})

test('the privacy policy opens in the frame of the shop, in the language of the page, and leads back', async () => {
  const { token } = await sent(w, danaId)
  const privacy = linkTo(await pageOf(`${token}?lang=he-IL`), 'פרטיות')!
  const page = await pageOf(`${token}${privacy.search}`)
  expect(page).toContain('<html lang="he-IL" dir="rtl">')
  expect(page).toContain('Northgate Motors')
  expect(page).toMatch(/<a class="button quiet" href="\?lang=he-IL">/)
  expect(page).not.toContain('id="film"')
})
