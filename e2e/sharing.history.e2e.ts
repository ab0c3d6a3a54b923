import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  answered,
  machineOpened,
  nothingSent,
  sent,
  visited,
  type Sending,
} from '../server/src/rooms/sharing/testing.ts'
import { unsubscribeUrl } from '../server/src/rooms/consent/unsubscribe-link.ts'
import {
  browserWorld,
  expectAccessible,
  expectNoSidewaysScroll,
  hebrew,
  phone,
  type BrowserWorld,
} from './support/world.ts'

/** Covers receipts of sent films, and the unsubscribe page of the customer. */

let w: BrowserWorld
beforeAll(async () => {
  w = await browserWorld()
  await nothingSent(w.server)
})
afterAll(() => w.close())

async function sentBy(username: string, sending: Sending) {
  const person = await w.server.loggedIn(username)
  return sent(w.server, (await person.me()).user_id, sending)
}
const rows = (page: Page) => page.getByRole('table').getByRole('row')
const drawer = (page: Page) => page.getByRole('dialog')

test('Dana sees the receipts of her films on the home page and opens one', async () => {
  const priya = await sentBy('advisor', { to: 'priya@customer.test', parts: ['ENGFST', 'BRKDSC'], ago: 3600 })
  await visited(w.server, priya, { percent: 82, part: 'ENGFST', ago: 600 })
  await answered(w.server, priya, 'approve', 500)
  await machineOpened(w.server, priya)
  const text = await sentBy('advisor', { to: '+15035550142', ro_number: '48190', parts: ['BRKPAD'] })
  await answered(w.server, text, 'call')
  const page = await w.loggedIn('advisor')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])

  const panel = page.getByRole('region', { name: 'Recently shared' })
  await panel.getByText('Asked for a call').waitFor()
  await expect
    .poll(() => panel.getByRole('listitem').allInnerTexts())
    .toEqual([
      expect.stringMatching(/\(503\) 555-0142[^]*Brake pad wear · Text[^]*Asked for a call/),
      expect.stringMatching(/priya@customer\.test[^]*Four-stroke engine and 1 more · Email[^]*Approved/),
    ])
  await panel.getByRole('link', { name: 'See all' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sent to customers' }).waitFor()
  await expect.poll(() => rows(page).count()).toBe(3)
  await expectAccessible(page)

  // The URL holds the search filter.
  await page.getByRole('searchbox', { name: /Customer/ }).fill('48190')
  await expect.poll(() => rows(page).count()).toBe(2)
  expect(page.url()).toMatch(/\/shared\?search=48190$/)
  await page.getByRole('radio', { name: 'Email' }).click()
  await page.getByRole('heading', { name: 'No sends match' }).waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(() => rows(page).count()).toBe(3)
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('')

  // Opens the drawer by keyboard. Escape closes it and returns the focus to the same row.
  const link = page.getByRole('table').getByRole('link', { name: 'priya@customer.test' })
  await link.focus()
  await page.keyboard.press('Enter')
  await drawer(page).getByRole('heading', { name: 'What happened' }).waitFor()
  const happened = await drawer(page).getByRole('listitem').allInnerTexts()
  expect(happened.join('\n')).toMatch(
    /Sent[^]*Opened the page[^]*Watched 82% of Four-stroke engine[^]*Approved the repair/,
  )
  await drawer(page).getByText('Opened 3 times by mail scanners and link previews. Not counted.').waitFor()
  await expectAccessible(page)

  await drawer(page).getByRole('button', { name: 'Copy link' }).click()
  await page.getByText('Link copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${w.address()}/l/${priya.token}`)
  await drawer(page).getByRole('button', { name: 'Show QR code' }).click()
  const qr = drawer(page).getByRole('img', { name: 'QR code of the link' })
  await expect.poll(() => qr.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)

  await drawer(page).getByRole('button', { name: 'End link' }).click()
  const sure = page.getByRole('alertdialog')
  await sure.getByText('Customers can no longer watch the film with this link.', { exact: false }).waitFor()
  await sure.getByRole('button', { name: 'End link' }).click()
  await drawer(page).getByText('Ended by you or a colleague').waitFor()
  await drawer(page).getByRole('button', { name: 'Extend' }).click()
  await drawer(page)
    .getByText(/Works until/)
    .waitFor()

  const saving = page.waitForEvent('download')
  await drawer(page).getByRole('link', { name: 'Download consent records' }).click()
  expect((await saving).suggestedFilename()).toBe('consent.csv')

  await page.keyboard.press('Escape')
  await expect.poll(() => drawer(page).count()).toBe(0)
  await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('shows a notice of customer activity within ten seconds, once, with a link to the details', async () => {
  const marcus = await sentBy('lite', { to: 'marcus@hale.test', parts: ['BRKDSC'] })
  const page = await w.loggedIn('lite')
  const other = await page.context().newPage()
  await other.goto('/home')
  await page.bringToFront()
  const panel = page.getByRole('region', { name: 'Recently shared' })
  await panel.getByText('Not opened yet').waitFor()
  // The first response sets the time from which news counts.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('share_news'))).not.toBeNull()

  await visited(w.server, marcus, { percent: 82 })
  await answered(w.server, marcus, 'approve')
  const noticeOn = (tab: Page) => tab.getByRole('status').filter({ hasText: 'approved the repair' })
  const tabs = async () => [await noticeOn(page).count(), await noticeOn(other).count()]
  // A notice disappears again, so what was seen counts.
  let seen: number[] = []
  await expect.poll(async () => (seen = await tabs()), { interval: 100 }).toContain(1)
  const [told, quiet] = seen[0] === 1 ? [page, other] : [other, page]
  await noticeOn(told).getByText('marcus@hale.test').waitFor()
  await noticeOn(told).getByRole('button', { name: 'Show' }).click()
  await drawer(told).getByText('Watched 82% of Disc brake').waitFor()
  // The other tab polls too and shows no second notice. Its panel is up to date.
  const answer = quiet.waitForResponse((response) => response.url().includes('/getShareNews/'))
  await quiet.evaluate(() => dispatchEvent(new Event('focus')))
  await answer
  await quiet.getByRole('region', { name: 'Recently shared' }).getByText('Approved').waitFor()
  await expect.poll(() => noticeOn(quiet).count()).toBe(0)
})

test('shows no notice when the connection is lost, and reports the missed activity afterwards', async () => {
  const customer = await sentBy('student', { to: 'late@customer.test' })
  const page = await w.loggedIn('student')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('share_news'))).not.toBeNull()
  await page.context().setOffline(true)
  await answered(w.server, customer, 'call')
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await page.waitForTimeout(500)
  await expect.poll(() => page.getByRole('region', { name: 'Notices' }).getByRole('alert').count()).toBe(0)
  await page.context().setOffline(false)
  await page.getByRole('status').filter({ hasText: 'asked for a call' }).waitFor()
})

test('on a phone in Hebrew, rows become cards and the details fill the screen', async () => {
  const mail = await sentBy('staff', { to: 'noa@customer.test' })
  await visited(w.server, mail, { percent: 40 })
  const page = await w.visitor({ ...phone, ...hebrew })
  const stella = await w.server.loggedIn('staff')
  const cookies = [...stella.cookies, ['cutaway_language', '71'] as const]
  await page.context().addCookies(cookies.map(([name, value]) => ({ name, value, url: w.address() })))
  await page.goto('/shared')
  const title = page.getByRole('heading', { level: 1, name: 'נשלח ללקוחות' })
  await title.waitFor()
  // 16 pixels remain on each side.
  expect(await title.boundingBox()).toMatchObject({ x: 16, width: 358 })
  await page.getByText('noa@customer.test').waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'noa@customer.test' }).tap()
  await drawer(page).getByText('40%', { exact: false }).waitFor()
  await expect.poll(async () => (await drawer(page).boundingBox())?.width).toBe(390)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('a customer unsubscribes: opening the page changes nothing, the button does, and it can be undone', async () => {
  const address = 'enough@customer.test'
  const isSuppressed = async () =>
    (await w.server.database.system.selectFrom('suppressions').selectAll().where('address_key', '=', address).execute())
      .length === 1
  const { linkSecret: secret } = w.server.running.services.config
  const whose = { secret, webSiteId: 31, address }
  const page = await w.visitor()
  await page.goto(unsubscribeUrl({ ...whose, origin: w.address(), languageId: 50 }))
  await page.getByRole('heading', { level: 1, name: /Stop messages from/ }).waitFor()
  // A forwarded copy does not show the address to its reader.
  await page.getByText('e•••h@customer.test').waitFor()
  await expectAccessible(page)
  await expect.poll(() => isSuppressed()).toBe(false)
  await page.getByRole('button', { name: 'Unsubscribe' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'You are unsubscribed' }).waitFor()
  await expect.poll(() => isSuppressed()).toBe(true)
  await expectAccessible(page)
  await page.getByRole('button', { name: /Subscribe again/ }).click()
  await page.getByRole('heading', { level: 1, name: 'You are subscribed again' }).waitFor()
  await expect.poll(() => isSuppressed()).toBe(false)

  // Shows the page in the language of the message, for this page only. Without a signature there is no undo.
  await page.goto(`/unsubscribe_email?to=${address}&wsid=31&lid=71`)
  await page.getByRole('heading', { level: 1, name: /להפסיק לקבל הודעות/ }).waitFor()
  expect(await page.evaluate(() => [document.dir, localStorage.getItem('selected_language_id')])).toEqual(['rtl', null])
  await page.getByRole('main').getByRole('button').click()
  await expect.poll(isSuppressed).toBe(true)
  await expect.poll(() => page.getByRole('main').getByRole('button').count()).toBe(0)

  for (const query of ['', '?wsid=31', `?to=${address}`, `?to=${address}&wsid=33`]) {
    await page.goto(`/unsubscribe_email${query}`)
    if (query.endsWith('33')) await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.getByRole('heading', { level: 1, name: 'Invalid URL' }).waitFor()
  }
})
