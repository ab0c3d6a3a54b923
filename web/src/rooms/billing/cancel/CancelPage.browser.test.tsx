import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeApi } from '../../../testing/fake-api.ts'
import { tabTo } from '../../../testing/keyboard.ts'
import { render } from '../../../testing/render.tsx'
import { arrears, elenasSession, visa, workshop } from '../testing.ts'
import CancelPage from './CancelPage.tsx'

test('Elena cancels with two clicks, reads what she keeps, and takes it back', async () => {
  let now = workshop
  const api = fakeApi({
    billing: {
      getSubscriptionStatus: () => now,
      getStoredMeans: () => visa,
      cancelSubscriptionCybersource: () => {
        now = { ...now, subscription_status: 'cancelled', is_cancelled: true, renewal_status: 0, ends_on: '2026-12-01' }
        return now
      },
      changeRenewalStatus: () => {
        now = workshop
        return { ...now, status: 1 as const, bussiness_entity_id: 1 }
      },
    },
  })
  await render(<CancelPage />, { session: elenasSession() })
  await expect
    .element(page.getByText('Everyone keeps access through November 30, 2026, the last paid day.'))
    .toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Save all data' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  const ask = page.getByRole('alertdialog', { name: 'Cancel the subscription?' })
  expect(api.calls('cancelSubscriptionCybersource')).toEqual([])
  await ask.getByRole('button', { name: 'Cancel subscription' }).click()
  // The sign stands where the button was, and what she keeps is still told, once.
  await expect.element(page.getByRole('heading', { name: 'Already canceled' })).toBeVisible()
  await expect
    .element(page.getByText('Everyone keeps access through November 30, 2026, the last paid day.'))
    .toBeVisible()
  await expect
    .poll(() => page.getByText('access through November 30, 2026', { exact: false }).elements())
    .toHaveLength(1)
  await expect.poll(() => page.getByRole('button', { name: 'Cancel subscription' }).elements()).toEqual([])
  expect(api.calls('cancelSubscriptionCybersource').map(({ body }) => body)).toEqual([{ user_id: 3 }])
  await page.getByRole('button', { name: 'Keep the subscription after all' }).click()
  await expect.element(page.getByRole('button', { name: 'Cancel subscription' })).toBeVisible()
})

test('with an unpaid renewal she reads, before both clicks, that the subscription ends at once', async () => {
  const now = { ...workshop, subscription_status: 'past_due' as const, past_due_since: '2026-11-01', arrears }
  fakeApi({ billing: { getSubscriptionStatus: () => now, getStoredMeans: () => visa } })
  await render(<CancelPage />, { session: elenasSession() })
  const words =
    'The subscription ends at once, and your people can no longer log in. The unpaid $204.00 is no longer owed.'
  await expect.element(page.getByText(words)).toBeVisible()
  await expect.poll(() => page.getByText('Everyone keeps access').elements()).toEqual([])
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect.element(page.getByRole('alertdialog').getByText(words)).toBeVisible()
})

test('only by keyboard she looks at the question, leaves it, and then cancels', async () => {
  let now = workshop
  const api = fakeApi({
    billing: {
      getSubscriptionStatus: () => now,
      getStoredMeans: () => visa,
      cancelSubscriptionCybersource: () => {
        now = { ...now, subscription_status: 'cancelled', is_cancelled: true, renewal_status: 0, ends_on: '2026-12-01' }
        return now
      },
    },
  })
  await render(<CancelPage />, { session: elenasSession() })
  const cancel = page.getByRole('button', { name: 'Cancel subscription' })
  await expect.element(cancel).toBeVisible()
  await tabTo('Cancel subscription')
  await userEvent.keyboard('{Enter}')
  const ask = page.getByRole('alertdialog', { name: 'Cancel the subscription?' })
  await expect.element(ask).toBeVisible()
  // Escape leaves everything as it was, and the focus where it came from.
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => ask.elements()).toEqual([])
  await expect.element(cancel).toHaveFocus()
  expect(api.calls('cancelSubscriptionCybersource')).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.element(ask).toBeVisible()
  await expect.poll(() => ask.element().contains(document.activeElement)).toBe(true)
  await tabTo((element) => element.textContent === 'Cancel subscription' && ask.element().contains(element))
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Already canceled')).toBeVisible()
  expect(api.calls('cancelSubscriptionCybersource')).toHaveLength(1)
})
