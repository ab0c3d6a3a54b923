import { permissions } from '@cutaway/contract/permissions.ts'
import { roles, type RoleId } from '@cutaway/contract/roles.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPeople } from '../demo/people.ts'
import { browserWorld, type BrowserWorld } from './world.ts'

/** Roles and rights as people meet them. */

let w: BrowserWorld
beforeAll(async () => {
  w = await browserWorld()
})
afterAll(() => w.close())

const touchScreen = 7

test('everybody of the demo finds the way in and is called by name and role', async () => {
  expect(new Set(demoPeople.map((p) => p.role)).size).toBe(Object.keys(roles).length)
  // One browser, in which one after the other logs in.
  const page = await w.visitor()
  const context = page.context()
  for (const person of demoPeople) {
    const { cookies } = await w.server.loggedIn(person.username)
    await context.clearCookies()
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: w.address() })))
    await page.goto('/home')
    await page.getByRole('heading', { level: 1 }).waitFor()
    if (person.role === touchScreen) {
      // Its name is none of the customers' business: the staff open it in the corner.
      const corner = page.getByRole('button', { name: 'Menu for the staff' })
      await corner.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Service adviser mode' }).click()
    }
    await page.getByRole('button', { name: new RegExp(`${person.first} ${person.last}`) }).click()
    await page.getByRole('menu').getByText(`${person.first} ${person.last}`).waitFor()
  }
})

test('the rights that a role has by default arrive in the browser as data', async () => {
  const page = await w.loggedIn('student')
  const boot = await page.evaluate(() => JSON.parse(document.querySelector('#boot')?.textContent ?? '{}') as unknown)
  const expected = permissions.filter((p) => (p.roles as readonly RoleId[]).includes(13)).map((p) => p.name)
  expect(boot).toMatchObject({ session: { permissions: expected } })
})

test('the touch screen in the waiting room is offered narrated films and no choice', async () => {
  const page = await w.loggedIn('kiosk')
  await page.getByRole('heading', { name: 'Systems' }).waitFor()
  expect(await page.getByRole('radio', { name: 'Interactive' }).count()).toBe(0)
  await page.goto('/animation/BRKDSC-INT')
  await page.getByText('Part not found').first().waitFor()
})
