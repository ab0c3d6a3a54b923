import { contract } from '@cutaway/contract'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { htmlFaults } from './testing/html.ts'
import { world, type Person, type World } from './testing/world.ts'

/** The HTML of every page that the server draws is valid; the customer's page is tested in its room. */

const index = await readFile(join(import.meta.dirname, '../../web/index.html'), 'utf8')
let w: World
let dana: Person
beforeAll(async () => {
  w = await world({
    pages: {
      html: () => Promise.resolve(index),
      scripts: () => ['/assets/card.js'],
      textRooms: () => Promise.resolve(['frame']),
    },
  })
  dana = await w.loggedIn('advisor')
})
afterAll(() => w.close())

const opened = async (path: string, who: Person) => {
  const response = await who.request(path)
  const html = await response.text()
  return { status: response.status, html, faults: await htmlFaults(html) }
}

test('pages for visitors and for signed-in people', async () => {
  for (const path of ['/bhome', '/login', '/unsubscribe_email?email=joan@mailbox.example'])
    expect(await opened(path, w.visitor())).toMatchObject({ status: 200, faults: [] })
  expect(await opened('/home', dana)).toMatchObject({ status: 200, faults: [] })
})

test('the page of a film, with the film that loads before the application', async () => {
  const page = await opened('/animation/BRKDSC', dana)
  expect(page.html).toContain('<video id="early-film"')
  expect(page).toMatchObject({ status: 200, faults: [] })
})

test('the frame for a card that no payment asks for', async () => {
  expect((await opened('/pay/card/nothing', w.visitor())).faults).toEqual([])
})

test('a web site that is out of service, in its own language or the one that was chosen', async () => {
  const sam = await w.loggedIn('super')
  await sam.call(contract.sites.takeWebSiteOutOfService, { body: { web_site_id: 142 } })
  const visitor = w.visitor({ site: 142 })
  await expect.poll(async () => (await opened('/bhome', visitor)).status).toBe(503)
  const own = await opened('/bhome', visitor)
  expect(own.faults).toEqual([])
  expect(own.html).toContain('lang="he-IL" dir="rtl"')
  visitor.cookies.set('cutaway_language', '50')
  const chosen = await opened('/bhome', visitor)
  expect(chosen.html).toContain('lang="en-US" dir="ltr"')
})
