import type { UpgradeDetails } from '@cutaway/contract/rooms/signup/upgrade.ts'
import type { ColumnType, Generated } from 'kysely'

/** A whole number that the driver returns as text. */
type Minor = ColumnType<string, number | undefined, number>

/** What a registration holds beside its columns: fields of the form that only the support desk reads. */
export interface RegistrationExtra {
  cq_acct?: string
  aap_buy_from?: string
  school_network?: string
  school_name?: string
  job_title?: string
  note?: string
  phone_extension?: string
  covid_promo_code?: string
  user_type?: string
  return_url?: string
  /** The user name that was typed. */
  username?: string
  /** Where the visitor reached the web site; links in mails lead there. */
  origin?: string
  /** The set-up of a school is complete. */
  is_complete?: boolean
  /** Of the API key that a promo code of the URL gave: the hash by which it is found, and its last characters. */
  api_key_hash?: string
  api_key_last4?: string
  /** Of a billing address that differs from that of the business. */
  billing?: Record<string, string>
}

/** The tables of this room, as queries see them. */
declare module '../../core/db/tables.ts' {
  interface Tables {
    sellers: {
      web_site_id: number
      legal_name: string
      address: string
      /** Upper case. */
      country_code: string
      tax_id_label: Default<string>
      tax_id: Default<string>
      is_tax_registered: Default<boolean>
      tax_label: Default<string>
      invoice_prefix: string
      terms_version: Default<string>
      payment_accounts: Json<Record<string, string>>
      signup_countries: string[]
      bank_details: Default<string>
      version: Default<number>
      changed_by: Default<string>
      changed_at: Date | null
    }
    billing_plans: {
      web_site_id: number
      billing_plan_id: Generated<number>
      name: string
      billing_plan_info: Default<string>
      kind: 'standard' | 'trial' | 'education' | 'capricorn' | 'complimentary'
      country_codes: string[]
      currency: string
      recurring_frequency: 'monthly' | 'annually'
      recurring_minor: Minor
      other_minor: Minor
      setup_minor: Minor
      gst_bp: Default<number>
      taxable: Default<string[]>
      trial_days: number | null
      max_location: number | null
      promo_code: string | null
      /** YYYY-MM-DD. */
      expires_on: ColumnType<Date | string | null, string | null, string | null>
      promo_periods: number | null
      then_plan_id: number | null
      on_sale: Default<boolean>
    }
    billing_plan_tiers: {
      web_site_id: number
      billing_plan_id: number
      from_location: number
      to_location: number | null
      per_location_minor: ColumnType<string, number, number>
    }
    promo_redemptions: {
      web_site_id: number
      promo_code: string
      businessentity_id: number
      billing_plan_id: number
      payment_id: string | null
      at: Written
    }
    registrations: {
      web_site_id: number
      registration_id: string
      flow: 'cybersource' | 'eway_au' | 'paypal_nz' | 'paypal_intl' | 'capricorn' | 'education' | 'israel_teachers'
      state: Default<'draft' | 'paying' | 'confirmed' | 'awaiting_approval' | 'active' | 'refused' | 'expired'>
      businessentity_id: number
      user_id: number
      email_key: string
      billing_plan_id: number | null
      locations: Default<number>
      promo_code: string | null
      country_code: string
      bill_type: Default<string>
      terms_version: Default<string>
      terms_at: Written
      terms_ip: string
      cookie_hash: string
      pay_token_hash: string | null
      captcha_until: Written | null
      declines: Default<number>
      extra: Json<RegistrationExtra>
      created_at: Written
      expires_at: Written
      activated_at: Written | null
      claimed_at: Written | null
      /** Of the token of the link that brings the account back. */
      reactivation_hash: string | null
      decided_by: number | null
      decided_at: Written | null
      reason: string | null
    }
    one_time_codes: {
      web_site_id: number
      code_id: string
      purpose: 'trial' | 'payment' | 'reactivation'
      user_id: number | null
      address_key: string
      code_hmac: string
      bound_to: Default<string>
      expires_at: Written
      tries: Default<number>
      last_sent_at: Written
      used_at: Written | null
    }
    free_trials: {
      web_site_id: number
      address_key: string
      user_id: number
      app_number: Default<string>
      preferred_date: ColumnType<Date | string | null, string | null, string | null>
      created_at: Written
      last_login_at: Written | null
    }
    memberships: {
      web_site_id: number
      businessentity_id: number
      membership_number: string
      checked_at: Written
      subscribed_at: Written | null
    }
    upgrades: {
      web_site_id: number
      upgrade_id: string
      user_id: number
      businessentity_id: number | null
      seen_at: Written | null
      accepted_at: Written | null
      declined_at: Written | null
      details: Json<UpgradeDetails> | null
      terms_at: Written | null
      terms_version: Default<string>
      terms_ip: Default<string>
      promo_code: string | null
      billing_plan_id: number | null
      locations: Default<number>
      declines: Default<number>
      done_at: Written | null
      created_at: Written
    }
    attempt_marks: { web_site_id: number; mark_id: Generated<string>; kind: string; subject: string; at: Written }
  }
}
