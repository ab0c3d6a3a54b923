import { Reader, type Response } from 'maxmind'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { isPublicAddress } from '../core/public-addresses.ts'

/**
 * Returns the country of an address from a local database (ip-location-db, CC0), so that no third party learns who
 * visits.
 */

const path = createRequire(import.meta.url).resolve(
  '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
)
/** The database: 8 MB, read at start. */
const reader = new Reader<Response>(await readFile(path))

/** Returns an ISO 3166 alpha-2 code in lower case; undefined for a private, unknown or malformed address. */
export function countryOf(ip: string): string | undefined {
  // On a dual-stack socket an IPv4 address arrives as ::ffff:a.b.c.d.
  const address = ip.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '')
  if (!isPublicAddress(address)) return undefined
  // This database returns only { country_code: 'US' }, which matches none of the reader's types.
  const found: object = reader.get(address) ?? {}
  return 'country_code' in found && typeof found.country_code === 'string'
    ? found.country_code.toLowerCase()
    : undefined
}
