import { z } from 'zod'
import { listFields, listTotal } from '../../administration/list.ts'
import { endpoint, may, notAudited, unscoped } from '../../endpoint.ts'
import { Id, PartId, PathId } from '../../fields.ts'
import { besidePayment, PaymentResult } from '../billing.ts'
import { Amount, StoredMeans } from '../billing/fields.ts'

/**
 * Text messages of a business: what is left of them, what each one cost, and bundles to buy. Only the administrator of the
 * business reaches them (not an employee), on web sites that take payments or send invoices for them.
 */

const refusals = ['Something went wrong. Please try again'] as const
const inOrders = notAudited('orders and the entries of the account are rows of their own that are never deleted')

/** What a bundle costs. Prices are without tax, as they are listed. */
export const Bundle = z.object({
  bundle_id: z.int(),
  sms_bundle: z.int(),
  /** With four decimals: '0.0900'. */
  cost_per_sms: z.string(),
  total_amount: Amount,
  /** What is charged, with tax. */
  due: Amount,
})
export type Bundle = z.infer<typeof Bundle>

export const Recharge = z.object({
  is_on: z.boolean(),
  below: z.int(),
  bundle_id: z.int().nullable(),
  cap: Amount,
  /** What the automatic recharge has spent in this month, with tax. */
  spent: Amount,
  /** Why it waits. declined: until it is saved again. cap: until the next month, or a higher cap. */
  paused_by: z.enum(['declined', 'cap']).nullable(),
})

const Balance = z.object({
  paid_sms_counter: z.int(),
  /** False: the text messages of this business are not counted, until it buys some. */
  is_counted: z.boolean(),
  /** On the wire, the Canadian dollar is CND. */
  currency: z.string(),
  /** £ for GBP, otherwise $. */
  symbol: z.string(),
  tax_label: z.string(),
  /** Of the bundle that was bought last, else of the smallest one; null where none is on sale. */
  sms_bundle: z.int().nullable(),
  cost_per_sms: z.string().nullable(),
  total_amount: Amount.nullable(),
  bundles: z.array(Bundle),
  /** How a bundle is paid: the stored means, PayPal's own page, an invoice, or a card that has to be entered first. */
  pays: z.enum(['stored', 'approval', 'invoice', 'card']),
  means: StoredMeans.nullable(),
  /** An overdue invoice for text messages, until whose payment no further one is issued. */
  overdue: z.object({ invoice_id: z.uuid(), number: z.string() }).nullable(),
  /** Days for which the balance lasts at the pace of the last 14 days; null with less than 3 days of use. */
  days_left: z.int().nullable(),
  last_14_days: z.int(),
  last_30_days: z.int(),
  /** Text messages of the last 30 days, today last. */
  per_day: z.array(z.object({ day: z.string(), count: z.int() })),
  /** At or below 20 % of what was bought last. */
  is_low: z.boolean(),
  recharge: Recharge,
})
export type Balance = z.infer<typeof Balance>

const ofOwn = unscoped('a filter: the rows are those of the caller’s own business')
const ofSite = unscoped('must be a bundle that the web site sells; others are refused')
const of = { who: may('manage_phone_numbers'), notForCustomers: true } as const

export const handleSMSMessages = endpoint({
  ...of,
  method: 'GET',
  path: '/handleSMSMessages/:user',
  actsFor: 'user',
  summary: 'Returns the text messages that the business has left, how long they will last, and the bundles on sale.',
  params: z.object({ user: PathId }),
  fails: refusals,
  reply: Balance,
})

export const useSorts = ['at'] as const

export const UseRow = z.object({
  entry_id: z.int(),
  at: z.iso.datetime(),
  reason: z.enum(['purchase', 'send', 'grant', 'reversal']),
  /** The recipient, E.164; null for entries that are no message, and for a message that was withdrawn. */
  to: z.string().nullable(),
  from: z.string().nullable(),
  /** Who sent it; empty for entries that are no message, and for automatic answers. */
  sent_by: z.string(),
  location_name: z.string(),
  /** In the language of the page. */
  films: z.array(z.string()),
  state: z.enum(['pending', 'sent', 'delivered', 'failed', 'outcome_unknown', 'withdrawn']).nullable(),
  segments: z.int(),
  /** How the balance changed; 0 for a message that was given back. */
  messages: z.int(),
  /** Null where the price is not known. */
  cost: z.string().nullable(),
  currency: z.string().nullable(),
  balance: z.int(),
})
export type UseRow = z.infer<typeof UseRow>

export const getSmsUse = endpoint({
  ...of,
  method: 'POST',
  path: '/getSmsUse/:user',
  actsFor: 'user',
  owns: { sender_id: ofOwn, location_id: ofOwn },
  audit: notAudited('reads only'),
  summary: 'Returns the account of text messages: each message with its cost, and each purchase.',
  params: z.object({ user: PathId }),
  body: z
    .object({
      ...listFields(useSorts),
      /** Only those of a month, as '2026-11'. */
      month: z
        .string()
        .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
        .meta({ example: '2026-11' })
        .optional(),
      /** Only messages of a user, of a location, with a film. */
      sender_id: Id.optional(),
      location_id: Id.optional(),
      part_id: PartId.optional(),
    })
    .prefault({}),
  fails: refusals,
  reply: z.array(UseRow),
  beside: listTotal(),
})

