import type { Generated } from 'kysely'
import type { FailureReason } from '@cutaway/contract/rooms/messaging.ts'

export type { Tables } from '../../core/db/tables.ts'

/** The tables of this room, as queries see them. */
declare module '../../core/db/tables.ts' {
  interface Tables {
    mails: {
      web_site_id: number
      mail_id: string
      to_address: string
      from_name: string
      reply_to: string | null
      subject: string
      html: string
      text: string
      language_code: string
      /** Used by the previous version; new rows are 'moved': their state is in `deliveries`. */
      state: 'moved' | 'waiting' | 'sending' | 'sent' | 'kept' | 'failed' | 'unknown' | 'bounced'
      created_at: Written
      /** A user's own address; null: `sender_address`. */
      from_address: string | null
      /** The portal's own address when the mail was queued; null in rows of the previous version. */
      sender_address: string | null
      unsubscribe_url: string | null
      /** The key that signs the mail; null: none, or a row of the previous version. */
      dkim_domain: string | null
      dkim_selector: string | null
      /** What the mail tells its reader about, for deleting it with that; null: nothing. */
      about: string | null
    }
    mail_attachments: {
      web_site_id: number
      mail_id: string
      position: number
      file_name: string
      media_type: string
      content_id: string | null
      content_base64: string
    }
    deliveries: {
      web_site_id: number
      /** The delivery of the mail, the text message or the event of a webhook. */
      delivery_id: string
      channel: 'mail' | 'text' | 'webhook'
      state: Default<'pending' | 'sent' | 'delivered' | 'failed' | 'outcome_unknown'>
      attempts: Default<number>
      /** While pending: the earliest time of the next attempt. During an attempt: the end of its lease. */
      due_at: Written | null
      carrier: string | null
      carrier_reference: string | null
      failure: 'rejected' | 'expired' | 'undelivered' | 'bounced' | 'suppressed' | null
      failure_reason: FailureReason | null
      error_code: string | null
      last_error: string | null
      created_at: Written
      sent_at: Written | null
      ended_at: Written | null
    }
    delivery_attempts: {
      web_site_id: number
      delivery_id: string
      attempt: number
      node: string
      started_at: Written
      ended_at: Written | null
      result:
        | 'accepted'
        | 'permanent_failure'
        | 'temporary_failure'
        | 'outcome_unknown'
        | 'abandoned'
        | 'found'
        | 'lookup_pending'
        | 'lookup_failed'
        | 'withheld'
        | null
      error_code: string | null
      reason: string | null
    }
    messages: {
      web_site_id: number
      message_id: string
      kind: 'sms' | 'mms'
      /** E.164. */
      to_number: string
      from_number: string | null
      body: string
      media_url: string | null
      segments: number
      language_code: string
      /** Used by the previous version; new rows are 'moved': their state is in `deliveries`. */
      state: 'moved' | 'waiting' | 'sending' | 'sent' | 'kept' | 'delivered' | 'undelivered' | 'failed' | 'unknown'
      created_at: Written
      /** The business that paid for the segments; null: they are not counted. */
      businessentity_id: number | null
      credited_at: Written | null
      failed_at: Written | null
    }
    /**
     * `businessentity_id`: the business to which unknown people write under this number. `location_id`: the location of
     * that business whose people send from it; null: all of them.
     */
    message_numbers: {
      web_site_id: number
      number: string
      is_default: Default<boolean>
      businessentity_id: number | null
      location_id: Default<number | null>
      /** Whether texts may leave from it: it can carry them, and the carriers allow it. */
      can_send: Default<boolean>
      /** Since then it belongs to nobody here. */
      released_at: Default<Date | null>
    }
    message_credits: { web_site_id: number; businessentity_id: number; remaining: number }
    message_credit_entries: {
      web_site_id: number
      entry_id: Generated<number>
      businessentity_id: number
      delta: number
      /** The balance after the entry, which the database writes. */
      balance: Generated<number>
      reason: 'purchase' | 'send' | 'return' | 'grant' | 'reversal'
      order_id: Default<string | null>
      message_id: Default<string | null>
      at: Written
    }
    mail_domains: { web_site_id: number; domain: string; selector: string; private_key: string; created_at: Written }
    business_mail_domains: {
      web_site_id: number
      businessentity_id: number
      domain: string
      selector: string
      private_key: string
      created_at: Written
      checked_at: Written | null
      published_since: Written | null
      removed_at: Written | null
    }
    former_mail_keys: {
      web_site_id: number
      businessentity_id: number
      domain: string
      selector: string
      private_key: string
      removed_at: Written
    }
    mail_domain_checks: {
      web_site_id: number
      domain: string
      policy: 'none' | 'quarantine' | 'reject' | 'unknown'
      policy_domain: string | null
      is_strict: Default<boolean>
      dmarc_record: string | null
      spf_record: string | null
      checked_at: Written
    }
  }
}
