import type { StoredMeans } from '@cutaway/contract/rooms/billing/fields.ts'
import type { Subscription } from '@cutaway/contract/rooms/billing/subscription.ts'
import type { Translate } from '../../../core/i18n/texts.ts'
import { dayBefore, minorOf } from '../days.ts'
import type { useBillingFormat } from '../useBillingFormat.ts'

/** Says in one sentence how a subscription stands. */

type Format = ReturnType<typeof useBillingFormat>

/** good: nothing to do. later: it changes or ends. due: the person has to pay. over: it has ended. */
export type Tone = 'good' | 'later' | 'due' | 'over'

export interface Standing {
  tone: Tone
  sentence: string
}

/** Returns whether a subscription was cancelled and still runs: it can be kept after all. */
export const isCancelled = ({ is_cancelled, subscription_status: state }: Subscription): boolean =>
  (is_cancelled || state === 'cancelled') && state !== 'ended'

/** Returns whether a subscription has ended, or ends because it was cancelled: its plan cannot be changed. */
export const isOver = (now: Subscription): boolean => isCancelled(now) || now.subscription_status === 'ended'

/** Returns the words for a stored means: "Visa ending 4242". */
export function meansText(means: StoredMeans, t: Translate): string {
  if (means.kind === 'wallet') return means.payer_label ? t('means_wallet', { account: means.payer_label }) : 'PayPal'
  const brand = brandOf(means.card_type, t)
  // A provider may not tell the digits.
  return means.last4 === null ? brand : t('means_card', { brand, last4: means.last4 })
}

const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'MasterCard',
  amex: 'American Express',
  'american express': 'American Express',
}

/** Returns the name of a card's brand. */
export function brandOf(wire: string | null, t: Translate): string {
  if (!wire) return t('billing_card')
  const key = brands[wire.toLowerCase()]
  return key ? t(key) : wire
}

export function standingOf(now: Subscription, means: StoredMeans | null, t: Translate, format: Format): Standing {
  const { arrears, currency } = now
  const amount = (text: string) => format.amount(text, currency)
  const lastDay = (day: string) => format.day(dayBefore(day))
  switch (now.subscription_status) {
    case 'trialing':
      return { tone: 'later', sentence: t('standing_trialing', { day: lastDay(now.trial_ends_on ?? now.period_end) }) }
    case 'past_due':
      return {
        tone: 'due',
        sentence: arrears
          ? t('standing_past_due', {
              amount: format.amount(arrears.amount, arrears.currency),
              day: lastDay(arrears.suspended_on),
            })
          : t('standing_owing'),
      }
    case 'suspended':
      return {
        tone: 'due',
        sentence: arrears
          ? t('standing_suspended', { amount: format.amount(arrears.amount, arrears.currency) })
          : t('standing_owing'),
      }
    case 'cancelled':
      return { tone: 'over', sentence: t('standing_cancelled', { day: lastDay(now.ends_on ?? now.period_end) }) }
    case 'ended':
      return { tone: 'over', sentence: t('standing_ended', { day: lastDay(now.ends_on ?? now.period_end) }) }
    case 'active':
      break
  }
  if (now.renewal_status !== 1)
    return { tone: 'later', sentence: t('standing_renewal_off', { day: lastDay(now.ends_on ?? now.period_end) }) }
  if (now.next_amount === null || minorOf(now.next_amount) === 0)
    return { tone: 'good', sentence: t('standing_nothing_due') }
  const next = { amount: amount(now.next_amount), day: format.day(now.period_end) }
  if (now.payment_type === 'invoice') return { tone: 'good', sentence: t('standing_invoice', next) }
  if (now.payment_type === 'capricorn') return { tone: 'good', sentence: t('standing_capricorn', next) }
  return {
    tone: 'good',
    sentence: means ? t('standing_active', { ...next, means: meansText(means, t) }) : t('standing_active_unpaid', next),
  }
}
