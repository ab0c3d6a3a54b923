import type { BillingPlan } from '@cutaway/contract/rooms/signup/plans.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../../testing/fake-api.ts'
import { render } from '../../../testing/render.tsx'
import { plan as workshop } from '../sheet/testing.ts'
import { OrderCard } from './OrderCard.tsx'
import { type Choice, PlanChooser } from './PlanChooser.tsx'

const monthly: BillingPlan = {
  ...workshop,
  location_charge: [
    { from_location: 1, to_location: 5, per_location_amount: '39.00' },
    { from_location: 6, to_location: null, per_location_amount: '34.00' },
  ],
}
const yearly: BillingPlan = {
  ...monthly,
  id: 2,
  recurring_frequency: 'annually',
  max_location: null,
  location_charge: [{ from_location: 1, to_location: null, per_location_amount: '374.00' }],
}

function Sheet() {
  const [choice, setChoice] = useState<Choice>({ locations: 5, planId: 1 })
  const plan = [monthly, yearly].find(({ id }) => id === choice.planId)
  return (
    <>
      <PlanChooser plans={[monthly, yearly]} choice={choice} onChange={setChoice} />
      <OrderCard plan={plan} locations={choice.locations} today="2027-01-31" taxLabel="" />
    </>
  )
}

test('the prices of the plans and the order follow the number of locations', async () => {
  fakeApi({})
  await render(<Sheet />)
  await expect.element(page.getByText('$245.00').last()).toBeVisible()
  await page.getByRole('button', { name: 'More locations' }).click()
  await expect.element(page.getByText('$254.00').last()).toBeVisible()
  await expect.element(page.getByText('6 × $34.00')).toBeVisible()
  // A yearly plan at eleven months, and the day of the second payment in the calendar of the web site.
  await expect.element(page.getByText('1 month free')).toBeVisible()
  await expect.element(page.getByText(/Feb 28, 2027/)).toBeVisible()
})

test('a number that the plan does not cover clears the choice, and says so', async () => {
  fakeApi({})
  await render(<Sheet />)
  await page.getByRole('textbox', { name: /Locations/ }).fill('11')
  await expect.element(page.getByRole('radio', { name: /Monthly/ })).not.toBeInTheDocument()
  await expect
    .element(page.getByText('Choose a plan again. The previous one doesn’t cover this number of locations.'))
    .toBeVisible()
  await expect.element(page.getByText('Choose a plan to see the price.')).toBeVisible()
})

test('text that is no number keeps the price, and says the range', async () => {
  fakeApi({})
  await render(<Sheet />)
  await page.getByRole('textbox', { name: /Locations/ }).fill('1e2')
  await expect.element(page.getByText('Enter a number of 1 or more.')).toBeVisible()
  await expect.element(page.getByText('$245.00').last()).toBeVisible()
})

test('a country without a plan is told so, instead of an empty list', async () => {
  fakeApi({})
  await render(<PlanChooser plans={[]} choice={{ locations: 1, planId: null }} onChange={() => undefined} />)
  await expect.element(page.getByText('There is no plan for this country yet. Please contact us.')).toBeVisible()
})
