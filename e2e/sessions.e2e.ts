import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '../demo/people.ts'
import { browserWorld, expectAccessible, phone, type BrowserWorld } from './support/world.ts'

/** Covers login, its second step, logout and the forgotten password. */

let w: BrowserWorld
beforeAll(async () => {
  w = await browserWorld()
})
afterAll(() => w.close())

const newPassword = 'harbour lantern violet'

test('opens the requested page after the login, which loads no Mantine widgets', async () => {
  const page = await w.visitor()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await openLogin(page)
  expect(asked.filter((url) => /mantine/i.test(url))).toEqual([])
  expect(await page.evaluate(() => document.querySelector('[data-mantine-styles]'))).toBeNull()
  await page.goto('/contact?from=mail')
  await page.waitForURL('**/bhome')
  await logIn(page, 'staff')
  await expect.poll(() => page.url()).toMatch(/\/contact\?from=mail$/)
})

test('/logout ends the session in all windows', async () => {
  const page = await w.loggedIn('attorney')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const other = await page.context().newPage()
  await other.goto('/aboutus')
  await other.getByRole('heading', { level: 1, name: 'About us' }).waitFor()
  await page.goto('/logout')
  await page.waitForURL('**/bhome')
  await page.goto('/home')
  await page.waitForURL('**/bhome')
  await other.getByRole('link', { name: 'Contact' }).first().click()
  // The other window says that its session has ended.
  await expect.poll(() => other.url()).toMatch(/\/login$/)
})

test('redirects a logged-in user away from the login page', async () => {
  const page = await w.arriving('lite')
  await page.goto('/login')
  await expect.poll(() => page.url()).toMatch(/\/home$/)
})

test('Emil requests a password reset, receives a mail and sets a new password', async () => {
  const page = await w.visitor()
  const dialog = await openLogin(page)
  await dialog.getByLabel('User name').fill('employee')
  await dialog.getByRole('button', { name: 'Forgotten?' }).click()
  const forgotten = page.getByRole('dialog', { name: 'Forgotten password' })
  await forgotten.getByRole('button', { name: 'Send link' }).click()
  await forgotten.getByText('If an account matches').waitFor()

  const choose = await openMail(page, 'employee')
  await choose.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor()
  await choose.getByText('employee').first().waitFor()
  await expectAccessible(choose)

  await choose.getByRole('button', { name: 'Save password' }).click()
  await choose.getByRole('alert').getByText('2 things to correct').waitFor()
  await choose.getByLabel('New password', { exact: true }).fill(newPassword)
  await choose.getByLabel('Repeat the new password').fill(`${newPassword}!`)
  await choose.getByRole('button', { name: 'Save password' }).click()
  await choose.getByText('The passwords do not match.').waitFor()
  const link = choose.url()
  await choose.getByLabel('Repeat the new password').fill(newPassword)
  await choose.getByRole('button', { name: 'Save password' }).click()
  await choose.waitForURL('**/bhome')
  await choose.getByText('Your password has been changed.').waitFor()

  await logIn(choose, 'employee', newPassword)
  await choose.waitForURL('**/home')

  // The link is used up: its page says so, shows no form, and offers a new link.
  const late = await w.visitor()
  await late.goto(new URL(link).pathname)
  await late.getByText('This link has expired or was already used').waitFor()
  await expect.poll(() => late.getByLabel('New password').count()).toBe(0)
  await late.getByRole('link', { name: 'Ask for a new link' }).click()
  await late.getByRole('dialog', { name: 'Forgotten password' }).waitFor()
})

