import type { Kept, Playing } from '@cutaway/contract/rooms/signage/screens.ts'
import type { PlayReason } from '@cutaway/contract/rooms/signage/plays.ts'
import type { ColumnType, Generated } from 'kysely'

/** A column of JSON that may be empty, written as text. */
type MaybeJson<T> = ColumnType<T | null, string | null | undefined, string | null>

/** A film that a screen plays for a customer. */
export interface AskedFilm {
  id: string
  part_id: string
  language_id: number
  title: string
  asked_by: number
}

/** The tables of screens, as queries see them. */
declare module '../../../core/db/tables.ts' {
  interface Tables {
    screens: {
      web_site_id: number
      screen_id: Generated<number>
      businessentity_id: number
      location_id: number | null
      name: string
      paired_by: number
      paired_at: Written
      token_hash: Default<string | null>
      revoked_at: Default<Date | null>
      is_muted: Default<boolean>
      is_watched: Default<boolean>
      last_seen_at: Default<Date | null>
      app_version: Default<string>
      width: Default<number>
      height: Default<number>
      playing: MaybeJson<Playing>
      kept: MaybeJson<Kept>
      /** The database returns a bigint as text. */
      clock_offset_ms: Default<number | string>
      reloads: Default<number>
      identify_until: Default<Date | null>
      play: MaybeJson<AskedFilm>
      dark_since: Default<Date | null>
      told_at: Default<Date | null>
    }
    screen_codes: {
      web_site_id: number
      code: string
      secret_hash: string
      created_at: Written
      expires_at: Written
      width: number
      height: number
      screen_id: Default<number | null>
    }
    screen_code_tries: { web_site_id: number; user_id: number; since: Written; wrong: number }
    screen_plays: {
      web_site_id: number
      play_id: string
      screen_id: number
      kind: 'film' | 'image' | 'video' | 'menu'
      item_key: string
      title: string
      part_id: string | null
      language_id: number | null
      outcome: 'finished' | 'cut' | 'skipped'
      reason: PlayReason
      is_for_customer: boolean
      started_at: Written
      ended_at: Written
      told_at: Written
    }
  }
}

export type { Tables } from '../../../core/db/tables.ts'
