import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserWorld, desktop, expectAccessible, phone, type BrowserWorld } from './world.ts'

/** Covers dialogs, drawers and confirmations in the component gallery. */

let w: BrowserWorld
beforeAll(async () => {
  w = await browserWorld()
})
afterAll(() => w.close())

async function atGallery(options: Parameters<BrowserWorld['visitor']>[0] = desktop) {
  const page = await w.visitor(options)
  await page.goto('/gallery')
  const opener = (name: string) => page.getByRole('button', { name, exact: true }).first()
  await opener('Dialog 760').waitFor()
  return { page, opener }
}

test('a dialog takes the focus and restores it; the page below neither scrolls nor responds', async () => {
  const { page, opener } = await atGallery()
  await opener('Dialog 760').click()
  const dialog = page.getByRole('dialog', { name: 'Contact' })
  await expect
    .poll(() => dialog.getByLabel('Organization').evaluate((field) => field === document.activeElement))
    .toBe(true)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden')
  const takesFocus = opener('Dialog 420').evaluate((button) => {
    button.focus()
    return button === document.activeElement
  })
  expect(await takesFocus).toBe(false)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await opener('Dialog 760').evaluate((button) => button === document.activeElement)).toBe(true)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).not.toBe('hidden')
})

test('a drawer opens at the end side, also right-to-left, and fills a phone screen', async () => {
  const edges = async (options: Parameters<typeof atGallery>[0]) => {
    const { page, opener } = await atGallery(options)
    await opener('Drawer 480').click()
    await page.getByRole('dialog').waitFor()
    // The slide-in has ended when the position is stable.
    const box = () => page.getByRole('dialog').boundingBox()
    await expect.poll(async () => JSON.stringify(await box()) === JSON.stringify(await box())).toBe(true)
    const { x, width, height } = (await box())!
    return { start: Math.round(x), end: Math.round(x + width), height: Math.round(height) }
  }
  expect(await edges(desktop)).toEqual({ start: 960, end: 1440, height: 900 })
  expect(await edges({ ...desktop, locale: 'he-IL' })).toEqual({ start: 0, end: 480, height: 900 })
  expect(await edges(phone)).toEqual({ start: 0, end: 390, height: 844 })
})

test('loads Mantine widgets when they are rendered, not with the login page', async () => {
  const { page } = await atGallery()
  await page.getByRole('region', { name: 'Select, MultiSelect, Tree of Mantine' }).getByRole('tree').first().waitFor()
  const login = await w.visitor()
  const styles: string[] = []
  login.on('request', (request) => styles.push(request.url()))
  await login.goto('/login')
  await login.getByRole('dialog').getByLabel('User name').waitFor()
  expect(styles.filter((url) => /mantine/i.test(url))).toEqual([])
  expect(await login.evaluate(() => document.querySelector('[data-mantine-styles]'))).toBeNull()
})
