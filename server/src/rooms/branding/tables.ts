import type { PageWords } from '@cutaway/contract/rooms/branding/page-texts.ts'
import type { Generated } from 'kysely'

/** The tables of this room, as queries see them. */
declare module '../../core/db/tables.ts' {
  interface Tables {
    sender_addresses: {
      web_site_id: number
      address_id: Generated<number>
      user_id: number
      email: string
      is_default: Default<boolean>
      default_when_verified: Default<boolean>
      verified_at: Written | null
      token_hash: string | null
      token_sent_at: Written | null
      created_at: Written
    }
    sender_confirmations: {
      web_site_id: number
      confirmation_id: Generated<number>
      user_id: number
      address_key: string
      sent_at: Written
    }
    sender_settings: { web_site_id: number; user_id: number; is_from_no_reply: boolean }
    entity_sender_defaults: { web_site_id: number; businessentity_id: number; address_id: number }
    email_contents: {
      web_site_id: number
      user_id: number
      email_message1: Default<string>
      email_message2: Default<string>
      email_message3: Default<string>
      sms_message: Default<string>
      mail_subject: Default<string>
      /** File name under /pictures. */
      logo: string | null
      logo_width: number | null
      logo_height: number | null
      updated_at: Written
    }
    banners: {
      web_site_id: number
      banner_id: Generated<number>
      user_id: number
      /** File name under /pictures. */
      picture: string
      width: number
      height: number
      banner_url: Default<string>
      is_default: Default<boolean>
      created_at: Written
    }
    sent_pictures: {
      web_site_id: number
      /** File name under /pictures. */
      name: string
      last_sent_at: Written
    }
    saved_texts: {
      web_site_id: number
      text_id: Generated<number>
      user_id: number
      /** Set: for everybody in the business. */
      businessentity_id: number | null
      channel: 'sms' | 'email'
      title: string
      words: Json<{ language_id: number; text: string }[]>
      created_at: Written
    }
    /** The user whose logo and banners stand for the business. */
    entity_brand_defaults: { web_site_id: number; businessentity_id: number; user_id: number }
    /** What a business writes on the customer’s page. */
    entity_page_texts: {
      web_site_id: number
      businessentity_id: number
      words: Json<PageWords[]>
      updated_at: Written
    }
    logo_banner_settings: {
      web_site_id: number
      user_id: number
      setting_type: 'logo' | 'banner'
      logo_width: number
      logo_height: number
    }
    live_addresses: { web_site_id: number; businessentity_id: number; vle_address_url: string }
  }
}
