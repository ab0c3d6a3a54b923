import { contract } from '@cutaway/contract'
import type { Page } from 'playwright-core'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserWorld, expectAccessible, type BrowserWorld } from './support/world.ts'

/** Covers the branding of messages to customers. */

let w: BrowserWorld
beforeAll(async () => {
  w = await browserWorld()
})
afterAll(() => w.close())

const { branding } = contract
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).first().waitFor()
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** Returns the page behind the link in the newest mail to an address. */
async function linkFor(email: string): Promise<string> {
  const mail = await w.server.database.system
    .selectFrom('mails')
    .select('text')
    .where('to_address', '=', email)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return /\/confirm_sender\/[\w-]+/.exec(mail.text)![0]
}

/** Makes a picture of one colour. */
function png(width: number, height: number): Buffer {
  const table = Array.from({ length: 256 }, (_, n) => {
    let c = n
    for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
    return c >>> 0
  })
  const crc = (bytes: Buffer) =>
    (bytes.reduce((c, byte) => table[(c ^ byte) & 255]! ^ (c >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const lines = Buffer.concat(
    Array.from({ length: height }, () => Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0x5a)])),
  )
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const file = (name: string, width: number, height: number) => ({
  name,
  mimeType: 'image/png',
  buffer: png(width, height),
})

test('Dana adds an address, confirms it by the mailed link, and it becomes her sender address', async () => {
  const page = await w.arriving('advisor')
  await page.goto('/email_address_settings')
  await heading(page, 'Sender addresses')
  await page.getByRole('heading', { name: 'No sender addresses yet' }).waitFor()
  await expect.poll(() => page.getByRole('switch', { name: 'Send from no-reply' }).isDisabled()).toBe(true)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Add address' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add address' })
  await dialog.getByRole('textbox', { name: 'Address' }).fill('dana@gmail')
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await dialog.getByText('Enter a complete address, like name@example.com').waitFor()
  await dialog.getByRole('textbox', { name: 'Address' }).fill('dana@gmail.com')
  await dialog.getByText('Free email address: your emails come from no-reply').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Address' }).fill('dana@bayview.example.com')
  await expect.poll(() => dialog.getByText('Free email address').count()).toBe(0)
  await page.keyboard.press('Enter')
  await said(page, 'We emailed a link to this address.')
  await row(page, 'dana@bayview.example.com').getByText('Link sent').waitFor()

  // The link page needs a button press, so that a program that only opens the link confirms nothing.
  const mailbox = await w.visitor()
  const link = await linkFor('dana@bayview.example.com')
  await mailbox.goto(link)
  await heading(mailbox, 'Is this your address?')
  await mailbox.getByText('dana@bayview.example.com').waitFor()
  await expectAccessible(mailbox)
  await page.reload()
  await row(page, 'dana@bayview.example.com').getByText('Link sent').waitFor()
  await mailbox.getByRole('button', { name: 'Confirm this address' }).click()
  await mailbox.getByRole('heading', { level: 1, name: /dana@bayview\.example\.com\W+is confirmed/ }).waitFor()
  await mailbox.goto(link)
  await heading(mailbox, 'This link no longer works')

  await page.reload()
  await row(page, 'dana@bayview.example.com').getByText('Default', { exact: true }).waitFor()
})

