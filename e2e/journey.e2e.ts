import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '../demo/people.ts'
import { browserWorld, expectAccessible, type BrowserWorld } from './support/world.ts'

/** Covers the main task of a new user: find a part, watch its film, switch the language, log out. */

let w: BrowserWorld
beforeAll(async () => {
  w = await browserWorld()
})
afterAll(() => w.close())

test('Dana logs in, finds the disc brake, watches it in English and Spanish, and logs out', async () => {
  const page = await w.visitor()
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/bhome')
  await expect.poll(() => page.title()).toContain('Northgate Motors')

  await page
    .getByRole('link', { name: 'Log in' })
    .or(page.getByRole('button', { name: 'Log in' }))
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('User name').fill('advisor')
  await dialog.getByLabel('Password', { exact: true }).fill(demoPassword)
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/home')

  await page
    .getByRole('main')
    .getByRole('link', { name: /Brakes/ })
    .first()
    .click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Disc brake(?!s)/ })
    .first()
    .click()
  await page.waitForURL('**/animation/BRKDSC*')
  await page.getByRole('heading', { level: 1, name: 'Disc brake' }).waitFor()
  await expectAccessible(page)

  const time = () => page.evaluate(() => document.querySelector('video')?.currentTime ?? -1)
  const playing = () => page.evaluate(() => document.querySelector('video')?.paused === false)
  if (!(await playing())) await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(time).toBeGreaterThan(1.5)
  // The spoken text is shown on the film and in the transcript.
  await page.getByText('The disc brake turns foot pressure into stopping force.').first().waitFor()
  // Captions have no role: they are visual, and assistive technology reads the transcript.
  const captions = () =>
    page
      .locator('[data-captions]')
      .textContent({ timeout: 2000 })
      .catch(() => '')
  const seenLabels = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll<HTMLElement>('[data-part="box"]')].filter((e) => Number(e.style.opacity) > 0.5)
          .length,
    )
  await expect.poll(captions).toMatch(/pressure|pedal|piston/)
  // Labels appear with the pieces and can be switched off.
  await expect.poll(seenLabels).toBeGreaterThan(0)
  const labels = page.getByRole('button', { name: 'Labels' })
  await labels.click()
  await expect.poll(seenLabels).toBe(0)
  await labels.click()

  const before = await time()
  await page.getByRole('button', { name: /Narration language/ }).click()
  await page.getByRole('menuitemradio', { name: /Español/ }).click()
  await expect.poll(time).toBeGreaterThan(before + 1)
  await expect.poll(playing).toBe(true)
  await expect.poll(captions).toMatch(/pedal|pist|freno|pinza|líquido|pastilla|desgaste/i)

  await page.getByRole('button', { name: /Dana Whitlock/ }).click()
  await page.getByRole('menu').getByText('Service adviser · Northgate Motors').waitFor()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL('**/bhome')
  await page.goto('/home')
  await page.waitForURL('**/bhome')
}, 120_000)

/** Presses Tab until an element of this name has the focus, as a keyboard user does. */
async function tabTo(page: Page, name: RegExp, most = 80): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement
      // Before the first Tab the active element is the body, whose text is the whole page.
      if (element === document.body) return ''
      const label = element?.id ? document.querySelector(`label[for="${CSS.escape(element.id)}"]`)?.textContent : null
      return `${element?.getAttribute('aria-label') ?? ''} ${label ?? ''} ${element?.textContent ?? ''}`.trim()
    })
  const seen: string[] = []
  for (let i = 0; i < most; i += 1) {
    const here = await focused()
    if (name.test(here)) return
    seen.push(here.slice(0, 30))
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${name}, only: ${seen.join(' | ')}`)
}

test('the whole journey by keyboard: log in, search, watch, step, star, PDF, favourites, log out', async () => {
  const page = await w.visitor()
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const go = async (name: RegExp) => {
    await tabTo(page, name)
    await page.keyboard.press('Enter')
  }

  await go(/^Log in$/)
  await page.getByRole('dialog').waitFor()
  await tabTo(page, /User name/)
  await page.keyboard.type('advisor')
  await page.keyboard.press('Tab')
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/home')
  await page.getByRole('combobox', { name: 'Search' }).waitFor()

  await page.keyboard.press('/')
  await page.keyboard.type('brake pad wear')
  await page
    .getByRole('row', { name: /Brake pad wear/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Brake pad wear' }).waitFor()
  const paused = () => page.evaluate(() => document.querySelector('video')?.paused)
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.readyState ?? 0)).toBeGreaterThan(1)
  // The film responds to its keys wherever the focus is, once the player is ready.
  await expect
    .poll(async () => {
      if (await paused()) await page.keyboard.press(' ')
      return paused()
    })
    .toBe(false)

  await go(/^Favorite: Brake pad wear/)
  await page
    .getByRole('button', { name: /^Favorite: Brake pad wear/, pressed: true })
    .first()
    .waitFor()
  await go(/^PDF$/)
  await page.getByRole('dialog', { name: /PDF/ }).getByRole('heading', { name: 'Brake pad wear' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  // The interactive film is the first related film of this name.
  await go(/steps.*Brake pad wear/)
  await page.waitForURL('**/animation/BRKPAD-INT*')
  await page.getByRole('heading', { level: 1, name: 'Brake pad wear' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.readyState ?? 0)).toBeGreaterThan(1)
  // Both films have the same heading: the key counts once the player of the second one is there.
  await expect
    .poll(async () => {
      if (await paused()) await page.keyboard.press('2')
      return paused()
    })
    .toBe(false)

  await page.goto('/home')
  await page.getByRole('combobox', { name: 'Search' }).waitFor()
  await go(/^Favorites$/)
  await page.waitForURL('**/favorites')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Brake pad wear/ })
    .waitFor()
  await go(/Dana Whitlock/)
  await page.getByRole('menuitem', { name: 'Log out' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await arrowTo(page, 'Log out')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/bhome')
}, 120_000)

/** Menus are navigated with the arrow keys. */
async function arrowTo(page: Page, name: string): Promise<void> {
  const entry = page.getByRole('menuitem', { name })
  for (let i = 0; i < 12; i += 1) {
    if (await entry.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`the arrow keys do not reach ${name}`)
}

test('an unknown URL redirects a visitor to /bhome, and a logged-in user to the home page', async () => {
  const visitor = await w.visitor()
  await visitor.goto('/no-such-page')
  await expect.poll(() => new URL(visitor.url()).pathname).toBe('/bhome')
  const dana = await w.arriving('advisor')
  await dana.goto('/no-such-page')
  await expect.poll(() => new URL(dana.url()).pathname).toBe('/home')
})
