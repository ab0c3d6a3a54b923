import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refusal } from '../../testing/fake-api.ts'
import { button, dialog, noor, open, people, said, user } from './testing.tsx'

/** What is done to several users at once. */

const choose = (name: string) => page.getByRole('checkbox', { name: new RegExp(name) }).click()

test('moves people at locations and a regional manager together; what is not chosen stays, and Undo goes back', async () => {
  const rosa = user(6, 'Rosa', { user_access_id: 4, businessentity_location_id: null })
  const lars = user(7, 'Lars', { businessentity_location_id: 13, is_location_deleted: 1 })
  const api = await open([noor, rosa, lars], {
    setUserPlaces: ({ body }) => said({ changed: body.places.length }, 'user_moved'),
  })
  await choose('Noor')
  await choose('Lars')
  await button('Move').click()
  await expect.element(page.getByRole('dialog', { name: 'Move 2 users' })).toBeVisible()
  await expect.element(dialog().getByRole('combobox', { name: 'Location' })).toHaveFocus()
  await expect.poll(() => dialog().getByRole('checkbox').elements()).toHaveLength(0)
  await dialog().getByRole('button', { name: 'Cancel' }).click()

  await choose('Rosa')
  await button('Move').click()
  await expect.element(dialog().getByRole('button', { name: 'Move' })).toBeDisabled()
  await dialog().getByRole('combobox', { name: 'Location' }).selectOptions('Mill Lane')
  await dialog().getByRole('button', { name: 'Move' }).click()
  await expect.element(page.getByText('Moved')).toBeVisible()
  await button('Undo').click()
  const at = (id: number, businessentity_location_id: number) => ({
    id,
    businessentity_location_id,
    location_class_ids: [],
  })
  // The location that Lars came from is deleted: he cannot go back there.
  await expect
    .poll(() => api.calls('setUserPlaces').map(({ body }) => body))
    .toEqual([{ places: [at(1, 12), at(7, 12)] }, { places: [at(1, 11)] }])
  await expect.poll(() => page.getByText('3 selected').elements()).toHaveLength(0)
})

test('several users: deleted ones are restored, the others signed out or locked; a refused move keeps the dialog', async () => {
  const api = await open(people, {
    restoreUsers: () => said({ restored: 1 }, 'user_restored'),
    endUserSessions: () => said({ ended: 2 }, 'user_signed_out'),
    lockUsers: () => said({ changed: 1 }, 'user_locked'),
    setUserPlaces: () => refusal('user_place_not_available'),
  })
  await choose('Noor')
  await choose('Lars')
  await choose('Karl')
  await button('More actions for the selected users').click()
  await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
  await button('More actions for the selected users').click()
  await page.getByRole('menuitem', { name: 'Lock account', exact: true }).click()
  await button('Move').click()
  await dialog().getByRole('combobox', { name: 'Location' }).selectOptions('Mill Lane')
  await dialog().getByRole('button', { name: 'Move' }).click()
  await expect.element(page.getByText(/not available any more/)).toBeVisible()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect.element(page.getByText('User restored')).toBeVisible()
  expect(api.calls('endUserSessions')[0]!.body).toEqual({ id: [1, 4] })
  expect(api.calls('lockUsers')[0]!.body).toEqual({ id: [1] })
  expect(api.calls('restoreUsers')[0]!.body).toEqual({ id: [5] })
})

test('asks before users are signed out for a new password, and says why a name cannot be restored', async () => {
  const api = await open(people, {
    requiredPasswordChange: () => said({ changed: 1 }, 'user_password_change_required'),
    restoreUsers: () => refusal('user_name_already_exists'),
  })
  await button(/More actions for .*Noor/).click()
  await page.getByRole('menuitem', { name: 'Require a new password' }).click()
  expect(api.calls('requiredPasswordChange')).toHaveLength(0)
  await expect.element(page.getByRole('heading', { name: /Require a new password of .*Noor/ })).toBeVisible()
  // Nothing is lost: there is nothing to keep.
  await expect.element(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Require a new password' }).click()
  await expect.poll(() => api.calls('requiredPasswordChange')).toHaveLength(1)
  await button(/Restore .*Karl/).click()
  await expect.element(page.getByText('This user name is already taken.')).toBeVisible()
})
