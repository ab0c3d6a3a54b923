import { z } from 'zod'
import { anyone, endpoint, unscoped } from '../../endpoint.ts'
import { Id, Yes } from '../../fields.ts'
import { billingFields } from '../billing/fields.ts'
import { contactFields, filled, line } from './fields.ts'

/**
 * The first step of each paid sign-up: contact, plan and terms. It makes a draft that only the holder of the
 * registration cookie can change; the payment belongs to the billing room.
 */

/** Where a business buys its parts; several are joined by commas. */
export const partSuppliers = ['advance_auto_parts', 'carquest', 'worldpac', 'autopart_international'] as const

/** A number of locations: a number, or its text; 'Infinity' is 1. */
const Locations = z.union([z.number(), z.string().max(20)]).meta({ example: 1 })

const terms = { iaccept: Yes.optional(), i_accept: Yes.optional() }

const billingAddress = {
  same_as_primary_contact: Yes.optional(),
  ...billingFields,
}

const Signup = z.object({
  ...contactFields,
  business_name: filled(120),
  businessentity_street1: filled(200),
  businessentity_city: filled(100),
  ...terms,
  ...billingAddress,
  billing_plan_id: Id,
  max_location: Locations.default(1),
  promo_code: line(40).optional(),
  covid_promo_code: line(40).optional(),
  cq_acct: line(40).optional(),
  aap_buy_from: line(120).optional(),
  school_network: line(120).optional(),
  school_name: line(120).optional(),
  note: line(1000).optional(),
  user_type: line(40).optional(),
  /** Where the browser goes after the payment; only a page of this web site. */
  returnUrl: line(500).optional(),
  web_site_id: Id.optional(),
  user_id: Id.optional(),
  /** A hint, which decides nothing: how the visitor pays follows from web site and country. */
  bill_type: line(40).optional(),
  paymentType: line(40).optional(),
  /** Ignored: with a promo code of the URL the server makes one. */
  api_key: line(60).optional(),
  /** The promo code stood in the address of the page. */
  promo_from_url: Yes.optional(),
  /** The solved captcha. */
  token: z.string().max(4000).optional(),
})
export type Signup = z.input<typeof Signup>

const ownOnly = unscoped('only the user of the registration cookie; another one is answered like an unknown one')

const onSale = unscoped('a plan that is on sale, looked up on the web site')

const fails = [
  'message_bill',
  'unable_to_create_account',
  'captcha_not_solved',
  'read_our_terms_and_conditions',
  'country_code_not_allow',
  'Subscription Details Not Found.',
  'invalid_number_of_locations',
  'invalid_promo_code',
  'promo_code_expiry',
  'promo_code_already_applied',
  'user_name_already_exists',
  'job_title_missing',
  'zip_missing',
  'please_enter_a_valid_phone_number',
  'payment_in_progress',
] as const

const BillingInfo = z.object({
  first_name: z.string(),
  last_name: z.string(),
  business_name: z.string(),
  businessentity_street1: z.string(),
  businessentity_city: z.string(),
  businessentity_state: z.string(),
  businessentity_zip: z.string(),
  country_code: z.string(),
  email: z.string(),
  phone: z.string(),
  subscription_type: z.string(),
  recurring_amount: z.string(),
  cybersource_otp_id: z.string().nullable(),
})

const FirstStep = z.object({
  user: z.object({ user_id: z.int() }),
  is_trial_subscription: z.boolean(),
  /** The account is open: nothing is due. A mail with a link to choose a password is on its way. */
  is_active: z.boolean(),
  billingInfo: BillingInfo,
  /** What is due today and at each renewal. */
  due: z.object({ today: z.string(), renewal: z.string(), currency: z.string() }),
  /** The key of a business that came by a promo code in the address; shown once. */
  api_key: z.string().nullable(),
})

/**
 * What all first steps declare alike, except for what the browser reads: method, path and reply are declared in each
 * call.
 */
const step = {
  who: anyone,
  site: 'web_site_id',
  actsFor: ownOnly,
  owns: { billing_plan_id: onSale },
  limit: { max: 60 },
  body: Signup,
  fails,
} as const
const saves = { action: 'registration.save' }
const changes = { action: 'registration.change' }

export const saveRegistrationFirstStepCybersource = endpoint({
  ...step,
  method: 'POST',
  path: '/saveRegistrationFirstStepCybersource',
  audit: saves,
  summary: 'Saves the first step of a sign-up with a card in the US or Canada.',
  reply: FirstStep,
})
export const updateRegistrationFirstStepCybersource = endpoint({
  ...step,
  method: 'POST',
  path: '/updateRegistrationFirstStepCybersource',
  audit: changes,
  summary: 'Changes the first step of a sign-up; only with the registration cookie, and before the payment.',
  reply: FirstStep,
})
export const saveRegistrationFirstStepEwayAU = endpoint({
  ...step,
  method: 'POST',
  path: '/saveRegistrationFirstStepEwayAU',
  audit: saves,
  summary: 'Saves the first step of a sign-up with a card in Australia.',
  reply: FirstStep,
})
export const updateRegistrationFirstStepEwayAU = endpoint({
  ...step,
  method: 'POST',
  path: '/updateRegistrationFirstStepEwayAU',
  audit: changes,
  summary:
    'Changes the first step of a sign-up in Australia; only with the registration cookie, and before the payment.',
  reply: FirstStep,
})

const PayPalStep = z.object({
  billingPlanName: z.string(),
  subscriptionType: z.string(),
  recurringAmount: z.string(),
  currencyCode: z.string(),
  siteName: z.string(),
  domainName: z.string(),
  businessEmail: z.string(),
  userId: z.int(),
  webSiteId: z.int(),
  /** Our own page, which leads to the provider. */
  merchantUrl: z.string(),
  is_active: z.boolean(),
})

export const saveRegistrationPayPalNZ = endpoint({
  ...step,
  method: 'POST',
  path: '/saveRegistrationPayPalNZ',
  audit: saves,
  summary: 'Saves a sign-up that pays by PayPal in New Zealand or Papua New Guinea.',
  reply: PayPalStep,
})
export const saveRegistrationPayPalIntl = endpoint({
  ...step,
  method: 'POST',
  path: '/saveRegistrationPayPalIntl',
  audit: saves,
  summary: 'Saves a sign-up that pays by PayPal on the international web sites.',
  reply: PayPalStep,
})

export const getRegistration = endpoint({
  method: 'GET',
  path: '/getRegistration',
  who: anyone,
  summary: 'Returns the draft of the registration cookie, so that a reloaded page goes on where it stopped.',
  fails: ['registration_missing'],
  reply: z.object({
    flow: z.string(),
    state: z.string(),
    user_id: z.int(),
    billing_plan_id: z.int().nullable(),
    max_location: z.int(),
    promo_code: z.string().nullable(),
    contact: z.record(z.string(), z.string()),
    /** A page of this web site to which the person goes after the first log-in. */
    return_url: z.string().nullable().optional(),
    /** The captcha of this draft still counts. */
    is_human: z.boolean(),
  }),
})

export const claimAccount = endpoint({
  method: 'POST',
  path: '/claimAccount',
  who: anyone,
  audit: { action: 'registration.claim' },
  summary:
    'Makes the password of the account that the visitor has just opened: once, within a day, with the registration cookie.',
  limit: { max: 60 },
  fails: ['registration_missing', 'account_claimed'],
  reply: z.object({
    user_id: z.int(),
    username: z.string(),
    password: z.string(),
    /** Brings the account back after its subscription has ended. */
    reactivation_token: z.string(),
  }),
})
