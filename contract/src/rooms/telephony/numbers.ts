import { z } from 'zod'
import { endpoint, jsonParam, may, notAudited, unscoped } from '../../endpoint.ts'
import { Id, PathId } from '../../fields.ts'
import { besidePayment, PaymentResult } from '../billing.ts'
import { Amount, Arrears, DayText, line, StoredMeans } from '../billing/fields.ts'

/**
 * Telephone numbers of a business: searching, buying, their use by month, giving them back. Text messages of the business
 * leave from its number, answers come back to it, and its calls ring in the shop.
 */

const refusals = ['Something went wrong. Please try again'] as const
const of = { who: may('manage_phone_numbers'), notForCustomers: true } as const
const unavailable = 'numbers_unavailable'

export const NumberType = z.enum(['local', 'mobile', 'toll_free'])
export type NumberType = z.infer<typeof NumberType>

export const Capabilities = z.object({ MMS: z.boolean(), SMS: z.boolean(), fax: z.boolean(), voice: z.boolean() })

/** E.164. */
const Phone = z
  .string()
  .regex(/^\+[1-9]\d{6,14}$/)
  .meta({ example: '+15415550162' })
const Country = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .meta({ example: 'US' })

export const getTwilioNumberByCountries = endpoint({
  ...of,
  method: 'GET',
  path: '/getTwilioNumberByCountries',
  summary: 'Returns the countries whose numbers can be bought. Those that demand papers of the buyer are missing.',
  limit: { max: 60 },
  fails: [...refusals, unavailable],
  reply: z.array(z.object({ country_code: Country, types: z.array(NumberType) })),
})

export const getSearchTwilioNumbers = endpoint({
  ...of,
  method: 'GET',
  path: '/getSearchTwilioNumbers/:json',
  summary: 'Searches numbers that can be bought now, by area code, town or digits, with what each costs a month.',
  limit: { max: 60 },
  params: z.object({
    json: jsonParam(
      z.object({
        country: Country,
        type: NumberType.default('local'),
        /** An area code, a town, or digits of the number. */
        search: z.string().trim().max(60).default(''),
      }),
    ),
  }),
  fails: [...refusals, unavailable, 'no_records_found'],
  reply: z.array(
    z.object({
      phone_number: Phone,
      currency: z.string(),
      iso_country: Country,
      number_type: NumberType,
      /** A month, without tax. */
      price: Amount,
      locality: z.string(),
      capabilities: Capabilities,
    }),
  ),
})

export const Quote = z.object({
  quote_id: z.uuid(),
  phone_number: Phone,
  iso_country: Country,
  number_type: NumberType,
  locality: z.string(),
  capabilities: Capabilities,
  currency: z.string(),
  tax_label: z.string(),
  /** A month, without tax, and what is charged today and each month. */
  price: Amount,
  due: Amount,
  /** The first day of the month that is paid today, and of the next one. */
  from_on: DayText,
  next_on: DayText,
  expires_at: z.iso.datetime(),
  seconds: z.int(),
  means: StoredMeans.nullable(),
  pays: z.enum(['stored', 'approval', 'card']),
})
export type Quote = z.infer<typeof Quote>

export const buyTwilioNumber = endpoint({
  ...of,
  method: 'GET',
  path: '/buyTwilioNumber/:json',
  summary: 'Quotes the price of a number, which holds for 5 minutes. Buys nothing.',
  limit: { max: 60 },
  params: z.object({ json: jsonParam(z.object({ phone_number: Phone, country: Country, type: NumberType })) }),
  fails: [...refusals, unavailable, 'number_taken'],
  reply: Quote,
})

/** paying: the first month is being paid. buying: paid, and the provider is asked. releasing: it is being given back. */
export const NumberState = z.enum([
  'paying',
  'failed',
  'buying',
  'owned',
  'refunding',
  'refunded',
  'releasing',
  'released',
])
export type NumberState = z.infer<typeof NumberState>

