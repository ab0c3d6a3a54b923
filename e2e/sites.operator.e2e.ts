import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailsTo } from '../server/src/rooms/sessions/testing.ts'
import { makePerson } from '../server/src/testing/world.ts'
import {
  browserWorld,
  expectAccessible,
  expectNoSidewaysScroll,
  hebrew,
  phone,
  type BrowserWorld,
} from './support/world.ts'

/** The operator's console: from a new web site to its first administrator, and a web site out of service. */

let w: BrowserWorld
beforeAll(async () => {
  w = await browserWorld()
})
afterAll(() => w.close())

test('the super user adds a web site and a business with its administrator, and takes the web site out of service', async () => {
  const page = await w.arriving('super')
  await page.goto('/home')
  await page.getByRole('button', { name: /Sam Okonkwo/ }).click()
  await page.getByRole('menuitem', { name: 'Operator console' }).click()
  await page.getByRole('heading', { name: 'Web sites' }).waitFor()
  const brand = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand'))
  expect(brand).toBe('#1f5fd6')

  await page.getByRole('link', { name: 'Add web site' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Cedar Street Films')
  await page.getByLabel('Company').fill('Cedar Street Ltd')
  await page.getByLabel('Letters on the mark').fill('CS')
  await page.getByLabel('Brand color', { exact: true }).and(page.getByRole('textbox')).fill('#797979')
  await page.getByRole('button', { name: /^Use #/ }).click()
  await page.getByRole('switch', { name: 'Own parts can be opened' }).check()
  await page.getByRole('tab', { name: 'Host names' }).click()
  await page.getByLabel('Primary host name').fill('cedar.localhost')
  await page.getByRole('tab', { name: /Contact/ }).click()
  await page.getByLabel('Contact email').fill('service@cedar.example')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add web site' }).click()
  await page.getByRole('heading', { name: 'Cedar Street Films' }).waitFor()

  const { port } = new URL(w.address())
  const visitor = await w.visitor()
  await visitor.goto(`http://cedar.localhost:${port}/bhome`)
  await visitor.getByText('Cedar Street Films').first().waitFor()

  await page.getByRole('link', { name: 'Businesses' }).click()
  await page.getByRole('button', { name: 'Add business' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Web site').selectOption({ label: 'Cedar Street Films' })
  await dialog.getByLabel('Name', { exact: true }).fill('Cedar Street Garage')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add business' }).click()
  await dialog.getByLabel('Email').fill('ida@cedar.example')
  await dialog.getByLabel('User name').fill('ida')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByRole('status').filter({ hasText: 'Invitation sent' }).first().waitFor()
  const cedar = makePerson({ address: w.server.address, host: `cedar.localhost:${port}`, ip: '203.0.113.9' })
  expect(await mailsTo(cedar, 'ida@cedar.example')).toHaveLength(1)

  await page.getByRole('link', { name: 'Web sites' }).click()
  await page.getByRole('searchbox', { name: 'Name, host or number' }).fill('cedar')
  await page.getByRole('button', { name: 'More actions for Cedar Street Films' }).click()
  await page.getByRole('menuitem', { name: 'Take out of service' }).click()
  const asked = page.getByRole('alertdialog')
  await asked.getByRole('textbox').fill('Cedar Street Films')
  await asked.getByRole('button', { name: 'Take out of service' }).click()
  await page.getByTitle(/^Out of service since/).waitFor()
  await expect.poll(async () => (await visitor.reload())?.status()).toBe(503)
  await visitor.getByRole('heading', { name: 'Cedar Street Films is out of service' }).waitFor()
  await expectAccessible(visitor)
})

test('on a phone, from right to left, a distributor changes an own web site', async () => {
  const page = await w.arriving('distributor', { ...phone, ...hebrew })
  await page.goto('/operator')
  await page.getByRole('link', { name: 'Independent Workshop', exact: true }).waitFor()
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'Ridgeline' }).count()).toBe(0)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'חלקי המסוף' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'עסקים' }).click()
  await page.getByText('Northgate Motors West').first().waitFor()
  await expectNoSidewaysScroll(page)

  await page.goto('/operator/web_sites/33')
  await page.getByLabel('חברה').fill('Independent Workshop Pty')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'שמירת השינויים' }).click()
  await page.getByRole('status').filter({ hasText: 'נשמר' }).first().waitFor()

  await page.goto('/operator/web_sites/44')
  await page.getByRole('heading', { name: 'לא ניתן היה לטעון את האתר' }).waitFor()
})
