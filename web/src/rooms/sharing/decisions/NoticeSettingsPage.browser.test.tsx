import type { NoticeSettings } from '@cutaway/contract/rooms/sharing/decisions.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, refusal, type FakeHandlers } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import NoticeSettingsPage from './NoticeSettingsPage.tsx'

/** Dana chooses the kinds of mail that she gets about her sends. */

const all: NoticeSettings = { answers: 1, questions: 1, watched: 0, failures: 1 }
async function open(handlers: FakeHandlers['sharing']) {
  const api = fakeApi({ sharing: handlers })
  await render(<NoticeSettingsPage />, { session: danasSession(['allow_share_email']) })
  return api
}
const option = (name: RegExp) => page.getByRole('switch', { name })

test('shows each kind as it is, after loading', async () => {
  const { promise, resolve: arrive } = Promise.withResolvers<NoticeSettings>()
  await open({ getNoticeSettings: () => promise })
  await expect.element(page.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  await expect.poll(() => page.getByRole('switch').elements()).toEqual([])
  arrive(all)
  await expect.element(option(/approves/)).toBeChecked()
  await expect.element(option(/asks a question/)).toBeChecked()
  await expect.element(option(/watches/)).not.toBeChecked()
  await expect.element(option(/not delivered/)).toBeChecked()
})

test('a switch saves its kind at once', async () => {
  const api = await open({
    getNoticeSettings: () => all,
    saveNoticeSettings: ({ body }) => ({ ...all, ...body }),
  })
  await option(/not delivered/).click()
  await expect.element(page.getByText('Notifications saved.')).toBeVisible()
  await expect.element(option(/not delivered/)).not.toBeChecked()
  expect(api.calls('saveNoticeSettings').map(({ body }) => body)).toEqual([{ user_id: 6, failures: 0 }])
})

test('a switch that cannot be saved returns to its place, with the reason', async () => {
  await open({ getNoticeSettings: () => all, saveNoticeSettings: () => refusal('server_error', 500) })
  await option(/watches/).click()
  await expect.poll(() => page.getByRole('alert').elements()).toHaveLength(1)
  await expect.element(option(/watches/)).not.toBeChecked()
})

test('settings that cannot be loaded can be asked for again', async () => {
  let broken = true
  await open({ getNoticeSettings: () => (broken ? refusal('server_error', 500) : all) })
  await expect.element(page.getByText('Couldn’t load your notifications')).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(option(/approves/)).toBeVisible()
})