const OwnNumber = z.object({
  phone_number_id: z.uuid(),
  phone_number: Phone,
  iso_country: Country,
  number_type: NumberType,
  locality: z.string(),
  capabilities: Capabilities,
  price: Amount,
  currency: z.string(),
  state: NumberState,
  /** Whether texts leave from it, and why not: a message key. */
  can_send: z.boolean(),
  blocked_by: z.string().nullable(),
  /** Its monthly charge was declined; on that day it is given back unless it is paid. */
  released_on: DayText.nullable(),
  /** What is owed for the month that has begun. */
  arrears: Arrears.nullable(),
  next_on: DayText.nullable(),
  location_id: z.int().nullable(),
  location_name: z.string().nullable(),
  forward_to: z.string(),
  spoken_text: z.string(),
  /** In this month. */
  sent: z.int(),
  received: z.int(),
})
export type OwnNumber = z.infer<typeof OwnNumber>

export const checkTwilioNumberAlreadyExist = endpoint({
  ...of,
  method: 'GET',
  path: '/checkTwilioNumberAlreadyExist/:entity',
  owns: { entity: 'business' },
  summary: 'Returns the numbers of a business. Status 1: it has one; no_records_found: it has none.',
  params: z.object({ entity: PathId }),
  fails: [...refusals, 'no_records_found'],
  reply: z.array(OwnNumber),
})

export const getNumberLocations = endpoint({
  ...of,
  method: 'GET',
  path: '/getNumberLocations',
  summary: 'Returns the locations of the caller’s business to which a number can belong, by name.',
  fails: refusals,
  reply: z.array(z.object({ location_id: z.int(), name: z.string() })),
})

/** Where calls ring; empty: a spoken text answers them. */
const ForwardTo = z.union([Phone, z.literal('')])

export const confirmBuyTwilioNumber = endpoint({
  ...of,
  method: 'POST',
  path: '/confirmBuyTwilioNumber',
  actsFor: unscoped('buys for the caller’s own business; quotes and locations of others are unknown'),
  audit: notAudited('orders of numbers are rows of their own that are never deleted'),
  notWhileActing: true,
  summary: 'Buys the number of a quote, once: pays the first month, then takes the number.',
  limit: { max: 60 },
  body: z.object({
    quote_id: z.uuid(),
    request_key: z.uuid(),
    location_id: Id.optional(),
    forward_to: ForwardTo.default(''),
    token: z.string().max(4000).optional(),
  }),
  owns: {
    quote_id: unscoped('a quote of another business is unknown; 404'),
    location_id: unscoped('a location of another business is unknown; 404'),
  },
  fails: [
    ...refusals,
    unavailable,
    'number_quote_expired',
    'number_taken',
    'number_is_yours',
    'number_being_checked',
    'please_change_billing_details',
    'payment_in_progress',
    'captcha_required',
    'captcha_not_solved',
    'unable_to_proceed_please_try_later',
    'failed',
    'payment_error',
    'payment_success_data_update_failed',
  ],
  reply: z.object({
    responseType: PaymentResult.shape.responseType,
    state: NumberState,
    phone_number_id: z.uuid(),
    phone_number: Phone,
    payment: z.uuid().nullable(),
    action: PaymentResult.shape.action,
    paypalDetails: z.object({ merchantUrl: z.string() }).nullable(),
  }),
  beside: besidePayment,
})

export const payPhoneNumber = endpoint({
  ...of,
  method: 'POST',
  path: '/payPhoneNumber/:phone_number_id',
  owns: { phone_number_id: unscoped('a number of another business is unknown; 404') },
  audit: notAudited('payments are rows of their own that are never deleted'),
  notWhileActing: true,
  summary:
    'Charges what is owed for a number to the stored means, once. Without a stored wallet it returns merchantUrl.',
  limit: { max: 60 },
  params: z.object({ phone_number_id: z.uuid() }),
  body: z.object({ request_key: z.uuid(), token: z.string().max(4000).optional() }),
  fails: [
    ...refusals,
    'please_change_billing_details',
    'payment_in_progress',
    'captcha_required',
    'captcha_not_solved',
    'unable_to_proceed_please_try_later',
    'failed',
    'payment_error',
    'payment_success_data_update_failed',
  ],
  reply: z.object({
    responseType: PaymentResult.shape.responseType,
    /** Null where nothing was owed. */
    payment: z.uuid().nullable(),
    action: PaymentResult.shape.action,
    paypalDetails: z.object({ merchantUrl: z.string() }).nullable(),
  }),
  beside: besidePayment,
})

