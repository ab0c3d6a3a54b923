import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserWorld, expectAccessible, expectNoSidewaysScroll, moving, type BrowserWorld } from './support/world.ts'

/** Covers the touch screen in the waiting room. */

let w: BrowserWorld
beforeAll(async () => {
  w = await browserWorld()
})
afterAll(() => w.close())

const screen = { viewport: { width: 1080, height: 1920 }, hasTouch: true } as const
const corner = (page: Page) => page.getByRole('button', { name: 'Staff menu' })
const menu = (page: Page) => page.getByRole('dialog', { name: 'Staff menu' })
const home = (page: Page) => page.getByRole('heading', { level: 1, name: 'What would you like to see?' })
const mode = (page: Page) => page.locator('html').getAttribute('data-touch-screen')

async function longPress(page: Page) {
  const box = (await corner(page).boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await menu(page).waitFor()
  await page.mouse.up()
}

test('is a screen of its own: large cards, no tools of the shop, and staff URLs lead to the home page', async () => {
  const page = await w.loggedIn('kiosk', screen)
  await home(page).waitFor()
  await expect.poll(() => mode(page)).toBe('customer')
  const films = page.getByRole('list', { name: 'Most watched' }).getByRole('link')
  await expect.poll(() => films.filter({ visible: true }).count()).toBe(6)
  const small = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((one) => one.checkVisibility() && [...one.childNodes].some((node) => node.nodeName === '#text'))
      .filter((one) => one.offsetWidth > 1 && parseFloat(getComputedStyle(one).fontSize) < 19)
      .map((one) => one.outerHTML),
  )
  expect(small).toEqual([])
  await expect.poll(() => page.getByRole('button', { name: /Waiting Room|Favorite|Feedback/ }).count()).toBe(0)
  await expect.poll(() => page.getByRole('radio', { name: 'Interactive' }).count()).toBe(0)
  for (const name of ['Settings', 'User guide', 'Contact', 'History', 'Favorites'])
    await expect.poll(() => page.getByRole('link', { name, exact: true }).count()).toBe(0)
  await page.getByRole('link', { name: /Free battery test/ }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await expect.poll(() => films.filter({ visible: true }).count()).toBe(9)
  await expectNoSidewaysScroll(page)
  for (const path of ['/favourites_settings', '/userguide', '/contact']) {
    await page.goto(path)
    await page.waitForURL('**/home')
  }
})

test('a customer finds a film by what he hears, watches it, and goes to the next', async () => {
  const page = await w.loggedIn('kiosk', { ...screen, ...moving })
  await page.getByRole('button', { name: 'Squeal when braking' }).tap()
  const found = page.getByRole('main').getByRole('link', { name: /Brake pad wear/ })
  await found.tap()
  await page.getByRole('heading', { level: 1, name: 'Brake pad wear' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.paused)).toBe(false)
  for (const name of [/^Speed/, /^Quality/, /Keyboard/, /Favorite/, /Share/, 'PDF'])
    await expect.poll(() => page.getByRole('button', { name }).count(), { message: String(name) }).toBe(0)
  await page.evaluate(() => (document.querySelector('video')!.currentTime = 21.5))
  const end = page.getByRole('region', { name: 'Watch again or go on' })
  await end.getByRole('link', { name: /Next film/ }).waitFor()
  await expectAccessible(page)
  await page.getByRole('navigation').getByRole('link', { name: 'All films' }).tap()
  await page.getByRole('heading', { level: 1, name: 'All films' }).waitFor()
  await page.getByRole('link', { name: 'Steering', exact: true }).tap()
  await page.getByRole('heading', { level: 1, name: 'Steering' }).waitFor()
  await expect
    .poll(() =>
      page
        .getByRole('main')
        .getByRole('link', { name: /Steering rack/ })
        .count(),
    )
    .toBe(1)
})

test('holding the logo opens the hidden menu; an adviser takes over and hands the screen back', async () => {
  const page = await w.loggedIn('kiosk', screen)
  await home(page).waitFor()
  await corner(page).click()
  await expect.poll(() => menu(page).count()).toBe(0)
  await longPress(page)
  await expectAccessible(page)
  await menu(page).getByRole('button', { name: 'Service advisor mode' }).click()
  await expect.poll(() => mode(page)).toBe('service_adviser')
  await page.getByRole('button', { name: /Waiting Room/ }).waitFor()
  await page.goto('/favourites_settings')
  await page.getByRole('main').waitFor()
  expect(new URL(page.url()).pathname).toBe('/favourites_settings')
  await corner(page).click()
  await menu(page).getByRole('button', { name: 'Customer mode' }).click()
  await page.waitForURL('**/home')
  await expect.poll(() => mode(page)).toBe('customer')
})

test('makes the hidden menu reachable by keyboard, including the way out', async () => {
  const page = await w.loggedIn('kiosk', screen)
  await home(page).waitFor()
  await corner(page).press('Enter')
  await menu(page).getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/bhome')
  await expect.poll(() => menu(page).count()).toBe(0)
})

/** Runs a check that waits for timers of the page, whose clock is stopped: moves it on by some milliseconds at once. */
async function whileTicking(page: Page, check: () => Promise<void>): Promise<void> {
  let isDone = false
  const done = check().finally(() => (isDone = true))
  // oxlint-disable-next-line no-unmodified-loop-condition -- the check ends it
  while (!isDone) await page.clock.runFor(5)
  await done
}

test('after inactivity, warns and then resets to customer mode and the default language, and plays films until a touch', async () => {
  const page = await w.loggedIn('kiosk', { ...screen, ...moving })
  await home(page).waitFor()
  await longPress(page)
  await menu(page).getByRole('button', { name: 'Service advisor mode' }).click()
  await expect.poll(() => mode(page)).toBe('service_adviser')
  // Advances the clock by two minutes without activity.
  await page.clock.install()
  await page.goto('/new_animations')
  await page.getByRole('main').waitFor()
  await expect.poll(() => mode(page)).toBe('service_adviser')
  // Stops the clock of the page, because the question below is open for fifteen seconds only.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
  await page.keyboard.press('Shift')
  await page.clock.fastForward(100_000)
  const question = page.getByRole('alertdialog', { name: 'Are you still there?' })
  await expect.poll(() => question.count()).toBe(0)
  await page.clock.fastForward(7_000)
  await question.getByText(/in \d+ seconds/).waitFor()
  // Words that still fade in have too little contrast.
  await expect.poll(() => question.evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
  await whileTicking(page, () => expectAccessible(page))
  // By keyboard: the move of a pointer is activity too, and closes the question before the click.
  const kept = page.waitForResponse((response) => response.url().includes('/changeTouchScreenMode'))
  await question.getByRole('button', { name: 'Continue' }).press('Enter')
  await page.clock.resume()
  // The server knows that the adviser stays, before the next two minutes pass at once.
  await kept
  await question.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/new_animations')

  await page.evaluate(() => (document.cookie = 'cutaway_language=94;path=/'))
  await page.clock.fastForward(121_000)
  await page.waitForURL('**/home')
  await expect.poll(() => mode(page)).toBe('customer')
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en-US')
  const start = page.getByRole('button', { name: /^Touch to start/ })
  await start.waitFor()
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.muted)).toBe(true)
  await expectAccessible(page)
  await start.tap()
  await start.waitFor({ state: 'detached' })
  await home(page).waitFor()
})
