import type { StoredMeans } from '@cutaway/contract/rooms/billing/fields.ts'
import type { Subscription } from '@cutaway/contract/rooms/billing/subscription.ts'
import type { Session } from '@cutaway/contract/rooms/sessions.ts'
import { danasSession } from '../../testing/people.ts'

/** Elena of Northgate Motors and her subscription, for component tests. */

/** Returns the session of the administrator of a business, with the rights to billing and to the plan. */
export function elenasSession(more: Partial<Session> = {}): Session {
  const dana = danasSession(['manage_billing', 'show_manage_billing_plan', 'manage_users', 'manage_locations'])
  const user = { ...dana.user, user_id: 3, user_access_id: 3, username: 'enterprise', first_name: 'Elena' }
  return { ...dana, user, web_site: { ...dana.web_site, features: ['billing_details'] }, ...more }
}

export const visa: StoredMeans = {
  kind: 'card',
  card_type: 'visa',
  last4: '4242',
  card_expiry_month: 8,
  card_expiry_year: 2028,
  payer_label: null,
}

/** Six locations for $204.00 a month, renewed on December 1. */
export const workshop: Subscription = {
  subscription_status: 'active',
  payment_type: 'cybersource',
  provider: 'cybersource',
  billing_plan_id: 1,
  name: 'Workshop',
  recurring_frequency: 'monthly',
  max_locations: 6,
  locations_in_use: 6,
  per_location: '34.00',
  currency: 'USD',
  tax_label: '',
  period_start: '2026-11-01',
  period_end: '2026-12-01',
  next_amount: '204.00',
  credit: '0.00',
  ends_on: null,
  is_cancelled: false,
  renewal_status: 1,
  trial_ends_on: null,
  promo_until: null,
  then_plan: null,
  pending_change: null,
  past_due_since: null,
  arrears: null,
  today: '2026-11-22',
}

export const arrears = {
  amount: '204.00',
  currency: 'USD',
  invoice: 'NM-2026-005012',
  since: '2026-11-01',
  suspended_on: '2026-11-11',
  ended_on: '2026-12-01',
  next_try_on: '2026-11-08',
  is_paying: false,
  error: 'card_no_funds',
}
