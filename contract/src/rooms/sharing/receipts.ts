import { z } from 'zod'
import { endpoint, jsonParam, signedIn } from '../../endpoint.ts'
import { Flag, Id, LanguageKey, PartId, PathId } from '../../fields.ts'
import type { LinkAnswer } from './landing.ts'
import { LinkState } from './links.ts'
import { RequestKey } from './send.ts'

/** What became of what was sent: receipts that count people only, and what the sender can still do. */

/** How a message fared on its way. */
export const Delivery = z.enum(['waiting', 'sent', 'delivered', 'failed', 'unknown', 'bounced', 'unsubscribed'])
export type Delivery = z.infer<typeof Delivery>

/** What a customer did, the strongest first: an answer, then watching, then nothing. */
export const Outcome = z.enum(['approved', 'asked_for_call', 'acted', 'watched', 'not_opened', 'not_delivered'])
export type Outcome = z.infer<typeof Outcome>

/** One recipient of one send. */
export const SentRow = z.object({
  recipient_id: Id,
  send_id: Id,
  link_id: Id.nullable(),
  to: z.string(),
  channel: z.enum(['email', 'sms', 'mms']),
  /** The sender's first and last name. */
  sender: z.string(),
  films: z.array(z.object({ part_id: PartId, part_name: z.string(), poster_url: z.string().nullable() })),
  subject: z.string(),
  ro_number: z.string(),
  sent_at: z.string(),
  delivery: Delivery,
  outcome: Outcome,
  /** Visits of people in which a frame was played. */
  views: z.int(),
  /** The most that was watched of the first film, 0 to 100. */
  watched_percent: z.int(),
  last_watched_at: z.string().nullable(),
})
export type SentRow = z.infer<typeof SentRow>

const sortings = ['sent_at', 'to', 'outcome'] as const

export const getSends = endpoint({
  method: 'GET',
  path: '/getSends/:json',
  who: signedIn,
  actsFor: 'user_id',
  notForCustomers: true,
  summary: 'What a user sent, a row for each recipient, a page at a time.',
  params: z.object({
    json: jsonParam(
      z.object({
        user_id: Id,
        page: z.int().min(1).max(100_000).default(1),
        size: z.int().min(1).max(500).default(10),
        sort: z.enum(sortings).default('sent_at'),
        descending: z.boolean().default(true),
        /** Part of a recipient, a repair order or a subject. */
        search: z.string().trim().max(100).default(''),
        channel: z.enum(['email', 'sms', 'mms']).optional(),
        /** Of the names of films; the user's unless told. */
        lang: LanguageKey.optional(),
      }),
    ),
  }),
  reply: z.object({ rows: z.array(SentRow), total: z.int() }),
})

/** One thing that happened to a message, in order of time. */
export const TimelineEntry = z.object({
  at: z.string(),
  kind: z.enum([
    'queued',
    'sent',
    'delivered',
    'failed',
    'unknown',
    'bounced',
    'unsubscribed',
    'opened',
    'watched',
    'approve',
    'call',
    'withdraw',
    'action',
    'asked',
    'revoked',
    'expired',
    'resent',
  ]),
  /** Of `watched`. */
  watched_percent: z.int().nullable(),
  /** Name of the film, why something failed, or whom to answer and what, a line each. */
  detail: z.string(),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const getSend = endpoint({
  method: 'GET',
  path: '/getSend/:recipient_id/:lang?',
  who: signedIn,
  owns: { recipient_id: 'recipient' },
  notForCustomers: true,
  summary: 'What one recipient was sent and all that happened since. Machines that opened the link are counted apart.',
  params: z.object({ recipient_id: PathId, lang: LanguageKey.optional() }),
  reply: z.object({
    row: SentRow,
    message: z.string(),
    link: z.object({ link_id: Id, tiny_url: z.string(), state: LinkState, expires_at: z.string() }).nullable(),
    timeline: z.array(TimelineEntry),
    /** Openings by mail scanners, link previews and other programs. */
    machine_hits: z.int(),
    consent: z.object({ at: z.string(), opt_in_date: z.string().nullable(), wording: z.string() }).nullable(),
  }),
})

export const resendToRecipient = endpoint({
  method: 'POST',
  path: '/resendToRecipient',
  who: signedIn,
  owns: { recipient_id: 'recipient' },
  audit: { action: 'message.send_again' },
  notForCustomers: true,
  summary: 'Sends a recipient the same once more, over a new link. Needs the right to send so.',
  limit: { max: 60 },
  body: z.object({ recipient_id: Id, request_key: RequestKey }),
  fails: ['error_unsubscribe_user', 'no_texts_left', 'too_many_recipients_today', 'Part no found'],
  reply: z.object({ recipient_id: Id }),
})

export const getShareNews = endpoint({
  method: 'GET',
  path: '/getShareNews/:json',
  who: signedIn,
  notForCustomers: true,
  summary:
    'What customers did with one’s own links since a time: watched, answered. Without a time no news, only when to ask.',
  params: z.object({ json: jsonParam(z.object({ since: z.iso.datetime().optional(), lang: LanguageKey.optional() })) }),
  reply: z.object({
    /** To ask from the next time: a little before this answer, so that what is just being written is not missed. */
    now: z.string(),
    /** Whether anything can happen: somebody has a link of this user’s that works and is recent. */
    waiting: Flag,
    news: z.array(
      z.object({
        recipient_id: Id.nullable(),
        link_id: Id,
        to: z.string(),
        part_name: z.string(),
        kind: z.enum(['watched', 'approve', 'call', 'withdraw', 'action']),
        watched_percent: z.int(),
        at: z.string(),
      }),
    ),
  }),
})
export type ShareNews = z.infer<(typeof getShareNews)['reply']>
export type LinkAnswerKind = z.infer<typeof LinkAnswer>
