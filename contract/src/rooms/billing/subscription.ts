import { z } from 'zod'
import { endpoint, may, mayAny, notAudited, unscoped } from '../../endpoint.ts'
import { Flag, Id, PathId } from '../../fields.ts'
import { PaymentResult, besidePayment, paymentEndings } from '../billing.ts'
import {
  Arrears,
  billingFields,
  cardFields,
  DayText,
  PendingChange,
  ProviderName,
  StoredContact,
  StoredMeans,
  Amount,
  line,
} from './fields.ts'

/**
 * The subscription of the caller's business: its state, its means of payment, cancellation and automatic renewal. Only
 * the administrator of the business reaches them (level 3, not an employee), on web sites with billing pages.
 */

/** Every call refuses with these: no provider for the web site, and no subscription. */
export const subscriptionRefusals = [
  'Something went wrong. Please try again',
  'Subscription Details Not Found.',
] as const

const billing = may('manage_billing')
/** The pages of plans and of billing both show the state. */
const readers = mayAny('manage_billing', 'show_manage_billing_plan')
const inPayments = notAudited('a payment and its attempts are rows of their own that are never deleted')

export const SubscriptionState = z.enum(['trialing', 'active', 'past_due', 'suspended', 'cancelled', 'ended'])
export type SubscriptionState = z.infer<typeof SubscriptionState>

export const Subscription = z.object({
  subscription_status: SubscriptionState,
  payment_type: z.enum(['cybersource', 'eway', 'paypal', 'invoice', 'capricorn', 'none']),
  /** Which family of calls changes it: …Cybersource, …Eway or …Paypal. Null: none can. */
  provider: ProviderName.nullable(),
  billing_plan_id: z.int().nullable(),
  name: z.string(),
  recurring_frequency: z.enum(['monthly', 'annually']),
  max_locations: z.int(),
  locations_in_use: z.int(),
  /** What one location costs a period, without tax; null for a plan that is not priced by location. */
  per_location: Amount.nullable(),
  /** On the wire, the Canadian dollar is CND. */
  currency: z.string(),
  tax_label: z.string(),
  period_start: DayText,
  /** The day of the next renewal: the first day that is not paid. */
  period_end: DayText,
  /** What the renewal costs with tax, before credit; null where there is none. */
  next_amount: Amount.nullable(),
  /** Credit of the business, which pays coming invoices. */
  credit: Amount,
  /** The day without access, where it ends. */
  ends_on: DayText.nullable(),
  is_cancelled: z.boolean(),
  renewal_status: Flag,
  trial_ends_on: DayText.nullable(),
  /** A promo price that ends: the renewal on which the other plan begins. */
  promo_until: DayText.nullable(),
  then_plan: z.string().nullable(),
  pending_change: PendingChange.nullable(),
  past_due_since: DayText.nullable(),
  arrears: Arrears.nullable(),
  /** Today, in the time zone of the web site. */
  today: DayText,
})
export type Subscription = z.infer<typeof Subscription>

export const getSubscriptionStatus = endpoint({
  method: 'GET',
  path: '/getSubscriptionStatus/:user',
  who: readers,
  actsFor: 'user',
  summary: 'Returns the state of the subscription of the caller’s business.',
  params: z.object({ user: PathId }),
  fails: subscriptionRefusals,
  reply: Subscription,
})

const Contact = StoredContact.extend({
  /** The id of the country in getAllCountries; null if it is not in that list. */
  bill_country_id: z.int().nullable(),
  tax_number: z.string().nullable(),
})
export type BillingContact = z.infer<typeof Contact>

export const getSubscriberBilling = endpoint({
  method: 'GET',
  path: '/getSubscriberBilling/:user',
  who: billing,
  actsFor: 'user',
  summary: 'Returns the person and the address to which invoices go.',
  params: z.object({ user: PathId }),
  fails: subscriptionRefusals,
  reply: Contact,
})

