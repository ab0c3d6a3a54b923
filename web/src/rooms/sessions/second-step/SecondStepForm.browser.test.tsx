import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeApi, refusal } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import SecondStepForm from './SecondStepForm.tsx'

/** The ways in which a login is completed, for people who have several. */

const ways = { has_app: true, passkey: {}, has_recovery_codes: true }

test('who has lost phone and passkey reaches the recovery codes at once', async () => {
  const api = fakeApi({
    sessions: {
      beginSecondStep: () => ways,
      completeLogin: ({ body }) => (body.code === 'j4gsx-46xhs' ? danasSession() : refusal('code_wrong')),
    },
  })
  const shown = await render(<SecondStepForm onBack={() => {}} onStopped={() => {}} />, { path: '/login' })
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  const code = page.getByRole('textbox', { name: 'Recovery code' })
  await expect.element(code).toHaveFocus()
  await userEvent.keyboard('wrong-codes{Enter}')
  await expect.element(page.getByText(/This code is wrong/)).toBeVisible()
  await code.fill('j4gsx-46xhs')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => shown.path()).toBe('/home')
  expect(api.calls('completeLogin')).toHaveLength(2)
})

test('the code of the app and the recovery code stay one press apart', async () => {
  fakeApi({ sessions: { beginSecondStep: () => ways } })
  await render(<SecondStepForm onBack={() => {}} onStopped={() => {}} />, { path: '/login' })
  await page.getByRole('button', { name: 'Use a code of the app' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Code of the app' })).toHaveFocus()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Recovery code' })).toHaveFocus()
  await page.getByRole('button', { name: 'Use a code of the app' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Code of the app' })).toHaveFocus()
})
