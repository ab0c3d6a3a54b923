import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserWorld, expectAccessible, type BrowserWorld } from './support/world.ts'

/** Covers navigation to a film. */

let w: BrowserWorld
beforeAll(async () => {
  w = await browserWorld()
})
afterAll(() => w.close())

test('Dana goes from all films to those of the brakes, and back through the tree', async () => {
  const page = await w.loggedIn('advisor')
  const main = page.getByRole('main')
  await main
    .getByRole('navigation', { name: 'Systems' })
    .getByRole('link', { name: /^Brakes/ })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Brakes' }).waitFor()
  await expect.poll(() => page.title()).toBe('Brakes · Northgate Motors')
  await main
    .getByRole('link', { name: /Disc brake(?!s)/ })
    .first()
    .waitFor()
  await main.getByRole('link', { name: /All films/ }).click()
  await page.getByRole('heading', { level: 2, name: '12 films' }).waitFor()
  // The warning lights of the dashboard are an entry of the tree too.
  await main.getByRole('link', { name: 'Warning lights' }).first().click()
  await page.getByRole('heading', { name: 'Which color is the light?' }).waitFor()
})

test('shows films of the default kind of the user, or narrated films if there is none', async () => {
  const shown = async (username: string) => {
    const page = await w.loggedIn(username)
    const interactive = page.getByRole('main').getByRole('radio', { name: 'Interactive' })
    await interactive.waitFor({ state: 'attached' })
    return (await interactive.isChecked()) ? 'interactive' : 'narrated'
  }
  await w.server.database.system
    .updateTable('users')
    .set({ default_video_type: 'interactive' })
    .where('web_site_id', '=', 31)
    .where('username', '=', 'staff')
    .execute()
  expect(await shown('staff')).toBe('interactive')
  expect(await shown('advisor')).toBe('narrated')
})

test('shows a message and a link for a system without films', async () => {
  const page = await w.arriving('advisor')
  await page.goto('/home?system=7')
  await page.getByRole('heading', { name: 'No narrated films in Drivetrain yet' }).waitFor()
  await expectAccessible(page)
})

test('changes the language of the whole page without a reload', async () => {
  const page = await w.loggedIn('advisor')
  await page.evaluate(() => Object.assign(window, { stillHere: true }))
  await page
    .getByRole('banner')
    .getByRole('button', { name: /English/ })
    .click()
  await page.getByText('עברית').first().click()
  await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl')
  await page.getByRole('link', { name: /בלמים/ }).first().waitFor()
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true)
  await page.reload()
  await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl')
})
