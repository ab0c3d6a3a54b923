import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, refusal } from '../../../testing/fake-api.ts'
import { danasSession, northgate } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import { covidCode } from '../../sites/contact/covid-code.ts'
import type { Flow } from '../sheet/ContactStep.tsx'
import SignupEntry from './SignupEntry.tsx'

/** The addresses that open the way to an account, for visitors of a web site that sells in Australia. */

const session = {
  ...danasSession(),
  web_site: { ...northgate, features: ['account_creation', 'au_signup_eway_paypal'] },
}
const flow: Flow = {
  flow: 'eway_au',
  country_code: 'AU',
  countries: ['AU', 'NZ', 'PG'],
  subscription_url: null,
  promo_code: 'workshop',
  today: '2026-11-22',
  tax_label: 'GST',
  terms_version: '2026-10-01',
  payment_code: false,
  education: false,
  capricorn: false,
}
beforeEach(() => sessionStorage.clear())

/** Opens an address; the plans are asked for with the codes that the test reads. */
async function open(path: string, route: string, more: Partial<Flow> = {}) {
  const codes = new Set<string | null>()
  fakeApi({
    sites: { getCountry: () => [] },
    signup: {
      getSignupFlow: () => ({ ...flow, ...more }),
      getRegistration: () => refusal('registration_missing', 404),
      getAllBillingPlans: ({ query }) => {
        codes.add(query.get('promo_code'))
        return []
      },
    },
  })
  await render(<SignupEntry />, { session, path, routes: [{ path: route, element: <SignupEntry /> }] })
  return codes
}

test('a visitor from a country that is not served is told so, and whom to ask', async () => {
  await open('/signup_au', '/signup_au/:promo?', { flow: 'notification', country_code: 'FR' })
  const told = page.getByRole('alertdialog', { name: 'Not available in your country' })
  await expect.element(told.getByText('Questions? Write to hello@northgate.example.')).toBeVisible()
})

test.each([
  ['of the path', '/signup_au/Spring10', '/signup_au/:promo?', 'Spring10'],
  ['of the path, before that of the query', '/signup_au/Spring10?promo=other', '/signup_au/:promo?', 'Spring10'],
  ['of the query', '/signup_au?promo=Spring10', '/signup_au/:promo?', 'Spring10'],
  ['of the web site', '/signup_au_promo', '/signup_au_promo', 'workshop'],
])('the plans are those of the promo code %s', async (_which, path, route, code) => {
  const codes = await open(path, route)
  // The usual plans, and those of the code.
  await expect.poll(() => [...codes]).toEqual(expect.arrayContaining([code]))
  expect([...codes].filter((one) => one !== null)).toEqual([code])
  expect(covidCode()).toBeUndefined()
})

test('without a promo code the usual plans are asked for', async () => {
  const codes = await open('/signup_au', '/signup_au/:promo?')
  await expect.poll(() => [...codes]).toEqual([null])
})

test('stimulus2020 in the address is remembered for the visit', async () => {
  await open('/signup_au/STIMULUS2020', '/signup_au/:promo?')
  await expect.poll(covidCode).toBe('stimulus2020')
})
