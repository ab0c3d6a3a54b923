import type { Generated } from 'kysely'

/** The tables of this room, as queries see them. */
declare module '../../core/db/tables.ts' {
  interface Tables {
    consents: {
      web_site_id: number
      consent_id: Generated<number>
      at: Written
      channel: 'email' | 'phone'
      address_key: string
      action: 'granted' | 'revoked' | 'bounced' | 'bounce_lifted'
      wording: string
      screen: string
      user_id: number | null
      businessentity_id: number | null
      opt_in_date: Written | null
      remote_address: Default<string>
    }
    suppressions: {
      web_site_id: number
      address_key: string
      channel: 'email' | 'phone'
      reason: string
      since: Written
    }
  }
}
