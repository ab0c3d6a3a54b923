import type { LtiProblem } from '@cutaway/contract/rooms/integrations/lti.ts'
import type { JSONWebKeySet, JWK } from 'jose'
import type { ColumnType, Generated } from 'kysely'

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
    lti_platforms: {
      web_site_id: number
      platform_id: Generated<number>
      /** Names the registration in our addresses. */
      address_key: string
      user_id: number
      businessentity_id: number
      name: string
      issuer: string
      client_id: string
      auth_url: string
      jwks_url: string
      token_url: string
      deployment_ids: string[]
      maps_people: boolean
      active: Default<boolean>
      signing_key_sealed: string
      signing_key_public: ColumnType<JWK, string, string>
      /** The platform's own keys, as they were fetched last. */
      platform_keys: ColumnType<JSONWebKeySet | null, string | null | undefined, string | null>
      platform_keys_at: Written | null
      created_at: Written
      last_launch_at: Written | null
      last_problem: Default<LtiProblem | null>
      last_problem_at: Written | null
      deleted_at: Written | null
    }
    lti_people: {
      web_site_id: number
      platform_id: number
      subject: string
      user_id: number
      linked_at: Written
    }
    lti_logins: {
      web_site_id: number
      state_hash: string
      platform_id: number
      nonce_hash: string
      browser_hash: string
      expires_at: Written
      used_at: Written | null
    }
    lti_choices: {
      web_site_id: number
      token_hash: string
      platform_id: number
      deployment_id: string
      return_url: string
      data: string | null
      several: boolean
      language_id: number
      expires_at: Written
      used_at: Written | null
    }
  }
}
