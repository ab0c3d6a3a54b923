import { z } from 'zod'
import { anyone, endpoint, notAudited, unscoped } from '../../endpoint.ts'
import { Id, PathId } from '../../fields.ts'

/** Where and how an account can be opened on a web site, its billing plans, and promo codes. */

/** An amount as a decimal text: '49.00'. */
export const Amount = z.string().regex(/^-?\d{1,13}\.\d{2}$/)

/**
 * How a visitor gets an account. `redirect`: on a page of another system. `notification`: the web site does not sell in
 * the visitor's country. `none`: the web site opens no accounts.
 */
export const signupFlows = [
  'redirect',
  'cybersource',
  'eway_au',
  'paypal_nz',
  'paypal_intl',
  'israel_teachers',
  'notification',
  'none',
] as const
export const SignupFlow = z.enum(signupFlows)
export type SignupFlow = z.infer<typeof SignupFlow>

export const getSignupFlow = endpoint({
  method: 'GET',
  path: '/getSignupFlow/:web_site_id/:country?',
  who: anyone,
  site: 'web_site_id',
  summary: 'Returns how a visitor of a country opens an account; without a country, that of the IP address.',
  params: z.object({
    web_site_id: PathId,
    country: z
      .string()
      .regex(/^[A-Za-z]{2}$/)
      .optional(),
  }),
  reply: z.object({
    flow: SignupFlow,
    /** Upper case. */
    country_code: z.string(),
    /** The day in the time zone of the web site, from which periods are counted: '2026-11-24'. */
    today: z.iso.date(),
    /** Where the web site sells; upper case. */
    countries: z.array(z.string()),
    /** The page of `redirect`. */
    subscription_url: z.string().nullable(),
    /** The promo code with which /signup_au_promo begins. */
    promo_code: z.string().nullable(),
    /** 'GST', 'VAT', 'Sales tax'; empty if the seller is not registered. */
    tax_label: z.string(),
    terms_version: z.string(),
    /** A code by text message is needed before the payment. */
    payment_code: z.boolean(),
    /** Which kinds of accounts the web site opens. */
    education: z.boolean(),
    capricorn: z.boolean(),
  }),
})

const Tier = z.object({
  from_location: z.int(),
  /** Null: and more. */
  to_location: z.int().nullable(),
  per_location_amount: Amount,
})

export const BillingPlan = z.object({
  id: z.int(),
  name: z.string(),
  /** 'trial_subscription' for a trial. */
  billingPlanName: z.string(),
  billing_plan_info: z.string(),
  is_trial_subscription: z.boolean(),
  trial_days: z.int().nullable(),
  promo_code: z.string().nullable(),
  expires_on: z.string().nullable(),
  /** How many periods a promo plan lasts; null: for ever. Then it renews at the price of `then_plan`. */
  promo_periods: z.int().nullable(),
  then_plan: z.object({ name: z.string(), location_charge: z.array(Tier), recurring_amount: Amount }).nullable(),
  /** On the wire, the Canadian dollar is CND. */
  currency: z.string(),
  recurring_frequency: z.enum(['monthly', 'annually']),
  recurring_amount: Amount,
  /** For the asked number of locations, else 1; null if the plan has no price for it. */
  total_amount: Amount.nullable(),
  other_amount: Amount,
  setup_fee: Amount,
  /** Per cent: '10' or '12.5'. */
  gst: z.string(),
  taxable: z.array(z.string()),
  max_location: z.int().nullable(),
  location_charge: z.array(Tier),
})
export type BillingPlan = z.infer<typeof BillingPlan>

export const getAllBillingPlans = endpoint({
  method: 'GET',
  path: '/getAllBillingPlans/:web_site_id/:country',
  who: anyone,
  site: 'web_site_id',
  summary:
    'Returns the plans for a country. With ?promo_code= it returns only the plan of that code; ?max_location= is the number of locations for total_amount; ?membership=capricorn returns the plans of members.',
  params: z.object({ web_site_id: PathId, country: z.string().regex(/^([A-Za-z]{2}|null)$/) }),
  fails: [
    'invalid_country_code',
    'Subscription Details Not Found.',
    'invalid_promo_code',
    'promo_code_expiry',
    'promo_code_already_applied',
    'invalid_number_of_locations',
  ],
  reply: z.array(BillingPlan),
})

export const checkUserNameAlreadyExists = endpoint({
  method: 'GET',
  path: '/checkUserNameAlreadyExists/:web_site_id/:username',
  who: anyone,
  site: 'web_site_id',
  summary: 'Returns whether a user name is taken: status 1 if it is.',
  limit: { max: 60 },
  params: z.object({ web_site_id: PathId, username: z.string().trim().min(1).max(200) }),
  fails: ['user_name_free'],
  reply: z.object({ exists: z.literal(true) }),
})

export const checkMobileNumber = endpoint({
  method: 'GET',
  path: '/checkMobileNumber/:mobile',
  who: anyone,
  summary: 'Returns whether a mobile number differs from the one of the visitor’s own registration.',
  limit: { max: 60 },
  params: z.object({ mobile: z.string().trim().min(1).max(30) }),
  fails: ['mobile_number_matched', 'please_enter_a_valid_phone_number'],
  reply: z.object({ mobile: z.string() }),
})

export const applyMobileOtp = endpoint({
  method: 'POST',
  path: '/applyMobileOtp',
  who: anyone,
  site: 'web_site_id',
  actsFor: unscoped('the holder of the registration cookie; another user_id is answered like an unknown one'),
  audit: notAudited('a code to the number of a registration; the message itself is kept'),
  summary: 'Sends the code that a card payment of a registration needs to a mobile number.',
  limit: { max: 60 },
  body: z.object({ user_id: Id, web_site_id: Id.optional(), cybersource_mobile: z.string().trim().min(4).max(30) }),
  fails: ['please_enter_a_valid_phone_number', 'code_too_many', 'code_wait', 'unable_to_create_account'],
  reply: z.object({
    otpStatus: z.literal(1),
    cybersource_otp_id: z.string(),
    seconds: z.int(),
    /** 'email': the web site may send no more text messages now, and the code went to the e-mail of the registration. */
    sent_by: z.enum(['mobile', 'email']).optional(),
  }),
})
