import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '../demo/people.ts'
import {
  browserWorld,
  desktop,
  expectAccessible,
  expectNoSidewaysScroll,
  hebrew,
  moving,
  phone,
  type BrowserWorld,
} from './world.ts'

/** Covers the 360° view: turning a vehicle, and opening a film from a spot on it. */

let w: BrowserWorld
beforeAll(async () => {
  w = await browserWorld()
})
afterAll(() => w.close())

/** Allows more time than usual: loading and turning take longer on a busy machine. */
const eventually = { timeout: 15_000 }

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
  await expect.poll(() => standsOn(page), eventually).toBeGreaterThan(before + 4)
  await expect.poll(() => shown(page), eventually).toBe(String(await standsOn(page)).padStart(2, '0'))
  await drag(page, -200)
  await expect.poll(() => standsOn(page), eventually).toBe(before)

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

test('a drag that begins on a place turns the vehicle and chooses nothing', async () => {
  const page = await atTheVehicle(await w.loggedIn('advisor'))
  const before = await standsOn(page)
  const box = (await spot(page, 'Front brake').boundingBox())!
  await page.mouse.move(box.x + 12, box.y + 12)
  await page.mouse.down()
  await page.mouse.move(box.x + 160, box.y + 12, { steps: 6 })
  await page.waitForTimeout(120)
  await page.mouse.up()
  await expect.poll(() => standsOn(page), eventually).toBeGreaterThan(before)
  await list(page).waitFor()
})

