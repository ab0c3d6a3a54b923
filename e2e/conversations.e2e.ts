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

/** Covers conversations with customers, and the way from a part to a text for a known customer. */

let w: BrowserWorld
beforeAll(async () => {
  w = await browserWorld()
})
afterAll(() => w.close())

test('Dana finds a part and texts it to a known customer with at most 11 keys and 2 clicks', async () => {
  const page = await w.loggedIn('advisor')
  let [keys, clicks] = [0, 0]
  const type = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key)
    keys += pressed.length
  }
  const click = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click()
    clicks += 1
  }
  await page.getByRole('heading').first().waitFor()
  await type('/', 'd', 'i', 's', 'c')
  await page
    .getByRole('row', { name: /Disc brake/ })
    .first()
    .waitFor()
  await type('Enter')
  await page.getByRole('heading', { name: 'Disc brake', level: 1 }).waitFor()
  await click('Share with customer')
  // The device remembers the channel of the last send; a first one begins with email, and the customer's wins. The
  // name is typed at once, while the dialog loads.
  await type('m', 'a', 'r', 'Enter')
  await page.getByText(/Agreed to texts on/).waitFor()
  await click('Send text')
  await page.getByRole('heading', { name: /Text sent to/ }).waitFor()
  expect({ keys, clicks }).toEqual({ keys: 10, clicks: 2 })

  // The next film for the same customer is one press away.
  await page.getByRole('button', { name: 'Next film, same customer' }).click()
  const share = page.getByRole('dialog', { name: 'Share with customer' })
  await share.getByRole('group', { name: 'Customer' }).getByText('Marcus Hale').waitFor()
})

test('Dana reads what customers wrote and answers', async () => {
  const page = await w.loggedIn('advisor')
  await page.getByRole('link', { name: /^Sent.*unread/ }).click()
  const list = page.getByRole('region', { name: 'Conversations', exact: true })
  await list.getByRole('link', { name: /Marcus Hale/ }).click()
  const thread = page.getByRole('region', { name: 'Marcus Hale' })
  await thread.getByText('I have to pick up my daughter').waitFor()
  await thread.getByRole('textbox', { name: 'Your answer' }).fill('Yes, ready by 3:30')
  await page.keyboard.press('Enter')
  await thread.getByText('Northgate Motors: Yes, ready by 3:30').waitFor()
  await expectAccessible(page)
  await list.getByRole('link', { name: /Elena Sorokina/ }).click()
  await page.getByRole('region', { name: 'Elena Sorokina' }).getByRole('button', { name: 'Stop texts' }).click()
  await page.getByText('No more messages go to this customer').waitFor()
})

const opened = async (page: Page, name: RegExp) => {
  await page.goto('/conversations')
  await page.getByRole('link', { name }).first().click()
}

test('on a phone in Hebrew the list and the conversation fill the screen', async () => {
  const page = await w.arriving('advisor', { ...phone, ...hebrew })
  await opened(page, /Priya Raman/)
  await page.getByRole('textbox', { name: 'התשובה שלך' }).waitFor()
  // Only the entries scroll: the name above them and the field below stay.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
