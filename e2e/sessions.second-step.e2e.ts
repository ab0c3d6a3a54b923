import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '../demo/people.ts'
import { browserWorld, expectAccessible, phone, type BrowserWorld } from './world.ts'

/** Covers the second step of a login with a passkey, which the browser's virtual authenticator keeps. */

let w: BrowserWorld
beforeAll(async () => {
  w = await browserWorld()
})
afterAll(() => w.close())

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

test('Dana adds a passkey, stores her recovery codes, and logs in with it', async () => {
  const page = await w.arriving('advisor', phone)
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

  const logIn = async () => {
    await page.goto('/logout')
    await page.waitForURL('**/bhome')
    await page.goto('/login')
    await page.getByLabel('User name').fill('advisor')
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Log in' }).last().click()
    await page.getByRole('button', { name: 'Use your passkey' }).waitFor()
  }
  await logIn()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await page.waitForURL('**/home')

  await logIn()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByRole('textbox', { name: 'Recovery code' }).fill('wrong-codes')
  await page.getByRole('button', { name: 'Log in' }).last().click()
  await page.getByText(/This code is wrong/).waitFor()
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(code!)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/home')
  expect((await w.server.database.system.selectFrom('recovery_codes').selectAll().execute()).length).toBe(9)
})
