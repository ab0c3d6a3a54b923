import type { IpLoginType, IpRangeState } from '@cutaway/contract/rooms/organisation/ip-ranges.ts'
import type { ColumnType, Generated } from 'kysely'

/** The tables of this room, as queries see them. Businesses, locations and regions are in the users room. */
declare module '../../core/db/tables.ts' {
  interface Tables {
    ip_ranges: {
      web_site_id: number
      ip_range_id: Generated<number>
      businessentity_id: number
      /** Who is logged in from the range. */
      user_id: number
      /** Addresses as numbers, both included. Drivers return large integers in different ways. */
      from_ip: ColumnType<string | number | bigint, string, string>
      to_ip: ColumnType<string | number | bigint, string, string>
      login_type: Default<IpLoginType>
      state: IpRangeState
      asked_at: Written
      asked_by: number
      decided_at: Default<Date | null>
      decided_by: Default<string | null>
      reason: Default<string>
    }
  }
}
