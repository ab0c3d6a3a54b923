import type { AutomaticAnswers } from '@cutaway/contract/rooms/conversations/automatic.ts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, refusal, type FakeHandlers } from '../../testing/fake-api.ts'
import { danasSession } from '../../testing/people.ts'
import { render } from '../../testing/render.tsx'
import AutomaticDialog from './AutomaticDialog.tsx'

/** Liam sets the opening hours and the automatic answers of his locations. */

const weekdays = (opens: number, closes: number): AutomaticAnswers['hours'] => [
  null,
  ...Array.from({ length: 5 }, () => [opens, closes] as [number, number]),
  null,
]
const north: AutomaticAnswers = {
  location_id: 1,
  location: 'Northgate North',
  phone: '+1 503 555 0110',
  is_on: false,
  after_minutes: 30,
  hours: weekdays(480, 1020),
}
const south: AutomaticAnswers = { ...north, location_id: 2, location: 'Northgate South', hours: weekdays(540, 1080) }

async function open(handlers: FakeHandlers['conversations']) {
  const onClose = vi.fn<() => void>()
  const api = fakeApi({ conversations: handlers })
  await render(<AutomaticDialog onClose={onClose} />, { session: danasSession(['manage_email_settings']) })
  return { api, onClose }
}
const save = () => page.getByRole('button', { name: 'Save automatic answers' })

test('switches automatic answers on and closes the shop on Friday', async () => {
  const { api, onClose } = await open({
    getAutomaticAnswers: () => [north],
    saveAutomaticAnswers: () => ({ ...north, is_on: true }),
  })
  await page.getByRole('checkbox', { name: 'Send automatic answers' }).click()
  await page.getByRole('spinbutton').fill('20')
  await page.getByLabelText('Monday: opens').fill('07:30')
  await page.getByRole('checkbox', { name: 'Friday' }).click()
  await expect.element(page.getByLabelText('Friday: opens')).toBeDisabled()
  await save().click()
  await expect.poll(() => onClose).toHaveBeenCalledOnce()
  expect(api.calls('saveAutomaticAnswers')[0]!.body).toEqual({
    location_id: 1,
    is_on: true,
    after_minutes: 20,
    hours: [null, [450, 1020], [480, 1020], [480, 1020], [480, 1020], null, null],
  })
})

test('a closing time before the opening time cannot be saved', async () => {
  await open({ getAutomaticAnswers: () => [north] })
  await page.getByLabelText('Monday: closes').fill('06:00')
  await expect.element(page.getByText('Choose a closing time after the opening time.')).toBeVisible()
  await expect.element(save()).toBeDisabled()
})

test('a manager of several locations changes one after the other', async () => {
  await open({ getAutomaticAnswers: () => [north, south] })
  await expect.element(page.getByLabelText('Monday: opens')).toHaveValue('08:00')
  await page.getByRole('combobox', { name: 'Location' }).selectOptions('Northgate South')
  await expect.element(page.getByLabelText('Monday: opens')).toHaveValue('09:00')
})

test('a refusal is shown, and the dialog stays with what was chosen', async () => {
  const { onClose } = await open({
    getAutomaticAnswers: () => [north],
    saveAutomaticAnswers: () => refusal('not_found'),
  })
  await page.getByRole('checkbox', { name: 'Sunday' }).click()
  await save().click()
  await expect.poll(() => page.getByRole('alert').elements()).toHaveLength(1)
  await expect.element(page.getByRole('checkbox', { name: 'Sunday' })).toBeChecked()
  expect(onClose).not.toHaveBeenCalled()
})

test('says that there is no location, and offers to load again what did not load', async () => {
  let broken = true
  await open({ getAutomaticAnswers: () => (broken ? refusal('server_error', 500) : []) })
  await expect.element(page.getByText('Couldn’t load automatic answers')).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('You have no location')).toBeVisible()
})
