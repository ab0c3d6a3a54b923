import type { Generated } from 'kysely'

/** The tables of this room, as queries see them. */
declare module '../../core/db/tables.ts' {
  interface Tables {
    webhooks: {
      web_site_id: number
      webhook_id: Generated<number>
      user_id: number
      businessentity_id: number | null
      url: string
      description: Default<string>
      events: string[]
      secret_sealed: string
      created_at: Written
      /** Attempts without success since the last one that succeeded. */
      failures: Default<number>
      last_success_at: Written | null
      disabled_at: Written | null
      disabled_because: 'person' | 'failures' | 'gone' | null
      deleted_at: Written | null
    }
    webhook_events: {
      web_site_id: number
      delivery_id: string
      webhook_id: number
      event_id: string
      type: string
      body: string
      created_at: Written
      once_key: Default<string | null>
      replay_of: Default<string | null>
      about: Default<string | null>
    }
  }
}