test('switches to no-reply and back by keyboard, and deletes the address only after a confirmation', async () => {
  const dana = await w.server.loggedIn('advisor2')
  await dana.call(branding.addUserEmailAddress, {
    body: { email: 'dana@bayview.example.com', user_id: (await dana.me()).user_id },
  })
  const token = (await linkFor('dana@bayview.example.com')).split('/').at(-1)!
  await dana.call(branding.confirmSenderAddress, { body: { token } })
  const page = await w.arriving('advisor2')
  await page.goto('/email_address_settings')
  await row(page, 'dana@bayview.example.com').getByText('Default', { exact: true }).waitFor()
  const noReply = page.getByRole('switch', { name: 'Send from no-reply' })
  await noReply.focus()
  await page.keyboard.press('Space')
  await said(page, 'Your emails now come from no-reply.')
  await expect.poll(() => row(page, 'dana@bayview').getByText('Default', { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Make default: dana@bayview.example.com' }).click()
  await said(page, 'This address is now your default.')
  await expect.poll(() => noReply.isChecked()).toBe(false)

  await page.getByRole('button', { name: 'More for dana@bayview.example.com' }).press('ArrowDown')
  await page.getByRole('menuitem', { name: 'Delete address' }).click()
  const sure = page.getByRole('alertdialog')
  await sure.getByText('dana@bayview.example.com').waitFor()
  await expectAccessible(page)
  await sure.getByRole('button', { name: 'Keep it' }).click()
  await row(page, 'dana@bayview.example.com').waitFor()
  await page.getByRole('button', { name: 'More for dana@bayview.example.com' }).click()
  await page.getByRole('menuitem', { name: 'Delete address' }).click()
  await sure.getByRole('button', { name: 'Delete address' }).click()
  await page.getByRole('heading', { name: 'No sender addresses yet' }).waitFor()
})

test('Sam edits his texts; a message that is too long is refused, and leaving unsaved changes asks first', async () => {
  const page = await w.arriving('staff')
  await page.goto('/email_content_settings')
  await heading(page, 'Email and SMS texts')
  await page.getByRole('textbox', { name: 'Subject' }).fill('Your car at Northgate')
  await page.getByRole('textbox', { name: 'Text 1' }).fill('Hello,\nhere is what we found.')
  const sms = page.getByRole('textbox', { name: 'Text message' })
  await sms.fill('x'.repeat(1401))
  await page.getByText('Over the limit by 1').waitFor()
  await page.getByRole('button', { name: 'Save texts' }).click()
  await page.getByText('You have exceeded the maximum number of characters.').waitFor()
  await expectAccessible(page)
  await sms.fill('x'.repeat(1400))
  await page.getByText('1,400 of 1,400 characters').waitFor()

  await page.getByRole('link', { name: 'Email banners' }).click()
  const leaving = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expectAccessible(page)
  await leaving.getByRole('button', { name: 'Stay here' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe('Your car at Northgate')
  await page.getByRole('button', { name: 'Save texts' }).click()
  await said(page, 'Texts saved.')
  await page.getByRole('link', { name: 'Email banners' }).click()
  await heading(page, 'Email banners')
  await page.goBack()
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Text 1' }).inputValue())
    .toBe('Hello,\nhere is what we found.')
  await page.getByRole('textbox', { name: 'Subject' }).fill('Another')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe('Your car at Northgate')
})

test('resizes a logo that is too large during the upload, and deletes it later', async () => {
  const page = await w.arriving('staff')
  await page.goto('/email_content_settings')
  await page.getByRole('button', { name: 'Add logo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add logo' })
  await dialog.getByRole('button', { name: 'Add logo' }).click()
  await dialog.getByText('Choose a picture first').waitFor()
  await dialog.getByLabel(/Choose a picture/).setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  })
  await dialog.getByText('Couldn’t read this picture').waitFor()
  await dialog.getByLabel(/Choose a picture/).setInputFiles(file('logo.png', 500, 200))
  await dialog.getByText('The logo is larger than 250 by 200 pixels.').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Width' }).fill('200')
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Height' }).inputValue()).toBe('80')
  await dialog.getByRole('button', { name: 'Add logo' }).click()
  await page.getByText('200 × 80 pixels').waitFor()
  const logo = page.getByRole('img', { name: 'Your logo' })
  expect(await logo.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(200)
  await page.getByRole('button', { name: 'Delete logo' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete logo' }).click()
  await page.getByText('No logo yet').waitFor()
})

test('Edith adds two banners with the keyboard alone: one has a link, one is resized', async () => {
  const page = await w.arriving('edumanager')
  await page.goto('/email_banner_settings')
  await page.getByRole('heading', { name: 'No banners yet' }).waitFor()
  await expectAccessible(page)
  const dialog = page.getByRole('dialog', { name: 'Add banner' })
  const open = () => page.getByRole('button', { name: 'Add banner' }).first().press('Enter')
  // Registers the handler before the key presses that open the file dialog.
  const choosing = page.waitForEvent('filechooser')
  await open()
  // The picture field has the focus. The file comes from the file dialog of the computer.
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('picture-file')
  await page.keyboard.press('Space')
  await (await choosing).setFiles(file('offer.png', 800, 200))
  await dialog.getByText('800 × 200 pixels').waitFor()
  await dialog.getByRole('textbox', { name: 'Leads to' }).fill('javascript:alert(1)')
  await page.keyboard.press('Enter')
  await dialog.getByText('Enter a whole web address that begins with https://').waitFor()
  await dialog.getByRole('textbox', { name: 'Leads to' }).fill('https://bayview.example.com/offers')
  await page.keyboard.press('Enter')
  await said(page, 'Banner added.')
  const banner = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await banner('Banner 1').getByRole('link', { name: 'https://bayview.example.com/offers' }).waitFor()

  await open()
  await dialog.getByLabel(/Choose a picture/).setInputFiles(file('wide.png', 2400, 300))
  await dialog.getByText('The image is larger than 2000 by 500 pixels.').waitFor()
  await dialog.getByRole('radio', { name: 'Keep this size' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Add banner' }).press('Enter')
  await banner('Banner 2').getByText('Larger than recommended').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Resize: Banner 2' }).press('Enter')
  const resizing = page.getByRole('dialog', { name: 'Resize picture' })
  await resizing.getByRole('textbox', { name: 'Width' }).fill('')
  await page.keyboard.press('Enter')
  await resizing.getByText('Width and height are required.').waitFor()
  await expectAccessible(page)
  await resizing.getByRole('textbox', { name: 'Width' }).fill('1200')
  await page.keyboard.press('Enter')
  await banner('Banner 2').getByText('1200 × 150 pixels').waitFor()

  await page.getByRole('button', { name: 'Make default: Banner 2' }).press('Enter')
  await banner('Banner 2').getByText('Default', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Delete banner: Banner 2' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete banner' }).press('Enter')
  await banner('Banner 1').getByText('Default', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('heading', { name: 'Banner 2' }).count()).toBe(0)
})

test('hides these pages from users without the right to manage them', async () => {
  const page = await w.arriving('student')
  await page.goto('/favourites_settings')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Sender addresses' }).count()).toBe(0)
})
