import { z } from 'zod'
import { endpoint, may, notAudited, unscoped } from '../../endpoint.ts'
import { Flag, Id, Nothing, PathId, Yes } from '../../fields.ts'
import { besidePayment, paymentEndings, PaymentResult } from '../billing.ts'
import { Amount, DueLine, ProviderName } from '../billing/fields.ts'
import { CountryCode, Email, line } from './fields.ts'

/**
 * The way from a trial to a paid account: the message, the details, the terms, the plan, the payment. The server keeps
 * each step, so that a closed browser goes on where it stopped. The steps change something and are POST; GET on the same
 * paths is refused.
 */

const upgrading = may('upgrade_account')

/** An empty text is a detail that is not known yet. */
const Details = z.object({
  business_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  businessentity_street1: z.string(),
  businessentity_city: z.string(),
  businessentity_state: z.string(),
  businessentity_zip: z.string(),
  /** Lower case. */
  country_code: z.string(),
})
export type UpgradeDetails = z.infer<typeof Details>

/** Where somebody is on the way. none: there is nothing to upgrade. paying: money may be moving. */
const UpgradeState = z.object({
  step: z.enum(['none', 'message', 'details', 'terms', 'plan', 'confirm', 'paying', 'done']),
  /** The message was shown before; it is not opened by itself again. */
  seen: z.boolean(),
  /** The account of a free trial: the upgrade opens a business of its own. */
  is_new_business: z.boolean(),
  /** The details are shown and cannot be changed. */
  read_only: z.boolean(),
  details: Details,
  /** Lower case: the countries in which the web site sells. */
  countries: z.array(z.string()),
  /** 'GST': what the plans of the seller add; empty where invoices name no tax. */
  tax_label: z.string(),
  /** How it is paid in the country of the details. */
  provider: ProviderName.nullable(),
  billing_plan_id: z.int().nullable(),
  max_location: z.int(),
  /** Locations that exist: fewer cannot be chosen. */
  in_use: z.int(),
  promo_code: z.string().nullable(),
  /** Why the last payment brought nothing: a message key. */
  error: z.string().nullable(),
  /** Whom to ask after a failure. */
  contact: z.object({ email: z.string(), phone: z.string() }),
})
export type UpgradeState = z.infer<typeof UpgradeState>

/** What the chosen plan costs today, and how it is paid. */
const UpgradeQuote = UpgradeState.extend({
  means: z.enum(['card', 'approval', 'nothing']),
  /** The key of this step; the payment repeats it, so that two clicks are one payment. */
  request_key: z.uuid(),
  card_types: z.array(z.string()),
  currency: z.string(),
  net: Amount,
  tax: Amount,
  total_amount: Amount,
  /** What each further period costs, with tax. */
  renewal_amount: Amount,
  recurring_frequency: z.enum(['monthly', 'annually']),
  lines: z.array(DueLine),
  needs_captcha: z.boolean(),
  /** The token of the card frame (/pay/card/<token>) and of the way to the provider's page (/pay/<token>). */
  page_token: z.string().nullable(),
})
export type UpgradeQuote = z.infer<typeof UpgradeQuote>

const step = {
  who: upgrading,
  audit: { action: 'upgrade.step' },
  notWhileActing: true,
  limit: { max: 60 },
} as const
const refusals = ['unable_to_proceed_please_try_later', 'payment_in_progress'] as const
/** GET on the path of a step. */
const byGet = { who: upgrading, reply: Nothing } as const

export const handleShowUpgradeUserMessage = endpoint({
  method: 'GET',
  path: '/handleShowUpgradeUserMessage',
  who: upgrading,
  summary: 'Returns whether the caller can upgrade, and how far the way to it is. Reads only.',
  limit: { max: 240 },
  reply: UpgradeState,
})

export const handleUpgradeMessageSeen = endpoint({
  ...step,
  method: 'POST',
  path: '/handleUpgradeMessageSeen',
  summary: 'Records that the message was shown. Repeating the call changes nothing.',
  fails: refusals,
  reply: UpgradeState,
})
export const handleUpgradeMessageSeenByGet = endpoint({
  ...byGet,
  method: 'GET',
  path: '/handleUpgradeMessageSeen',
  summary: 'Returns 405: the message is marked as seen by POST.',
  reply: Nothing,
})

export const handleIAccept = endpoint({
  ...step,
  method: 'POST',
  path: '/handleIAccept',
  summary: 'Accepts the disclaimer (accept 1), or declines the upgrade (0).',
  body: z.object({ accept: Flag }),
  fails: refusals,
  reply: z.object({
    state: UpgradeState,
    /** After declining: the web site’s address for it; null: the person is logged out. */
    leads_to: z.string().nullable(),
  }),
})
export const handleIAcceptByGet = endpoint({
  ...byGet,
  method: 'GET',
  path: '/handleIAccept',
  summary: 'Returns 405: the disclaimer is accepted by POST.',
  reply: Nothing,
})

