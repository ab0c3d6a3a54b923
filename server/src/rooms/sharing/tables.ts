import type { NoticeKind } from '@cutaway/contract/rooms/sharing/decisions.ts'
import type { Generated } from 'kysely'

/** The tables of this room, as queries see them. */
declare module '../../core/db/tables.ts' {
  interface Tables {
    links: {
      web_site_id: number
      link_id: Generated<number>
      token: string
      /** Of the short link; null for links that were made before there were codes. */
      short_code: Default<string | null>
      kind: 'email' | 'sms' | 'mms' | 'websitePromotion' | 'pdf' | 'repair_order'
      user_id: number
      businessentity_id: number | null
      location_id: number | null
      brand_id: number
      driverside: 'left' | 'right'
      language_id: number
      subject: Default<string>
      message: Default<string>
      ro_number: Default<string>
      with_related: Default<boolean>
      call_to_action_text: Default<string>
      call_to_action_colour: Default<string>
      call_to_action_url: Default<string>
      fingerprint: string | null
      notify: Default<boolean>
      watched_mail_id: string | null
      told_answer_id: number | null
      asks: 'decision' | 'information' | null
      currency: Default<string>
      customer_at: Written | null
      taken_up_at: Written | null
      taken_up_by: number | null
      created_at: Written
      expires_at: Written
      revoked_at: Written | null
      language_chosen: Default<boolean>
    }
    link_films: {
      web_site_id: number
      link_id: number
      position: number
      part_id: string
      finding: Default<string>
      measured: Default<string>
      rating: 'red' | 'yellow' | 'green' | null
      price: number | null
      note: Default<string>
    }
    link_expiries: { web_site_id: number; kind: string; days: number }
    sends: {
      web_site_id: number
      send_id: Generated<number>
      request_key: string
      user_id: number
      /** The manager who sent it in the user's place; null: the user. */
      acting_user_id: Default<number | null>
      businessentity_id: number | null
      location_id: number | null
      class_id: number | null
      channel: 'email' | 'sms' | 'mms'
      brand_id: number
      language_id: number
      part_ids: string[]
      subject: Default<string>
      message: string
      ro_number: Default<string>
      from_address: string | null
      reply_to: string | null
      banner_id: number | null
      recipient_count: number
      created_at: Written
      /** When a recipient who has not opened the film is reminded; null: never. */
      remind_at: Written | null
    }
    send_recipients: {
      web_site_id: number
      recipient_id: Generated<number>
      send_id: number
      address: string
      address_key: string
      is_suppressed: Default<boolean>
      suppressed_by: 'unsubscribed' | 'bounced' | null
      link_id: number | null
      mail_id: string | null
      message_id: string | null
      resend_of: number | null
      created_at: Written
      customer_id: number | null
      reminded_at: Written | null
      /** The mail or the text message of the reminder. */
      reminder_id: string | null
    }
    link_views: {
      web_site_id: number
      link_id: number
      view_key: string
      part_id: string
      language_id: number
      opened_at: Written
      first_frame_at: Written | null
      decoded_at: Written | null
      last_at: Written
      stretches: Default<number[]>
      watched_percent: Default<number>
      user_agent: Default<string>
      remote_address: Default<string>
    }
    link_hits: {
      web_site_id: number
      hit_id: Generated<number>
      link_id: number
      at: Written
      kind: 'page' | 'scanner' | 'preview' | 'prefetch' | 'head' | 'shop'
      user_agent: Default<string>
      remote_address: Default<string>
    }
    link_answers: {
      web_site_id: number
      answer_id: Generated<number>
      link_id: number
      request_key: string
      answer: 'approve' | 'not_now' | 'ask' | 'call' | 'withdraw' | 'action'
      wants_call: Default<boolean>
      has_question: Default<boolean>
      contact: Default<string>
      handled_at: Written | null
      handled_by: number | null
      at: Written
      remote_address: Default<string>
    }
    link_answer_rows: {
      web_site_id: number
      answer_id: number
      part_id: string
      finding: string
      price: number | null
      answer: 'approve' | 'not_now' | 'ask'
      question: Default<string>
      reply_by: 'call' | 'text' | null
    }
    link_reads: { web_site_id: number; user_id: number; link_id: number; read_at: Written }
    link_pdf_views: {
      web_site_id: number
      pdf_view_id: Generated<string>
      link_id: number
      part_id: string
      language_id: number
      at: Written
      user_agent: Default<string>
      remote_address: Default<string>
    }
    muted_notices: { web_site_id: number; user_id: number; kind: NoticeKind }
    link_questions: {
      web_site_id: number
      question_id: Generated<number>
      link_id: number
      contact: string
      message: string
      at: Written
      remote_address: Default<string>
    }
    customers: {
      web_site_id: number
      customer_id: Generated<number>
      businessentity_id: number | null
      user_id: number | null
      location_id: number | null
      name_sealed: string | null
      vehicle_sealed: string | null
      name_index: Default<string[]>
      language_id: number | null
      last_channel: 'email' | 'sms' | 'mms' | null
      last_part_id: string | null
      ro_number: Default<string>
      assigned_user_id: number | null
      unread: Default<number>
      read_at: Written | null
      may_stop: Default<boolean>
      last_at: Written
      auto_answered_at: Written | null
      created_at: Written
    }
    customer_addresses: {
      web_site_id: number
      owner: string
      address_key: string
      address: string
      customer_id: number
    }
    customer_messages: {
      web_site_id: number
      customer_message_id: Generated<number>
      customer_id: number
      at: Written
      direction: 'in' | 'out'
      channel: 'sms' | 'email'
      address_key: string
      body: string
      user_id: number | null
      is_automatic: Default<boolean>
      delivery_id: string | null
      request_key: string | null
      carrier_reference: string | null
    }
    sms_first_views: { web_site_id: number; user_id: number; at: Written }
  }
}
