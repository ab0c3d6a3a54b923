import { z } from 'zod'
import { anyone, endpoint, notAudited, unscoped } from '../endpoint.ts'
import { Id, PathId } from '../fields.ts'

/**
 * Payments. Card numbers never travel here: they are typed into the provider's fields in the card frame, which gives a
 * token. Amounts are decimal strings; the server computes every price from the plan.
 */

/** What the visitor may pay is found by the registration cookie; a user_id that does not belong to it is unknown. */
const ofVisitor = unscoped('must be the user of the registration that the cookie of the request names; 404 otherwise')
const inPayments = notAudited('a payment and its attempts are rows of their own that are never deleted')

const line = (most: number) => z.string().trim().max(most)

/** How a payment ended. action_required: the person has to take a step, such as 3-D Secure. */
const ResponseType = z.enum([
  'success',
  'failed',
  'payment_success_data_update_failed',
  'payment_error',
  'action_required',
])
export type ResponseType = z.infer<typeof ResponseType>

/** The step that a payment waits for. */
const Action = z
  .object({
    kind: z.enum(['authenticate', 'approve']),
    url: z.string(),
    /** The fields of a form that is posted to the address; empty for a redirect. */
    post: z.record(z.string(), z.string()),
    hidden: z.boolean(),
  })
  .nullable()

export const PaymentResult = z.object({
  responseType: ResponseType,
  payment: z.uuid(),
  amount: z.string(),
  currency: z.string(),
  /** Where the confirmation goes. */
  email: z.string(),
  action: Action,
  /** What was issued for a payment that is delivered, and the card that paid. */
  receipt: z.object({ number: z.string(), brand: z.string().nullable(), last4: z.string().nullable() }).optional(),
})

/** Beside the data: why a payment failed, and the seconds until the page may ask or try again. */
export const besidePayment = z.object({
  error_message: z.object({ error: z.string() }).optional(),
  timeCount: z.number().optional(),
})

const refusals = [
  'payment_in_progress',
  'captcha_required',
  'captcha_not_solved',
  'message_bill',
  'invalid_number_of_locations',
  'unable_to_proceed_please_try_later',
  'Something went wrong. Please try again',
  'Subscription Details Not Found.',
  'promo_code_expiry',
  'promo_code_already_applied',
  'user_name_already_exists',
  'code_wrong',
  'code_expired',
  'code_too_many',
] as const
export const paymentEndings = ['failed', 'payment_error', 'payment_success_data_update_failed'] as const

export const startPayment = endpoint({
  method: 'POST',
  path: '/startPayment',
  who: anyone,
  actsFor: ofVisitor,
  audit: notAudited('moves no money'),
  summary: 'Returns what is due for a registration, and how it can be paid. Moves no money.',
  limit: { max: 60 },
  body: z.object({ user_id: Id }),
  fails: [
    'unable_to_proceed_please_try_later',
    'Something went wrong. Please try again',
    'invalid_number_of_locations',
  ],
  reply: z.object({
    /** nothing: no amount is due. */
    means: z.enum(['card', 'approval', 'nothing']),
    /** The key of this step; the payment step repeats it, so that two clicks are one payment. */
    request_key: z.uuid(),
    /** Card brands that the web site takes. */
    card_types: z.array(z.string()),
    currency: z.string(),
    net: z.string(),
    tax: z.string(),
    tax_label: z.string(),
    total_amount: z.string(),
    lines: z.array(z.object({ kind: z.string(), quantity: z.number(), unit: z.string(), amount: z.string() })),
    /** Another captcha has to be solved before the payment. */
    needs_captcha: z.boolean(),
    /** The token of the card frame (/pay/card/<token>) and of the way to the provider's page (/pay/<token>). */
    page_token: z.string().nullable(),
  }),
})

