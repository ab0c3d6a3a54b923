import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '../demo/people.ts'
import {
  browserWorld,
  desktop,
  expectAccessible,
  expectNoSidewaysScroll,
  hebrew,
  phone,
  type BrowserWorld,
} from './support/world.ts'

/** Covers the 360° view: turning a vehicle, and opening a film from a spot on it. */

let w: BrowserWorld
beforeAll(async () => {
  w = await browserWorld()
})
afterAll(() => w.close())

const slider = (page: Page) => page.getByRole('slider')
const standsOn = async (page: Page) => Number(await slider(page).getAttribute('aria-valuenow'))
/** Returns the number of the displayed picture, read from its URL. */
const shown = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('img')
    .first()
    .getAttribute('src')
    .then((src) => /([\w-]+)\.webp$/.exec(src ?? '')?.[1])

/** Locates a place on the picture. */
const spot = (page: Page, place: string) =>
  page
    .getByRole('group', { name: 'Films on this vehicle' })
    .getByRole('button', { name: new RegExp(`^${place},? \\d+`) })
const list = (page: Page, name = 'Films on this vehicle') => page.getByRole('region', { name })

async function atTheVehicle(page: Page, path = '/vehicle_image_view'): Promise<Page> {
  await page.goto(path)
  await page.getByRole('main').getByRole('img').first().waitFor()
  return page
}

async function drag(page: Page, by: number, { release = true } = {}): Promise<void> {
  const box = (await page.getByRole('main').getByRole('img').first().boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height * 0.15]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by, y, { steps: 8 })
  // The pointer rests before its release, so that the drag does not become a throw.
  await page.waitForTimeout(120)
  if (release) await page.mouse.up()
}

test('Dana opens the vehicle from the home page, turns it by dragging and opens a film on it', async () => {
  const page = await w.loggedIn('advisor')
  await page.getByRole('navigation').getByRole('link', { name: '360° view' }).click()
  await page.waitForURL('**/vehicle_image_view')
  await page.getByRole('img', { name: 'Hatchback: Front right' }).waitFor()
  const before = await standsOn(page)
  await drag(page, 200)
  await expect.poll(() => standsOn(page)).toBeGreaterThan(before + 4)
  await expect.poll(() => shown(page)).toBe(String(await standsOn(page)).padStart(2, '0'))
  await drag(page, -200)
  await expect.poll(() => standsOn(page)).toBe(before)
  // With reduced motion nothing turns by itself.
  await expect.poll(() => page.getByRole('button', { name: 'Keep turning' }).count()).toBe(0)

  // A drag that begins on a place turns the vehicle and chooses nothing.
  const { x, y } = (await spot(page, 'Front brake').boundingBox())!
  await page.mouse.move(x + 12, y + 12)
  await page.mouse.down()
  await page.mouse.move(x + 160, y + 12, { steps: 6 })
  await page.waitForTimeout(120)
  await page.mouse.up()
  await expect.poll(() => standsOn(page)).toBeGreaterThan(before)
  await list(page).waitFor()
  await drag(page, -150)
  await spot(page, 'Front brake').getByText('Front brake').click()
  const films = list(page, 'Front brake')
  await films.getByText('4 films at this place').waitFor()
  await films
    .getByRole('link', { name: /Disc brake/ })
    .first()
    .click()
  await page.waitForURL('**/animation/BRKDSC')
  await page.goBack()
  await page.getByRole('img', { name: 'Hatchback: Front right' }).waitFor()
})

test('the motorcycle shop opens its still after the login and rejects a car in the URL', async () => {
  const page = await w.visitor({ site: 44 })
  await page.goto('/login')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('User name').fill('advisor')
  await dialog.getByLabel('Password', { exact: true }).fill(demoPassword)
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/vehicle_image_view')
  await page.getByRole('img', { name: 'Motorcycle: Angled' }).waitFor()
  expect(await shown(page)).toBe('layout-2')
  await drag(page, 30)
  await expect.poll(() => page.getByRole('radio', { name: '360°' }).isChecked()).toBe(true)
  await atTheVehicle(page, '/vehicle_image_view?vehicle=hatch')
  await page.getByRole('img', { name: /Motorcycle/ }).waitFor()
  expect(new URL(page.url()).search).toBe('')
})

/** Taps on touch screens and clicks elsewhere. */
async function swipe(page: Page, finger: boolean): Promise<void> {
  if (!finger) return drag(page, 200)
  const touch = await page.context().newCDPSession(page)
  const at = (x: number) => [{ x, y: 200 }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(120) })
  for (const x of [140, 170, 200, 230])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(x) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

describe.each([
  { name: 'desktop', options: desktop, finger: false },
  { name: 'phone in Hebrew', options: { ...phone, ...hebrew }, finger: true },
])('on a $name', ({ options, finger }) => {
  test('turntable and still are accessible and fit; right is right in both reading directions', async () => {
    const page = await atTheVehicle(await w.loggedIn('advisor', options))
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    const before = await standsOn(page)
    await swipe(page, finger)
    await expect.poll(() => standsOn(page)).toBeGreaterThan(before + 4)
    await page.getByRole('radio').last().check()
    await expect.poll(() => shown(page)).toBe('layout-3')
    await expectNoSidewaysScroll(page)
  })
})