test('keyboard alone: turns the vehicle, shows a still, and opens a film', async () => {
  const page = await atTheVehicle(await w.loggedIn('advisor'))
  await page.getByRole('radio', { name: 'Hatchback' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('img', { name: /^Sedan/ }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('img', { name: /^Hatchback/ }).waitFor()
  await slider(page).focus()
  await page.keyboard.press('Home')
  expect(await slider(page).getAttribute('aria-valuetext')).toBe('Front, image 1 of 46')
  await page.keyboard.press('ArrowLeft')
  expect(await standsOn(page)).toBe(46)
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowRight')
  expect(await standsOn(page)).toBe(1)
  for (let i = 0; i < 12; i += 1) await page.keyboard.press('ArrowRight')
  expect(await slider(page).getAttribute('aria-valuetext')).toBe('Right side, image 13 of 46')
  await expect.poll(() => shown(page), eventually).toBe('13')

  await page.getByRole('radio', { name: '360°' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('img', { name: 'Hatchback: Front' }).waitFor()
  await expect.poll(() => shown(page), eventually).toBe('layout-1')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => shown(page), eventually).toBe('layout-2')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => shown(page), eventually).toBe('layout-3')

  // Returns from the still to the turntable, goes to a place of the list, and opens its film with Enter.
  await page.getByRole('button', { name: 'Turn to the right' }).press('Enter')
  await list(page)
    .getByRole('button', { name: /^Rear brake/ })
    .press('Enter')
  await list(page, 'Rear brake')
    .getByRole('link', { name: /Drum brake/ })
    .first()
    .press('Enter')
  await page.waitForURL('**/animation/BRKDRM')
})

test('the list has the places that face away; it turns the vehicle to them and shows their films', async () => {
  const page = await atTheVehicle(await w.loggedIn('advisor'), '/vehicle_image_view?vehicle=saloon')
  await slider(page).focus()
  // From straight behind the engine is not visible.
  await page.keyboard.press('Home')
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('PageUp')
  await expect.poll(() => shown(page), eventually).toBe('25')
  const engine = spot(page, 'Engine')
  await expect.poll(() => engine.count(), eventually).toBe(0)
  await list(page)
    .getByRole('button', { name: /^Engine/ })
    .click()
  await engine.waitFor()
  await list(page, 'Engine')
    .getByRole('link', { name: /Timing belt/ })
    .first()
    .click()
  await page.waitForURL('**/animation/ENGTMB')
})

test('auto-rotates until the user takes hold, and not with reduced motion', async () => {
  const page = await atTheVehicle(await w.loggedIn('advisor', moving))
  const before = await standsOn(page)
  await page.getByRole('button', { name: 'Keep turning' }).click()
  await expect.poll(() => standsOn(page), eventually).not.toBe(before)
  await drag(page, 60)
  await page.getByRole('button', { name: 'Keep turning' }).waitFor()
  const held = await standsOn(page)
  await page.waitForTimeout(400)
  expect(await standsOn(page)).toBe(held)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(() => page.getByRole('button', { name: 'Keep turning' }).count(), eventually).toBe(0)
  await page.getByRole('button', { name: 'Turn to the left' }).click()
  expect(await standsOn(page)).toBe(held - 1 || 46)
})

test('loads the current picture first, then every fourth, and the stills only on demand', async () => {
  const page = await w.loggedIn('advisor')
  const asked: string[] = []
  page.on('request', (request) => {
    const picture = /\/vehicles\/hatch\/[^/]+\/([\w-]+)\.webp$/.exec(request.url())?.[1]
    if (picture) asked.push(picture)
  })
  expect(asked).toEqual([])
  await atTheVehicle(page)
  await expect.poll(() => asked.length, eventually).toBe(46)
  expect(asked[0]).toBe('07')
  expect(asked.slice(1, 11).toSorted()).toEqual(['03', '11', '15', '19', '23', '27', '33', '37', '41', '45'])
  await page.getByRole('radio', { name: 'Top' }).check()
  await expect.poll(() => asked.slice(46), eventually).toEqual(['layout-3'])
})

test('reports and retries a failed view, a failed picture, and several failed pictures', async () => {
  const page = await w.loggedIn('advisor')
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
  const [view, pictures, one] = ['**/api/v1/getVehicleImages/**', '**/vehicles/hatch/**', '**/vehicles/hatch/*/11.webp']
  const refusal = { status: 0, message: 'server_error', data: null }
  await page.route(view, (route) => route.fulfill({ status: 429, json: refusal }))
  await page.route(pictures, (route) => route.abort())
  await page.goto('/vehicle_image_view')
  await page.getByRole('alert').getByText('Couldn’t load the 360° view').waitFor()
  await page.unroute(view)
  await again.click()
  await page.getByRole('alert').getByText('Couldn’t load the picture').waitFor()
  // The list still leads to the films.
  await list(page)
    .getByRole('button', { name: /^Front brake/ })
    .click()
  await page
    .getByRole('link', { name: /Disc brake/ })
    .first()
    .waitFor()
  await expectAccessible(page)
  await page.unroute(pictures)
  await page.route(one, (route) => route.abort())
  await again.click()
  await expect.poll(() => shown(page), eventually).toBe('07')
  const some = page.getByText('Couldn’t load 1 picture')
  await some.waitFor()
  await page.unroute(one)
  await again.click()
  await expect.poll(() => some.count(), eventually).toBe(0)
})

test('shows a message and a link to the systems for a brand without pictures', async () => {
  const page = await w.arriving('advisor')
  const data = { vehicles: [], vehicle: '', images: [], layouts: null, films: [], places: [] }
  const nothing = { status: 1, message: 'ok', data }
  await page.route('**/api/v1/getVehicleImages/**', (route) => route.fulfill({ json: nothing }))
  await page.goto('/vehicle_image_view')
  await page.getByRole('heading', { level: 1, name: 'There is no 360° view for this brand' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Show all films' }).click()
  await page.waitForURL('**/home')
})

test('reports a slow connection', async () => {
  const page = await w.arriving('advisor')
  let go = () => {}
  const later = new Promise<void>((resolve) => (go = resolve))
  await page.route('**/vehicles/hatch/**', async (route) => {
    await later
    await route.continue()
  })
  await page.goto('/vehicle_image_view')
  await page.getByText('Slow connection.').waitFor()
  go()
  await expect.poll(() => shown(page), eventually).toBe('07')
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
  expect(await page.getByRole('radio', { name: '360°' }).isChecked()).toBe(true)
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
  { name: 'desktop in Hebrew', options: { ...desktop, ...hebrew }, finger: false },
  { name: 'phone', options: phone, finger: true },
  { name: 'phone in Hebrew', options: { ...phone, ...hebrew }, finger: true },
])('on a $name', ({ options, finger }) => {
  test('turntable and still are accessible and fit; right is right in both reading directions', async () => {
    const page = await atTheVehicle(await w.loggedIn('advisor', options))
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    const before = await standsOn(page)
    await swipe(page, finger)
    await expect.poll(() => standsOn(page), eventually).toBeGreaterThan(before + 4)
    await page.getByRole('radio').last().check()
    await expect.poll(() => shown(page), eventually).toBe('layout-3')
    await expectNoSidewaysScroll(page)
  })
})
