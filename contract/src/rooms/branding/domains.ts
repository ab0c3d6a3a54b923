import { z } from 'zod'
import { endpoint, level, may, notAudited } from '../../endpoint.ts'
import { Flag, Id, PathId } from '../../fields.ts'

/** The domains of sender addresses: whether mail may come from them, and the records that would change that. */

/** A DNS record that a domain needs so that our mail from it is accepted. */
export const DomainRecord = z.object({
  kind: z.enum(['dkim', 'dmarc', 'spf']),
  name: z.string(),
  /** The TXT record to publish; null if nothing has to change. */
  value: z.string().nullable(),
  /** What is published now; null: nothing. */
  found: z.string().nullable(),
  state: z.enum(['good', 'missing', 'different', 'not_needed']),
  /** Of a former key: until when its record must stay, because mail on its way is signed with it; null otherwise. */
  keep_until: z.string().nullable(),
})
export type DomainRecord = z.infer<typeof DomainRecord>

export const SenderDomain = z.object({
  domain: z.string(),
  /** `own`: mail comes from the user's address. `site`: from the web site's, with the user's address as Reply-To. */
  from: z.enum(['own', 'site']),
  /**
   * Why: a key of the business or of the web site signs for the domain; the domain asks for no check; its policy forbids
   * our mail; or its policy is not known.
   */
  because: z.enum(['own_key', 'site_key', 'no_policy', 'policy', 'unknown']),
  /** The policy of the domain: 'quarantine' and 'reject' forbid mail without a signature of the domain. */
  policy: z.enum(['none', 'quarantine', 'reject', 'unknown']),
  /** The time of the last lookup; null before the first one. */
  checked_at: z.string().nullable(),
  /** The business has a key for the domain, published or not. */
  has_key: Flag,
  /** The records as they are now, then those of former keys; empty until the domain is set up for the business. */
  records: z.array(DomainRecord),
})
export type SenderDomain = z.infer<typeof SenderDomain>

const Domain = z.object({ user_id: Id, domain: z.string().trim().toLowerCase().min(3).max(200) })

export const getSenderDomains = endpoint({
  method: 'GET',
  path: '/getSenderDomains/:user',
  who: may('manage_email_settings'),
  actsFor: 'user',
  summary: 'Returns the domains of a user’s sender addresses, without those of free-mail providers.',
  params: z.object({ user: PathId }),
  reply: z.array(SenderDomain),
  beside: z.object({
    /** The address that mail comes from where the domain forbids the user’s own. */
    site_address: z.string(),
    may_set_up: Flag,
    /** Records come from the stand-in of the demo. */
    is_stand_in: Flag,
  }),
})

export const setUpSenderDomain = endpoint({
  method: 'POST',
  path: '/setUpSenderDomain',
  who: level(3),
  actsFor: 'user_id',
  audit: { action: 'sender_domain.set_up' },
  summary: 'Makes a signing key for a domain of the business’s sender addresses, and returns the records to publish.',
  limit: { max: 20 },
  body: Domain,
  fails: ['sender_domain_not_yours', 'sender_no_business', 'dns_not_reached'],
  reply: SenderDomain,
})

export const removeSenderDomain = endpoint({
  method: 'POST',
  path: '/removeSenderDomain',
  who: level(3),
  actsFor: 'user_id',
  audit: { action: 'sender_domain.remove' },
  summary:
    'Removes the business’s signing key of a domain. Mail that is already queued is still signed with it, so its record must stay for two days.',
  body: Domain,
  fails: ['sender_domain_not_yours', 'sender_no_business', 'sender_domain_no_key'],
  reply: SenderDomain,
})

export const checkSenderDomain = endpoint({
  method: 'POST',
  path: '/checkSenderDomain',
  who: may('manage_email_settings'),
  actsFor: 'user_id',
  audit: notAudited('looks up public records'),
  summary: 'Looks up the records of a sender domain now.',
  limit: { max: 20 },
  body: Domain,
  fails: ['sender_domain_not_yours', 'dns_not_reached'],
  reply: SenderDomain,
})