export const saveSubscriberBilling = endpoint({
  method: 'PUT',
  path: '/saveSubscriberBilling',
  who: billing,
  actsFor: 'user_id',
  audit: { action: 'billing.contact' },
  notWhileActing: true,
  summary: 'Saves the person and the address to which invoices go. Issued invoices keep theirs.',
  body: z.object({ user_id: Id, ...billingFields, tax_number: line(40).optional() }),
  fails: [...subscriptionRefusals, 'message_billing'],
  reply: Contact,
})

const details = {
  who: billing,
  actsFor: 'user',
  params: z.object({ user: PathId }),
  fails: subscriptionRefusals,
} as const

export const getCyberSourceCustomerDetails = endpoint({
  ...details,
  method: 'GET',
  path: '/getCyberSourceCustomerDetails/:user',
  summary: 'Returns the stored card; null without one.',
  reply: StoredMeans.nullable(),
})

export const getEwayRebillCustomerDetails = endpoint({
  ...details,
  method: 'GET',
  path: '/getEwayRebillCustomerDetails/:user',
  summary: 'Returns the stored card of an Australian subscription; null without one.',
  reply: StoredMeans.nullable(),
})

/** What is stored, whatever the provider: wallets too. */
export const getStoredMeans = endpoint({
  ...details,
  method: 'GET',
  path: '/getStoredMeans/:user',
  summary: 'Returns the stored card or wallet; null without one.',
  reply: StoredMeans.nullable(),
})

export const startCardChange = endpoint({
  method: 'POST',
  path: '/startCardChange',
  who: readers,
  actsFor: 'user_id',
  audit: notAudited('moves no money'),
  notWhileActing: true,
  summary: 'Opens the card frame for the caller’s business. Moves no money.',
  limit: { max: 60 },
  body: z.object({ user_id: Id }),
  fails: subscriptionRefusals,
  reply: z.object({
    /** approval: the means is approved at the provider’s own page. */
    means: z.enum(['card', 'approval']),
    /** The calls that change the means repeat it, so that two clicks are one change. */
    request_key: z.uuid(),
    card_types: z.array(z.string()),
    /** The token of the card frame (/pay/card/<token>). */
    page_token: z.string(),
    /** What is charged at once with the new means. */
    arrears: Arrears.nullable(),
    /** A captcha has to be solved before the charge. */
    needs_captcha: z.boolean(),
  }),
})

/** The result of a change of card or wallet, or of a payment of arrears. */
const Changed = z.object({
  responseType: PaymentResult.shape.responseType,
  /** Null where nothing was charged. */
  payment: z.uuid().nullable(),
  amount: Amount.nullable(),
  currency: z.string(),
  /** A step of the cardholder’s bank: show it in the frame, then repeat the call with the same request_key. */
  action: PaymentResult.shape.action,
  means: StoredMeans.nullable(),
})
export type MeansChanged = z.infer<typeof Changed>

const changeFails = [
  ...subscriptionRefusals,
  'message_bill',
  'message_billing',
  'please_change_billing_details',
  'payment_in_progress',
  'captcha_required',
  'captcha_not_solved',
  'unable_to_proceed_please_try_later',
  ...paymentEndings,
] as const

const cardChange = {
  who: billing,
  actsFor: 'user_id',
  audit: { action: 'billing.means' },
  notWhileActing: true,
  limit: { max: 30 },
  body: z.object({
    user_id: Id,
    ...cardFields,
    ...billingFields,
    request_key: z.uuid().optional(),
    /** The solved captcha, where one is asked for. */
    token: z.string().max(4000).optional(),
  }),
  fails: changeFails,
  beside: besidePayment,
} as const

export const changeCardDetailsCybersource = endpoint({
  ...cardChange,
  method: 'POST',
  path: '/changeCardDetailsCybersource',
  summary: 'Replaces the stored card. Arrears are charged to the new card at once, once.',
  reply: Changed,
})

