import type { IncomingHttpHeaders } from 'node:http'

/**
 * A payment provider: it charges a means of payment when told, and says afterwards whether it did. Prices, periods and
 * dates are the billing room's; a provider knows none of them. Amounts are whole numbers of the currency's minor unit.
 * A method whose promise rejects has an unknown outcome.
 */
export interface PaymentProvider {
  /** What a page needs so that a person can enter a means of payment: fields, or an address to approve at. Moves no money. */
  collect(ask: CollectAsk, signal: AbortSignal): Promise<Collection>
  /** Stores a means of payment without a charge: the card frame's token or an approved handle becomes a stored token. */
  keep(ask: KeepAsk, signal: AbortSignal): Promise<{ outcome: 'kept'; instrument: NewInstrument } | Failure>
  /** Takes one step of 3-D Secure. Null: the provider asks the cardholder itself. */
  authenticate: ((ask: AuthAsk, signal: AbortSignal) => Promise<AuthStep>) | null
  /** Makes a charge ready without moving money. The caller commits the handle before `charge`. Null: nothing to make ready. */
  prepare:
    | ((
        ask: ChargeAsk,
        signal: AbortSignal,
      ) => Promise<{ outcome: 'prepared'; handle: string; approveAt: string | null } | Failure>)
    | null
  charge(ask: ChargeAsk & { handle: string | null }, signal: AbortSignal): Promise<Verdict>
  /** Looks up an attempt or a refund by our reference. 'none' is certain: nothing was charged and nothing will be. */
  find(what: Lookup, signal: AbortSignal): Promise<Verdict | { outcome: 'none' | 'waiting' | 'approved' }>
  refund(ask: RefundAsk, signal: AbortSignal): Promise<Verdict>
  /** Deletes a stored token at the provider. */
  forget(token: string, signal: AbortSignal): Promise<void>
  /** Verifies a webhook over its raw bytes and returns the references to look up. Throws `ForgedHook`. */
  readHook(hook: RawHook, signal: AbortSignal): Promise<{ eventId: string; kind: string; references: string[] }>
  /** Lists what the account moved on a day (UTC, YYYY-MM-DD), for the daily comparison. */
  list(day: string, signal: AbortSignal): Promise<Movement[]>
}

export const providerNames = ['cybersource', 'eway', 'paypal'] as const
export type ProviderName = (typeof providerNames)[number]

/** A webhook that the provider did not sign, or not for this account. */
export class ForgedHook extends Error {}

/** A webhook cannot be verified now; its sender may send it again. */
export class HookUnverified extends Error {}

/** Our name for one attempt or refund: at most 22 of A-Z, 0-9 and "-". The same attempt keeps it. */
export type Reference = string

export interface Money {
  amountMinor: number
  /** ISO 4217, upper case. */
  currency: string
}

export interface BillingAddress {
  firstName: string
  lastName: string
  company?: string
  street: string
  city: string
  state?: string
  zip: string
  /** ISO 3166-1 alpha-2, upper case. */
  country: string
  email: string
  phone?: string
}

/** How a means of payment is given: just entered by a person, or stored before. */
export type Means =
  /** keep: the provider stores the card with the charge, for later ones. */
  | { kind: 'fresh'; paymentToken: string; cardName?: string; evidence?: AuthEvidence; keep?: boolean }
  | { kind: 'stored'; token: string; networkId: string | null }
  /** The person approves at the provider's own page. */
  | { kind: 'approval'; returnUrl: string; cancelUrl: string; keep: boolean }

export interface CollectAsk {
  reference: Reference
  /** The origin of the page that holds the fields. */
  origin: string
  brands: string[]
  /** For providers whose person approves elsewhere. */
  returnUrl: string
  cancelUrl: string
}

export type Collection = { kind: 'fields'; client: FieldsClient } | { kind: 'approval'; url: string; handle: string }

/** What the card frame loads to show the provider's own fields. */
export interface FieldsClient {
  provider: ProviderName
  /** The provider's script and, if it publishes one, its subresource integrity. */
  script: { url: string; integrity: string | null }
  /** Sources for the frame's policy besides the script's origin: 3-D Secure. */
  frameSources: string[]
  /** What the script is started with: a signed context (CyberSource) or a public key (eWAY). */
  settings: Record<string, string>
}

export interface KeepAsk {
  reference: Reference
  means: Means
  /** Of an approval that the person gave. */
  handle: string | null
  billing: BillingAddress
}

export interface NewInstrument {
  kind: 'card' | 'wallet'
  token: string
  brand: string | null
  last4: string | null
  expiryMonth: number | null
  expiryYear: number | null
  /** For wallets: 'j•••@example.com'. */
  payerLabel: string | null
  /** The network's id of the first payment, by which later ones are merchant-initiated. */
  networkId: string | null
}

/** The proof of cardholder authentication, in the provider's own fields. */
export type AuthEvidence = Record<string, string>

export interface AuthAsk extends Money {
  reference: Reference
  paymentToken: string
  billing: BillingAddress
  /** Where the cardholder's bank sends the person back to. */
  returnUrl: string
  ip: string
  userAgent: string
  /** Of the step before; absent in the first step. */
  progress?: Record<string, string>
}

export type AuthStep =
  /** The card frame shows this page, then asks again with the progress. */
  | { step: 'frame'; url: string; post: Record<string, string>; progress: Record<string, string>; isHidden: boolean }
  | { step: 'done'; evidence: AuthEvidence }
  | { step: 'refused'; code: string; reason: string }

export interface ChargeAsk extends Money {
  reference: Reference
  means: Means
  /** 'merchant': without the person, such as a renewal. */
  initiator: 'customer' | 'merchant'
  billing: BillingAddress
  invoiceNumber: string | null
  /** One line on the statement of the card. */
  description: string
  ip: string | null
}

export interface Lookup {
  reference: Reference
  handle: string | null
  kind: 'charge' | 'refund'
  sentAt: Date
  now: Date
  /** Our books know of no such attempt: they are asked whether they forgot one. Nothing is under way that could still charge. */
  isUnsent?: boolean
}

export interface RefundAsk extends Money {
  reference: Reference
  /** The provider's id of the charge. */
  providerId: string
  chargedAt: Date
  /** The whole charge; a provider may void what is not settled yet. */
  isWhole: boolean
  reason: string
}

export type Verdict =
  | ({ outcome: 'paid'; providerId: string; instrument?: NewInstrument; networkId?: string } & Money)
  | { outcome: 'declined'; class: DeclineClass; code: string; reason: string }
  | Failure

/** soft: may work later. hard: never. fix_details: the person can mend it. authenticate: only with the person. */
export type DeclineClass = 'soft' | 'hard' | 'fix_details' | 'authenticate'

/** refused: our own fault. later: certainly not taken, and another attempt may succeed. unclear: ask with `find`. */
export type Failure = { outcome: 'refused' | 'later' | 'unclear'; code: string | null; reason: string }

export interface RawHook {
  headers: IncomingHttpHeaders
  body: Buffer
  now: Date
}

/** A charge or refund as the provider's own list shows it. */
export interface Movement extends Money {
  reference: Reference | null
  providerId: string
  kind: 'charge' | 'refund'
  at: Date
}
