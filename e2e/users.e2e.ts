import { permissions } from '@cutaway/contract/permissions.ts'
import { roles, type RoleId } from '@cutaway/contract/roles.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPeople } from '../demo/people.ts'
import { browserWorld, expectAccessible, expectNoSidewaysScroll, type BrowserWorld } from './world.ts'

/** Covers roles and rights as they appear to users, and the places of a business. */

let w: BrowserWorld
beforeAll(async () => {
  w = await browserWorld()
})
afterAll(() => w.close())

const touchScreen = 7

test('every demo person can log in and is shown with name and role', async () => {
  expect(new Set(demoPeople.map((p) => p.role)).size).toBe(Object.keys(roles).length)
  // Uses one browser. The people log in one after the other.
  const page = await w.visitor()
  const context = page.context()
  for (const person of demoPeople) {
    const { cookies } = await w.server.loggedIn(person.username)
    await context.clearCookies()
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: w.address() })))
    await page.goto('/home')
    await page.getByRole('heading', { level: 1 }).waitFor()
    if (person.role === touchScreen) {
      // The touch screen hides the account name from customers. Staff open the menu in the corner.
      const corner = page.getByRole('button', { name: 'Menu for the staff' })
      await corner.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Service adviser mode' }).click()
    }
    await page.getByRole('button', { name: new RegExp(`${person.first} ${person.last}`) }).click()
    await page.getByRole('menu').getByText(`${person.first} ${person.last}`).waitFor()
  }
})

test('sends the default rights of a role to the browser as data', async () => {
  const page = await w.loggedIn('student')
  const boot = await page.evaluate(() => JSON.parse(document.querySelector('#boot')?.textContent ?? '{}') as unknown)
  const expected = permissions.filter((p) => (p.roles as readonly RoleId[]).includes(13)).map((p) => p.name)
  expect(boot).toMatchObject({ session: { permissions: expected } })
})

test('the touch screen in the waiting room shows narrated films without a choice of kind', async () => {
  const page = await w.loggedIn('kiosk')
  await page.getByRole('heading', { name: 'Most watched' }).waitFor()
  expect(await page.getByRole('radio', { name: 'Interactive' }).count()).toBe(0)
  await page.goto('/animation/BRKDSC-INT')
  await page.getByText('Part not found').first().waitFor()
})

test('Elena opens a shop and puts it in a region; Rosa, who manages the region, then finds it on her phone', async () => {
  const page = await w.arriving('enterprise')
  await page.goto('/home')
  await page.goto('/manage_location')
  await page.getByRole('link', { name: 'Locations' }).first().waitFor()
  await page.getByRole('button', { name: 'Add location' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Ferry Lane')
  await dialog.getByLabel('City').fill('Newport')
  await dialog.getByLabel('State').selectOption('Oregon')
  await dialog.getByLabel('Phone').fill('(541) 555-0182')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add location' }).click()
  await page.getByText('7 of 10 in your plan').waitFor()
  await page.getByRole('searchbox', { name: 'Name, city or store number' }).fill('ferry')
  const row = page.getByRole('row').filter({ hasText: 'Ferry Lane' })
  await row.getByText('Newport, OR').waitFor()
  expect(await row.getByText('+1 541 555 0182').isVisible()).toBe(true)

  await page.getByRole('link', { name: 'Regions' }).first().click()
  await page.getByRole('button', { name: 'North', exact: true }).click()
  await dialog.getByRole('button', { name: 'Add Ferry Lane' }).click()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Locations of the region saved').waitFor()

  const phone = await w.arriving('regional', { viewport: { width: 390, height: 844 } })
  await phone.goto('/manage_location')
  await phone.getByRole('rowheader', { name: 'Ferry Lane' }).waitFor()
  expect(await phone.getByRole('rowheader').count()).toBe(3)
  await expectNoSidewaysScroll(phone)
  await phone.getByRole('button', { name: 'Ferry Lane', exact: true }).click()
  await phone.getByRole('dialog').getByLabel('Store number').fill('98')
  await phone.getByRole('button', { name: 'Save changes' }).click()
  await phone.getByText('Location saved').waitFor()
})
