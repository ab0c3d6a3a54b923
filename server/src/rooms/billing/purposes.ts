import type { FastifyRequest } from 'fastify'
import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'
import type { BillingAddress, ProviderName } from '../../outside/payments.ts'
import type { PlanPrices, Quote } from './rules.ts'

/**
 * What payments are for. The saga (`saga/pay.ts`) moves money and knows no registration, bundle or number: a room that sells
 * something implements `Purpose`, and app.ts hands the implementations to `registerBilling`. Functions with a
 * `db` work in its transaction; none of them speaks to a provider.
 *
 * Rows that a function writes before it refuses are committed, so that a wrong code counts as a try.
 */

export const purposeNames = [
  'signup',
  'renewal',
  'locations',
  'switch',
  'reactivation',
  'upgrade',
  'sms_bundle',
  'phone_number',
  'arrears',
] as const
export type PurposeName = (typeof purposeNames)[number]

export interface Purpose {
  name: PurposeName
  /** Where the browser goes after the provider's own page. */
  returnPage: '/paypalSuccess' | '/billingPaypalSuccess' | '/twilioPaypalSuccess' | '/home'
  /**
   * Finds the order that a visitor may pay, by the registration cookie of the request. `userId` is the user_id of the
   * body; null where the call has none. Undefined: there is no such order for this visitor, which is answered like an
   * unknown one.
   */
  ofVisitor?(db: Db, site: Site, visitor: Visitor): Promise<string | undefined>
  /** Finds the order of a page token (/pay/<token>) by the hash of the token (`hashToken`). */
  byPageToken?(db: Db, site: Site, tokenHash: string, now: Date): Promise<string | undefined>
  /** Makes a page token for an order; the former one ends. */
  newPageToken?(db: Db, site: Site, orderId: string, now: Date): Promise<string>
  /**
   * Locks the order and returns what has to be paid for it now, or the message key of a refusal. It is called in the
   * first transaction of each payment and has to compute the price from the plan again. It uses up the code of
   * `proof`, if the order needs one.
   */
  open(db: Db, site: Site, orderId: string, ask: OpenAsk): Promise<{ order: Order } | { refused: string }>
  /** Reads an order without a lock, for pages that show what is due. Undefined: it cannot be paid (any more). */
  show(db: Db, site: Site, orderId: string, now: Date): Promise<Order | undefined>
  /** Receives each change of an order’s payment, in the transaction that changes the payment. */
  moved(db: Db, site: Site, orderId: string, to: OrderMove, now: Date): Promise<void>
  /**
   * Delivers what was paid: activates the account, adds credits. Called once for each payment, in the transaction that
   * makes the payment fulfilled; billing has made the subscription and the invoice in it. A conflict is definite: the
   * transaction is rolled back and the whole amount goes back. Anything temporary is thrown, and tried again.
   */
  fulfil(db: Db, site: Site, paid: PaidOrder): Promise<'delivered' | { conflict: string }>
  /** Queues the mail that says that the whole amount goes back, because of a conflict. */
  paidBack(db: Db, site: Site, paid: PaidOrder): Promise<void>
  /**
   * Takes back what money that went back had paid, in the transaction that records the refund. `refundedMinor` is all that
   * has gone back of the payment by now.
   */
  refunded?(db: Db, site: Site, orderId: string, money: { refundedMinor: number; totalMinor: number }): Promise<void>
  /**
   * Gives the account to its visitor: makes the password, once, within 24 h. Undefined: there is nothing to claim. It
   * opens transactions of its own, because the hash of a password takes a while.
   */
  claim?(site: Site, visitor: Visitor): Promise<ClaimedUser | undefined>
}

export interface Visitor {
  request: FastifyRequest
  userId: number | null
  now: Date
}

/** paying: a payment is under way. declined: the bank said no. released: nothing was taken, for another reason. */
export type OrderMove = 'paying' | 'declined' | 'released'

export interface OpenAsk {
  now: Date
  ip: string | null
  /** A code that was sent to the person: mobile_otp, cybersource_otp_id, cybersource_mobile. */
  proof: { code: string; codeId: string; mobile: string } | null
  /** A solved captcha was sent with this request and checked. */
  isHuman: boolean
  /** The person typed these in the payment step; they replace those of the order. */
  billing: Partial<BillingAddress>
}

export interface Order {
  orderId: string
  businessentity_id: number
  /** The person who pays: user_id of the page /paypalCancel/{userId}. */
  userId: number
  /** Address of the receipt. */
  email: string
  /** Who pays: of one payer, one payment at a time moves money. Default: the e-mail. */
  payerKey?: string
  /** IETF tag of the language of the receipt. */
  language: string
  /** ISO 3166-1 alpha-2, upper case. */
  country: string
  billing: BillingAddress
  due: Due
  /** The accounts of the web site's seller, by provider: the names in the accounts file. */
  accounts: Partial<Record<ProviderName, string>>
  /** The provider that the site and the country give this order. Null: there is none. */
  provider: ProviderName | null
  /** Card brands that the web site takes, as providers spell them: 'VISA', 'MASTERCARD', 'AMEX'. */
  brands: string[]
  /** The means of payment is stored for renewals, where the account can do that. */
  keep: boolean
  seller: Seller
  /** The line on the statement of the card. */
  description: string
  /** Another captcha has to be solved before the next attempt. */
  needsCaptcha: boolean
}

/** What is due now. Prices come from the plan; the amounts are computed by `quote` in rules.ts. */
export type Due =
  /** The first period of a subscription; billing makes the subscription. */
  | {
      kind: 'subscription'
      plan: PlanPrices
      locations: number
      /** Days before the first payment; null: it is due now. */
      trialDays: number | null
      /** It takes the place of a trial that the business has. */
      replacesTrial?: boolean
    }
  /** Something that is bought once. */
  | {
      kind: 'once'
      currency: string
      gst_bp: number
      lines: {
        kind: 'bundle' | 'number' | 'difference' | 'arrears'
        quantity: number
        net_minor: number
        taxed: boolean
      }[]
    }
  /** What is left of an invoice that was issued before. */
  | { kind: 'invoice'; invoiceId: string; currency: string; amountMinor: number }
  /** A change of plan or locations. `document` is its invoice, of which `creditMinor` is paid by credit. */
  | { kind: 'change'; change: FrozenChange; document: Quote; creditMinor: number }

/** A change of a subscription as it was computed when its payment began. */
export interface FrozenChange {
  subscriptionId: string
  /** What it was computed from: a subscription that differs meanwhile is a conflict. */
  from: { periodStart: string; billing_plan_id: number | null; locations: number }
  now: { plan: PlanPrices; locations: number }
  /** The new anchor; null: the period stays. */
  anchor: string | null
  pending: { billing_plan_id: number; locations: number } | null
  promoCode: string | null
}

/** The seller of a web site as documents name it. */
export interface Seller {
  legal_name: string
  address: string
  country_code: string
  tax_id_label: string | null
  tax_id: string | null
  is_tax_registered: boolean
  tax_label: string
  invoice_prefix: string
}

export interface PaidOrder {
  order: Order
  paymentId: string
  currency: string
  /** What was charged, in minor units; 0 where nothing was due. */
  totalMinor: number
  /** The full number of the invoice; null before it is issued. */
  invoiceNumber: string | null
  now: Date
}

/** Shown once after a sign-up. */
export interface ClaimedUser {
  user_id: number
  username: string
  password: string
  reactivation_token: string
}
