import { describe, expect, test } from 'vitest'
import { durationWords, requestAt, signUpLinks } from './sign-up-links.ts'

const site = (features: string[], showFreeTrial: 0 | 1 = 0) => ({ features, show_free_trial: showFreeTrial })

describe('the sign-up links of a site', () => {
  test('none on a plain site', () => expect(signUpLinks(site([]))).toEqual({ trial: null, signUp: null }))
  test('a trial where the site shows one', () => expect(signUpLinks(site([], 1)).trial).toBe('/free_trial'))
  test('sign-up where accounts are made', () =>
    expect(signUpLinks(site(['account_creation'])).signUp).toBe('/subscribe'))
  test('the Australian sign-up where there is only that', () =>
    expect(signUpLinks(site(['au_signup_eway_paypal'])).signUp).toBe('/signup_au'))
})

describe('an account request by URL', () => {
  test.each([
    ['/signup', ['account_creation'], true],
    ['/signup', ['au_signup_eway_paypal'], false],
    ['/signup_us', ['account_creation'], true],
    ['/subscribe', [], false],
    ['/signup_au/SPRING', ['au_signup_eway_paypal'], true],
    ['/signup_au_promo', ['account_creation'], false],
  ])('%s on a site with %j: %s', (path, features, allowed) =>
    expect(requestAt(path, site(features))).toEqual({ interest: 'subscription', allowed }),
  )
  test('a trial only if the site shows one', () => {
    expect(requestAt('/free_trial', site([], 1))).toEqual({ interest: 'trial', allowed: true })
    expect(requestAt('/free_trial', site(['account_creation']))).toEqual({ interest: 'trial', allowed: false })
  })
  test('teaching at the home for education', () =>
    expect(requestAt('/eduhome', site(['account_creation']))).toEqual({ interest: 'education', allowed: true }))
})

describe('the length of a trial in words', () => {
  test('whole hours', () => expect(durationWords('en-US', 3600)).toBe('1 hour'))
  test('anything else in minutes', () => expect(durationWords('en-US', 900)).toBe('15 minutes'))
  test('in the language of the page', () => expect(durationWords('fr-FR', 7200)).toMatch(/^2\sheures$/))
})
