import type { PersonalSettings, UserSession } from '@cutaway/contract/rooms/users/account.ts'
import type { SecondStep } from '@cutaway/contract/rooms/sessions/second-step.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, type FakeHandlers, refusal } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import PersonalSettingsPage from './PersonalSettingsPage.tsx'

const settings: PersonalSettings = {
  user_id: 6,
  username: 'advisor',
  first_name: 'Dana',
  last_name: 'Whitlock',
  email: 'dana@northgate.example',
  phone: '',
  user_access_id: 6,
  business_name: 'Northgate Motors',
  default_video_type: null,
  language_id: null,
  time_zone: null,
  is_fresh: false,
}
const step: SecondStep = {
  has_app: false,
  passkeys: [],
  codes_left: 0,
  is_required: false,
  may_require: false,
  is_required_of_managers: false,
  is_fresh: true,
}
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
const device = (more: Partial<UserSession>): UserSession => ({
  session: 'a'.repeat(22),
  user_agent: chrome,
  country_code: 'us',
  created_at: '2026-11-22T08:00:00.000Z',
  last_seen_at: '2026-11-22T09:00:00.000Z',
  is_current: false,
  acting: null,
  ...more,
})
const session = danasSession()
const open = async (handlers: FakeHandlers = {}) => {
  const api = fakeApi({
    ...handlers,
    users: {
      getPersonalSettings: () => settings,
      getSessions: () => [device({ is_current: true })],
      ...handlers.users,
    },
    sessions: { getSecondStep: () => step, getUserSession: () => session, ...handlers.sessions },
  })
  await render(<PersonalSettingsPage />, { session })
  return api
}

test('saves the details; an empty first name is refused at its field', async () => {
  const api = await open({
    users: { updateUserDetails: ({ body }) => ({ ...settings, first_name: body.first_name }) },
  })
  const name = page.getByRole('textbox', { name: 'First name' })
  await name.fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(page.getByText('Enter your first name')).toBeVisible()
  await name.fill('Dana Maria')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => api.calls('updateUserDetails')[0]?.body).toMatchObject({ id: 6, first_name: 'Dana Maria' })
})

test('says while typing that a user name is taken', async () => {
  await open({ users: { checkOwnUsername: ({ body }) => ({ is_taken: body.username === 'enterprise' }) } })
  await page.getByRole('button', { name: 'Change user name' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'New user name' }).fill('enterprise')
  await expect.element(dialog.getByRole('button', { name: 'Change user name' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'New user name' }).fill('dana')
  await expect.element(dialog.getByRole('button', { name: 'Change user name' })).toBeEnabled()
})

test('a wrong current password is refused at its field', async () => {
  await open({ users: { updatePassword: () => refusal('current_password_wrong') } })
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Current password', { exact: true }).fill('a guess')
  await dialog.getByLabelText('New password', { exact: true }).fill('four short words here')
  await dialog.getByLabelText('Repeat the new password', { exact: true }).fill('four short words here')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect.element(dialog.getByText('This is not your current password')).toBeVisible()
})

test('names the devices and logs one of them out', async () => {
  let list = [device({ is_current: true }), device({ session: 'b'.repeat(22), user_agent: 'iPhone Version/19 Safari' })]
  await open({
    users: {
      getSessions: () => list,
      endSession: ({ params }) => {
        list = list.filter((one) => one.session !== params.session)
        return null
      },
    },
  })
  await expect.element(page.getByText('Chrome 150, Windows')).toBeVisible()
  await page.getByRole('button', { name: /Log out.*iPhone/ }).click()
  await expect.element(page.getByText(/iPhone/)).not.toBeInTheDocument()
})

test('sets up an authenticator app and shows the recovery codes once', async () => {
  await open({
    sessions: {
      beginApp: () => ({ typed: 'ABCD EFGH', qr: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
      confirmApp: ({ body }) =>
        body.code === '123456'
          ? { ...step, has_app: true, codes_left: 10, recovery: ['k3v9x-2m7q4'] }
          : refusal('code_wrong'),
    },
  })
  await page.getByRole('button', { name: 'Set up the app' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('ABCD EFGH')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Code of the app' }).fill('000000')
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  await expect.element(dialog.getByText(/This code is wrong/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Code of the app' }).fill('123456')
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  await expect.element(page.getByText('k3v9x-2m7q4')).toBeVisible()
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await expect.element(page.getByText('10 of 10 left', { exact: false })).toBeVisible()
})
