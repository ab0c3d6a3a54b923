import type { QuoteOfChange } from '@cutaway/contract/rooms/billing/plan-changes.ts'
import type { Subscription } from '@cutaway/contract/rooms/billing/subscription.ts'
import type { BillingPlan } from '@cutaway/contract/rooms/signup/plans.ts'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeApi, type FakeHandlers, refusal } from '../../../testing/fake-api.ts'
import { tabTo } from '../../../testing/keyboard.ts'
import { render } from '../../../testing/render.tsx'
import { elenasSession, visa, workshop } from '../../billing/testing.ts'
import { plan } from '../sheet/testing.ts'
import SwitchPlanPage from './SwitchPlanPage.tsx'

/** Elena adds locations and looks at the price before she confirms. */

const monthly: BillingPlan = {
  ...plan,
  setup_fee: '0.00',
  location_charge: [
    { from_location: 1, to_location: 5, per_location_amount: '39.00' },
    { from_location: 6, to_location: 10, per_location_amount: '34.00' },
  ],
}
const yearly: BillingPlan = {
  ...monthly,
  id: 2,
  recurring_frequency: 'annually',
  location_charge: [{ from_location: 6, to_location: 10, per_location_amount: '374.00' }],
}

/** What the server answers: nothing for the present plan, the share of the month for more locations. */
const quoteOf = (planId: number, locations: number): QuoteOfChange => {
  const isMore = locations > 6
  const amount = isMore ? '20.40' : '0.00'
  return {
    when: planId === 1 ? (isMore ? 'now' : locations === 6 ? 'none' : 'renewal') : isMore ? 'both' : 'renewal',
    currency: 'USD',
    tax_label: '',
    today: {
      net: amount,
      tax: '0.00',
      total: amount,
      lines: isMore ? [{ kind: 'difference', quantity: 1, unit: amount, amount }] : [],
    },
    credit_used: '0.00',
    due: amount,
    credit: '0.00',
    now: isMore ? { billing_plan_id: 1, name: 'Workshop', max_location: locations } : null,
    next: {
      billing_plan_id: planId,
      name: 'Workshop',
      max_location: locations,
      recurring_frequency: planId === 1 ? 'monthly' : 'annually',
      on: '2026-12-01',
      net: '272.00',
      tax: '0.00',
      total: planId === 1 ? '272.00' : '2992.00',
    },
    later: {
      name: 'Workshop',
      recurring_frequency: planId === 1 ? 'monthly' : 'annually',
      on: planId === 1 ? '2027-01-01' : '2027-12-01',
      total: planId === 1 ? '272.00' : '2992.00',
    },
    in_use: 6,
    pays: isMore ? 'stored' : 'nothing',
  }
}

const open = async (
  now: Partial<Subscription> = {},
  billing: FakeHandlers['billing'] = {},
  session = elenasSession(),
  plans: readonly BillingPlan[] = [monthly, yearly],
) => {
  const state = { now: { ...workshop, ...now } }
  const api = fakeApi({
    billing: {
      getSubscriptionStatus: () => state.now,
      getStoredMeans: () => visa,
      getActiveBillingPlan: () => ({
        billing_plan_id: 1,
        max_locations: 6,
        promo_code_max_locations: null,
        in_use: 6,
        country: 'us',
        pending_change: null,
      }),
      quoteChange: ({ body }) => quoteOf(body.billing_plan_id, Number(body.max_location)),
      ...billing,
    },
    signup: { getAllBillingPlans: () => [...plans] },
  })
  const shown = await render(null, {
    session,
    path: '/switch_billing_plan',
    routes: [
      { path: '/switch_billing_plan', element: <SwitchPlanPage /> },
      { path: '/update_billing_details', element: <p>billing</p> },
      { path: '/home', element: <p>home</p> },
    ],
  })
  return { ...api, ...shown, state }
}
const more = page.getByRole('button', { name: 'More locations' })

test('a price without tax says which tax is added, as at the sign-up', async () => {
  const taxed = { ...monthly, gst: '10' }
  await open({ tax_label: 'GST' }, {}, elenasSession(), [taxed, yearly])
  await expect.element(page.getByText('a month, plus 10% GST')).toBeVisible()
  await expect.element(page.getByText('a year', { exact: true })).toBeVisible()
})

test('the exact price comes before the confirmation; a declined card is said, and the next try switches', async () => {
  let tries = 0
  const { calls, path } = await open(
    {},
    {
      switchBillingPlanCybersource: () => {
        tries += 1
        if (tries === 1) return refusal('payment_declined')
        return {
          responseType: 'success' as const,
          payment: '6f6a3d0e-8f0a-4f58-9d4d-3f8f2a3c9b11',
          amount: '20.40',
          currency: 'USD',
          action: null,
          paypalDetails: null,
          subscription: { ...workshop, max_locations: 8 },
        }
      },
    },
  )
  await expect.element(page.getByText('This is your present plan.', { exact: false })).toBeVisible()
  await more.click()
  await more.click()
  await expect.element(page.getByText('Then $272.00 on December 1, 2026, every month')).toBeVisible()
  await expect.element(page.getByText('Price difference, November 22 to November 30 (9 of 30 days)')).toBeVisible()
  await expect.element(page.getByText('Visa ending 4242')).toBeVisible()
  const pay = page.getByRole('button', { name: 'Pay $20.40 and switch' })
  await pay.click()
  await expect.element(page.getByText('The card was declined. Use another card or ask your bank.')).toBeVisible()
  await pay.click()
  await expect.poll(path).toBe('/update_billing_details')
  const sent = calls('switchBillingPlanCybersource').map(({ body }) => body as Record<string, unknown>)
  expect(sent[0]).toMatchObject({ billing_pan: { billing_plan_id: 1, max_location: 8 }, due: '20.40' })
  expect(sent[0]?.['request_key']).not.toBe(sent[1]?.['request_key'])
})

