import { contract } from '@cutaway/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localTime } from '../../../core/formats.ts'
import { world, type Person, type World } from '../../../testing/world.ts'
import { customerPages, linkKey, sent } from '../testing.ts'

/** What the customer's page tells about the shop, the vehicle and the document. */

const { conversations, sharing } = contract
let w: World
let dana: Person
let boss: Person
let danaId: number
beforeAll(async () => {
  w = await world({ pages: customerPages })
  dana = await w.loggedIn('advisor')
  boss = await w.loggedIn('enterprise')
  danaId = (await dana.me()).user_id
})
afterAll(() => w.close())

const pageOf = async (token: string, query = '') =>
  (await w.visitor().request(`/animation_link/${token}${query}`, { headers: { 'accept-language': 'en-US' } })).text()

/** Saves the same hours for each day at Dana's location; null: closed. */
async function hoursAre(hours: readonly ([number, number] | null)[]) {
  const places = await boss.call(conversations.getAutomaticAnswers)
  const { location_id } = places.find(({ location }) => location === 'Harbor Road')!
  await boss.call(conversations.saveAutomaticAnswers, {
    body: { location_id, is_on: false, after_minutes: 30, hours: [...hours] },
  })
}
const everyDay = (day: [number, number] | null) => Array.from({ length: 7 }, () => day)

test('the page says until when the shop is open, in the time zone of the shop and the language of the customer', async () => {
  const { token } = await sent(w, danaId)
  const { time_zone } = w.running.services.sites.byId(31)!
  const { minute, weekday } = localTime(w.clock.now(), time_zone)
  await hoursAre(everyDay([0, 1440]))
  expect(await pageOf(token)).toContain('<small>Open 24 hours</small>')
  // Closes after midnight, whatever time it is now.
  await hoursAre(Array.from({ length: 7 }, (_, day) => (day === weekday ? [0, 1440] : [0, 125])))
  expect(await pageOf(token)).toMatch(/<small>Open until 2:05\sAM<\/small>/)
  expect(await pageOf(token, '?lang=he-IL')).toContain('<small>פתוח עד 2:05</small>')
  // Today is over, or has not begun; the shop opens on another day.
  await hoursAre(Array.from({ length: 7 }, (_, day) => (day === (weekday + 2) % 7 ? [485, 1000] : null)))
  expect(await pageOf(token)).toMatch(/<small>Closed now. Opens \w+day at 8:05\sAM<\/small>/)
  if (minute < 1438) {
    await hoursAre(everyDay([1438, 1439]))
    expect(await pageOf(token)).toMatch(/<small>Closed now. Opens at 11:58\sPM<\/small>/)
  }
  await hoursAre(everyDay(null))
  const page = await pageOf(token)
  expect(page).not.toMatch(/<small>(Open|Closed)/)
  expect(page).toContain('<small>Call the shop</small>')
})

test('the page names the vehicle: in the heading of several repairs, else beside the repair order', async () => {
  const text = async (films: string[]) => {
    const { recipients } = await dana.call(sharing.sendSms, {
      body: {
        brand_id: 1,
        lang_id: 50,
        driverside: 'left',
        user_id: danaId,
        moNumber: '+1 503 555 0166',
        opt_in_date: '2026-11-20',
        emailMessage: 'Please have a look.',
        roNumber: '48213',
        selectedList: [],
        request_key: randomUUID(),
        vehicle: '2018 Subaru Outback',
        films: films.map((part_id) => ({ part_id })),
      },
    })
    return pageOf(linkKey(recipients[0]!.link))
  }
  const several = await text(['BRKPAD', 'TYRWER'])
  expect(several).toContain('<h1 dir="auto">2 repairs for your \u20682018 Subaru Outback\u2069</h1>')
  expect(several).not.toContain('<bdi>2018 Subaru Outback</bdi>')
  expect(await text(['BRKPAD'])).toContain('<bdi>2018 Subaru Outback</bdi>')
})

test('the page counts the pages of the PDF once the file has been made', async () => {
  const { token } = await sent(w, danaId, { parts: ['COLCIR'] })
  const page = await pageOf(token)
  expect(page).toMatch(/Read it as a PDF<small>English<\/small>/)
  const pdf = /<a href="(\/api\/v1\/linkPdf\/[^"]+)"/.exec(page)![1]!
  expect((await w.visitor().request(pdf)).status).toBe(200)
  expect(await pageOf(token)).toMatch(/Read it as a PDF<small>1 page, English<\/small>/)
})
