import { decodeName } from '@cutaway/contract/administration/encoded-name.ts'
import type { Location } from '@cutaway/contract/rooms/organisation/locations.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeApi, type FakeHandlers, refusal, reply } from '../../testing/fake-api.ts'
import { danasSession } from '../../testing/people.ts'
import { render } from '../../testing/render.tsx'
import LocationsPage from './LocationsPage.tsx'

/** The page of locations and its dialog, in the states that the server can return. */

let nextId = 1
const shop = (name: string, more: Partial<Location> = {}): Location => ({
  id: nextId++,
  businessentity_id: 1,
  businessentity_location_name: name,
  businessentity_location_type: '',
  country_code: 'US',
  businessentity_state: 'OR',
  businessentity_city: 'Salem',
  businessentity_zip: '97301',
  businessentity_street1: '22 Mill Lane',
  businessentity_phone: '+1 503 555 0160',
  business_unit: '',
  store_number: '102',
  account_number: '',
  location_class: [{ id: 7, label: 'North' }],
  location_class_ids: [7],
  class_id: 7,
  class_name: 'North',
  user_count: 0,
  active: 1,
  deleted_at: null,
  version: 'one',
  ...more,
})

async function open(
  shops: Location[],
  {
    most = 10,
    rights = ['manage_locations'],
    isOwner = false,
    sent = [],
    ...more
  }: FakeHandlers['organisation'] & {
    most?: number
    rights?: Parameters<typeof danasSession>[0]
    /** Of a business that subscribed on the web site. */
    isOwner?: boolean
    sent?: { location_id: number; sends: number }[]
  } = {},
) {
  const api = fakeApi({
    sites: { getCountry: () => [{ id: 1, country_code: 'US', name: 'United States', dial_code: '1' }] },
    organisation: {
      getLocations: ({ body }) => {
        const { viewDelete } = body.location
        const rows = shops.filter(({ active }) => viewDelete === 'All' || active === 1)
        return reply(rows, {
          total: rows.length,
          max_locations: most,
          counts_businessentity_locations: shops.filter(({ active }) => active === 1).length,
          user_count: shops.reduce((sum, { user_count }) => sum + user_count, 0),
          sent_this_month: sent,
        })
      },
      getClasses: () => [
        { id: 7, class_name: 'North' },
        { id: 8, class_name: 'South' },
      ],
      getEntity: () => [{ id: 1, businessentity_id: 1, business_name: 'Northgate' }],
      ...more,
    },
  })
  const dana = danasSession(rights)
  const owner = {
    ...dana,
    user: { ...dana.user, user_access_id: 3, is_employee: 0 as const },
    web_site: { ...dana.web_site, features: ['billing_details'] },
  }
  const { path } = await render(<LocationsPage />, { session: isOwner ? owner : dana })
  return { ...api, path }
}
/** Data with the message of a success. */
const said = <D,>(data: D, message: string) => reply(data, { message } as never)
const names = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map((cell) => cell.textContent)
const dialog = () => page.getByRole('dialog')

test('adds a location by the keyboard alone; its name goes encoded', async () => {
  const shops: Location[] = []
  const api = await open(shops, {
    checkLocationNameAlreadyExists: () => null,
    addLocations: ({ body }) => {
      const added = shop(decodeName(body.businessentity_location_name))
      shops.push(added)
      return said(added, 'location_added')
    },
  })
  await expect.element(page.getByRole('heading', { name: 'No locations yet' })).toBeVisible()
  const button = page.getByRole('button', { name: 'Add location' }).first()
  ;(button.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog().getByLabelText('Name', { exact: true })).toHaveFocus()
  await userEvent.keyboard('כביש הנמל{Enter}')
  await expect.poll(names).toEqual(['כביש הנמל'])
  await expect.element(page.getByText('Location added')).toBeVisible()
  expect(api.calls('addLocations')[0]!.body).toMatchObject({ country_code: 'US', location_class_ids: [] })
  expect(decodeName((api.calls('addLocations')[0]!.body as Location).businessentity_location_name)).toBe('כביש הנמל')
})

test('says what each location has sent this month, and leads to the report of it', async () => {
  const [mill, quay] = [shop('Mill Lane'), shop('Quayside')]
  const sent = [{ location_id: mill.id, sends: 1214 }]
  await open([mill, quay], { rights: ['manage_locations', 'view_reports'], sent })
  const link = page.getByRole('link', { name: 'Sent by Mill Lane this month: 1,214' })
  await expect.element(link).toHaveTextContent('1,214')
  await expect
    .element(link)
    .toHaveAttribute('href', `/email_sent_report?unit=monthly&type=email_and_sms_combined&location=${mill.id}`)
  // Nothing to open.
  await expect.poll(() => page.getByRole('link', { name: /Quayside/ }).elements()).toEqual([])
})

