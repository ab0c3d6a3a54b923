import type { ColumnType, Generated } from 'kysely'

/**
 * The tables as queries see them. server/migrations creates them. Each room declares its own in `tables.ts` by
 * augmenting `Tables`; only those of core are here. Tables with web_site_id are under row-level security.
 */

/** A column of JSON, written as text. */
export type Json<T> = ColumnType<T, string, string>
/** A column that the database fills if no value is given. */
export type Default<T> = ColumnType<T, T | undefined, T>
/** A point in time. The database fills it if no value is given and the column has a default. */
export type Written = ColumnType<Date, Date | string | undefined, Date | string>

export interface Tables {
  /** Requests of an address to a route within a window, on all nodes. */
  rate_limits: { key: string; hits: number; ends_at: Written }
  /** Proofs that are valid once, such as solved captchas. */
  used_proofs: { proof: string; expires_at: Written }
  /** Backups that were completed. */
  backups: { backup_id: Generated<number>; made_at: Written; folder: string; row_count: number }
  audit_log: {
    web_site_id: number
    audit_id: Generated<number>
    at: Written
    user_id: number | null
    /** The name of a caller of another web site. */
    user_name: Default<string | null>
    acted_for: number | null
    /** The business that the entry concerns. */
    businessentity_id: number | null
    /** The API key with which the call was made. */
    api_key_id: number | null
    action: string
    outcome: string
    target_kind: string | null
    target_id: string | null
    before: ColumnType<object | null, string | null, never>
    after: ColumnType<object | null, string | null, never>
    ip: string
    user_agent: string
    request_id: string
  }
}
