import { Reader, type Response } from 'maxmind'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { BlockList, isIP } from 'node:net'

/**
 * Returns the country of an address from a local database (ip-location-db, CC0), so that no third party learns who
 * visits.
 */

/** Addresses without a country: private, local, shared, documentation, multicast (RFC 6890). */
const nowhere = new BlockList()
for (const [network, bits] of [
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
] as const)
  nowhere.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 127],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  nowhere.addSubnet(network, bits, 'ipv6')

const path = createRequire(import.meta.url).resolve(
  '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
)
/** The database: 8 MB, read at start. */
const reader = new Reader<Response>(await readFile(path))

/** Returns an ISO 3166 alpha-2 code in lower case; undefined for a private, unknown or malformed address. */
export function countryOf(ip: string): string | undefined {
  // On a dual-stack socket an IPv4 address arrives as ::ffff:a.b.c.d.
  const address = ip.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '')
  const family = isIP(address)
  if (family === 0 || nowhere.check(address, family === 4 ? 'ipv4' : 'ipv6')) return undefined
  // This database returns only { country_code: 'US' }, which matches none of the reader's types.
  const found: object = reader.get(address) ?? {}
  return 'country_code' in found && typeof found.country_code === 'string'
    ? found.country_code.toLowerCase()
    : undefined
}
