import { describe, expect, test } from 'vitest'
import { demoSites } from '../../../../../demo/sites.ts'
import { emailKey, masked, mobileOf } from '../codes/address.rules.ts'
import { isExpired, signupFlow, subscriptionUrl, visitorCountry } from './plans.rules.ts'

const siteOf = (id: number, settings: Record<string, unknown> = {}) => {
  const site = demoSites.find((one) => one.id === id)!
  return { features: site.features, settings: { ...site.settings, ...settings }, country_code_iso: site.country }
}
const americas = { signup_countries: ['US', 'CA'] }
const pacific = { signup_countries: ['AU', 'NZ', 'PG'] }
const by = (country: string) => ({ signup_countries: [country, 'ZA', 'PH'] })

describe('the way to an account', () => {
  test.each([31, 44, 139, 148, 151, 153, 189, 54])('web site %i takes cards from the US and Canada', (id) => {
    const flow = (country: string) => signupFlow(siteOf(id), americas, country)
    expect(['US', 'CA', 'MX', 'AU'].map(flow)).toEqual(['cybersource', 'cybersource', 'notification', 'notification'])
  })

  test.each([33, 10, 154])('web site %i takes cards from Australia, and PayPal from New Zealand and Papua', (id) => {
    const flow = (country: string) => signupFlow(siteOf(id), pacific, country)
    expect(['AU', 'NZ', 'PG', 'US'].map(flow)).toEqual(['eway_au', 'paypal_nz', 'paypal_nz', 'notification'])
  })

  test.each([
    [15, 'GB'],
    [102, 'ZA'],
    [135, 'IN'],
    [163, 'MY'],
    [172, 'PH'],
  ])('web site %i takes PayPal from %s, South Africa and the Philippines', (id, own) => {
    const flow = (country: string) => signupFlow(siteOf(id), by(own), country)
    expect([own, 'ZA', 'PH', 'FR'].map(flow)).toEqual(['paypal_intl', 'paypal_intl', 'paypal_intl', 'notification'])
  })

  test('web site 142 takes applications of teachers, from anywhere', () =>
    expect(['IL', 'US'].map((country) => signupFlow(siteOf(142), { signup_countries: ['IL'] }, country))).toEqual([
      'israel_teachers',
      'israel_teachers',
    ]))

  test.each([39, 161, 69, 2])('web site %i opens no accounts', (id) =>
    expect(signupFlow(siteOf(id), americas, 'US')).toBe('none'),
  )

  test.each([135, 148])('web site %i sends visitors to another page if one is set', (id) => {
    const elsewhere = siteOf(id, { subscription_url: 'https://shop.example/subscribe' })
    expect(signupFlow(elsewhere, americas, 'US')).toBe('redirect')
    expect(subscriptionUrl(elsewhere)).toBe('https://shop.example/subscribe')
    for (const url of ['', 'javascript:alert(1)', 'shop', 7])
      expect(subscriptionUrl(siteOf(id, { subscription_url: url }))).toBeNull()
  })

  test('a web site without a seller opens no account', () =>
    expect(signupFlow(siteOf(31), undefined, 'US')).toBe('notification'))
})

test('a private address counts as the web site’s own country in the demo, else as the US or Australia', () => {
  expect(visitorCountry(siteOf(15), 'fr', true)).toBe('FR')
  expect(visitorCountry(siteOf(15), undefined, true)).toBe('GB')
  expect(visitorCountry(siteOf(15), undefined, false)).toBe('US')
  expect(visitorCountry(siteOf(154), undefined, false)).toBe('AU')
})

test('a promo code counts until the day before it expires', () => {
  expect(['2027-06-29', '2027-06-30', '2027-07-01'].map((today) => isExpired('2027-06-30', today))).toEqual([
    false,
    true,
    true,
  ])
  expect(isExpired(null, '2027-06-30')).toBe(false)
})

describe('the key of an address', () => {
  test('folds spellings of one mail address', () => {
    expect(emailKey(' Ann.Lee+x@Gmail.com ')).toBe('annlee@gmail.com')
    expect(emailKey('a.n.n.lee@googlemail.com')).toBe('annlee@gmail.com')
    expect(emailKey('Ann.Lee+x@shop.example')).toBe('ann.lee@shop.example')
    expect(emailKey('+x@shop.example')).toBeUndefined()
    expect(emailKey('no address')).toBeUndefined()
  })

  test('reads mobile numbers of the country, and none that costs extra', () => {
    expect(mobileOf('0412 345 678', { country: 'au' })).toEqual({ number: '+61412345678', country: 'AU' })
    expect(mobileOf('0412345678', { dialCode: '+61' })).toEqual({ number: '+61412345678', country: 'AU' })
    for (const typed of ['+61 1900 123 456', '+1 900 234 5678', '+1 800 234 5678', '12', ''])
      expect(mobileOf(typed, { country: 'US' })).toBeUndefined()
  })

  test('is shown in part', () => {
    expect(masked('ann@shop.example')).toBe('a•••@shop.example')
    expect(masked('+15032340186')).toBe('+15•••••86')
  })
})
