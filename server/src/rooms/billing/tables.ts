import type { Generated } from 'kysely'
import type { DeclineClass, ProviderName } from '../../outside/payments.ts'
import type { Day } from './days.ts'
import type { PurposeName, Seller } from './purposes.ts'
import type { PlanPrices } from './rules.ts'
import type {
  AttemptState,
  InstrumentState,
  InvoiceState,
  PaymentState,
  RefundState,
  SubscriptionState,
} from './states.ts'
import type { FrozenOrder } from './order.ts'
import type { PaymentAction } from './payments.queries.ts'

/** The tables of this room, as queries see them. */
declare module '../../core/db/tables.ts' {
  interface Tables {
    billing_contacts: {
      web_site_id: number
      businessentity_id: number
      bill_first_name: string
      bill_last_name: string
      bill_businessentity_street1: string
      bill_businessentity_street2: string
      bill_businessentity_city: string
      bill_businessentity_state: string
      bill_businessentity_zip: string
      bill_country_code: string
      bill_email: string
      bill_phone: string
      tax_number: Default<string | null>
    }
    instruments: {
      web_site_id: number
      instrument_id: string
      businessentity_id: number
      provider: ProviderName
      account: string
      kind: 'card' | 'wallet'
      token: string
      brand: string | null
      last4: string | null
      expiry_month: number | null
      expiry_year: number | null
      payer_label: string | null
      network_id: string | null
      state: InstrumentState
      created_at: Written
    }
    subscriptions: {
      web_site_id: number
      subscription_id: string
      businessentity_id: number
      kind: 'portal' | 'phone_number'
      billing_plan_id: number | null
      payment_type: ProviderName | 'invoice' | 'capricorn' | 'none'
      account: string | null
      state: SubscriptionState
      locations: number
      prices: Json<PlanPrices>
      currency: string
      anchor: Day
      period_no: number
      period_start: Day
      period_end: Day
      renewal_on: Default<boolean>
      ends_on: Default<Day | null>
      pending_plan_id: Default<number | null>
      pending_locations: Default<number | null>
      instrument_id: Default<string | null>
      past_due_since: Default<Day | null>
      trial_ends_on: Default<Day | null>
      plan_since_no: Default<number>
      open_invoice_id: Default<string | null>
      next_try_on: Default<Day | null>
      created_at: Written
    }
    subscription_periods: {
      web_site_id: number
      subscription_id: string
      period_start: Day
      period_end: Day
      invoice_id: string | null
      payment_id: string | null
    }
    payments: {
      web_site_id: number
      payment_id: string
      purpose: PurposeName
      businessentity_id: number
      order_id: string
      email_key: string
      request_key: string
      currency: string
      amount_minor: number
      provider: ProviderName | null
      account: string | null
      quote: Json<FrozenOrder>
      state: PaymentState
      action: Json<PaymentAction> | null
      instrument_id: Default<string | null>
      ip: string | null
      fulfil_tries: Default<number>
      created_at: Written
      paid_at: Written | null
      settled_at: Written | null
    }
    payment_attempts: {
      web_site_id: number
      attempt_id: string
      payment_id: string
      number: number
      provider: ProviderName
      account: string
      reference: string
      handle: Default<string | null>
      state: AttemptState
      captured_minor: Default<number | null>
      captured_currency: Default<string | null>
      provider_id: Default<string | null>
      code: Default<string | null>
      decline_class: Default<DeclineClass | null>
      last_error: Default<string | null>
      ip: string | null
      prepared_at: Written
      sent_at: Written | null
      looks: Default<number>
      next_look_at: Written | null
      settled_at: Written | null
    }
    refunds: {
      web_site_id: number
      refund_id: string
      payment_id: string
      attempt_id: string
      reference: string
      currency: string
      amount_minor: number
      kind: 'void' | 'refund'
      reason: string
      state: RefundState
      credit_note_id: Default<string | null>
      provider_id: Default<string | null>
      last_error: Default<string | null>
      looks: Default<number>
      next_look_at: Written | null
      created_at: Written
      sent_at: Written | null
      settled_at: Written | null
    }
    ledger_postings: {
      web_site_id: number
      posting_id: Generated<number>
      entry_id: string
      account: string
      businessentity_id: number | null
      currency: string
      amount_minor: number
      cause: string
      at: Written
    }
    invoice_series: { web_site_id: number; prefix: string; kind: 'invoice' | 'credit_note'; year: number; next: number }
    invoices: {
      web_site_id: number
      invoice_id: string
      businessentity_id: number
      kind: 'invoice' | 'credit_note'
      series: string
      number: number
      full_number: string
      issued_on: Day
      due_on: Day
      currency: string
      net_minor: number
      tax_minor: number
      total_minor: number
      paid_minor: Default<number>
      state: InvoiceState
      seller: Json<Seller>
      buyer: Json<Record<string, string>>
      of_invoice_id: Default<string | null>
      subscription_id: Default<string | null>
      payment_id: Default<string | null>
      allocation_number: Default<string | null>
      created_at: Written
    }
    invoice_lines: {
      web_site_id: number
      invoice_id: string
      line_no: number
      kind: string
      quantity: number
      unit_minor: number
      net_minor: number
      tax_category: 'S' | 'Z' | 'E' | 'O' | 'G'
      tax_bp: number
      name: Default<string>
      period_start: Day | null
      period_end: Day | null
    }
    notices: { web_site_id: number; subscription_id: string; kind: string; for_date: Day; sent_at: Written }
    payment_differences: {
      web_site_id: number
      reference: string
      kind: string
      ours: Json<object>
      theirs: Json<object>
      found_at: Written
      resolved_by: Default<string | null>
      resolved_at: Written | null
      note: Default<string>
    }
    bank_transfers: {
      web_site_id: number
      transfer_id: string
      invoice_id: string
      currency: string
      amount_minor: number
      received_on: Day
      bank_reference: string
      note: string
      recorded_by: string
      recorded_at: Written
    }
    payment_comparisons: {
      account: string
      day: Day
      movements: number
      differences: number
      compared_at: Written
    }
    billing_page_tokens: {
      web_site_id: number
      token_hash: string
      businessentity_id: number
      user_id: number
      purpose: string
      order_id: string
      expires_at: Written
    }
    reactivations: {
      web_site_id: number
      reactivation_id: string
      businessentity_id: number
      user_id: number
      cookie_hash: string
      billing_plan_id: number | null
      locations: number
      promo_code: string | null
      state: 'open' | 'paying' | 'done'
      declines: Default<number>
      created_at: Written
      expires_at: Written
    }
    provider_events: {
      provider: string
      event_id: string
      kind: string
      reference: string[]
      received_at: Written
      handled_at: Written | null
    }
  }
}
