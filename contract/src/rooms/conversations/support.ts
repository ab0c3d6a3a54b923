import { z } from 'zod'
import { endpoint, jsonParam, may, unscoped } from '../../endpoint.ts'
import { PathId } from '../../fields.ts'
import { FailureReason } from '../messaging.ts'

/** Support by the operator: finds anything by its words, and shows what happened to one letter or text message. */

export const SupportHit = z.object({
  kind: z.enum(['site', 'business', 'person', 'link', 'letter']),
  id: z.string(),
  web_site_id: z.int(),
  site_name: z.string(),
  /** The primary host of the web site: people of another web site are acted for there. */
  site_host: z.string(),
  /** A name, a subject, or the beginning of a text message. */
  title: z.string(),
  /** What tells it from others of the same name: an address, a business, a repair order. */
  hints: z.array(z.string()),
  /** Of a business: its type. */
  business_type: z.string().nullable(),
  username: z.string().nullable(),
  /** Of a person: the role. */
  role: z.int().nullable(),
  /** Of a link: the letter or text message that contained it; null if it was only copied. */
  letter_id: z.string().nullable(),
  /** When it was made; of a person: the last login. */
  at: z.string().nullable(),
  /** Of a person or a business that is not active any more, an ended link, or a letter that failed. */
  is_ended: z.boolean(),
})
export type SupportHit = z.infer<typeof SupportHit>

/** The most hits of one kind. */
export const mostHits = 10

export const findForSupport = endpoint({
  method: 'GET',
  path: '/findForSupport/:json',
  who: may('manage_web_sites'),
  limit: { max: 60 },
  summary:
    'Returns web sites, businesses, people, links, and letters of the last 90 days that have the words, on the web sites that the caller reaches: at most ten of each.',
  params: z.object({ json: jsonParam(z.object({ search: z.string().trim().min(2).max(200) })) }),
  reply: z.object({ hits: z.array(SupportHit) }),
})

export const LetterHistory = z.object({
  delivery_id: z.string(),
  site_name: z.string(),
  channel: z.enum(['mail', 'text']),
  to: z.string(),
  subject: z.string(),
  state: z.enum(['pending', 'sent', 'delivered', 'failed', 'outcome_unknown']),
  failure_reason: FailureReason.nullable(),
  /** The carrier's own words and code. */
  last_error: z.string().nullable(),
  error_code: z.string().nullable(),
  carrier: z.string().nullable(),
  carrier_reference: z.string().nullable(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  /** When the next attempt is due. */
  due_at: z.string().nullable(),
  attempts: z.array(
    z.object({
      attempt: z.int(),
      node: z.string(),
      started_at: z.string(),
      ended_at: z.string().nullable(),
      result: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  /** Of a letter that a user sent to a customer. */
  send: z
    .object({
      sender: z.string(),
      acted_by: z.string().nullable(),
      business: z.string().nullable(),
      /** When the customer opened the page, and saw the first picture of a film, for the first time. */
      opened_at: z.string().nullable(),
      watched_at: z.string().nullable(),
      views: z.int(),
      answers: z.int(),
      /** The time of the last answer. */
      answered_at: z.string().nullable(),
      link_ends_at: z.string().nullable(),
      is_revoked: z.boolean(),
    })
    .nullable(),
  /** Why nothing is sent to this address now. */
  suppression: z.object({ reason: z.string(), since: z.string() }).nullable(),
})
export type LetterHistory = z.infer<typeof LetterHistory>

export const getLetterHistory = endpoint({
  method: 'GET',
  path: '/getLetterHistory/:web_site_id/:delivery_id',
  who: may('manage_web_sites'),
  site: 'web_site_id',
  owns: { delivery_id: unscoped('a letter of the web site, which the caller reaches as a whole') },
  audit: { action: 'letter.read' },
  summary:
    'Returns what happened to a mail or a text message: attempts, reports, and what the recipient did. Not its text.',
  params: z.object({ web_site_id: PathId, delivery_id: z.uuid() }),
  reply: LetterHistory,
})