test('opens a row by Enter; a name that is taken is said at the field while typing and cannot be saved', async () => {
  await open([shop('Mill Lane'), shop('Quayside')], {
    checkLocationNameAlreadyExists: ({ body }) =>
      decodeName(body.businessentity_location_name) === 'Quayside' ? refusal('location_name_exists') : null,
  })
  await expect.poll(names).toEqual(['Mill Lane', 'Quayside'])
  await userEvent.keyboard('/{ArrowDown}{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Edit Mill Lane' })).toBeVisible()
  await dialog().getByLabelText('Name', { exact: true }).fill('Quayside')
  await expect.element(dialog().getByText('Quayside already exists. Choose another name.')).toBeVisible()
  await expect.element(dialog().getByRole('button', { name: 'Save changes' })).toBeDisabled()
})

const city = () => dialog().getByLabelText('City')
const saves = () => dialog().getByRole('button', { name: 'Save changes' }).click()

test('a location that somebody deleted meanwhile is restored from the form, and what was typed is saved', async () => {
  const mill = shop('Mill Lane')
  const api = await open([mill], {
    getLocation: () => ({ ...mill, deleted_by: mill.active ? '' : 'Elena Voss' }),
    updateLocation: ({ body }) =>
      mill.active
        ? said({ ...mill, businessentity_city: body.businessentity_city }, 'location_saved')
        : refusal('location_was_deleted'),
    restoreLocations: () => {
      Object.assign(mill, { active: 1, deleted_at: null })
      return said({ restored: 1 }, 'location_restored')
    },
  })
  await page.getByRole('button', { name: 'Edit: Mill Lane' }).click()
  await city().fill('Portland')
  await dialog().getByRole('checkbox', { name: 'South' }).click()
  Object.assign(mill, { active: 0, deleted_at: '2026-11-03T10:00:00Z' })
  await saves()
  await expect
    .element(dialog().getByRole('alert'))
    .toHaveTextContent('This location has been deleted. Restore it first.')
  await expect.element(dialog().getByText(/Elena Voss.* deleted this location/)).toBeVisible()
  await dialog().getByRole('button', { name: 'Restore' }).click()
  await expect.element(page.getByText('Location restored')).toBeVisible()
  await expect.element(city()).toHaveValue('Portland')
  await saves()
  await expect.element(page.getByText('Location saved')).toBeVisible()
  expect(api.calls('updateLocation').at(-1)?.body).toMatchObject({ location_class_ids: [7, 8] })
})

test('what someone else changed in a location meanwhile is shown beside what was typed', async () => {
  const mill = shop('Mill Lane')
  const theirs = { ...mill, version: 'two', businessentity_city: 'Eugene', store_number: '7' }
  const api = await open([mill], {
    getLocation: () => ({ ...theirs, deleted_by: '' }),
    updateLocation: ({ body }) =>
      body.version === 'two' ? said(theirs, 'location_saved') : refusal('location_changed_meanwhile'),
  })
  await page.getByRole('button', { name: 'Edit: Mill Lane' }).click()
  await city().fill('Portland')
  await saves()
  await expect.element(dialog().getByRole('row', { name: 'City Portland Eugene' })).toBeVisible()
  await expect.element(dialog().getByRole('row', { name: 'Store number not changed 7' })).toBeVisible()
  await dialog().getByRole('button', { name: 'Keep mine' }).click()
  await expect.element(dialog().getByRole('textbox', { name: /^Store number/ })).toHaveValue('7')
  await saves()
  await expect.element(page.getByText('Location saved')).toBeVisible()
  expect(api.calls('updateLocation').at(-1)?.body).toMatchObject({
    businessentity_city: 'Portland',
    store_number: '7',
  })
})

