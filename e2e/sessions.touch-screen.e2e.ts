import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserWorld, expectAccessible, expectNoSidewaysScroll, type BrowserWorld } from './world.ts'

/** Covers the touch screen in the waiting room. */

let w: BrowserWorld
beforeAll(async () => {
  w = await browserWorld()
})
afterAll(() => w.close())

const screen = { viewport: { width: 1080, height: 1920 }, hasTouch: true } as const
const soon = { timeout: 10_000 }
const corner = (page: Page) => page.getByRole('button', { name: 'Menu for the staff' })
const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu for the staff' })
const home = (page: Page) => page.getByRole('heading', { level: 2, name: /films$/ })
const mode = (page: Page) => page.locator('html').getAttribute('data-touch-screen')

async function longPress(page: Page) {
  const box = (await corner(page).boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await menu(page).waitFor()
  await page.mouse.up()
}

test('hides internal features from customers, uses large type, and redirects staff URLs to the home page', async () => {
  const page = await w.loggedIn('kiosk', screen)
  await home(page).waitFor()
  await expect.poll(() => mode(page), soon).toBe('customer')
  expect(await page.evaluate(() => parseFloat(getComputedStyle(document.body).fontSize))).toBeGreaterThanOrEqual(16)
  expect(await page.getByRole('button', { name: /Waiting Room/ }).count()).toBe(0)
  for (const name of ['Settings', 'User guide', 'Contact', 'History'])
    expect(await page.getByRole('link', { name, exact: true }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Feedback' }).count()).toBe(0)
  await page.getByRole('contentinfo').getByRole('button', { name: 'Privacy policy' }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  for (const path of ['/favourites_settings', '/userguide', '/contact']) {
    await page.goto(path)
    await page.waitForURL('**/home')
  }
})

test('a long press in the corner opens the hidden menu; an adviser takes over and hands the screen back', async () => {
  const page = await w.loggedIn('kiosk', screen)
  await home(page).waitFor()
  expect(await corner(page).locator('svg').isVisible()).toBe(false)
  await corner(page).click()
  expect(await menu(page).count()).toBe(0)
  await longPress(page)
  await expectAccessible(page)
  await menu(page).getByRole('button', { name: 'Service adviser mode' }).click()
  await expect.poll(() => mode(page), soon).toBe('service_adviser')
  await page.getByRole('button', { name: /Waiting Room/ }).waitFor()
  await page.goto('/favourites_settings')
  await page.getByRole('main').waitFor()
  expect(new URL(page.url()).pathname).toBe('/favourites_settings')
  await corner(page).click()
  await menu(page).getByRole('button', { name: 'Customer mode' }).click()
  await page.waitForURL('**/home')
  await expect.poll(() => mode(page), soon).toBe('customer')
})

test('makes the hidden menu reachable by keyboard, including the way out', async () => {
  const page = await w.loggedIn('kiosk', screen)
  await home(page).waitFor()
  await corner(page).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  expect(await corner(page).locator('svg').isVisible()).toBe(true)
  await page.keyboard.press('Enter')
  await menu(page).getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/bhome')
})

test('after inactivity, warns and then resets to customer mode, the default language and the home page', async () => {
  const page = await w.loggedIn('kiosk', screen)
  await home(page).waitFor()
  await longPress(page)
  await menu(page).getByRole('button', { name: 'Service adviser mode' }).click()
  await expect.poll(() => mode(page), soon).toBe('service_adviser')
  // Advances the clock by two minutes without activity.
  await page.clock.install()
  await page.goto('/new_animations')
  await page.getByRole('main').waitFor()
  await expect.poll(() => mode(page), soon).toBe('service_adviser')
  await page.keyboard.press('Shift')
  await page.clock.fastForward(100_000)
  const question = page.getByRole('alertdialog', { name: 'Are you still there?' })
  expect(await question.count()).toBe(0)
  await page.clock.fastForward(7_000)
  await question.getByText(/in \d+ seconds/).waitFor()
  await expectAccessible(page)
  // By keyboard: the move of a pointer is activity too, and closes the question before the click.
  await question.getByRole('button', { name: 'Go on' }).press('Enter')
  await question.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/new_animations')

  await page.evaluate(() => (document.cookie = 'cutaway_language=94;path=/'))
  await page.clock.fastForward(121_000)
  await page.waitForURL('**/home')
  await expect.poll(() => mode(page), soon).toBe('customer')
  expect(await page.locator('html').getAttribute('lang')).toBe('en-US')
})
