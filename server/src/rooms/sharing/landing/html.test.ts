import { contract } from '@cutaway/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { htmlFaults } from '../../../testing/html.ts'
import { world, type Person, type World } from '../../../testing/world.ts'
import { answered, linkKey, sent } from '../testing.ts'
import { updateLink } from '../links/links.queries.ts'

/** The HTML that the server renders for customers is valid, in every state of the page. */

let w: World
let dana: Person
beforeAll(async () => {
  w = await world({
    pages: {
      html: () => Promise.resolve(''),
      scripts: () => ['/assets/customer.js'],
      textRooms: () => Promise.resolve([]),
    },
  })
  dana = await w.loggedIn('advisor')
})
afterAll(() => w.close())

async function faults(path: string, who: Person = w.visitor()) {
  const html = await (await who.request(path, { headers: { 'accept-language': 'en-US' } })).text()
  // A time without a date must be readable as one, which an empty element is not.
  expect(html).not.toMatch(/<time(?![^>]*\sdatetime="\d)/)
  return htmlFaults(html)
}

test('before and after an answer, for one film and for several, for customers and for the shop', async () => {
  const userId = (await dana.me()).user_id
  const one = await sent(w, userId)
  const several = await sent(w, userId, { parts: ['BRKDSC', 'BRKPAD', 'TYRWER'], to: '+15035550142' })
  const film = (part_id: string) => ({
    part_id,
    finding: 'Front pads',
    measured: '2 mm',
    rating: 'red' as const,
    price: 1,
  })
  const { recipients } = await dana.call(contract.sharing.sendSms, {
    body: {
      brand_id: 1,
      lang_id: 50,
      driverside: 'left',
      moNumber: '+15035550143',
      opt_in_date: '2026-11-20',
      emailMessage: 'Hello',
      selectedList: [],
      request_key: randomUUID(),
      films: [film('BRKPAD'), film('TYRWER')],
      relatedAnimations: true,
    },
  })
  const found = linkKey(recipients[0]!.link)
  for (const token of [one.token, several.token, found]) {
    expect(await faults(`/animation_link/${token}`)).toEqual([])
    expect(await faults(`/animation_link/${token}?lang=he-IL`)).toEqual([])
    expect(await faults(`/animation_link/${token}?view=privacy`)).toEqual([])
  }
  expect(await faults(`/animation_link/${several.token}`, dana)).toEqual([])
  await answered(w, one, 'approve')
  await answered(w, several, 'call')
  for (const { token } of [one, several]) {
    expect(await faults(`/animation_link/${token}`)).toEqual([])
    expect(await faults(`/animation_link/${token}?view=film`)).toEqual([])
  }
})

test('of links that have expired, were revoked, or never existed', async () => {
  const userId = (await dana.me()).user_id
  const expired = await sent(w, userId, { expiresIn: -1 })
  const revoked = await sent(w, userId)
  const site = w.running.services.sites.byId(31)!
  await w.database.inTenant(31, (db) => updateLink(db, site, revoked.link_id, { revoked_at: w.clock.now() }))
  for (const token of [expired.token, revoked.token, 'nothing'])
    expect(await faults(`/animation_link/${token}`)).toEqual([])
})
