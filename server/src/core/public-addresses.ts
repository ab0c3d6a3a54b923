import { BlockList, isIP } from 'node:net'

/** Which IP addresses a visitor from outside can have. */

/** Private, local, shared, documentation, benchmarks, multicast and reserved (RFC 6890): network and bits of its prefix. */
export const specialNetworks: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
/** The same of IPv6. */
export const specialNetworks6 = [
  ['::', 127],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const

const special = new BlockList()
for (const [network, bits] of specialNetworks) special.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of specialNetworks6) special.addSubnet(network, bits, 'ipv6')

/** Returns whether an IPv4 or IPv6 address is one of the public internet; false for malformed ones. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && !special.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