export const handleUpgradeUser = endpoint({
  ...step,
  method: 'POST',
  path: '/handleUpgradeUser',
  summary: 'Confirms the details. With disable_edit_upgrade_dialogue they stay as they are, whatever is sent.',
  body: z.object({
    business_name: line(120).optional(),
    first_name: line(60).optional(),
    last_name: line(60).optional(),
    email: z.union([Email, z.literal('')]).optional(),
    phone: line(40).optional(),
    businessentity_street1: line(200).optional(),
    businessentity_city: line(100).optional(),
    businessentity_state: line(100).optional(),
    businessentity_zip: line(20).optional(),
    country_code: CountryCode.optional(),
  }),
  fails: [
    ...refusals,
    'message_billing',
    'please_enter_a_valid_phone_number',
    'country_code_not_allow',
    'user_name_already_exists',
    'zip_missing',
  ],
  reply: UpgradeState,
})
export const handleUpgradeUserByGet = endpoint({
  ...byGet,
  method: 'GET',
  path: '/handleUpgradeUser',
  summary: 'Returns 405: the details are confirmed by POST.',
  reply: Nothing,
})

export const handleTermsAndConditionsForupgradedMembers = endpoint({
  ...step,
  method: 'POST',
  path: '/handleTermsAndConditionsForupgradedMembers',
  summary: 'Accepts the terms of the paid account, with their version and the time.',
  body: z.object({ iaccept: Yes.optional(), i_accept: Yes.optional() }),
  fails: [...refusals, 'read_our_terms_and_conditions'],
  reply: UpgradeState,
})

const promo = {
  ...step,
  params: z.object({ user: PathId, site: PathId, code: z.string().trim().min(1).max(40) }),
} as const
const ownUser = unscoped('must be the caller; 404 otherwise')
const ownSiteOnly = unscoped('must be the web site of the request; 404 otherwise')

export const handleSubmitPromoCodeTrialUpgrade = endpoint({
  ...promo,
  method: 'POST',
  path: '/handleSubmitPromoCodeTrialUpgrade/:user/:site/:code',
  actsFor: ownUser,
  site: ownSiteOnly,
  summary: 'Applies a promo code to the upgrade.',
  fails: [...refusals, 'invalid_promo_code', 'promo_code_expiry', 'promo_code_already_applied'],
  reply: UpgradeState,
})
export const handleSubmitPromoCodeTrialUpgradeByGet = endpoint({
  ...byGet,
  method: 'GET',
  path: '/handleSubmitPromoCodeTrialUpgrade/:user/:site/:code',
  actsFor: ownUser,
  site: ownSiteOnly,
  summary: 'Returns 405: a promo code is applied by POST.',
  params: promo.params,
  reply: Nothing,
})

export const upgradeTrialUser = endpoint({
  ...step,
  method: 'POST',
  path: '/upgradeTrialUser',
  owns: { billing_plan_id: unscoped('a plan that is on sale to the business, looked up on the web site') },
  summary: 'Chooses the plan, and returns what is due today and how it is paid. Moves no money.',
  body: z.object({
    billing_plan_id: Id,
    max_location: z.union([z.number(), z.string().max(20)]).meta({ example: 1 }),
  }),
  fails: [
    ...refusals,
    'invalid_number_of_locations',
    'Subscription Details Not Found.',
    'Something went wrong. Please try again',
    'invalid_promo_code',
    'promo_code_expiry',
    'promo_code_already_applied',
  ],
  reply: UpgradeQuote,
})
export const upgradeTrialUserByGet = endpoint({
  ...byGet,
  method: 'GET',
  path: '/upgradeTrialUser',
  summary: 'Returns 405: the plan is chosen by POST.',
  reply: Nothing,
})

export const handleConfirmUpgradeUser = endpoint({
  ...step,
  method: 'POST',
  path: '/handleConfirmUpgradeUser',
  audit: notAudited('a payment and its attempts are rows of their own that are never deleted'),
  summary: 'Pays for the upgrade. The same request_key gives the same answer.',
  limit: { max: 30 },
  body: z.object({
    /** From the card frame; none where nothing is due. */
    payment_token: z.string().min(1).max(8000).optional(),
    name_on_card: line(100).optional(),
    request_key: z.uuid().optional(),
    /** The solved captcha, where one is asked for. */
    token: z.string().max(4000).optional(),
  }),
  fails: [
    ...refusals,
    'captcha_required',
    'captcha_not_solved',
    'message_bill',
    'invalid_number_of_locations',
    'promo_code_expiry',
    'promo_code_already_applied',
    'Subscription Details Not Found.',
    'Something went wrong. Please try again',
    ...paymentEndings,
  ],
  beside: besidePayment,
  reply: PaymentResult,
})
export const handleConfirmUpgradeUserByGet = endpoint({
  ...byGet,
  method: 'GET',
  path: '/handleConfirmUpgradeUser',
  summary: 'Returns 405: an upgrade is paid by POST.',
  reply: Nothing,
})