test('deletes at once with Undo, several in one call; where people work, it says how many first', async () => {
  const shops = [shop('Mill Lane'), shop('Quayside', { user_count: 3 })]
  const mark = (ids: readonly number[], as: Partial<Location>) => {
    for (const one of shops) if (ids.includes(one.id)) Object.assign(one, as)
  }
  const api = await open(shops, {
    deleteLocations: ({ body }) => {
      mark(body.id, { active: 0, deleted_at: '2026-11-03T10:00:00Z' })
      return said({ deleted: body.id.length }, 'location_deleted')
    },
    restoreLocations: ({ body }) => {
      mark(body.id, { active: 1, deleted_at: null })
      return said({ restored: body.id.length }, 'location_restored')
    },
  })
  await page.getByRole('button', { name: 'More actions for Mill Lane' }).click()
  await page.getByRole('menuitem', { name: 'Delete location' }).click()
  await expect.poll(names).toEqual(['Quayside'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(names).toEqual(['Mill Lane', 'Quayside'])

  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const asked = page.getByRole('alertdialog', { name: 'Delete 2 locations?' })
  await expect.element(asked.getByText(/^3 people work here and keep their accounts/)).toBeVisible()
  await asked.getByRole('button', { name: 'Delete location' }).click()
  await expect.element(page.getByRole('heading', { name: 'No locations yet' })).toBeVisible()
  expect(api.calls('deleteLocations').map(({ body }) => (body as { id: number[] }).id.length)).toEqual([1, 2])

  await page.getByRole('switch', { name: 'Show deleted' }).click()
  await expect.poll(names).toEqual(['Mill Lane', 'Quayside'])
  await expect.element(page.getByText('Deleted Nov 3, 2026').first()).toBeVisible()
  await page.getByRole('button', { name: 'Restore: Quayside' }).click()
  await expect.element(page.getByRole('button', { name: 'Edit: Quayside' })).toBeVisible()
})

test('moves several locations to a region in one call; Undo gives each its own regions back', async () => {
  const shops = [shop('Mill Lane'), shop('Quayside', { location_class_ids: [7, 8] })]
  const api = await open(shops, {
    setLocationRegions: ({ body }) => said({ changed: body.locations.length }, 'location_moved'),
  })
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click()
  await page.getByRole('button', { name: 'Move to region' }).click()
  await dialog().getByRole('combobox', { name: 'Region' }).selectOptions('8')
  await dialog().getByRole('button', { name: 'Move' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  const [mill, quayside] = shops.map(({ id }) => id)
  const sent = (first: number[], second: number[]) => ({
    locations: [
      { id: mill, location_class_ids: first },
      { id: quayside, location_class_ids: second },
    ],
  })
  await expect
    .poll(() => api.calls('setLocationRegions').map(({ body }) => body))
    .toEqual([sent([8], [8]), sent([7], [7, 8])])
})

test('at the limit it says so before the form is filled in, and nothing can be restored', async () => {
  const gone = shop('Ferry Lane', { active: 0, deleted_at: '2026-11-03T10:00:00Z' })
  await open([shop('Mill Lane'), gone], { most: 1 })
  const reason = 'Your plan has 1 location, and it is in use.'
  await expect.element(page.getByText(reason)).toBeVisible()
  await page.getByRole('button', { name: 'Add location' }).click()
  await expect.element(dialog().getByText(reason)).toBeVisible()
  await expect.poll(() => dialog().getByRole('textbox').elements()).toHaveLength(0)
  await dialog().getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('switch', { name: 'Show deleted' }).click()
  await expect.element(page.getByRole('button', { name: 'Restore: Ferry Lane' })).toBeDisabled()
})

test('at the limit, the administrator of the business is led to the plan', async () => {
  const rights = ['manage_locations', 'show_manage_billing_plan'] as const
  await open([shop('Mill Lane')], { most: 1, rights: [...rights], isOwner: true })
  const link = page.getByRole('link', { name: 'Switch plan' })
  await expect.element(link).toHaveAttribute('href', '/switch_billing_plan')
  await page.getByRole('button', { name: 'Add location' }).click()
  const inDialog = dialog().getByRole('link', { name: 'Switch plan' })
  await expect.element(inDialog).toHaveAttribute('href', '/switch_billing_plan')
})

test('at the limit, a manager who cannot change the plan is not led to it', async () => {
  await open([shop('Mill Lane')], { most: 1 })
  await page.getByRole('button', { name: 'Add location' }).click()
  await expect.element(dialog().getByText('Your plan has 1 location, and it is in use.')).toBeVisible()
  await expect.poll(() => page.getByRole('link', { name: 'Switch plan' }).elements()).toEqual([])
})

test('a list that does not load keeps its filters and is loaded again', async () => {
  let fails = true
  const { path } = await open([], {
    getLocations: () =>
      fails
        ? refusal('server_error', 500)
        : reply([shop('Mill Lane')], {
            total: 1,
            max_locations: 2,
            counts_businessentity_locations: 1,
            user_count: 0,
            sent_this_month: [],
          }),
  })
  await expect.element(page.getByText('Couldn’t load locations')).toBeVisible()
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(names).toEqual(['Mill Lane'])
  await page.getByRole('button', { name: /^Region/ }).click()
  await page.getByRole('menuitemradio', { name: 'South' }).click()
  expect(path()).toBe('/?region=8')
})

test('the count of people leads to the users of the location, for those who may see them', async () => {
  const shops = [shop('Mill Lane', { user_count: 5 }), shop('Quayside')]
  await open(shops, { rights: ['manage_locations', 'manage_users'] })
  const link = page.getByRole('link', { name: 'People of Mill Lane: 5' })
  await expect.element(link).toHaveAttribute('href', `/manage_user?location=${shops[0]!.id}`)
  await expect.poll(() => page.getByRole('link', { name: /Quayside/ }).elements()).toEqual([])
})

test('without the right to manage users, the count of people is a number', async () => {
  await open([shop('Mill Lane', { user_count: 5 })])
  await expect.element(page.getByRole('cell', { name: '5', exact: true })).toBeVisible()
  await expect.poll(() => page.getByRole('link', { name: /Mill Lane/ }).elements()).toEqual([])
})
