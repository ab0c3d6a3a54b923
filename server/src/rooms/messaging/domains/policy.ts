import type { Dns } from '../../../outside/dns.ts'

/**
 * The policy of a domain for mail that claims to come from it (DMARC, RFC 9989). A mail passes if the domain of its
 * DKIM signature aligns with the domain in From; our envelope never has a user's domain, so SPF cannot help.
 */

export type Policy = 'none' | 'quarantine' | 'reject'

export interface DomainPolicy {
  policy: Policy
  /** The domain that publishes the record: this one or a parent; null without a record. */
  policyDomain: string | null
  /** Only a signature of exactly this domain aligns. */
  isStrict: boolean
  dmarcRecord: string | null
  spfRecord: string | null
}

/** A name with more labels than this is not walked label by label (RFC 9989, 4.10). */
const mostSteps = 8

/** Looks up the policy. Throws if no name server responds. */
export async function lookUpPolicy(dns: Dns, domain: string): Promise<DomainPolicy> {
  const spfRecord = (await dns.txt(domain)).find((text) => /^v=spf1(\s|$)/i.test(text)) ?? null
  for (const name of treeOf(domain)) {
    const records = (await dns.txt(`_dmarc.${name}`)).filter((text) => /^\s*v\s*=\s*DMARC1\s*(;|$)/i.test(text))
    const [record, ...more] = records
    // Two records are as good as none.
    if (record === undefined || more.length > 0) continue
    const tags = tagsOf(record)
    const own = policyIn(tags.get('p'))
    return {
      policy: name === domain ? own : policyIn(tags.get('sp') ?? tags.get('p')),
      policyDomain: name,
      isStrict: tags.get('adkim') === 's',
      dmarcRecord: record,
      spfRecord,
    }
  }
  return { policy: 'none', policyDomain: null, isStrict: false, dmarcRecord: null, spfRecord }
}

/** 'a.shop.example' -> itself, 'shop.example'; a top-level domain has no policy for its domains. */
function treeOf(domain: string): string[] {
  const labels = domain.split('.')
  const starts = labels.map((_, i) => i).filter((i) => i === 0 || labels.length - i < mostSteps)
  return starts.map((i) => labels.slice(i).join('.')).filter((name) => name.includes('.'))
}

function tagsOf(record: string): Map<string, string> {
  return new Map(
    record.split(';').flatMap((part) => {
      const [name, value] = part.split('=', 2)
      return name && value !== undefined ? [[name.trim().toLowerCase(), value.trim().toLowerCase()] as const] : []
    }),
  )
}

/** A record without a valid policy asks for nothing. */
const policyIn = (value: string | undefined): Policy => (value === 'quarantine' || value === 'reject' ? value : 'none')

/** Returns whether a signature of `signing` makes mail from `domain` pass. */
export function isAligned(
  domain: string,
  signing: string | undefined,
  { policyDomain, isStrict }: Pick<DomainPolicy, 'policyDomain' | 'isStrict'>,
): boolean {
  if (signing === undefined) return false
  const [from, by] = [domain.toLowerCase(), signing.toLowerCase()]
  if (from === by) return true
  if (isStrict) return false
  const isUnder = (name: string, parent: string) => name === parent || name.endsWith(`.${parent}`)
  const isSameOrganisation = policyDomain !== null && isUnder(from, policyDomain) && isUnder(by, policyDomain)
  return isUnder(from, by) || isUnder(by, from) || isSameOrganisation
}