test('while her password is being guessed, Dana solves a captcha in a new browser and logs in', async () => {
  const stranger = w.server.visitor({ site: 33 })
  for (const guess of ['first', 'second']) await stranger.logIn('advisor', guess)
  const page = await w.visitor({ site: 33 })
  const dialog = await openLogin(page)
  const puzzle = dialog.getByRole('checkbox', { name: /robot|Confirmed|Checking/ })
  await expect.poll(() => puzzle.count()).toBe(0)
  await typeLogin(dialog, 'advisor', 'mistyped')
  await dialog.getByText('There were several failed attempts').waitFor()
  // The captcha is solved without user input, and the login continues.
  await dialog.getByRole('alert').getByText('Incorrect login details').waitFor()
  await puzzle.waitFor()
  await expectAccessible(page)
  await typeLogin(dialog, 'advisor', demoPassword)
  await page.waitForURL('**/vehicle_image_view')
})

test('a forced password change comes before every other page', async () => {
  await w.server.database.system
    .updateTable('users')
    .set({ required_password_change: true })
    .where('web_site_id', '=', 31)
    .where('username', '=', 'regional')
    .execute()
  const page = await w.loggedIn('regional')
  await page.waitForURL('**/accountAccess/*')
  const own = new URL(page.url()).pathname

  await page.getByLabel('New password', { exact: true }).fill(demoPassword)
  await page.getByLabel('Repeat the new password').fill(demoPassword)
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByText('must be different').waitFor()
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByLabel('Repeat the new password').fill(newPassword)
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.waitForURL('**/home')

  // For any other person the page does not exist and reveals nothing.
  const stranger = await w.visitor()
  for (const path of [own, '/accountAccess/999999', '/accountAccess/', '/accountAccess/not-a-token']) {
    await stranger.goto(path)
    await stranger.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    await expect.poll(() => stranger.getByRole('textbox').count()).toBe(0)
  }
})

test('Dana adds a passkey, stores her recovery codes, and logs in with it', async () => {
  const page = await w.arriving('advisor', { ...phone, site: 44 })
  await withAuthenticator(page)
  await page.goto('/personal_settings')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Counter phone')
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' })
  await codes.waitFor()
  await expectAccessible(page)
  const [code] = await codes.getByRole('listitem').allTextContents()
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await page.getByText('Counter phone').waitFor()

  const enterPassword = async () => {
    await page.goto('/logout')
    await page.waitForURL('**/bhome')
    await page.goto('/login')
    await page.getByLabel('User name').fill('advisor')
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Log in' }).last().click()
    await page.getByRole('button', { name: 'Use your passkey' }).waitFor()
  }
  await enterPassword()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await page.waitForURL('**/vehicle_image_view')

  await enterPassword()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByRole('textbox', { name: 'Recovery code' }).fill('wrong-codes')
  await page.getByRole('button', { name: 'Log in' }).last().click()
  await page.getByText(/This code is wrong/).waitFor()
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(code!)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/vehicle_image_view')
  expect((await w.server.database.system.selectFrom('recovery_codes').selectAll().execute()).length).toBe(9)
})

/** Gives a page a device that confirms passkeys by itself. */
async function withAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function openLogin(page: Page): Promise<Locator> {
  await page.goto('/login')
  const dialog = page.getByRole('dialog', { name: 'Log in' })
  await dialog.waitFor()
  return dialog
}

async function typeLogin(dialog: Locator, username: string, password: string): Promise<void> {
  await dialog.getByLabel('User name').fill(username)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Log in' }).click()
}

async function logIn(page: Page, username: string, password = demoPassword): Promise<void> {
  if (!page.url().endsWith('/bhome')) await page.goto('/bhome')
  await page.getByRole('link', { name: 'Log in', exact: true }).first().click()
  await typeLogin(page.getByRole('dialog', { name: 'Log in' }), username, password)
}

/** Opens the link of the newest mail to a person in a new tab, as a mail reader does. */
async function openMail(page: Page, username: string): Promise<Page> {
  await page.goto('/outbox')
  await page
    .getByRole('link', { name: new RegExp(username) })
    .first()
    .click()
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    page.frameLocator('iframe').getByRole('link').first().click(),
  ])
  await opened.waitForLoadState()
  return opened
}
