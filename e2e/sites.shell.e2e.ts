import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '../demo/people.ts'
import {
  browserWorld,
  expectAccessible,
  expectNoSidewaysScroll,
  moving,
  phone,
  type BrowserWorld,
} from './support/world.ts'

/** Covers the frame around the pages: the footer dialogs, the dialogs of the first login, and visit counting. */

let w: BrowserWorld
beforeAll(async () => {
  w = await browserWorld()
})
afterAll(() => w.close())

const footer = (page: Page) => page.getByRole('contentinfo')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

describe('the footer', () => {
  test('offers language, privacy, terms, feedback and brand; the header favourites and the 360° view', async () => {
    const page = await w.loggedIn('advisor')
    for (const name of [/^Change language/, /^Change brand/, 'Privacy policy', 'Terms and conditions', 'Feedback'])
      await footer(page).getByRole('button', { name }).waitFor()
    await expect.poll(() => footer(page).getByRole('button').count()).toBe(5)
    await page.getByRole('navigation').getByRole('link', { name: 'Favorites' }).waitFor()
    await page.getByRole('navigation').getByRole('link', { name: '360° view' }).waitFor()
    for (const [name, words] of [
      ['Privacy policy', 'Northgate Motors'],
      ['Terms and conditions', 'Northgate Motors'],
    ] as const) {
      await footer(page).getByRole('button', { name }).click()
      await page.getByRole('dialog').getByText(words).first().waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  })

  test('stores the language on the device and restores it when the cookie is missing', async () => {
    const page = await w.loggedIn('student')
    await footer(page)
      .getByRole('button', { name: /^Change language/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Français' }).click()
    await heading(page, 'Trouvez la pièce, montrez le film').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('selected_language_id'))).toBe('94')
    await page.context().clearCookies({ name: 'cutaway_language' })
    await page.goto('/logout')
    await page.waitForURL('**/bhome')
    await page.context().clearCookies()
    await page.reload()
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('fr-FR')
  })

  test('stores the brand on the device and ignores a stored brand of another site', async () => {
    const page = await w.loggedIn('advisor')
    const brand = footer(page).getByRole('button', { name: /^Change brand/ })
    await brand.click()
    await page.getByRole('menuitemradio', { name: 'Vans and light trucks' }).click()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('brand_id'))).toBe('3')
    await page.reload()
    await footer(page).getByRole('button', { name: 'Change brand Vans and light trucks' }).waitFor()
    await page.evaluate(() => localStorage.setItem('brand_id', '2'))
    await page.reload()
    await footer(page).getByRole('button', { name: 'Change brand All cars' }).waitFor()
    await page.getByRole('heading', { level: 2, name: /films$/ }).waitFor()
  })
})

describe('the help video at the first login', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: /^Welcome/ })

  test('is shown once; closing it marks the first login as done', async () => {
    const page = await w.loggedIn('advisor', { site: 150, reducedMotion: 'reduce' })
    await dialog(page)
      .getByLabel(/^Welcome/)
      .waitFor()
    await expect.poll(() => page.locator('video').getAttribute('src')).toContain('/motorcycle.en-US.mp4')
    await expect.poll(() => page.locator('track').count()).toBe(6)
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Start using the portal' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    const done = async () => (await (await w.server.loggedIn('advisor', { site: 150 })).me()).is_first_time_login
    await expect.poll(done).toBe(0)
    await page.reload()
    await page.getByRole('heading', { level: 2, name: /films$/ }).waitFor()
    await expect.poll(() => dialog(page).count()).toBe(0)
  })
})

test('the user guide has a film and a document, with a Hebrew variant', async () => {
  const page = await w.arriving('advisor', { site: 142, locale: 'he-IL', reducedMotion: 'reduce' })
  await page.goto('/userguide')
  await heading(page, 'מדריך למשתמש').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'צפייה בסרטון' }).click()
  await page.getByRole('dialog').waitFor()
  await expect.poll(() => page.locator('video').getAttribute('src')).toContain('/portal.he-IL.mp4')
  await expect.poll(() => page.locator('track[default]').getAttribute('srclang')).toBe('he-IL')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'פתיחת המדריך' }).click()
  const document = page.getByRole('dialog').getByRole('article')
  await document.getByRole('heading', { name: 'מציאת סרטון' }).waitFor()
  await expect.poll(() => document.getByRole('listitem').count()).toBe(4)
  await expectAccessible(page)
  // Printing shows the document alone.
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.getByRole('main').isVisible()).toBe(false)
  await document.getByRole('heading', { name: 'החלפת שפה' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'הדפסה' }).isVisible()).toBe(false)
})

