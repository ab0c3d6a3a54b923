import type { Balance } from '@cutaway/contract/rooms/telephony/bundles.ts'
import type { OwnNumber, Quote } from '@cutaway/contract/rooms/telephony/numbers.ts'
import { visa } from '../billing/testing.ts'

/** Text messages and numbers of Northgate Motors, for component tests. */

export const balance: Balance = {
  paid_sms_counter: 184,
  is_counted: true,
  currency: 'USD',
  symbol: '$',
  tax_label: '',
  sms_bundle: 500,
  cost_per_sms: '0.0900',
  total_amount: '45.00',
  bundles: [
    { bundle_id: 1, sms_bundle: 500, cost_per_sms: '0.0900', total_amount: '45.00', due: '45.00' },
    { bundle_id: 2, sms_bundle: 1000, cost_per_sms: '0.0800', total_amount: '80.00', due: '80.00' },
  ],
  pays: 'stored',
  means: visa,
  overdue: null,
  days_left: 12,
  last_14_days: 214,
  last_30_days: 412,
  per_day: Array.from({ length: 30 }, (_, n) => ({ day: `2026-11-${String(n + 1).padStart(2, '0')}`, count: n })),
  is_low: false,
  recharge: { is_on: false, below: 100, bundle_id: 1, cap: '135.00', spent: '0.00', paused_by: null },
}

const capabilities = { MMS: true, SMS: true, fax: false, voice: true }

export const portland: OwnNumber = {
  phone_number_id: '0e3f7b0a-6d0e-4c4e-9a55-0c2f1d1f7a01',
  phone_number: '+15035550144',
  iso_country: 'US',
  number_type: 'local',
  locality: 'Portland, OR',
  capabilities,
  price: '1.50',
  currency: 'USD',
  state: 'owned',
  can_send: false,
  blocked_by: 'carriers_missing',
  released_on: null,
  arrears: null,
  next_on: '2026-12-22',
  location_id: null,
  location_name: null,
  forward_to: '+15035550142',
  spoken_text: '',
  sent: 288,
  received: 74,
}

export const bend: Quote = {
  quote_id: '0e3f7b0a-6d0e-4c4e-9a55-0c2f1d1f7a02',
  phone_number: '+15415550162',
  iso_country: 'US',
  number_type: 'local',
  locality: 'Bend, OR',
  capabilities,
  currency: 'USD',
  tax_label: '',
  price: '1.50',
  due: '1.50',
  from_on: '2026-11-22',
  next_on: '2026-12-22',
  expires_at: '2026-11-22T12:05:00.000Z',
  seconds: 300,
  means: visa,
  pays: 'stored',
}