export const getSmsUseFilters = endpoint({
  ...of,
  method: 'GET',
  path: '/getSmsUseFilters/:user',
  actsFor: 'user',
  summary: 'Returns the senders, locations and films of the text messages of the business in the last 12 months.',
  params: z.object({ user: PathId }),
  fails: refusals,
  reply: z.object({
    senders: z.array(z.object({ sender_id: z.int(), name: z.string() })),
    locations: z.array(z.object({ location_id: z.int(), name: z.string() })),
    films: z.array(z.object({ part_id: z.string(), name: z.string() })),
  }),
})

const Shown = Balance.pick({ currency: true, symbol: true, tax_label: true, bundles: true, pays: true, means: true })

export const handleRecharge = endpoint({
  ...of,
  method: 'GET',
  path: '/handleRecharge/:user/:site',
  actsFor: 'user',
  site: 'site',
  summary: 'Returns the bundles of text messages and how they are paid. Buys nothing.',
  params: z.object({ user: PathId, site: PathId }),
  fails: refusals,
  reply: Shown,
})

export const OrderResult = z.object({
  responseType: PaymentResult.shape.responseType,
  order: z.uuid(),
  payment: z.uuid().nullable(),
  amount: Amount,
  currency: z.string(),
  action: PaymentResult.shape.action,
  /** Where the person pays, if nothing is stored. */
  paypalDetails: z.object({ merchantUrl: z.string() }).nullable(),
  paid_sms_counter: z.int(),
  sms_bundle: z.int(),
})
export type OrderResult = z.infer<typeof OrderResult>

export const rechargeSms = endpoint({
  ...of,
  method: 'POST',
  path: '/handleRecharge/:user/:site',
  actsFor: 'user',
  site: 'site',
  audit: inOrders,
  notWhileActing: true,
  summary: 'Buys a bundle of text messages with the stored means of payment, at PayPal’s own page, or on invoice.',
  limit: { max: 60 },
  params: z.object({ user: PathId, site: PathId }),
  owns: { bundle_id: ofSite },
  body: z.object({
    bundle_id: Id,
    /** Made when the dialog opens; two clicks are one purchase. */
    request_key: z.uuid(),
    /** What the page showed, with tax; another price is refused. */
    due: Amount.meta({ example: '45.00' }).optional(),
    /** The solved captcha, where one is asked for. */
    token: z.string().max(4000).optional(),
  }),
  fails: [
    ...refusals,
    'sms_bundle_changed',
    'sms_invoice_overdue',
    'please_change_billing_details',
    'payment_in_progress',
    'captcha_required',
    'captcha_not_solved',
    'unable_to_proceed_please_try_later',
    'failed',
    'payment_error',
    'payment_success_data_update_failed',
  ],
  reply: OrderResult,
  beside: besidePayment,
})

const order = {
  ...of,
  actsFor: unscoped('shows the last order of the caller’s own business, or one of it; 404 otherwise'),
  params: z.object({ order: z.uuid().optional() }),
} as const

const Order = z.object({
  order: z.uuid(),
  sms_bundle: z.int(),
  amount: Amount,
  currency: z.string(),
  at: z.iso.datetime(),
  /** The number of its invoice. */
  invoice: z.string().nullable(),
  paid_sms_counter: z.int(),
  /** Why it failed: a message key. */
  error: z.string().nullable(),
})

export const handleShowOrderSuccess = endpoint({
  ...order,
  method: 'GET',
  path: '/handleShowOrderSuccess/:order?',
  summary: 'Returns a successful order of text messages, by default the last one. Records nothing.',
  fails: [...refusals, 'no_records_found'],
  reply: Order,
})

export const handleShowOrderFailure = endpoint({
  ...order,
  method: 'GET',
  path: '/handleShowOrderFailure/:order?',
  summary: 'Returns an order of text messages that failed, by default the last one.',
  fails: [...refusals, 'no_records_found'],
  reply: Order,
})

export const RechargeForm = z.object({
  is_on: z.boolean(),
  below: z.int().min(1).max(1_000_000),
  bundle_id: Id,
  /** The most that a calendar month may cost, with tax. */
  cap: z
    .string()
    .regex(/^\d{1,7}(\.\d{1,2})?$/)
    .meta({ example: '135.00' }),
})

export const saveSmsRecharge = endpoint({
  ...of,
  method: 'PUT',
  path: '/saveSmsRecharge/:user',
  actsFor: 'user',
  audit: { action: 'sms.recharge' },
  notWhileActing: true,
  summary: 'Sets the automatic recharge: below which balance what is bought, and what a month may cost at most.',
  params: z.object({ user: PathId }),
  owns: { bundle_id: ofSite },
  body: RechargeForm,
  fails: [...refusals, 'sms_bundle_changed', 'sms_cap_too_low', 'please_change_billing_details'],
  reply: Recharge,
})