export const changeCardDetailsEway = endpoint({
  ...cardChange,
  method: 'POST',
  path: '/changeCardDetailsEway',
  summary: 'Replaces the stored card of an Australian subscription. Arrears are charged to it at once, once.',
  reply: Changed,
})

export const changeCardDetailsPayPal = endpoint({
  method: 'POST',
  path: '/changeCardDetailsPayPal',
  who: billing,
  actsFor: 'user_id',
  audit: { action: 'billing.means' },
  notWhileActing: true,
  summary: 'Returns the page at which another wallet is approved; arrears are charged to it when the person returns.',
  limit: { max: 30 },
  body: z.object({ user_id: Id, ...billingFields }),
  fails: changeFails,
  beside: besidePayment,
  reply: z.object({ paypalDetails: z.object({ merchantUrl: z.string() }) }),
})

export const payArrears = endpoint({
  method: 'POST',
  path: '/payArrears',
  who: billing,
  actsFor: 'user_id',
  audit: inPayments,
  notWhileActing: true,
  summary: 'Charges what is owed to the stored means, once. Without a stored wallet it returns merchantUrl.',
  limit: { max: 30 },
  body: z.object({ user_id: Id, request_key: z.uuid().optional(), token: z.string().max(4000).optional() }),
  fails: changeFails,
  beside: besidePayment,
  reply: Changed.extend({ paypalDetails: z.object({ merchantUrl: z.string() }).nullable() }),
})

const Ending = z.object({
  subscription_status: SubscriptionState,
  is_cancelled: z.boolean(),
  renewal_status: Flag,
  /** The first day without access. */
  ends_on: DayText.nullable(),
})

const cancel = {
  who: billing,
  actsFor: 'user_id',
  audit: { action: 'subscription.cancel' },
  notWhileActing: true,
  body: z.object({ user_id: Id, reason: line(500).optional() }),
  fails: subscriptionRefusals,
} as const

export const cancelSubscriptionCybersource = endpoint({
  ...cancel,
  method: 'POST',
  path: '/cancelSubscriptionCybersource',
  summary: 'Cancels at the end of the paid period. Repeating the call changes nothing.',
  reply: Ending,
})
export const cancelSubscriptionEway = endpoint({
  ...cancel,
  method: 'POST',
  path: '/cancelSubscriptionEway',
  summary: 'Cancels an Australian subscription at the end of the paid period.',
  reply: Ending,
})
export const cancelSubscriptionPaypal = endpoint({
  ...cancel,
  method: 'POST',
  path: '/cancelSubscriptionPaypal',
  summary: 'Cancels a subscription paid by PayPal at the end of the paid period.',
  reply: Ending,
})

const renewal = {
  /** The envelope’s own status is 1 for enabled, as the specification has it. */
  status: Flag,
  bussiness_entity_id: z.int(),
}

export const getRenewalStatus = endpoint({
  method: 'GET',
  path: '/getRenewalStatus/:user_id',
  who: billing,
  actsFor: 'user_id',
  summary: 'Returns whether the subscription renews by itself: status 1 if it does, in the envelope and in data.',
  params: z.object({ user_id: PathId }),
  fails: [...subscriptionRefusals, 'Automatic renewal of the upgrade is disabled.'],
  reply: z.object(renewal),
})

export const changeRenewalStatus = endpoint({
  method: 'POST',
  path: '/changeRenewalStatus',
  who: billing,
  owns: { be_id: unscoped('must be the caller’s business; 404 otherwise') },
  audit: { action: 'subscription.renewal' },
  notWhileActing: true,
  summary: 'Turns automatic renewal on (status 1) or off. Before the last paid day, on takes a cancellation back.',
  body: z.object({ be_id: Id, status: z.union([z.int(), z.string().max(10)]).meta({ example: 1 }) }),
  fails: [...subscriptionRefusals, 'renewal_when_paid'],
  reply: Ending.extend({ status: Flag, bussiness_entity_id: z.int() }),
})
