import { z } from 'zod'
import { endpoint, may, notAudited, unscoped } from '../../endpoint.ts'
import { Id, PathId } from '../../fields.ts'
import { besidePayment, PaymentResult, paymentEndings } from '../billing.ts'
import { billingFields, cardFields, DayText, Locations, PendingChange, Total, Amount, line } from './fields.ts'
import { Subscription, subscriptionRefusals } from './subscription.ts'

/** Changes of plan and locations: what they cost now and later, switching, and withdrawing what begins at the renewal. */

const plans = may('show_manage_billing_plan')
const onSale = unscoped('a plan that is on sale to the business, looked up on the web site')

export const getActiveBillingPlan = endpoint({
  method: 'GET',
  path: '/getActiveBillingPlan/:user',
  who: plans,
  actsFor: 'user',
  summary: 'Returns the plan of the caller’s business, and how many of its locations are in use.',
  params: z.object({ user: PathId }),
  fails: subscriptionRefusals,
  reply: z.object({
    billing_plan_id: z.int().nullable(),
    max_locations: z.int(),
    /** The most locations of a promo plan; null for other plans, and without a limit. */
    promo_code_max_locations: z.int().nullable(),
    /** Active locations: fewer cannot be chosen. */
    in_use: z.int(),
    /** Lower case: the country for getAllBillingPlans. */
    country: z.string(),
    pending_change: PendingChange.nullable(),
  }),
})

export const quoteChange = endpoint({
  method: 'POST',
  path: '/quoteChange',
  who: plans,
  actsFor: 'user_id',
  owns: { billing_plan_id: onSale },
  audit: notAudited('reads only'),
  summary: 'Returns what a change of plan or locations costs now and at the renewal. Changes nothing.',
  limit: { max: 120 },
  body: z.object({ user_id: Id, billing_plan_id: Id, max_location: Locations, promo_code: line(40).optional() }),
  fails: [
    ...subscriptionRefusals,
    'invalid_number_of_locations',
    'invalid_promo_code',
    'promo_code_expiry',
    'promo_code_already_applied',
    'Unable to change billing plan. Please try again',
  ],
  reply: z.object({
    /** none: it is the present plan and number. */
    when: z.enum(['none', 'now', 'renewal', 'both']),
    /** On the wire, the Canadian dollar is CND. */
    currency: z.string(),
    tax_label: z.string(),
    /** Due today. A negative total becomes credit. */
    today: Total,
    /** Credit that pays a part of it, and the rest, which is charged. */
    credit_used: Amount,
    due: Amount,
    /** Credit of the business afterwards. */
    credit: Amount,
    /** What begins today; null: nothing does. */
    now: z.object({ billing_plan_id: z.int(), name: z.string(), max_location: z.int() }).nullable(),
    /** The next renewal after the change: its day, and what it costs before credit. */
    next: z.object({
      billing_plan_id: z.int(),
      name: z.string(),
      max_location: z.int(),
      recurring_frequency: z.enum(['monthly', 'annually']),
      on: DayText,
      net: Amount,
      tax: Amount,
      total: Amount,
    }),
    /** The renewal after that one. */
    later: z.object({
      name: z.string(),
      recurring_frequency: z.enum(['monthly', 'annually']),
      on: DayText,
      total: Amount,
    }),
    in_use: z.int(),
    /** How the amount of today is paid. nothing: no amount is due. fresh: no means is stored. */
    pays: z.enum(['nothing', 'stored', 'fresh']),
  }),
})
export type QuoteOfChange = z.infer<typeof quoteChange.reply>

const Wanted = z.object({ billing_plan_id: Id, max_location: Locations, promo_code: line(40).optional() })

const switching = {
  who: plans,
  actsFor: 'user_id',
  owns: { 'billing_pan.billing_plan_id': onSale, 'billing_plan.billing_plan_id': onSale },
  audit: { action: 'subscription.switch' },
  notWhileActing: true,
  limit: { max: 30 },
  body: z.object({
    user_id: Id,
    /** Spelt so on the wire; billing_plan is taken too. */
    billing_pan: Wanted.optional(),
    billing_plan: Wanted.optional(),
    /** A new card, which also replaces the stored one. Without it the stored means is charged. */
    card_details: z.object(cardFields).optional(),
    billing_details: z.object(billingFields).optional(),
    request_key: z.uuid().optional(),
    /** The total of quoteChange; a different one is refused. */
    due: Amount.optional(),
    token: z.string().max(4000).optional(),
  }),
  fails: [
    ...subscriptionRefusals,
    'invalid_number_of_locations',
    'invalid_promo_code',
    'promo_code_expiry',
    'promo_code_already_applied',
    'please_change_billing_details',
    'message_billing',
    'message_bill',
    'payment_in_progress',
    'captcha_required',
    'captcha_not_solved',
    'Unable to change billing plan. Please try again',
    ...paymentEndings,
  ],
  beside: besidePayment,
} as const

const Switched = z.object({
  responseType: PaymentResult.shape.responseType,
  /** Null where nothing was charged. */
  payment: z.uuid().nullable(),
  amount: Amount.nullable(),
  currency: z.string(),
  action: PaymentResult.shape.action,
  /** The page at which it is paid, where no wallet is stored. */
  paypalDetails: z.object({ merchantUrl: z.string() }).nullable(),
  /** The state after the change. */
  subscription: Subscription,
})
export type Switched = z.infer<typeof Switched>

export const switchBillingPlanCybersource = endpoint({
  ...switching,
  method: 'POST',
  path: '/switchBillingPlanCybersource',
  summary: 'Changes plan or locations. The same request_key gives the same answer.',
  reply: Switched,
})
export const switchBillingPlanEway = endpoint({
  ...switching,
  method: 'POST',
  path: '/switchBillingPlanEway',
  summary: 'Changes plan or locations of an Australian subscription.',
  reply: Switched,
})
export const switchBillingPlanPaypal = endpoint({
  ...switching,
  method: 'POST',
  path: '/switchBillingPlanPaypal',
  summary: 'Changes plan or locations of a subscription paid by PayPal.',
  reply: Switched,
})

export const withdrawChange = endpoint({
  method: 'POST',
  path: '/withdrawChange',
  who: plans,
  actsFor: 'user_id',
  audit: { action: 'subscription.withdraw' },
  notWhileActing: true,
  summary: 'Withdraws the change that would begin at the next renewal. Repeating the call changes nothing.',
  body: z.object({ user_id: Id }),
  fails: subscriptionRefusals,
  reply: Subscription,
})
