import type { CheckProblem } from '@cutaway/contract/rooms/sites/health.ts'
import type { HostProblem } from '@cutaway/contract/rooms/sites/operator.ts'

export type { Tables } from '../../core/db/tables.ts'

/** The tables of this room, as queries see them. */
declare module '../../core/db/tables.ts' {
  interface Tables {
    web_sites: {
      web_site_id: number
      name: string
      company: string
      mark: string
      /** The name of a stored picture; empty: the letters of `mark`. */
      logo: Default<string>
      brand_colour: string
      brand_id: number
      driverside: 'left' | 'right'
      default_lang_id: number
      default_video_type: 'narrated' | 'interactive'
      vehicle_layout_view: 'front_view' | 'top_view' | 'other' | ''
      country_code_iso: string
      currency: string
      time_zone: string
      free_trial_label: string | null
      free_trail_time: number
      free_trail_limit: number
      contact_email: string
      contact_phone: string
      /** Values of settings that belong to features, by name. */
      settings: Json<Record<string, unknown>>
      updated_at: Written
      /** Counts the changes by the operator. */
      version: Default<number>
      /** The name of the person who made the last change. */
      changed_by: Default<string>
      /** Since when the web site answers with a notice only; null while it is in service. */
      out_of_service_at: Default<Date | null>
    }
    /** The web sites that a distributor manages beside the own one, web_site_id. */
    distributor_sites: { web_site_id: number; user_id: number; distributed_site_id: number }
    web_site_hosts: { web_site_id: number; host: string; is_primary: boolean }
    web_site_features: { web_site_id: number; feature: string }
    web_site_languages: { web_site_id: number; language_id: number; position: number }
    web_site_brands: { web_site_id: number; brand_id: number; position: number }
    languages: {
      language_id: number
      language_code: string
      name: string
      direction: 'ltr' | 'rtl'
      font: string | null
    }
    brands: { brand_id: number; name: string; vehicle_kind: 'car' | 'motorcycle' }
    site_texts: {
      web_site_id: number
      language_id: number
      message_key: string
      text: string
      /** The shipped text when this one was written. */
      shipped: string
      changed_at: Written
      changed_by: number
    }
    legal_texts: {
      web_site_id: number
      kind: 'terms' | 'privacy' | 'about'
      language_id: number
      version: number
      /** Sanitised. */
      html: string
      saved_at: Written
      saved_by: number
      /** Null for the draft. */
      published_at: Written | null
      published_by: number | null
      asks_acceptance: Default<boolean>
    }
    feedback: {
      web_site_id: number
      user_id: number
      rating: number
      feedback: string
      page_url: string | null
      language_id: number
      created_at: Written
      /** When an operator dealt with it; null: it waits. */
      done_at: Written | null
      done_by: number | null
    }
    browser_errors: {
      web_site_id: number
      fingerprint: string
      message: string
      page: string
      caller_line: string
      cause: string
      browser_name: string
      platform: string
      user_agent: string
      times: Default<number>
      first_at: Written
      last_at: Written
      done_at: Written | null
      done_by: number | null
    }
    /** The running processes of the portal. A stopped one deletes its row; that of a dead one grows old. */
    nodes: { node: string; version: string; started_at: Written; last_seen_at: Written }
    /** Whether the hosts of web sites lead to them. */
    host_checks: {
      web_site_id: number
      host: string
      checked_at: Written
      /** When the host last led to the web site; null: never. */
      reached_at: Written | null
      problem: HostProblem | null
    }
    /** Looked up from time to time: certificates of hosts, and keys of mail domains in the DNS. */
    outside_checks: {
      kind: 'certificate' | 'mail_key'
      name: string
      web_site_id: number
      checked_at: Written
      valid_to: Written | null
      problem: CheckProblem | null
    }
  }
}
