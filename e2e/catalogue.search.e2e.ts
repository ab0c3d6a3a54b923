import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  browserWorld,
  desktop,
  expectAccessible,
  expectNoSidewaysScroll,
  hebrew,
  phone,
  type BrowserWorld,
} from './world.ts'

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

test('Escape closes the list and then empties the field; an empty field shows no list', async () => {
  const page = await w.loggedIn('advisor')
  const field = page.getByRole('combobox', { name: 'Search' })
  await field.focus()
  await page.keyboard.type('   ')
  await page.keyboard.press('ArrowDown')
  expect(await page.getByRole('grid').count()).toBe(0)
  await field.fill('brake')
  await page.getByRole('grid').waitFor()
  expect(await field.getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('grid').count()).toBe(0)
  expect(await field.inputValue()).toBe('brake')
  await page.keyboard.press('Escape')
  expect(await field.inputValue()).toBe('')
})

test('ignores a late response to an earlier query', async () => {
  const page = await w.loggedIn('advisor')
  // Delays the first response until the second has arrived.
  const line = Promise.withResolvers<void>()
  await page.route('**/getSearchedResults', async (route) => {
    if (isFirst(route.request())) await line.promise
    await route.continue().catch(() => undefined)
  })
  const isFirst = (request: Request) => request.postData()?.includes('"shock"') === true
  const asked = page.waitForRequest(isFirst)
  const ended = Promise.race([
    page.waitForEvent('requestfinished', isFirst),
    page.waitForEvent('requestfailed', isFirst),
  ])
  const field = page.getByRole('combobox', { name: 'Search' })
  await field.fill('shock')
  await asked
  await field.fill('P0301')
  await option(page, /Four-stroke engine/).waitFor()
  line.resolve()
  await ended
  expect(await option(page, /Shock absorber/).count()).toBe(0)
  await option(page, /Four-stroke engine/).waitFor()
})

test('shows a message when nothing is found, and offers a retry when the search fails', async () => {
  const page = await w.loggedIn('advisor')
  const field = page.getByRole('combobox', { name: 'Search' })
  await field.fill('xylophone')
  await page.getByRole('heading', { name: 'No films for “xylophone”' }).waitFor()
  await expectAccessible(page)
  await page.context().setOffline(true)
  await field.fill('clutch')
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await page.context().setOffline(false)
  await field.fill('piston')
  await option(page, /Four-stroke engine/).waitFor()
  expect(await again.count()).toBe(0)
})

test('all results are a page with an address; each film can be shared, and its link copied', async () => {
  const page = await w.loggedIn('advisor')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('combobox', { name: 'Search' }).fill('squeal when braking')
  await page.getByRole('link', { name: 'All results for “squeal when braking” (3)' }).click()
  await page.getByRole('heading', { level: 1, name: 'Films for “squeal when braking”' }).waitFor()
  expect(new URL(page.url()).search).toBe('?q=squeal%20when%20braking')
  expect(await page.getByRole('combobox', { name: 'Search' }).inputValue()).toBe('squeal when braking')
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

test('Dana shares a film from the suggestions with the keyboard alone', async () => {
  const page = await w.loggedIn('advisor')
  await page.getByRole('combobox', { name: 'Search' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('disc brake')
  await expect.poll(() => chosen(page).textContent()).toContain('Disc brake')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => chosen(page).textContent()).toBe('Share')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => chosen(page).textContent()).toContain('Disc brake')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByText('Disc brake').first().waitFor()
})

test('the list is right-to-left in Hebrew, accessible, and fits the width', async () => {
  const page = await w.loggedIn('advisor', { ...desktop, ...hebrew })
  await page.getByRole('combobox', { name: 'חיפוש' }).fill('חריקה')
  await option(page, /בלם דיסק/).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

describe.each([
  { name: 'phone', options: phone, squeal: 'squeal', label: 'Search', film: /Disc brake/ },
  { name: 'phone in Hebrew', options: { ...phone, ...hebrew }, squeal: 'חריקה', label: 'חיפוש', film: /בלם דיסק/ },
])('on a $name', ({ options, squeal, label, film }) => {
  test('the search sheet fills the screen, is accessible, and opens the film', async () => {
    const page = await w.loggedIn('advisor', options)
    await page.getByRole('button', { name: new RegExp(`^${label}:`) }).tap()
    const sheet = page.getByRole('dialog', { name: label })
    const field = sheet.getByRole('combobox', { name: label })
    await field.waitFor()
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await expect.poll(() => sheet.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
    await field.fill(squeal)
    await option(page, film).first().waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await option(page, film).first().tap()
    await page.getByRole('heading', { level: 1, name: film }).waitFor()
    // The film page has the search in its own header.
    await page.getByRole('banner').getByRole('button', { name: label }).tap()
    await sheet.waitFor()
  })
})