const SecondStep = z.object({
  user_id: Id,
  /** From the card frame. */
  payment_token: z.string().min(1).max(8000).optional(),
  request_key: z.uuid().optional(),
  /** The solved captcha, where one is asked for. */
  token: z.string().max(4000).optional(),
  card_type: line(40).optional(),
  name_on_card: line(100).optional(),
  /** Of old clients. With test money, a number that the gateway prints is taken; every other one is refused. */
  card_number: z.string().max(40).optional(),
  card_expiry_month: z.union([line(2), z.int()]).optional(),
  card_expiry_year: z.union([line(4), z.int()]).optional(),
  cvv: z.string().max(10).optional(),
  returnUrl: z.string().max(500).optional(),
  mobile_otp: line(12).optional(),
  cybersource_otp_id: line(60).optional(),
  cybersource_mobile: line(30).optional(),
  /** Hints of old clients, which decide nothing. */
  status: z.union([z.string().max(40), z.number()]).optional(),
  bill_first_name: line(60).optional(),
  bill_last_name: line(60).optional(),
  bill_businessentity_street1: line(200).optional(),
  bill_businessentity_street2: line(200).optional(),
  bill_businessentity_city: line(100).optional(),
  bill_businessentity_state: line(60).optional(),
  bill_businessentity_zip: line(20).optional(),
  bill_country_code: line(2).optional(),
  bill_email: line(254).optional(),
  bill_phone: line(30).optional(),
})
export type SecondStep = z.input<typeof SecondStep>

const Paid = PaymentResult.extend({
  /** Shown once after a sign-up; null where the account was claimed before, or there is none yet. */
  user: z
    .object({ user_id: z.number(), username: z.string(), password: z.string(), reactivation_token: z.string() })
    .nullable(),
  returnUrl: z.string().nullable(),
})

/**
 * What both calls declare alike, except for what the browser reads: method, path and reply are declared in each call.
 */
const secondStep = {
  who: anyone,
  actsFor: ofVisitor,
  owns: { cybersource_otp_id: unscoped('the code of the registration, which is checked with it') },
  audit: inPayments,
  limit: { max: 30 },
  body: SecondStep,
  fails: [...refusals, ...paymentEndings],
  beside: besidePayment,
} as const

export const paymentSecondStepCybersource = endpoint({
  ...secondStep,
  method: 'POST',
  path: '/paymentSecondStepCybersource',
  summary: 'Pays for a registration by card. The same request_key gives the same answer.',
  reply: Paid,
})

export const paymentSecondStepEwayAU = endpoint({
  ...secondStep,
  method: 'POST',
  path: '/paymentSecondStepEwayAU',
  summary: 'Pays for an Australian registration by card. The same request_key gives the same answer.',
  reply: Paid,
})

export const handlePayWithPaypal = endpoint({
  method: 'POST',
  path: '/handlePayWithPaypal',
  who: anyone,
  actsFor: ofVisitor,
  audit: notAudited('moves no money'),
  summary: 'Returns the page on which a registration is paid through PayPal.',
  limit: { max: 30 },
  body: z.object({ user_id: Id }),
  fails: ['unable_to_proceed_please_try_later'],
  reply: z.object({ merchantUrl: z.string() }),
})

export const getPaymentStatus = endpoint({
  method: 'GET',
  path: '/getPaymentStatus/:payment',
  who: anyone,
  owns: {
    payment: unscoped('must belong to the registration of the cookie, or to the caller’s business; 404 otherwise'),
  },
  summary: 'Returns how a payment ended, or that it is not known yet. Reads only.',
  limit: { max: 120 },
  params: z.object({ payment: z.uuid() }),
  fails: paymentEndings,
  beside: besidePayment,
  reply: PaymentResult,
})

export const paypalSuccessUrl = endpoint({
  method: 'GET',
  path: '/paypalSuccessUrl',
  who: anyone,
  summary: 'Returns how the last payment of this browser’s registration ended. Reads only.',
  limit: { max: 120 },
  fails: paymentEndings,
  beside: besidePayment,
  reply: PaymentResult.extend({
    /** An account came back, with the name and the password that it has; there is none to claim. */
    is_reactivation: z.boolean().optional(),
  }),
})

export const paypalCancelUrl = endpoint({
  method: 'GET',
  path: '/paypalCancelUrl/:user',
  who: anyone,
  owns: { user: ofVisitor },
  summary: 'Returns whether the registration of this browser can be paid again. Reads only.',
  limit: { max: 60 },
  params: z.object({ user: PathId }),
  reply: z.object({ can_pay: z.boolean(), responseType: ResponseType.nullable() }),
})

export const checkPerMinValidation = endpoint({
  method: 'GET',
  path: '/checkPerMinValidation/:web_site_id',
  who: anyone,
  site: 'web_site_id',
  summary: 'Returns whether this address may begin another payment; timerStatus 0 and the seconds left if not.',
  limit: { max: 120 },
  params: z.object({ web_site_id: PathId }),
  beside: z.object({ timerStatus: z.union([z.literal(0), z.literal(1)]), timeCount: z.object({ second: z.number() }) }),
  reply: z.null(),
})
