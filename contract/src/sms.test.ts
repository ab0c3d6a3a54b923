import { expect, test } from 'vitest'
import { smsLength, smsLimit, smsLimits } from './sms.ts'

test('the limit depends on the country first, then on the features of the web site', () => {
  expect(smsLimit({ country: 'US', features: [] })).toBe(1400)
  expect(smsLimit({ country: 'ca', features: ['sms_limit_160'] })).toBe(1400)
  expect(smsLimit({ country: 'au', features: ['sms_limit_160'] })).toBe(160)
  expect(smsLimit({ country: 'AU', features: [] })).toBe(81)
  expect(smsLimit({ country: 'AU', features: [], variant: true })).toBe(smsLimits.variant)
  expect(smsLimit({ country: 'AU', features: ['sms_limit_160'], variant: true })).toBe(160)
})
test('counts characters as users do', () => {
  expect(smsLength('שלום')).toBe(4)
  expect(smsLength('ok 🚗')).toBe(4)
  expect(smsLength('a\r\nb')).toBe(3)
})
