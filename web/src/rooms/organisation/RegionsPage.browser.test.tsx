import type { Region, RegionLocation } from '@cutaway/contract/rooms/organisation/regions.ts'
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeApi, type FakeHandlers, refusal, reply } from '../../testing/fake-api.ts'
import { danasSession } from '../../testing/people.ts'
import { render } from '../../testing/render.tsx'
import RegionsPage from './RegionsPage.tsx'

const region = (id: number, class_name: string, more: Partial<Region> = {}): Region => ({
  id,
  class_name,
  businessentity_id: 1,
  location_count: 0,
  user_count: 0,
  manager_count: 0,
  active: 1,
  deleted_at: null,
  ...more,
})

async function open(regions: Region[], more: FakeHandlers['organisation'] = {}) {
  const api = fakeApi({
    organisation: {
      getRegionList: ({ body }) => {
        const rows = regions.filter(({ active }) => body.viewDelete === 'All' || active === 1)
        return reply(rows, { total: rows.length })
      },
      getEntity: () => [{ id: 1, businessentity_id: 1, business_name: 'Northgate' }],
      ...more,
    },
  })
  await render(<RegionsPage />, { session: danasSession(['manage_regions']) })
  return api
}
/** Data with the message of a success. */
const said = <D,>(data: D, message: string) => reply(data, { message } as never)
const names = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map((cell) => cell.textContent)
const dialog = () => page.getByRole('dialog')

test('adds and renames; a name that another region has is refused at the field', async () => {
  const regions = [region(1, 'North')]
  const api = await open(regions, {
    checkRegionNameAlreadyExists: ({ body }) =>
      body.class_name.toLowerCase() === 'north' && body.id !== 1 ? refusal('region_name_exists') : null,
    addClass: ({ body }) => {
      regions.push(region(2, body.class_name))
      return said({ id: 2, class_name: body.class_name }, 'region_added')
    },
    updateClass: () => refusal('region_name_exists'),
  })
  await page.getByRole('button', { name: 'Add region' }).click()
  await dialog().getByLabelText('Name').fill('NORTH')
  await expect.element(dialog().getByText('NORTH already exists. Choose another name.')).toBeVisible()
  await dialog().getByLabelText('Name').fill('South')
  await dialog().getByRole('button', { name: 'Add region' }).click()
  await expect.poll(names).toEqual(['North', 'South'])
  await page.getByRole('button', { name: 'Edit: South' }).click()
  await dialog().getByLabelText('Name').fill('East')
  await dialog().getByRole('button', { name: 'Save changes' }).click()
  await expect.element(dialog().getByText('This region name already exists.')).toBeVisible()
  expect(api.calls('addClass')).toHaveLength(1)
})

