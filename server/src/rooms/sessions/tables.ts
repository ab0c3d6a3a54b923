import type { ThirdPartyOptions } from '@cutaway/contract/rooms/sessions/third-party.ts'
import type { ColumnType, Generated } from 'kysely'

/** The tables of this room, as queries see them. */
declare module '../../core/db/tables.ts' {
  interface Tables {
    sessions: {
      web_site_id: number
      token_hash: string
      user_id: number
      stay: Default<boolean>
      created_at: Written
      last_seen_at: Written
      expires_at: Written
      /** The fixed end of a free trial's session; null: use extends it. */
      ends_at: Default<Date | null>
      ip: string
      user_agent: Default<string>
      /** Until then a touch screen belongs to the service adviser; null: to customers. */
      adviser_until: Written | null
      help_video_seen: Default<boolean>
      /** The manager who acts for the user; null: the user in person. */
      acting_user_id: Default<number | null>
      /** That manager's own session was to stay. */
      acting_stay: Default<boolean>
      /** Began without a password: by a ticket, a key or the remote address. */
      passwordless: Default<boolean>
    }
    third_party_logins: {
      web_site_id: number
      token_hash: string
      user_id: number
      businessentity_id: number | null
      /** What began it: an API key, or a launch by a learning platform. */
      api_key_id: number | null
      lti_platform_id: Default<number | null>
      /** The origin that may frame the page; empty: none. */
      origin: Default<string>
      options: ColumnType<ThirdPartyOptions, string, string>
      created_at: Written
      expires_at: Written
      used_at: Written | null
      session_hash: string | null
      session_expires_at: Written | null
    }
    login_tickets: {
      web_site_id: number
      ticket_hash: string
      user_id: number
      expires_at: Written
      used_at: Written | null
    }
    totp_secrets: {
      web_site_id: number
      user_id: number
      /** Sealed. */
      secret: string
      confirmed_at: Written | null
      last_step: Default<number>
    }
    passkeys: {
      web_site_id: number
      passkey_id: Generated<number>
      user_id: number
      credential_id: string
      public_key: string
      counter: number
      transports: string[]
      name: string
      created_at: Written
      last_used_at: Written | null
    }
    recovery_codes: { web_site_id: number; user_id: number; code_hash: string }
    /** Logins that wait for their second step, and passkeys that are being registered. */
    login_steps: {
      web_site_id: number
      token_hash: string
      user_id: number
      kind: 'login' | 'register'
      password_key: string
      stay: Default<boolean>
      challenge: string
      expires_at: Written
    }
    login_attempts: {
      web_site_id: number
      attempt_id: Generated<number>
      /** Lower case; empty for a row that counts only for the address. */
      username: string
      ip: string
      /** The password is being checked: not a failure yet. */
      under_way: Default<boolean>
      at: Written
      /** The known device of the attempt; such an attempt counts for the device only. */
      device: string | null
      /**
       * 'pair': counts only for the name at this address, because a block or the first captcha request refused the
       * attempt.
       */
      counts: Default<'all' | 'pair'>
    }
    /** The attempts of `login_attempts` that count for their address, over all web sites. */
    address_attempts: { attempt: string; address: string; under_way: boolean; at: Written }
    address_blocks: { address: string; until: Written }
    /** `subject` is a name, a name and an address separated by a space, or a device. Earlier releases wrote addresses. */
    login_blocks: { web_site_id: number; kind: 'user' | 'ip' | 'pair' | 'device'; subject: string; until: Written }
    /** Addresses from which a user has logged in. */
    login_places: { web_site_id: number; user_id: number; address: string; last_at: Written }
    logins: {
      web_site_id: number
      login_id: Generated<number>
      user_id: number
      at: Written
      ip: string
      kind: string
      user_agent: Default<string>
    }
    password_tokens: {
      web_site_id: number
      token_hash: string
      user_id: number
      expires_at: Written
      used_at: Written | null
    }
  }
}
