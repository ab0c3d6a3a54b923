import type { BusinessData } from '@cutaway/contract/rooms/organisation/businesses.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, type FakeHandlers, refusal, reply } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import BusinessesPage from './BusinessesPage.tsx'

/** The businesses of two web sites, as the operator sees them. */

const business = (id: number, name: string, more: Partial<BusinessData> = {}): BusinessData => ({
  businessentity_id: id,
  web_site_id: 44,
  web_site: 'Ridgeline Moto',
  host: 'ridgeline.example',
  business_name: name,
  business_type: 'dealership',
  max_locations: 10,
  embed_limit: 5,
  embed_limit_of_user: null,
  state: 'active',
  suspended_at: null,
  created_at: '2026-01-05T09:00:00.000Z',
  locations: 6,
  people: 15,
  signed_in: 3,
  has_administrator: 1,
  version: 1,
  ...more,
})
const rows = [
  business(1, 'Ridge Riders'),
  business(2, 'Valley Cycles', { people: 0, has_administrator: 0, locations: 0 }),
]

async function open(organisation: FakeHandlers['organisation'] = {}, users: FakeHandlers['users'] = {}) {
  await page.viewport(1440, 900)
  const api = fakeApi({
    organisation: { getBusinesses: () => reply(rows, { total: rows.length }), ...organisation },
    sites: {
      getAllWebsites: () => [
        { web_site_id: 31, name: 'Northgate Motors' },
        { web_site_id: 44, name: 'Ridgeline Moto' },
      ],
    },
    users,
  })
  const at = await render(<BusinessesPage />, {
    session: danasSession(['manage_web_sites']),
    path: '/operator/businesses',
  })
  return { api, at }
}
const row = (name: string) => page.getByRole('row').filter({ hasText: name })

test('a row names limits, state and people, who are one link away; filters stand in the address', async () => {
  const { api, at } = await open()
  await expect.element(row('Ridge Riders').getByText('6 of 10')).toBeVisible()
  const people = row('Ridge Riders').getByRole('link', { name: '15 people of Ridge Riders' })
  expect(people.element().getAttribute('href')).toContain('//ridgeline.example')
  expect(people.element().getAttribute('href')).toContain('/manage_user?business=1')
  await page.getByRole('button', { name: /^Web site:/ }).click()
  await page.getByRole('menuitemradio', { name: 'Ridgeline Moto' }).click()
  await expect.poll(() => api.calls('getBusinesses').at(-1)?.body).toMatchObject({ web_site_id: 44 })
  expect(at.path()).toContain('site=44')
})

test('suspending says in plain words what stops, and is undone from the notice', async () => {
  const { api } = await open({
    suspendBusiness: () => ({ ...rows[0]!, state: 'suspended' }),
    resumeBusiness: () => rows[0]!,
  })
  await row('Ridge Riders').getByRole('button', { name: 'More actions for Ridge Riders' }).click()
  await page.getByRole('menuitem', { name: 'Suspend' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect.poll(() => dialog.element().textContent).toMatch(/15\W* people can’t log in .*Logged in now: \W*3/)
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => api.calls('resumeBusiness').at(-1)?.body).toEqual({ web_site_id: 44, businessentity_id: 1 })
})

test('a new business goes on to the invitation of its first administrator', async () => {
  const { api } = await open(
    { addBusiness: ({ body }) => business(3, body.business_name) },
    { addUser: () => ({ id: 9, is_invited: 1 }) },
  )
  await page.getByRole('button', { name: 'Add business' }).click()
  await page.getByRole('combobox', { name: 'Web site' }).selectOptions('44')
  await page.getByRole('textbox', { name: 'Name' }).fill('Hill Bikes')
  await page.getByRole('spinbutton', { name: 'Most locations' }).fill('4')
  await page.getByRole('checkbox', { name: 'Embeds of each person: Unlimited' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add business' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill('ida@hill.example')
  await page.getByRole('textbox', { name: 'User name' }).fill('ida')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect.element(page.getByText('Invitation sent')).toBeVisible()
  expect(api.calls('addBusiness').at(-1)?.body).toMatchObject({
    web_site_id: 44,
    max_locations: 4,
    embed_limit: 0,
    embed_limit_of_user: null,
  })
  expect(api.calls('addUser').at(-1)?.body).toMatchObject({
    web_site_id: 44,
    businessentity_id: 3,
    user_access_id: 3,
    username: 'ida',
  })
})

test('a refused number of locations is said at its field; a change of another operator is not overwritten', async () => {
  const theirs = business(1, 'Ridge Riders', { max_locations: 12, version: 2 })
  const answers = [refusal('business_has_more_locations'), refusal('business_changed', 200, theirs), theirs]
  const { api } = await open({ updateBusiness: () => answers.shift()! })
  await row('Ridge Riders').getByRole('button', { name: 'Ridge Riders', exact: true }).click()
  const save = page.getByRole('button', { name: 'Save changes' })
  await page.getByRole('spinbutton', { name: 'Most locations' }).fill('2')
  await save.click()
  await expect.element(page.getByText('The business has more locations than this. Delete some first.')).toBeVisible()
  await page.getByRole('spinbutton', { name: 'Most locations' }).fill('8')
  await save.click()
  await page.getByRole('button', { name: 'Show theirs' }).click()
  await expect.element(page.getByRole('spinbutton', { name: 'Most locations' })).toHaveValue(12)
  await save.click()
  await expect.poll(() => api.calls('updateBusiness').at(-1)?.body).toMatchObject({ version: 2, max_locations: 12 })
})

test('a list that does not load says so', async () => {
  await open({ getBusinesses: () => refusal('permission_denied', 403) })
  await expect.element(page.getByText('Couldn’t load businesses')).toBeVisible()
})
