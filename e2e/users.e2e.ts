import { permissions } from '@cutaway/contract/permissions.ts'
import { roles, type RoleId } from '@cutaway/contract/roles.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPeople } from '../demo/people.ts'
import { browserWorld, type BrowserWorld } from './world.ts'

/** Covers roles and rights as they appear to users. */

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
      const corner = page.getByRole('button', { name: 'Staff menu' })
      await corner.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Service advisor mode' }).click()
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