test('assigns locations from two lists of ten, by the keyboard; it replaces the set', async () => {
  const locations: RegionLocation[] = Array.from({ length: 13 }, (_, i) => ({
    id: i + 1,
    businessentity_location_name: `Shop ${i + 1}`,
    store_number: String(100 + i),
    businessentity_city: 'Salem',
    selected: i < 1 ? 1 : 0,
  }))
  const api = await open([region(1, 'North', { location_count: 1 })], {
    getRegionForLocation: () => locations,
    addLocationInRegion: ({ body }) => said({ location_count: body.locations.length }, 'region_locations_saved'),
  })
  await expect.poll(names).toEqual(['North'])
  await userEvent.keyboard('/{ArrowDown}{Enter}')
  const outside = dialog().getByRole('region', { name: 'Other locations' })
  const inside = dialog().getByRole('region', { name: 'In North' })
  await expect.poll(() => outside.getByRole('listitem').elements().length).toBe(10)
  await expect.element(outside.getByText('1 to 10 of 12')).toBeVisible()
  ;(outside.getByRole('button', { name: 'Add Shop 2' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  // The next row has the focus.
  await expect.element(outside.getByRole('button', { name: 'Add Shop 3' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await inside.getByRole('button', { name: 'Remove Shop 1' }).click()
  await outside.getByRole('searchbox').fill('shop 13')
  await outside.getByRole('button', { name: 'Add all 1' }).click()
  // Nothing is left to add: the focus is where the next search begins.
  await expect.element(outside.getByRole('searchbox')).toHaveFocus()
  expect((await axe.run(document.body)).violations).toEqual([])
  await dialog().getByRole('button', { name: 'Save changes' }).click()
  await expect.element(page.getByText('Locations of the region saved')).toBeVisible()
  expect(api.calls('addLocationInRegion')[0]!.body).toEqual({
    class_id: 1,
    locations: [2, 3, 13],
    old_locations: [1],
  })
})

test('says what a deletion means for people, and restores', async () => {
  const regions = [region(1, 'North', { user_count: 7, manager_count: 1 }), region(2, 'South')]
  const find = (id: string) => regions.find((one) => one.id === Number(id))!
  await open(regions, {
    deleteClass: ({ params }) => {
      find(params.id).active = 0
      find(params.id).deleted_at = '2026-11-03T10:00:00Z'
      return said(null, 'region_deleted')
    },
    undoDeletedClass: ({ params }) => {
      if (params.id === '1') return refusal('region_name_exists')
      Object.assign(find(params.id), { active: 1, deleted_at: null })
      return said(null, 'region_restored')
    },
  })
  const remove = async (name: string) => {
    await page.getByRole('button', { name: `More actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Delete region' }).click()
  }
  await remove('South')
  await expect.poll(names).toEqual(['North'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(names).toEqual(['North', 'South'])
  await remove('North')
  await expect.element(page.getByText(/^7 people work in its locations, which stay/)).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete region' }).click()
  await expect.poll(names).toEqual(['South'])
  await page.getByRole('switch', { name: 'Show deleted' }).click()
  await page.getByRole('button', { name: 'Restore: North' }).click()
  await expect.element(page.getByText('This region name already exists.')).toBeVisible()
})

const saves = () => dialog().getByRole('button', { name: 'Save changes' }).click()

test('a name that another user changed meanwhile is shown beside what was typed; a deleted region is restored', async () => {
  const north = region(1, 'North')
  const api = await open([north], {
    checkRegionNameAlreadyExists: () => null,
    getRegion: () => ({ ...north, deleted_by: north.active ? '' : 'Elena Voss' }),
    updateClass: ({ body }) => {
      if (!north.active) return refusal('region_was_deleted')
      if (body.old_class_name !== north.class_name) return refusal('region_changed_meanwhile')
      return said({ id: 1, class_name: body.class_name }, 'region_saved')
    },
    undoDeletedClass: () => {
      Object.assign(north, { active: 1, deleted_at: null })
      return said(null, 'region_restored')
    },
  })
  await page.getByRole('button', { name: 'Edit: North' }).click()
  await dialog().getByLabelText('Name').fill('Up')
  north.class_name = 'Nord'
  await saves()
  await expect.element(dialog().getByText(/Someone else changed this region/)).toBeVisible()
  await expect.element(dialog().getByRole('row', { name: 'Name Up Nord' })).toBeVisible()
  await dialog().getByRole('button', { name: 'Keep mine' }).click()
  Object.assign(north, { active: 0, deleted_at: '2026-11-03T10:00:00Z' })
  await saves()
  await expect.element(dialog().getByText(/Elena Voss.* deleted this region/)).toBeVisible()
  await dialog().getByRole('button', { name: 'Restore' }).click()
  await expect.element(page.getByText('Region restored')).toBeVisible()
  await expect.element(dialog().getByLabelText('Name')).toHaveValue('Up')
  await saves()
  await expect.element(page.getByText('Region saved')).toBeVisible()
  expect(api.calls('updateClass').at(-1)?.body).toMatchObject({ class_name: 'Up', old_class_name: 'Nord' })
})

async function assignMeanwhile() {
  const location = (id: number, businessentity_location_name: string, selected: 0 | 1): RegionLocation => ({
    id,
    businessentity_location_name,
    store_number: '',
    businessentity_city: '',
    selected,
  })
  let locations = [
    location(1, 'Harbour Road', 1),
    location(2, 'Mill Lane', 0),
    location(3, 'Quayside', 0),
    location(4, 'Summit Avenue', 0),
  ]
  const api = await open([region(1, 'North', { location_count: 1 })], {
    getRegionForLocation: () => locations,
    addLocationInRegion: ({ body }) => {
      const now = locations.filter(({ selected }) => selected === 1).map(({ id }) => id)
      if (body.old_locations?.join() !== now.join()) return refusal('region_changed_meanwhile')
      return said({ location_count: body.locations.length }, 'region_locations_saved')
    },
  })
  await expect.poll(names).toEqual(['North'])
  await userEvent.keyboard('/{ArrowDown}{Enter}')
  for (const name of ['Mill Lane', 'Summit Avenue'])
    await dialog()
      .getByRole('button', { name: `Add ${name}` })
      .click()
  // Somebody else takes Harbour Road out, puts Quayside in, and deletes Summit Avenue.
  locations = [location(1, 'Harbour Road', 0), location(2, 'Mill Lane', 0), location(3, 'Quayside', 1)]
  await saves()
  await expect.element(dialog().getByText(/Someone else changed this region/)).toBeVisible()
  return api
}

test('locations that another user assigned meanwhile are shown, and mine are added to theirs', async () => {
  const api = await assignMeanwhile()
  for (const name of [
    'Harbour Road not changed Other locations',
    'Quayside not changed In North',
    'Summit Avenue In North Deleted',
  ])
    await expect.element(dialog().getByRole('row', { name })).toBeVisible()
  await dialog().getByRole('button', { name: 'Keep mine' }).click()
  await saves()
  await expect.element(page.getByText('Locations of the region saved')).toBeVisible()
  expect(api.calls('addLocationInRegion').at(-1)?.body).toEqual({ class_id: 1, locations: [2, 3], old_locations: [3] })
})

test('taking their locations leaves nothing to save', async () => {
  await assignMeanwhile()
  await dialog().getByRole('button', { name: 'Show theirs' }).click()
  const inside = dialog().getByRole('region', { name: 'In North' })
  await expect
    .poll(() =>
      inside
        .getByRole('listitem')
        .elements()
        .map((one) => one.textContent),
    )
    .toEqual(['Quayside'])
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => dialog().elements()).toHaveLength(0)
})