test('the user guide fits a phone without horizontal overflow', async () => {
  const page = await w.arriving('advisor', { ...phone })
  await page.goto('/userguide')
  await heading(page, 'User guide').waitFor()
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Open the guide' }).click()
  await page.getByRole('heading', { name: 'Find a film' }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

describe('on a site that requires acceptance of the terms', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Please accept the terms' })

  test('blocks every page until the terms are accepted; the dialog cannot be closed', async () => {
    const page = await w.loggedIn('advisor', { site: 69 })
    await dialog(page).getByText('Terms First').first().waitFor()
    await expect.poll(() => page.getByRole('main').count()).toBe(0)
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog(page).getByRole('button', { name: 'Close' }).count()).toBe(0)
    await expectAccessible(page)
    await page.goto('/favourites_settings')
    await dialog(page).getByRole('button', { name: 'Accept' }).click()
    await heading(page, 'Arrange favorites').or(page.getByRole('main')).first().waitFor()
    await expect.poll(() => dialog(page).count()).toBe(0)
  })

  test('declining logs out', async () => {
    const page = await w.loggedIn('staff', { site: 69 })
    await dialog(page).getByRole('button', { name: 'Decline and log out' }).click()
    await page.waitForURL('**/bhome')
    await page.goto('/home')
    await page.waitForURL('**/bhome')
    await expect.poll(() => dialog(page).count()).toBe(0)
  })
})

describe('visit counting', () => {
  let counter: Server
  /** Records the requests to the external service: the script, then every event. */
  const heard: string[] = []
  beforeAll(async () => {
    counter = createServer((request, response) => {
      const url = new URL(request.url!, 'http://counter')
      response.setHeader('access-control-allow-origin', '*')
      heard.push(url.pathname === '/tag.js' ? `script ${url.searchParams.get('id')}` : url.searchParams.get('event')!)
      if (url.pathname !== '/tag.js') return response.end()
      response.setHeader('content-type', 'text/javascript')
      const { port } = counter.address() as AddressInfo
      response.end(`const say = ([kind, name, values]) => kind === 'event' &&
        fetch('http://127.0.0.1:${port}/collect?event=' + encodeURIComponent(name + ' ' + (values.page_path ?? values.part_id)))
        for (const entry of dataLayer) say(entry)
        const push = dataLayer.push.bind(dataLayer); dataLayer.push = (entry) => { say(entry); return push(entry) }`)
    })
    await new Promise<void>((resolve) => void counter.listen(0, '127.0.0.1', resolve))
    const { port } = counter.address() as AddressInfo
    await w.server.database.system
      .updateTable('web_sites')
      .set({
        settings: JSON.stringify({ analytics_id: 'G-TEST', analytics_script: `http://127.0.0.1:${port}/tag.js` }),
      })
      .where('web_site_id', 'in', [31, 151])
      .execute()
    await w.server.running.services.sites.refresh()
  })
  afterAll(() => new Promise<void>((resolve) => void counter.close(() => resolve())))

  const question = (page: Page) => page.getByRole('region', { name: 'May we count this visit?' })

  test('starts only after consent and stops when consent is withdrawn', async () => {
    const page = await w.visitor({ site: 151, ...moving })
    await page.goto('/bhome')
    await question(page).waitFor()
    await expectAccessible(page)
    await page.goto('/baboutus')
    await question(page).waitFor()
    expect(heard).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('analytics_consent'))).toBeNull()

    await question(page).getByRole('button', { name: 'Allow', exact: true }).click()
    await question(page).waitFor({ state: 'detached' })
    await expect.poll(() => heard).toEqual(['script G-TEST', 'page_view /baboutus'])
    await page.goto('/bhome')
    await expect.poll(() => heard.at(-1)).toBe('page_view /bhome')
    await page.getByRole('link', { name: 'Watch a sample' }).click()
    await expect.poll(() => heard.at(-1)).toMatch(/^film_play \w+$/)
    expect(heard.at(-2)).toMatch(/^page_view \/sample\/\w+$/)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => heard.at(-1)).toBe('page_view /bhome')
    const before = heard.length
    await footer(page).getByRole('button', { name: 'Visit statistics' }).click()
    await question(page).getByRole('button', { name: 'Don’t allow' }).click()
    await page.goto('/baboutus')
    await page.getByRole('main').waitFor()
    await page.reload()
    await page.getByRole('main').waitFor()
    await expect.poll(() => question(page).count()).toBe(0)
    expect(heard.length).toBe(before)
  })

  test('other sites do not ask for consent, and load nothing from other hosts', async () => {
    const page = await w.loggedIn('advisor', { violates: true })
    await page.getByRole('heading', { level: 2, name: /films$/ }).waitFor()
    await expect.poll(() => question(page).count()).toBe(0)
    await expect.poll(() => footer(page).getByRole('button', { name: 'Visit statistics' }).count()).toBe(0)
    const before = heard.length
    const { port } = counter.address() as AddressInfo
    const refused = await page.evaluate(
      (address) =>
        fetch(address).then(
          () => false,
          () => true,
        ),
      `http://127.0.0.1:${port}/collect?event=x`,
    )
    expect(refused).toBe(true)
    expect(heard.length).toBe(before)
  })
})

describe('a connection or a session that is lost', () => {
  test('offline, the frame stays and names the state; the page opens when the connection is back', async () => {
    const page = await w.arriving('advisor')
    // Otherwise the next page may be on this device.
    await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
    await page.goto('/home')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('navigation').getByRole('link', { name: 'Favorites' }).click()
    await heading(page, 'You are offline').waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Northgate Motors' }).waitFor()
    await expectAccessible(page)
    await page.context().setOffline(false)
    await heading(page, 'Favorites').waitFor()
  })

  test('after the session has ended, a page says so at the login, which leads back to it', async () => {
    const page = await w.loggedIn('advisor')
    // Otherwise a request of the home page may be the first that is refused.
    await page.waitForLoadState('networkidle')
    await page.context().clearCookies()
    await page.getByRole('navigation').getByRole('link', { name: '360° view' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('User name').fill('advisor')
    await page.getByText('You were logged out. Log in to continue where you left off.').waitFor()
    await dialog.getByLabel('Password', { exact: true }).fill(demoPassword)
    await dialog.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL('**/vehicle_image_view')
    await expect.poll(() => dialog.count()).toBe(0)
  })
})
