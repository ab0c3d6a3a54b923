import type { Customer } from '@cutaway/contract/rooms/sharing/customers.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import { consentFacts, type ConsentFacts, type CustomerOwner } from './customers.queries.ts'

/**
 * Returns the consent to messages at one address. It holds while the business has recorded it and the address is not
 * suppressed: a person who stopped and then wrote START has agreed again.
 */
export function consentOf(facts: ConsentFacts | undefined): Customer['texts'] {
  if (facts?.suppressed_at)
    return {
      state: facts.suppressed_by === 'bounced' ? 'bounced' : 'stopped',
      since: facts.suppressed_at.toISOString(),
    }
  if (facts?.granted_on) return { state: 'agreed', since: facts.granted_on }
  return { state: 'not_asked', since: null }
}

/** Returns whether an owner may text a number without asking again. */
export async function hasStandingConsent(db: Db, site: Site, owner: CustomerOwner, number: string): Promise<boolean> {
  const facts = await consentFacts(db, site, owner, [number])
  return consentOf(facts.get(number)).state === 'agreed'
}