export const savePhoneNumber = endpoint({
  ...of,
  method: 'PUT',
  path: '/savePhoneNumber/:phone_number_id',
  owns: {
    phone_number_id: unscoped('a number of another business is unknown; 404'),
    location_id: unscoped('a location of another business is unknown; 404'),
  },
  audit: { action: 'number.change' },
  summary: 'Sets to which location a number belongs, where its calls ring, and the text that is spoken to the caller.',
  params: z.object({ phone_number_id: z.uuid() }),
  body: z.object({
    forward_to: ForwardTo,
    spoken_text: line(500),
    /** Null: to the whole business. Left out: as it is. */
    location_id: Id.nullable().optional(),
  }),
  fails: [...refusals, 'number_rings_itself'],
  reply: OwnNumber,
})

export const confirmReleaseTwilioNumber = endpoint({
  ...of,
  method: 'POST',
  path: '/confirmReleaseTwilioNumber',
  owns: { phone_number_id: unscoped('a number of another business is unknown; 404') },
  audit: { action: 'number.release' },
  notWhileActing: true,
  summary:
    'Gives a number back. The month that has begun is not paid back, and the number cannot be had again for sure.',
  body: z.object({
    phone_number_id: z.uuid(),
    /** The number, typed again. */
    phone_number: Phone,
  }),
  fails: [...refusals, unavailable, 'number_not_confirmed', 'number_has_waiting_messages', 'number_being_checked'],
  reply: z.object({ state: NumberState }),
})

export const UsageRow = z.object({
  phone_number_id: z.uuid(),
  phone_number: Phone,
  /** '2026-11'. */
  month: z.string(),
  sent: z.int(),
  delivered: z.int(),
  failed: z.int(),
  received: z.int(),
  segments: z.int(),
  /** The monthly charge of the number, without tax. */
  cost: Amount,
  currency: z.string(),
  state: NumberState,
})
export type UsageRow = z.infer<typeof UsageRow>

export const getPhoneNumberUsage = endpoint({
  ...of,
  method: 'GET',
  path: '/getPhoneNumberUsage/:entity',
  owns: { entity: 'business' },
  summary: 'Returns the use of the numbers of a business by month, the latest first.',
  params: z.object({ entity: PathId }),
  fails: [...refusals, 'no_records_found'],
  reply: z.array(UsageRow),
})

/** What US carriers ask of a business before texts may leave from a long number: its brand and its campaign. */
export const RegistrationForm = z.object({
  legal_name: line(200).min(1),
  tax_number: line(40)
    .regex(/^[\dA-Za-z -]{4,40}$/)
    .meta({ example: '12-3456789' }),
  business_type: z.enum(['sole_proprietor', 'private', 'public', 'non_profit']),
  web_address: z
    .url({ protocol: /^https?$/ })
    .max(300)
    .meta({ example: 'https://cedar.example' }),
  street: line(200).min(1),
  city: line(100).min(1),
  region: line(100).min(1),
  postal_code: line(20).min(1),
  contact_name: line(120).min(1),
  contact_email: z.email().max(254).meta({ example: 'dana@cedar.example' }),
  contact_phone: Phone,
  use_case: line(1000).min(40).meta({ example: 'We send our customers films that explain the repairs we suggest.' }),
  sample_text: line(1000).min(20).meta({ example: 'Cedar Street Auto: here is the film about your brakes.' }),
  opt_in_text: line(1000)
    .min(40)
    .meta({ example: 'Customers agree at the counter; the advisor records it with the date.' }),
})

export const Registration = RegistrationForm.extend({
  state: z.enum(['waiting', 'approved', 'refused']),
  /** The carrier’s words. */
  refusal: z.string(),
  submitted_at: z.iso.datetime().nullable(),
  decided_at: z.iso.datetime().nullable(),
})
export type Registration = z.infer<typeof Registration>

export const getTextRegistration = endpoint({
  ...of,
  method: 'GET',
  path: '/getTextRegistration/:entity',
  owns: { entity: 'business' },
  summary: 'Returns the registration of a business with the US carriers; null if it has none.',
  params: z.object({ entity: PathId }),
  fails: refusals,
  reply: Registration.nullable(),
})

export const saveTextRegistration = endpoint({
  ...of,
  method: 'PUT',
  path: '/saveTextRegistration/:entity',
  owns: { entity: 'business' },
  audit: { action: 'number.registration' },
  notWhileActing: true,
  summary: 'Submits the registration of a business with the US carriers. Texts wait until it is approved.',
  params: z.object({ entity: PathId }),
  body: RegistrationForm,
  fails: [...refusals, 'registration_is_decided'],
  reply: Registration,
})
