import { z } from 'zod'
import { anyone, endpoint, notAudited, unscoped } from '../../endpoint.ts'
import { Id, PathId } from '../../fields.ts'
import { billingFields, DayText, Locations, StoredContact, StoredMeans, Amount, line } from './fields.ts'

/**
 * Bringing an account back whose subscription is suspended or has ended. The check gives a cookie to the browser, which
 * names the business for an hour; then a plan is chosen, and startPayment and the payment step follow, as in a sign-up.
 */

const byCookie = unscoped('the user of the reactivation cookie; 404 otherwise')
const ownSiteOnly = unscoped('the web site of the request; any other is answered like an unknown user')

export const Checked = z.object({
  result: z.enum(['valid', 'already_active', 'invalid_user']),
  /** Of a valid account: what the next step shows. */
  account: z
    .object({
      user_id: z.int(),
      business_name: z.string(),
      /** How it is paid: which call chooses the plan. */
      way: z.enum(['cybersource', 'eway', 'paypal', 'none']),
      /** Lower case: the country for getAllBillingPlans. */
      country: z.string(),
      /** 'GST': what the plans of the seller add; empty where invoices name no tax. */
      tax_label: z.string(),
      billing_plan_id: z.int().nullable(),
      max_location: z.int(),
      /** Today, in the time zone of the web site: the first day of a new period. */
      today: DayText,
      /** Until the subscription ends, the open invoice is paid and the period stays; then there is no choice of plan. */
      arrears: z
        .object({
          amount: Amount,
          /** The tax in the amount; null where a part of the invoice was paid. */
          tax: Amount.nullable(),
          currency: z.string(),
          invoice: z.string(),
        })
        .nullable(),
      means: StoredMeans.nullable(),
      billing: StoredContact,
    })
    .nullable(),
})
export type ReactivationCheck = z.infer<typeof Checked>

const fails = [
  'Something went wrong. Please try again',
  'unable_to_proceed_please_try_later',
  'business_suspended',
  // After too many wrong passwords, as for a login.
  'captcha_required',
  'captcha_not_solved',
  'you_are_blocked_for_1_hour',
  'your_ip_blocked_1_hour',
] as const
/** Answered like any check: the result is in data.result, also for an unknown user. */
const byPath = {
  who: anyone,
  site: ownSiteOnly,
  // A GET that writes: the count of wrong passwords, and the check that the cookie names.
  audit: { action: 'reactivation.check' },
  limit: { max: 30 },
  params: z.object({
    username: z.string().trim().min(1).max(200),
    password: z.string().min(1).max(200),
    site: PathId,
  }),
  fails,
} as const
const byBody = {
  who: anyone,
  site: ownSiteOnly,
  audit: notAudited('changes nothing'),
  limit: { max: 30 },
  body: z.object({
    username: z.string().trim().min(1).max(200),
    /** The password, or the one-time token of the page after a sign-up or of a mail. */
    password: z.string().min(1).max(200),
    /** The solved captcha, where one is asked for. */
    captcha: z.string().max(4000).optional(),
    web_site_id: Id.optional(),
  }),
  fails,
} as const

export const reactivateAccounts = endpoint({
  ...byBody,
  method: 'POST',
  path: '/reactivateAccounts',
  summary: 'Checks whether an account can be brought back. Opens no session.',
  reply: Checked,
})
export const reactivateAccountsByGet = endpoint({
  ...byPath,
  method: 'GET',
  path: '/reactivateAccounts/:username/:password/:site',
  summary: 'The same with the password in the path, for old clients; no log line holds it.',
  reply: Checked,
})
export const reactivateAccountsIntl = endpoint({
  ...byBody,
  method: 'POST',
  path: '/reactivateAccountsIntl',
  summary: 'Checks whether an account that pays by PayPal can be brought back. Opens no session.',
  reply: Checked,
})
export const reactivateAccountsIntlByGet = endpoint({
  ...byPath,
  method: 'GET',
  path: '/reactivateAccountsIntl/:username/:password/:site',
  summary: 'The same with the password in the path, for old clients; no log line holds it.',
  reply: Checked,
})

const change = {
  who: anyone,
  actsFor: byCookie,
  site: ownSiteOnly,
  owns: {
    billing_plan_id: unscoped('a plan that is on sale to the business, looked up on the web site'),
    transaction_id: unscoped('a hint of old clients, which decides nothing'),
    cybersource_otp_id: unscoped('a hint of old clients, which decides nothing'),
  },
  audit: notAudited('moves no money'),
  limit: { max: 30 },
  body: z.object({
    user_id: Id,
    billing_plan_id: Id,
    max_location: Locations.optional(),
    promo_code: line(40).optional(),
    web_site_id: Id.optional(),
    transaction_id: line(60).optional(),
    card_type: line(40).optional(),
    cybersource_mobile: line(30).optional(),
    cybersource_otp_id: line(60).optional(),
    mobile_otp: line(12).optional(),
    ...billingFields,
  }),
  fails: [
    'invalid_number_of_locations',
    'invalid_promo_code',
    'promo_code_expiry',
    'promo_code_already_applied',
    'unable_to_proceed_please_try_later',
    'Unable to change billing plan. Please try again',
  ],
} as const
/** What is due; the payment step follows: startPayment {user_id} gives the card frame. */
const Chosen = z.object({
  billing_plan_id: z.int(),
  max_location: z.int(),
  total_amount: Amount,
  currency: z.string(),
  /** Of PayPal: the page at which it is paid. */
  paypalDetails: z.object({ merchantUrl: z.string() }).nullable(),
})

export const changeBillingPlanforActivateAccount = endpoint({
  ...change,
  method: 'PUT',
  path: '/changeBillingPlanforActivateAccount',
  summary: 'Chooses the plan with which an Australian account comes back.',
  reply: Chosen,
})
export const changeBillingPlanforActivateCybersourceAccount = endpoint({
  ...change,
  method: 'PUT',
  path: '/changeBillingPlanforActivateCybersourceAccount',
  summary: 'Chooses the plan with which an American or Canadian account comes back.',
  reply: Chosen,
})
export const changeBillingPlanforActivateAccountIntl = endpoint({
  ...change,
  method: 'PUT',
  path: '/changeBillingPlanforActivateAccountIntl',
  summary: 'Chooses the plan with which an account that pays by PayPal comes back.',
  reply: Chosen,
})
