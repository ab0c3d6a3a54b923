import { ipCountOf, ipRangeOf, isOneKind } from '@cutaway/contract/rooms/organisation/ip-numbers.ts'
import { IpRangeFields } from '@cutaway/contract/full/rooms/organisation/ip-ranges.ts'

/**
 * Counts the addresses of a range, of IPv6 its networks; the first and the last are included. Null if one is no address, if
 * they are backwards, or of two kinds.
 */
export function rangeCount(from_ip: string, to_ip: string): number | null {
  const fields = IpRangeFields.safeParse({ from_ip, to_ip })
  if (!fields.success) return null
  const range = ipRangeOf(fields.data.from_ip, fields.data.to_ip)
  return range.from <= range.to && isOneKind(range) ? ipCountOf(range) : null
}
