import { contract } from '@cutaway/contract'
import { MenuBoard } from '@cutaway/contract/rooms/signage/menu-board.ts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../server/src/testing/world.ts'
import { browserWorld, type BrowserWorld } from '../support/world.ts'

/** Elena decides what the screens in her waiting rooms show. */

const { signage } = contract
let w: BrowserWorld
let elena: Person
let user_id: number
beforeAll(async () => {
  w = await browserWorld()
  elena = await w.server.loggedIn('enterprise')
  user_id = (await elena.me()).user_id
})
afterAll(() => w.close())

const list = (page: Page) => page.getByRole('region', { name: 'Your list' })
const titles = async () =>
  (await elena.call(signage.getAddedAnimations, { params: { user_id, lang_id: '0' } })).map(({ title }) => title)

test('an image is uploaded in parts; a broken connection is waited for', async () => {
  const page = await w.arriving('enterprise')
  let broken = 0
  await page.route('**/loop_uploads/*', (route) => {
    if (route.request().method() !== 'PATCH' || broken > 0) return route.continue()
    broken += 1
    return route.abort('connectionreset')
  })
  await page.goto('/looped_animations_settings')
  await list(page).getByRole('button', { name: 'Image', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const picture = await sharp({ create: { width: 640, height: 360, channels: 3, background: 'navy' } })
    .png()
    .toBuffer()
  await dialog.locator('input[type=file]').setInputFiles({ name: 'Winter.png', mimeType: 'image/png', buffer: picture })
  await dialog.getByRole('button', { name: 'Add image' }).click()
  await list(page).getByText('Winter', { exact: true }).waitFor()
  expect(broken).toBe(1)
  expect(await titles()).toContain('Winter')
})

test('an item is lifted, moved and dropped with the keys; the order is saved and said', async () => {
  const page = await w.arriving('enterprise')
  await page.goto('/looped_animations_settings')
  const before = await titles()
  const handle = list(page).getByRole('button', { name: `Move ${before[0]}`, exact: true })
  await handle.focus()
  await page.keyboard.press('Space')
  await page.getByText(`Picked up ${before[0]}, number 1`).waitFor({ state: 'attached' })
  await page.keyboard.press('ArrowDown')
  await page.getByText(`${before[0]} is over number 2`).waitFor({ state: 'attached' })
  await page.keyboard.press('Space')
  await page.getByText('Saved', { exact: true }).waitFor()
  await expect.poll(titles).toEqual([before[1], before[0], ...before.slice(2)])
})

test('a price that is changed in the settings comes to the wall by itself', async () => {
  const board = MenuBoard.parse({
    sections: [
      {
        key: 'brakes',
        name: 'Brakes',
        items: [{ key: 'pads', name: 'Front brake pads', price: { kind: 'exact', amount: 21_900 } }],
      },
    ],
  })
  for (const { id, part_id } of await elena.call(signage.getAddedAnimations, { params: { user_id, lang_id: '0' } }))
    await elena.call(signage.deleteLoopedAnimations, { params: { id, part_id } })
  const { id } = await elena.call(signage.addDigitalMenu, {
    body: { user_id, digital_menu_data: JSON.stringify(board), digital_menu_title: 'Service menu' },
  })
  await elena.call(signage.changeLoopPlayType, { body: { user_id, loop_play_type: 'custom' } })
  const wall = await w.arriving('enterprise')
  await wall.goto('/play_looped_animations')
  await wall.getByText('$219').first().waitFor()
  const page = await w.arriving('enterprise')
  await page.goto(`/looped_animations_settings?menu=${id}`)
  await page.getByRole('textbox', { name: 'Price of Front brake pads' }).fill('249')
  await page.getByText('Saved', { exact: true }).waitFor()
  await expect.poll(() => wall.getByText('$249').first().isVisible()).toBe(true)
})
