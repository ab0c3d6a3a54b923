import type { Generated } from 'kysely'

export type { Tables } from '../../core/db/tables.ts'

export interface Capabilities {
  SMS: boolean
  MMS: boolean
  voice: boolean
  fax: boolean
}
export type NumberType = 'local' | 'mobile' | 'toll_free'
export type NumberState = 'paying' | 'failed' | 'buying' | 'owned' | 'refunding' | 'refunded' | 'releasing' | 'released'

/** The tables of this room, as queries see them. */
declare module '../../core/db/tables.ts' {
  interface Tables {
    sms_bundles: {
      web_site_id: number
      bundle_id: Generated<number>
      sms_count: number
      /** Without tax. */
      total_minor: number
      currency: string
      gst_bp: number
      on_sale: Default<boolean>
    }
    sms_orders: {
      web_site_id: number
      order_id: string
      businessentity_id: number
      /** Null: ordered by the automatic recharge. */
      user_id: number | null
      bundle_id: number
      sms_count: number
      total_minor: number
      currency: string
      gst_bp: number
      is_automatic: Default<boolean>
      request_key: string
      payment_id: Default<string | null>
      invoice_id: Default<string | null>
      state: 'created' | 'paying' | 'credited' | 'failed' | 'invoiced'
      created_at: Written
      settled_at: Written | null
    }
    sms_recharges: {
      web_site_id: number
      businessentity_id: number
      is_on: boolean
      below: number
      bundle_id: number
      cap_minor: number
      paused_by: 'declined' | 'cap' | null
      paused_month: string | null
      changed_at: Written
    }
    sms_alerts: {
      web_site_id: number
      businessentity_id: number
      kind: 'low' | 'empty'
      since_entry_id: number
      sent_at: Written
    }
    phone_number_quotes: {
      web_site_id: number
      quote_id: string
      businessentity_id: number
      user_id: number
      phone_number: string
      iso_country: string
      number_type: NumberType
      capabilities: Json<Capabilities>
      locality: string
      cost_micro: number
      monthly_minor: number
      currency: string
      gst_bp: number
      expires_at: Written
      used_at: Written | null
    }
    phone_numbers: {
      web_site_id: number
      phone_number_id: string
      businessentity_id: number
      quote_id: string
      user_id: number
      phone_number: string
      iso_country: string
      number_type: NumberType
      capabilities: Json<Capabilities>
      locality: string
      provider_id: Default<string | null>
      cost_micro: number
      monthly_minor: number
      currency: string
      gst_bp: number
      subscription_id: Default<string | null>
      payment_id: Default<string | null>
      location_id: number | null
      forward_to: Default<string>
      spoken_text: Default<string>
      state: NumberState
      asked_at: Written | null
      last_error: Default<string | null>
      created_at: Written
      owned_at: Written | null
      released_at: Written | null
    }
    received_texts: { web_site_id: number; phone_number: string; reference: string; segments: number; at: Written }
    text_registrations: {
      web_site_id: number
      businessentity_id: number
      legal_name: string
      tax_number: string
      business_type: string
      web_address: string
      street: string
      city: string
      region: string
      postal_code: string
      contact_name: string
      contact_email: string
      contact_phone: string
      use_case: string
      sample_text: string
      opt_in_text: string
      state: 'waiting' | 'approved' | 'refused'
      refusal: Default<string>
      submitted_at: Written | null
      decided_at: Written | null
      /** An operator, who may be of another web site. */
      decided_by: Default<number | null>
    }
  }
}
