import type { UpgradeQuote, UpgradeState } from '@cutaway/contract/rooms/signup/upgrade.ts'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, type FakeHandlers, refusal } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import { flow, plan } from '../sheet/testing.ts'
import UpgradeOffer from './UpgradeOffer.tsx'

/** Mia goes from her trial to a paid account. */

const fresh: UpgradeState = {
  step: 'message',
  seen: false,
  is_new_business: true,
  read_only: false,
  details: {
    business_name: 'Cedar Street Auto',
    first_name: 'Mia',
    last_name: 'Reyes',
    email: 'mia@cedar.example',
    phone: '',
    businessentity_street1: '1 Cedar Street',
    businessentity_city: 'Portland',
    businessentity_state: 'OR',
    businessentity_zip: '97201',
    country_code: 'us',
  },
  countries: ['us', 'ca'],
  tax_label: 'GST',
  provider: 'cybersource',
  billing_plan_id: null,
  max_location: 1,
  in_use: 1,
  promo_code: null,
  error: null,
  contact: { email: 'help@cutaway.example', phone: '+1 503 555 0100' },
}
const quoteOf = (state: UpgradeState): UpgradeQuote => ({
  ...state,
  step: 'confirm',
  means: 'nothing',
  request_key: '6f6a3d0e-8f0a-4f58-9d4d-3f8f2a3c9b11',
  card_types: [],
  currency: 'USD',
  net: '54.50',
  tax: '4.50',
  tax_label: 'GST',
  total_amount: '59.00',
  renewal_amount: '49.00',
  recurring_frequency: 'monthly',
  lines: [
    { kind: 'recurring', quantity: 1, unit: '49.00', amount: '44.50' },
    { kind: 'setup', quantity: 1, unit: '10.00', amount: '10.00' },
  ],
  needs_captcha: false,
  page_token: null,
})

beforeEach(() => sessionStorage.clear())

const open = async (first: Partial<UpgradeState> = {}, more: FakeHandlers['signup'] = {}, help_video = false) => {
  let state: UpgradeState = { ...fresh, ...first }
  const to = (next: Partial<UpgradeState>) => (state = { ...state, ...next })
  const api = fakeApi({
    signup: {
      handleShowUpgradeUserMessage: () => state,
      handleUpgradeMessageSeen: () => to({ seen: true }),
      handleIAccept: ({ body }) => ({
        state: body.accept === 1 ? to({ step: 'details' }) : state,
        leads_to: null,
      }),
      handleUpgradeUser: ({ body }) => to({ step: 'terms', details: { ...state.details, phone: body.phone ?? '' } }),
      handleTermsAndConditionsForupgradedMembers: () => to({ step: 'plan' }),
      upgradeTrialUser: () => quoteOf(state),
      ...more,
    },
    sites: {
      getCountry: () => [
        { id: 1, country_code: 'us', name: 'United States', dial_code: '+1' },
        { id: 2, country_code: 'ca', name: 'Canada', dial_code: '+1' },
      ],
      getTermsAndCondition: () => ({ html: '<p>What both sides promise.</p>' }),
    } as never,
  })
  const dana = danasSession(['upgrade_account'])
  const session = {
    ...dana,
    user: { ...dana.user, user_access_id: 9 },
    ...(help_video ? { help_video: 'first' as never } : {}),
  }
  const shown = await render(<UpgradeOffer />, { session })
  return { ...api, ...shown }
}
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('the message opens once by itself, stays open when it was noted, and closed it is a line above the page', async () => {
  const { calls } = await open()
  await expect.element(page.getByRole('dialog', { name: 'Keep your films after the trial' })).toBeVisible()
  await expect.poll(() => calls('handleUpgradeMessageSeen').length).toBe(1)
  await expect.element(button('Accept and go on')).toBeVisible()
  await button('Close').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await button('Upgrade').click()
  await expect.element(button('Accept and go on')).toBeVisible()
})

test('it was shown before: it does not open by itself', async () => {
  await open({ seen: true })
  await expect.element(button('Upgrade')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('details need an address and a phone number; the terms follow', async () => {
  const { calls } = await open()
  await button('Accept and go on').click()
  await expect.element(page.getByRole('dialog', { name: 'Confirm your details' })).toBeVisible()
  await expect.element(button('Continue')).toBeDisabled()
  await page.getByLabelText('Phone').fill('(503) 234-0187')
  await button('Continue').click()
  await expect.element(page.getByText('What both sides promise.')).toBeVisible()
  expect(calls('handleUpgradeUser')[0]?.body).toMatchObject({
    phone: '(503) 234-0187',
    business_name: 'Cedar Street Auto',
  })
  await button('Back').click()
  await expect.element(page.getByLabelText('Phone')).toHaveValue('(503) 234-0187')
})

test('with the right for it the details are only shown', async () => {
  await open({ step: 'details', read_only: true, details: { ...fresh.details, phone: '+15032340187' } })
  await expect.element(page.getByText('Ask your administrator to change them.', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('textbox')).not.toBeInTheDocument()
  await expect.element(button('Continue')).toBeEnabled()
})

test('a closed browser goes on at the payment with the exact amounts; a failure names whom to ask', async () => {
  await open(
    { step: 'confirm', billing_plan_id: 4, seen: true },
    { handleConfirmUpgradeUser: () => refusal('unable_to_proceed_please_try_later') },
  )
  await expect.element(page.getByText('$59.00')).toBeVisible()
  await expect.element(page.getByText('Setup fee')).toBeVisible()
  await expect.element(page.getByText('Then each month')).toBeVisible()
  await button('Upgrade now').click()
  await expect
    .element(page.getByText('Your account could not be upgraded. Contact help@cutaway.example or +1 503 555 0100.'))
    .toBeVisible()
})

test('two presses take each step once, and pay once', async () => {
  const paid = {
    responseType: 'success' as const,
    payment: '6f6a3d0e-8f0a-4f58-9d4d-3f8f2a3c9b11',
    amount: '59.00',
    currency: 'USD',
    email: 'mia@cedar.example',
    action: null,
    user: null,
    returnUrl: null,
  }
  const { calls } = await open(
    { details: { ...fresh.details, phone: '(503) 234-0187' } },
    { getSignupFlow: () => flow, getAllBillingPlans: () => [plan], handleConfirmUpgradeUser: () => paid },
  )
  await button('Accept and go on').dblClick()
  await expect.element(page.getByRole('dialog', { name: 'Confirm your details' })).toBeVisible()
  await button('Continue').dblClick()
  await expect.element(page.getByText('What both sides promise.')).toBeVisible()
  await button('Accept the terms').dblClick()
  await page.getByRole('radio', { name: /Monthly/ }).click({ force: true })
  await button('Continue to payment').dblClick()
  await button('Upgrade now').dblClick()
  await expect.element(page.getByRole('dialog', { name: 'Your account is ready' })).toBeVisible()
  await expect.element(page.getByText('From now on you log in with a new user name.', { exact: false })).toBeVisible()
  const names = ['handleIAccept', 'handleUpgradeUser', 'handleTermsAndConditionsForupgradedMembers']
  expect(names.map((name) => calls(name).length)).toEqual([1, 1, 1])
  // The choice, and the price that the payment shows.
  expect(calls('upgradeTrialUser')).toHaveLength(2)
  expect(calls('handleConfirmUpgradeUser')).toHaveLength(1)
})
