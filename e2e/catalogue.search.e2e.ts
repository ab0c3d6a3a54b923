import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  browserWorld,
  expectAccessible,
  expectNoSidewaysScroll,
  hebrew,
  phone,
  type BrowserWorld,
} from './support/world.ts'

/** Covers the search for a film by symptom, with the keyboard alone. */

let w: BrowserWorld
beforeAll(async () => {
  w = await browserWorld()
})
afterAll(() => w.close())

/** The first cell of a row; the second one shares the film. */
const option = (page: Page, name: string | RegExp) => page.getByRole('row', { name }).getByRole('gridcell').first()
const chosen = (page: Page) => page.getByRole('gridcell', { selected: true })

test('Dana searches for a squeal and opens the film without the mouse', async () => {
  const page = await w.loggedIn('advisor')
  await page.getByRole('combobox', { name: 'Search' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('squeal')
  await option(page, /^Squeal when braking 3 films/).waitFor()
  await expect.poll(() => chosen(page).textContent()).toContain('Squeal when braking')
  await page.getByText('4 films found').waitFor()
  await expectAccessible(page)

  // Choosing the symptom fills the field. The arrow keys then select among its films.
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('Squeal when braking')
  await expect.poll(() => chosen(page).textContent()).toContain('Disc brake')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => chosen(page).textContent()).toContain('Brake pad wear')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => chosen(page).textContent()).toContain('Disc brake')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Brake pad wear' }).waitFor()

  // Searches from the small field in the header. Enter pressed early waits for the results.
  await page.keyboard.press('/')
  await page.keyboard.type('p 0301')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Four-stroke engine' }).waitFor()
})

test('all results are a page with an address; each film can be shared, and its link copied', async () => {
  const page = await w.loggedIn('advisor')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('combobox', { name: 'Search' }).fill('squeal when braking')
  await page.getByRole('link', { name: 'All results for “squeal when braking” (3)' }).click()
  await page.getByRole('heading', { level: 1, name: 'Films for “squeal when braking”' }).waitFor()
  expect(new URL(page.url()).search).toBe('?q=squeal%20when%20braking')
  await expect.poll(() => page.getByRole('combobox', { name: 'Search' }).inputValue()).toBe('squeal when braking')
  await page.reload()
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Drum brake' }) })
  await row.getByRole('button', { name: 'Copy link: Drum brake' }).press('Enter')
  await page.getByText('Link copied').waitFor()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await row.getByRole('button', { name: 'Share Drum brake' }).click()
  await page.getByRole('dialog').getByText('Drum brake').first().waitFor()
  await page.goto(link)
  await page.getByRole('heading', { level: 1, name: 'Drum brake' }).waitFor()
})

test('on a phone in Hebrew the search sheet fills the screen, is accessible, and opens the film', async () => {
  const film = /בלם דיסק/
  const page = await w.loggedIn('advisor', { ...phone, ...hebrew })
  await page.getByRole('button', { name: /^חיפוש:/ }).tap()
  const sheet = page.getByRole('dialog', { name: 'חיפוש' })
  const field = sheet.getByRole('combobox', { name: 'חיפוש' })
  await field.waitFor()
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  await expect.poll(() => sheet.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
  await field.fill('חריקה')
  await option(page, film).first().waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await option(page, film).first().tap()
  await page.getByRole('heading', { level: 1, name: film }).waitFor()
  // The film page has the search in its own header.
  await page.getByRole('banner').getByRole('button', { name: 'חיפוש' }).tap()
  await sheet.waitFor()
})
