import type { Customer } from '@cutaway/contract/rooms/sharing/customers.ts'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeApi } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import { CustomerField } from './CustomerField.tsx'
import { collectTyping } from './type-ahead.ts'

/** Covers the suggestions while Dana types a name, a number, an address or a repair order. */

const marcus: Customer = {
  customer_id: 7,
  name: 'Marcus Hale',
  vehicle: 'Outback',
  phone: '+15035550142',
  phone_shown: '(503) 555-0142',
  email: '',
  language_id: 50,
  last_channel: 'sms',
  ro_number: 'RO 48213',
  texts: { state: 'agreed', since: '2026-11-20' },
  emails: { state: 'not_asked', since: null },
  last_film: { part_id: 'BRKDSC', part_name: 'Disc brake' },
  last_at: '2026-11-20T17:00:00.000Z',
  since: '2025-06-01T17:00:00.000Z',
}
const marta: Customer = {
  ...marcus,
  customer_id: 8,
  name: 'Marta Lindqvist',
  phone: '+15035550188',
  phone_shown: '(503) 555-0188',
  texts: { state: 'stopped', since: '2026-11-20T17:00:00.000Z' },
}

async function open(found: Customer[]) {
  const [onChoose, onNew] = [vi.fn<(customer: Customer) => void>(), vi.fn<(typed: string) => void>()]
  const api = fakeApi({ sharing: { findCustomers: () => found } })
  await render(<CustomerField id="customer" onChoose={onChoose} onNew={onNew} />, { session: danasSession() })
  await expect.element(page.getByRole('combobox', { name: 'Customer' })).toHaveFocus()
  return { onChoose, onNew, api }
}

test('the cursor is in the field; Enter takes the first suggestion, also before it is shown', async () => {
  const { onChoose } = await open([marcus, marta])
  await expect.element(page.getByRole('combobox', { name: 'Customer' })).toHaveFocus()
  await userEvent.keyboard('ma{Enter}')
  await expect.poll(() => onChoose).toHaveBeenCalledExactlyOnceWith(marcus)
})

test('a suggestion shows the number, the order, the last film and the consent; arrow keys move', async () => {
  const { onChoose } = await open([marcus, marta])
  await userEvent.keyboard('mar')
  const name = /Marcus Hale.*503.*555-0142.*RO 48213.*Agreed to texts.*Disc brake/
  await expect.element(page.getByRole('option', { name })).toBeVisible()
  await expect.element(page.getByRole('option', { name: /Marta.*Stopped texts/ })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(marta)
})

test('a number without a customer becomes a new customer', async () => {
  const { onNew } = await open([])
  await userEvent.keyboard('5035550199')
  await expect.element(page.getByRole('option')).toHaveTextContent('New customer')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => onNew).toHaveBeenCalledExactlyOnceWith('5035550199')
})

test('one letter searches nothing; Escape closes the suggestions', async () => {
  const { api } = await open([marcus])
  await userEvent.keyboard('m')
  await expect.poll(() => page.getByRole('option').elements()).toEqual([])
  await userEvent.keyboard('a')
  await expect.element(page.getByRole('option', { name: /Marcus/ })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'New customer' })).toBeVisible()
  expect(api.calls('findCustomers')).toHaveLength(1)
})

test('what is typed before the field is there is not lost, nor is Enter', async () => {
  const stop = collectTyping()
  // The page below does not get the keys: M would mute the film.
  const below = vi.fn<(event: Event) => void>()
  document.addEventListener('keydown', below)
  await userEvent.keyboard('marr{Backspace}{Enter}')
  expect(below).not.toHaveBeenCalled()
  document.removeEventListener('keydown', below)
  const { onChoose, api } = await open([marcus])
  await expect.poll(() => onChoose).toHaveBeenCalledExactlyOnceWith(marcus)
  expect(api.calls('findCustomers').map(({ params }) => params['json'])).toEqual([expect.stringContaining('"mar"')])
  stop()
})

test('a space before any letter belongs to the button that has the focus, and Tab ends the collecting', async () => {
  const stop = collectTyping()
  await userEvent.keyboard(' m{Tab}arcus')
  await open([marcus])
  await expect.element(page.getByRole('combobox', { name: 'Customer' })).toHaveValue('')
  stop()
})
