import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { currentSession } from '../../../core/session.ts'
import { fakeApi, refusal, reply } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import ActForDialog from './ActForDialog.tsx'
import ActingBar from './ActingBar.tsx'
import { rememberPlace, takePlace } from './place.ts'

/** Elena acts for Dana. */

const own = { ...danasSession(), user: { ...danasSession().user, user_id: 3, first_name: 'Elena', last_name: 'Voss' } }
const until = (minutes: number) => ({
  ...danasSession(),
  acting: { name: 'Elena Voss' },
  expires_at: new Date(Date.now() + minutes * 60_000).toISOString(),
})
const ended = (message: string) => reply(own, { message } as never)

test('“Act for” asks for a reason, with the keyboard alone, and begins', async () => {
  const api = fakeApi({ sessions: { startActing: () => until(30) } })
  const { path } = await render(<ActForDialog userId={6} name="Dana Whitlock" onClose={() => undefined} />, {
    session: own,
    path: '/manage_user?search=dana',
  })
  const reason = page.getByRole('dialog', { name: /Act for .*Dana Whitlock/ }).getByRole('textbox', { name: 'Reason' })
  await expect.element(reason).toHaveFocus()
  await userEvent.keyboard('  {Enter}')
  await expect.element(page.getByText('Enter a reason')).toBeVisible()
  expect(api.calls('startActing')).toHaveLength(0)
  await userEvent.keyboard('Dana is on leave{Enter}')
  await expect.poll(path).toBe('/home')
  expect(api.calls('startActing')[0]?.body).toEqual({ user_id: 6, reason: '  Dana is on leave' })
  expect(currentSession()?.acting?.name).toBe('Elena Voss')
  expect(takePlace()).toBe('/manage_user?search=dana')
})

test('a user whom the manager may not act for is refused in the dialog', async () => {
  fakeApi({ sessions: { startActing: () => refusal('only_lower_roles') } })
  await render(<ActForDialog userId={6} name="Sam" onClose={() => undefined} />, { session: own })
  await page.getByRole('textbox', { name: 'Reason' }).fill('a check')
  await page.getByRole('button', { name: 'Start acting' }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
})

test('acting ends on the page where it began', async () => {
  fakeApi({ sessions: { stopActing: () => ended('acting_ended') } })
  rememberPlace('/manage_user?search=dana')
  const { path } = await render(<ActingBar />, { session: until(30), path: '/home' })
  await page.getByRole('button', { name: 'Stop acting' }).click()
  await expect.poll(path).toBe('/manage_user?search=dana')
  expect(takePlace()).toBe('/home')
})

test('the bar says for whom, as whom and until when, and goes back', async () => {
  fakeApi({ sessions: { stopActing: () => ended('acting_ended') } })
  await render(<ActingBar />, { session: until(30) })
  const bar = page.getByRole('region', { name: 'Acting for a user' })
  await expect.element(bar.getByText(/You act for .*Dana Whitlock/)).toBeVisible()
  await expect.element(bar.getByText(/recorded as done by .*Elena Voss/)).toBeVisible()
  await bar.getByRole('button', { name: 'Stop acting' }).click()
  await expect.element(page.getByText('You are yourself again.')).toBeVisible()
  expect(currentSession()?.user.first_name).toBe('Elena')
})

test('when the time runs out, the manager is back in the own session and is told so', async () => {
  const api = fakeApi({
    sessions: { getUserSession: () => refusal('session_required'), stopActing: () => ended('acting_ran_out') },
  })
  // Five seconds of the 30 minutes are left.
  await render(<ActingBar />, { session: until(5 / 60) })
  await expect.element(page.getByRole('region', { name: 'Acting for a user' })).toBeVisible()
  expect(api.calls('stopActing')).toHaveLength(0)
  await expect.element(page.getByText('The 30 minutes are over. You are yourself again.')).toBeVisible()
  expect(currentSession()?.user.first_name).toBe('Elena')
  expect(api.calls('stopActing')).toHaveLength(1)
})
