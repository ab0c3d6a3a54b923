import type { IpRange } from '@cutaway/contract/rooms/organisation/ip-ranges.ts'

/** '203.0.113.10 – 203.0.113.19'; one address, or one prefix, alone. */
export const rangeText = ({ ip1, ip2 }: Pick<IpRange, 'ip1' | 'ip2'>): string => (ip1 === ip2 ? ip1 : `${ip1} – ${ip2}`)
