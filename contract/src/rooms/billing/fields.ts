import { z } from 'zod'
import { isEmail } from '../../addresses.ts'

/** The shapes that the calls of subscriptions share. Amounts are decimal texts; days are dates of the web site. */

/** An amount as a decimal text: '49.00'. */
export const Amount = z.string().regex(/^-?\d{1,13}\.\d{2}$/)

/** One line of text without control characters, trimmed; it may be empty. */
export const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^\P{Cc}*$/u)

const Email = z
  .string()
  .trim()
  .max(200)
  .refine(isEmail, { message: 'email_not_valid' })
  .meta({ example: 'renee@cedarstreet.example' })
const CountryCode = z
  .string()
  .regex(/^[A-Za-z]{2}$/)
  .meta({ example: 'US' })

/** A day in the time zone of the web site: '2027-02-28'. */
export const DayText = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .meta({ example: '2027-03-01' })

/** A number of locations: a number, or its text; 'Infinity' is 1. */
export const Locations = z.union([z.number(), z.string().max(20)]).meta({ example: 1 })

export const ProviderName = z.enum(['cybersource', 'eway', 'paypal'])
export type ProviderName = z.infer<typeof ProviderName>

/** The person and address to which invoices go, as they are stored. */
export const StoredContact = z.object({
  bill_first_name: z.string(),
  bill_last_name: z.string(),
  bill_businessentity_street1: z.string(),
  bill_businessentity_street2: z.string(),
  bill_businessentity_city: z.string(),
  bill_businessentity_state: z.string(),
  bill_businessentity_zip: z.string(),
  /** ISO 3166-1 alpha-2, upper case. */
  bill_country_code: z.string(),
  bill_email: z.string(),
  bill_phone: z.string(),
})

/** The person and address to which invoices go; an empty field keeps what is stored. */
export const billingFields = {
  bill_first_name: line(60).optional(),
  bill_last_name: line(60).optional(),
  bill_businessentity_street1: line(200).optional(),
  bill_businessentity_street2: line(200).optional(),
  bill_businessentity_city: line(100).optional(),
  bill_businessentity_state: line(100).optional(),
  bill_businessentity_zip: line(20).optional(),
  bill_country_code: z.union([CountryCode, z.literal('')]).optional(),
  bill_email: z.union([Email, z.literal('')]).optional(),
  bill_phone: line(40).optional(),
}

/** A new card from the card frame, as pages send it. The hints decide nothing. */
export const cardFields = {
  /** From the card frame. */
  payment_token: z.string().min(1).max(8000).optional(),
  name_on_card: line(100).optional(),
  card_type: line(40).optional(),
  /** Of old clients; a number is refused. */
  card_number: z.string().max(40).optional(),
  card_expiry_month: z.union([line(2), z.int()]).optional(),
  card_expiry_year: z.union([line(4), z.int()]).optional(),
  cvv: z.string().max(10).optional(),
}

/** One line of an amount that is due. */
export const DueLine = z.object({
  /** 'recurring', 'other', 'setup', 'difference', 'credit', 'arrears'. */
  kind: z.string(),
  quantity: z.number(),
  unit: Amount,
  amount: Amount,
})

export const Total = z.object({ net: Amount, tax: Amount, total: Amount, lines: z.array(DueLine) })

/** A change that begins at the next renewal; it can be withdrawn until then. */
export const PendingChange = z.object({
  billing_plan_id: z.int(),
  name: z.string(),
  recurring_frequency: z.enum(['monthly', 'annually']),
  max_location: z.int(),
  /** The day on which it begins. */
  on: DayText,
  /** What a period costs from then on, with tax. */
  amount: Amount,
})
export type PendingChange = z.infer<typeof PendingChange>

/** The stored means of payment. */
export const StoredMeans = z.object({
  kind: z.enum(['card', 'wallet']),
  card_type: z.string().nullable(),
  last4: z.string().nullable(),
  card_expiry_month: z.int().nullable(),
  card_expiry_year: z.int().nullable(),
  /** 'j•••@example.com'. */
  payer_label: z.string().nullable(),
})
export type StoredMeans = z.infer<typeof StoredMeans>

/** What is owed for a period that has begun. */
export const Arrears = z.object({
  amount: Amount,
  currency: z.string(),
  /** The full number of the invoice. */
  invoice: z.string(),
  since: DayText,
  /** Until the day before, people can log in. */
  suspended_on: DayText,
  /** The subscription ends on this day if nothing is paid. */
  ended_on: DayText,
  /** The next day on which the stored means is charged; null: only when the customer asks or enters a new one. */
  next_try_on: DayText.nullable(),
  /** A payment of it is under way. */
  is_paying: z.boolean(),
  /** Why the last payment failed: a message key; null if none was tried. */
  error: z.string().nullable(),
})
export type Arrears = z.infer<typeof Arrears>
