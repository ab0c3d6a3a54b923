import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '../demo/people.ts'
import { browserWorld, expectAccessible, type BrowserWorld } from './world.ts'

/** The main job, as a newcomer does it: find the part, watch the film, switch the language, leave. */

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
  expect(await page.title()).toContain('Northgate Motors')

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
  await expect.poll(time, { timeout: 15_000 }).toBeGreaterThan(1.5)
  // What is spoken stands on the film, and in the transcript.
  await page.getByText('The disc brake turns foot pressure into stopping force.').first().waitFor()
  // Captions have no role: people see them, assistive technology has the transcript.
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
  await expect.poll(captions, { timeout: 15_000 }).toMatch(/pressure|pedal|piston/)
  // Labels come with the pieces, and can be switched off.
  await expect.poll(seenLabels, { timeout: 20_000 }).toBeGreaterThan(0)
  const labels = page.getByRole('button', { name: 'Labels' })
  await labels.click()
  await expect.poll(seenLabels).toBe(0)
  await labels.click()

  const before = await time()
  await page.getByRole('button', { name: /Narration language/ }).click()
  await page.getByRole('menuitemradio', { name: /Español/ }).click()
  await expect.poll(time, { timeout: 20_000 }).toBeGreaterThan(before + 1)
  await expect.poll(playing).toBe(true)
  await expect.poll(captions, { timeout: 15_000 }).toMatch(/pedal|pist|freno|pinza|líquido|pastilla|desgaste/i)

  await page.getByRole('button', { name: /Dana Whitlock/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL('**/bhome')
  await page.goto('/home')
  await page.waitForURL('**/bhome')
}, 120_000)