test('another plan begins at the renewal, and nothing is due today', async () => {
  await open()
  await page.getByRole('radio', { name: /yearly/ }).click()
  await expect.element(page.getByText('Then $2,992.00 on December 1, 2026, every year')).toBeVisible()
  await expect
    .element(page.getByText('Through November 30, 2026 you can withdraw the change.', { exact: false }))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Switch on December 1' })).toBeVisible()
})

test('tax that the next charge holds is named', async () => {
  const quote = quoteOf(1, 7)
  await open({}, { quoteChange: () => ({ ...quote, tax_label: 'GST', next: { ...quote.next, tax: '24.73' } }) })
  await expect.element(page.getByText('GST included: $24.73')).toBeVisible()
})

test('a yearly plan also shows next year’s renewal, and that it is announced', async () => {
  await open()
  await page.getByRole('radio', { name: /yearly/ }).click({ force: true })
  const steps = page.getByRole('listitem')
  await expect.element(steps.filter({ hasText: 'December 1, 2027' }).getByText(/30 and 7 days before/)).toBeVisible()
})

test('no fewer locations can be chosen than are in use', async () => {
  await open()
  await expect.element(page.getByRole('button', { name: 'Fewer locations' })).toBeDisabled()
  await expect
    .element(page.getByText('It goes no lower than what is in use: 6 locations.', { exact: false }))
    .toBeVisible()
})

test('without a stored wallet, the way leads to PayPal', async () => {
  await open(
    { payment_type: 'paypal', provider: 'paypal' },
    { quoteChange: ({ body }) => ({ ...quoteOf(1, Number(body.max_location)), pays: 'fresh' }) },
  )
  await more.click()
  await expect.element(page.getByRole('button', { name: 'Continue to PayPal' })).toBeVisible()
})

test('a price that did not come can be asked for again', async () => {
  let asked = 0
  await open(
    {},
    {
      quoteChange: () => {
        asked += 1
        return asked === 1 ? refusal('server_error', 500) : quoteOf(1, 6)
      },
    },
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('This is your present plan.', { exact: false })).toBeVisible()
})

test.each<[string, Partial<Subscription>, string]>([
  [
    'cancelled',
    { subscription_status: 'cancelled', is_cancelled: true, renewal_status: 0, ends_on: '2026-12-01' },
    'Your subscription is canceled. Everyone keeps access through November 30, 2026.',
  ],
  ['not renewed', { renewal_status: 0, ends_on: '2026-12-01' }, 'Your plan ends after November 30, 2026.'],
])('a subscription that is %s is kept first: no next charge is promised', async (_, now, sentence) => {
  const { calls, state } = await open(now, {
    changeRenewalStatus: () => {
      state.now = workshop
      return { ...workshop, status: 1 as const, bussiness_entity_id: 1 }
    },
  })
  await expect.element(page.getByText(sentence, { exact: false })).toBeVisible()
  await expect.poll(() => page.getByText('It renews on', { exact: false }).elements()).toEqual([])
  await page.getByRole('button', { name: 'Keep the subscription after all' }).click()
  await expect
    .element(page.getByText('Now: Workshop, monthly, 6 locations. It renews on December 1, 2026.'))
    .toBeVisible()
  await expect.element(more).toBeVisible()
  expect(calls('changeRenewalStatus').map(({ body }) => body)).toMatchObject([{ status: 1 }])
})

test('what is owed comes before another plan', async () => {
  await open({ subscription_status: 'past_due', past_due_since: '2026-11-01' })
  await expect.element(page.getByText('Your last renewal is unpaid. Pay now to keep access.')).toBeVisible()
})

test('a web site that hides the plan page leads home', async () => {
  const elena = elenasSession()
  const { path } = await open({}, {}, { ...elena, permissions: ['manage_billing'] })
  await expect.poll(path).toBe('/home')
})

test('only by keyboard she adds a location, chooses the other plan, reads the price, and switches', async () => {
  const subscription = { ...workshop, max_locations: 7 }
  const { calls } = await open(
    {},
    {
      switchBillingPlanCybersource: () => ({
        responseType: 'success' as const,
        payment: '6f6a3d0e-8f0a-4f58-9d4d-3f8f2a3c9b11',
        amount: '20.40',
        currency: 'USD',
        action: null,
        paypalDetails: null,
        subscription,
      }),
    },
  )
  await expect.element(more).toBeVisible()
  await tabTo('More locations')
  await userEvent.keyboard('{Enter}')
  await tabTo((element) => element.matches('input[type=radio]'))
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('radio', { name: /yearly/ })).toBeChecked()
  await expect.element(page.getByText('Then $2,992.00 on December 1, 2026', { exact: false })).toBeVisible()
  await tabTo('Pay $20.40 and switch')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => calls('switchBillingPlanCybersource')).toHaveLength(1)
  expect(calls('switchBillingPlanCybersource')[0]!.body).toMatchObject({
    billing_pan: { billing_plan_id: 2, max_location: 7 },
  })
})

test('on a phone, what is due today stays in sight until the preview is', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1440, 900))
  await open()
  await more.click()
  const bar = page.getByRole('button', { name: 'Today $20.40 Details' })
  await expect.element(bar).toBeVisible()
  await bar.click()
  await expect.element(page.getByRole('button', { name: 'Pay $20.40 and switch' })).toBeInViewport()
})
