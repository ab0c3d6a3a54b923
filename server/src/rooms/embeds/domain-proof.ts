import { createHmac } from 'node:crypto'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'

/**
 * The first business that names a domain has it. One that is refused proves that the domain is its own by a TXT record,
 * which only the owner can add, so that nobody takes the domain of another business by being first.
 */

export interface ProofRecord {
  name: string
  value: string
}

/** Returns the record by which a business proves a domain. */
export function proofRecord(
  { config }: Pick<Services, 'config'>,
  site: Site,
  businessId: number,
  domain: string,
): ProofRecord {
  const code = createHmac('sha256', config.linkSecret)
    .update(JSON.stringify(['embed domain', site.web_site_id, businessId, domain]))
    .digest('base64url')
  return { name: `_cutaway.${domain}`, value: `cutaway-site=${code.slice(0, 32)}` }
}

/** Returns whether a business has proven a domain. Without an answer of the name servers it has not. */
export async function isProven(
  services: Pick<Services, 'config' | 'dns' | 'log'>,
  site: Site,
  businessId: number | null,
  domain: string,
): Promise<boolean> {
  if (businessId === null) return false
  const { name, value } = proofRecord(services, site, businessId, domain)
  try {
    return (await services.dns.txt(name)).some((text) => text.trim() === value)
  } catch (error) {
    services.log.info({ domain, reason: error instanceof Error ? error.message : String(error) }, 'no TXT records read')
    return false
  }
}
