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

/** Covers sending films to customers from the share dialog. */

let w: BrowserWorld
beforeAll(async () => {
  w = await browserWorld()
})
afterAll(() => w.close())

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share with customer' })
async function openShare(page: Page): Promise<void> {
  await page.goto('/animation/BRKDSC')
  await page.getByRole('button', { name: 'Share with customer' }).click()
  await dialog(page).waitFor()
}

test('Dana sends a film by e-mail, previews it, and finds the mail in the outbox', async () => {
  const page = await w.loggedIn('advisor')
  await openShare(page)
  const share = dialog(page)
  const to = share.getByRole('textbox', { name: 'To', exact: true })

  // Keyboard: an invalid address is marked and blocks sending, with the reason beside the button.
  await to.pressSequentially('bob,marcus.hale@mailbox.example ')
  const send = share.getByRole('button', { name: 'Send email' })
  await share.getByText('This is not a complete address').waitFor()
  await expect.poll(() => send.isDisabled()).toBe(true)
  await share.getByRole('button', { name: 'Remove bob' }).press('Enter')
  await expect.poll(() => send.isDisabled()).toBe(false)

  // Unedited text is in the language of the customer. Edited text does not change.
  const message = share.getByRole('textbox', { name: 'Message' })
  const language = share.getByRole('combobox', { name: 'Customer’s language' })
  await language.selectOption({ label: 'Español' })
  await expect.poll(() => message.inputValue()).toContain('vehículo')
  await message.fill('Hola')
  await language.selectOption({ label: 'English' })
  await share.getByText('Your vehicle repair, explained').first().waitFor()
  await expect.poll(() => message.inputValue()).toBe('Hola')
  await share.getByRole('textbox', { name: 'Subject' }).fill('Your brakes, explained')
  await share.getByRole('textbox', { name: 'Message' }).fill('Hi Marcus,\n\nyour pads are down to 2 mm.')
  const preview = share.getByRole('region', { name: 'Preview' })
  await preview.getByText('your pads are down to 2 mm.').waitFor()
  await expect.poll(() => preview.innerText()).toContain('Your brakes, explained')

  // Adds another film through the search.
  await share.getByRole('button', { name: 'Add film' }).click()
  const picker = page.getByRole('dialog', { name: 'Add film' })
  await picker.getByRole('searchbox', { name: 'Find a film' }).fill('pad wear')
  await picker.getByRole('button', { name: /Brake pad wear/ }).click()
  await picker.getByRole('button', { name: 'Done' }).click()
  await share.getByText('2 of 20').waitFor()
  await share.getByRole('button', { name: 'More for Brake pad wear' }).press('Enter')
  await share.getByRole('menuitem', { name: 'Move up' }).press('Enter')
  await expectAccessible(page)

  // Closing the dialog by mistake keeps the draft.
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Share with customer' }).click()
  await expect.poll(() => share.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe('Your brakes, explained')
  await send.click()
  await share.getByRole('heading', { name: /Email sent to .*marcus\.hale@mailbox\.example/ }).waitFor()
  // The form resets itself after sending.
  await to.waitFor()
  await expect.poll(() => share.getByRole('button', { name: /Remove marcus/ }).count()).toBe(0)

  await page.goto('/outbox')
  await page.getByText('Your brakes, explained').first().waitFor()
})

test('what Dana types as the number of a new customer stays, also while the rules of numbers are loading', async () => {
  const page = await w.arriving('advisor')
  const { promise: mayLoad, resolve: load } = Promise.withResolvers<void>()
  await page.route(/\/utils-[^/]*\.js$/, async (route) => {
    await mayLoad
    await route.continue()
  })
  await page.goto('/home')
  await openShare(page)
  const share = dialog(page)
  await share.getByRole('tab', { name: 'Text message' }).click()
  await share.getByRole('button', { name: 'New customer' }).click()
  await share.getByRole('textbox', { name: /^Name/ }).waitFor()
  setTimeout(load, 500)
  const number = share.getByRole('textbox', { name: 'Mobile number' })
  // The cursor is in the field that has taken the place of the search.
  await expect.poll(() => number.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('5035550147')
  await share.getByRole('textbox', { name: /^Name/ }).fill('Nora Blake')
  await share.getByRole('img', { name: 'The number is valid' }).or(share.getByLabel('The number is valid')).waitFor()
  await expect.poll(() => number.inputValue()).toMatch(/555-0147/)
})

test('Dana sends a text message only with a number and consent, and makes a link that is listed later', async () => {
  const page = await w.loggedIn('advisor')
  await openShare(page)
  const share = dialog(page)
  await share.getByRole('tab', { name: 'Text message' }).click()
  await share.getByText('Send texts only to customers who agreed to them').waitFor()
  await share.getByRole('button', { name: 'Send text' }).click()
  await share.getByText('Choose a customer or type a number').first().waitFor()
  await share.getByText('Please tick the opt-in box').waitFor()

  await share.getByRole('combobox', { name: 'Customer', exact: true }).pressSequentially('5035550199')
  await page.keyboard.press('Enter')
  await share.getByLabel('Mobile number').waitFor()
  await share.getByRole('textbox', { name: /^Name/ }).fill('Joan Pell')
  await share.getByRole('checkbox', { name: /The customer agreed/ }).check()
  await share.getByRole('textbox', { name: 'Message' }).fill('It’s worn – see')
  await share.getByText(/UCS-2/).waitFor()
  await share.getByRole('button', { name: 'Use plain characters' }).click()
  await expect.poll(() => share.getByRole('textbox', { name: 'Message' }).inputValue()).toBe("It's worn - see")
  await share.getByText(/GSM-7/).waitFor()
  await expectAccessible(page)
  await share.getByRole('button', { name: 'Send text' }).click()
  await share.getByRole('heading', { name: /Text sent to/ }).waitFor()
  await share.getByRole('button', { name: 'Send another' }).click()

  await share.getByRole('tab', { name: 'Link' }).click()
  await share.getByRole('textbox', { name: 'Button link' }).fill('javascript:alert(1)')
  await share.getByRole('button', { name: 'Create link' }).click()
  await share.getByRole('alert').getByRole('link').first().waitFor()
  await share.getByRole('textbox', { name: 'Button link' }).fill('https://shop.example/book')
  await share.getByRole('textbox', { name: 'Button text' }).fill('Book a visit')
  await share.getByRole('button', { name: 'Create link' }).click()
  const made = share.getByRole('region', { name: 'Your link' })
  const link = await made.getByRole('textbox', { name: 'Your link' }).inputValue()
  expect(link).toMatch(/\/l\/[0-9A-Za-z]{12}$/)
  // Making the same link again returns the existing link with a warning.
  await share.getByRole('button', { name: 'Create link' }).click()
  await page.getByText('A link was already generated').waitFor()
  await expect.poll(() => made.getByRole('textbox', { name: 'Your link' }).inputValue()).toBe(link)
  const earlier = share.getByRole('region', { name: 'Earlier links' })
  await earlier.getByText(link.replace(/^https?:\/\//, '')).waitFor()
  await earlier
    .getByRole('button', { name: /^End link/ })
    .first()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End link' }).click()
  await earlier.getByText('Ended').waitFor()
  await expectAccessible(page)
})

test('on a phone in Hebrew the dialog fills the screen, with the preview behind a switch', async () => {
  const page = await w.arriving('advisor', { ...phone, ...hebrew })
  await page.goto('/animation/BRKDSC')
  await page.getByRole('button', { name: 'שיתוף עם הלקוח' }).click()
  const share = page.getByRole('dialog', { name: 'שיתוף עם הלקוח' })
  await share.getByRole('textbox', { name: 'אל', exact: true }).waitFor()
  const { width, height } = (await share.boundingBox())!
  expect([width, height].map(Math.round)).toEqual([390, 844])
  await share.getByRole('radio', { name: 'תצוגה מקדימה' }).check()
  await share.getByRole('region', { name: 'תצוגה מקדימה' }).getByText('no-reply@').waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
