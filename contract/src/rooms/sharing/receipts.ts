import { z } from 'zod'
import { endpoint, jsonParam, signedIn } from '../../endpoint.ts'
import { Flag, Id, LanguageKey, PartId, PathId } from '../../fields.ts'
import { FailureReason } from '../messaging.ts'
import { Decision } from './decisions.ts'
import type { LinkAnswer } from './landing.ts'
import { LinkState } from './links.ts'
import { RequestKey } from './send.ts'

/** Receipts of sent messages, which count visits by people only, and the actions available to the sender. */

/**
 * The delivery state of a message. `undeliverable`: not sent, because earlier mail to the address came back. `unknown`:
 * the last attempt ended without an answer, so the message may have arrived.
 */
export const Delivery = z.enum([
  'waiting',
  'sent',
  'delivered',
  'failed',
  'unknown',
  'bounced',
  'unsubscribed',
  'undeliverable',
])
export type Delivery = z.infer<typeof Delivery>

/** The customer's reaction, the strongest first: an answer, then watching, then none, as far as it was delivered. */
export const Outcome = z.enum([
  'asked_for_call',
  'asked',
  'approved',
  'not_now',
  'called',
  'acted',
  'watched',
  'not_opened',
  'delayed',
  'not_confirmed',
  'not_delivered',
])
export type Outcome = z.infer<typeof Outcome>

/** One recipient of one send. */
export const SentRow = z.object({
  recipient_id: Id,
  send_id: Id,
  link_id: Id.nullable(),
  to: z.string(),
  /** The customer's name; empty if unknown. */
  customer: z.string(),
  channel: z.enum(['email', 'sms', 'mms']),
  /** The sender's first and last name. */
  sender: z.string(),
  films: z.array(z.object({ part_id: PartId, part_name: z.string(), poster_url: z.string().nullable() })),
  subject: z.string(),
  ro_number: z.string(),
  sent_at: z.string(),
  delivery: Delivery,
  /** Why it was not delivered, not confirmed, or has to be tried again; null otherwise. */
  reason: FailureReason.nullable(),
  outcome: Outcome,
  /** Visits by people in which a frame was played. */
  views: z.int(),
  /** The highest watched percentage of the first film, 0 to 100. */
  watched_percent: z.int(),
  last_watched_at: z.string().nullable(),
  /** How many repairs wait for the customer's decision or have it: films that are not rated good. */
  asked: z.int(),
  /** How many films the customer approved, and the sum of their prices in minor units; null without any price. */
  approved: z.int(),
  approved_total: z.int().nullable(),
  currency: z.string(),
  /** Number of times that the PDF was read. */
  pdf_views: z.int(),
  /** 1 if the customer answered or asked since the caller last read it. */
  unread: Flag,
})
export type SentRow = z.infer<typeof SentRow>

const sortings = ['sent_at', 'to', 'outcome'] as const

export const getSends = endpoint({
  method: 'GET',
  path: '/getSends/:json',
  who: signedIn,
  actsFor: 'user_id',
  notForCustomers: true,
  summary:
    'Returns the messages that a user sent, one row per recipient, paginated; with `whose` location, also those of the location that the caller manages.',
  params: z.object({
    json: jsonParam(
      z.object({
        user_id: Id,
        page: z.int().min(1).max(100_000).default(1),
        size: z.int().min(1).max(500).default(10),
        sort: z.enum(sortings).default('sent_at'),
        descending: z.boolean().default(true),
        /** Part of a recipient, a repair order or a subject; or the beginnings of words of a customer's name. */
        search: z.string().trim().max(100).default(''),
        channel: z.enum(['email', 'sms', 'mms']).optional(),
        /** The default is the user's own. */
        whose: z.enum(['own', 'location']).optional(),
        /** The language of film names; the default is the user's. */
        lang: LanguageKey.optional(),
      }),
    ),
  }),
  reply: z.object({ rows: z.array(SentRow), total: z.int() }),
})

/** One event of a message, in chronological order. */
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
    'undeliverable',
    'opened',
    'watched',
    'approve',
    'not_now',
    'ask',
    'call',
    'withdraw',
    'action',
    'asked',
    'pdf',
    'called',
    'taken_up',
    'revoked',
    'expired',
    'resent',
    // What the customer wrote back, what the shop answered, and the reminder.
    'wrote',
    'answered',
    'reminded',
  ]),
  /** For `watched` only. */
  watched_percent: z.int().nullable(),
  /** The name of the film, the approved rows, the customer's question, the reason of a failure, or the contact and message of a customer, one per line. */
  detail: z.string(),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const getSend = endpoint({
  method: 'GET',
  path: '/getSend/:recipient_id/:lang?',
  who: signedIn,
  owns: { recipient_id: 'recipient' },
  notForCustomers: true,
  summary: 'Returns the message to one recipient and its events. Openings by machines are counted separately.',
  params: z.object({ recipient_id: PathId, lang: LanguageKey.optional() }),
  reply: z.object({
    row: SentRow,
    message: z.string(),
    /** Null if the send has no link. */
    decision: Decision.nullable(),
    /** The customer's telephone number: where the text went, or as entered with a question; empty if unknown. */
    phone: z.string(),
    /** The same number as people write it. */
    phone_shown: z.string(),
    link: z.object({ link_id: Id, tiny_url: z.string(), state: LinkState, expires_at: z.string() }).nullable(),
    timeline: z.array(TimelineEntry),
    /** Openings by mail scanners, link previews and other programs. */
    machine_hits: z.int(),
    consent: z.object({ at: z.string(), opt_in_date: z.string().nullable(), wording: z.string() }).nullable(),
    /** Why the web site writes no more to the recipient; null if it may. The shop can lift `bounced` (liftBounce). */
    suppressed_by: z.enum(['unsubscribed', 'bounced']).nullable(),
  }),
})

export const resendToRecipient = endpoint({
  method: 'POST',
  path: '/resendToRecipient',
  who: signedIn,
  owns: { recipient_id: 'recipient' },
  audit: { action: 'message.send_again' },
  notForCustomers: true,
  summary: 'Resends a message to a recipient with a new link. Requires the right to send by that channel.',
  limit: { max: 60 },
  body: z.object({ recipient_id: Id, request_key: RequestKey }),
  fails: [
    'error_unsubscribe_user',
    'error_address_bounced',
    'no_texts_left',
    'too_many_recipients_today',
    'Part no found',
  ],
  reply: z.object({ recipient_id: Id }),
})

export const getShareNews = endpoint({
  method: 'GET',
  path: '/getShareNews/:json',
  who: signedIn,
  notForCustomers: true,
  summary:
    'Returns customers’ reactions since a time: watched, and messages that failed, for the caller’s own sends; answers and questions, also for the location that the caller manages. Without a time, returns only the time for the next request and the counts of what is unread.',
  params: z.object({ json: jsonParam(z.object({ since: z.iso.datetime().optional(), lang: LanguageKey.optional() })) }),
  reply: z.object({
    /**
     * The time for the next request: slightly before this response, so that events being written now are not missed.
     */
    now: z.string(),
    /** Whether new events are possible: the user has a valid, recent link. */
    waiting: Flag,
    /** Number of sends with answers or questions that the caller has not read. */
    unread: z.int(),
    /** Number of conversations with something new, of those that the caller sees. */
    unread_conversations: z.int(),
    news: z.array(
      z.object({
        recipient_id: Id.nullable(),
        link_id: Id,
        to: z.string(),
        /** The customer's name; empty if unknown. */
        customer: z.string(),
        part_name: z.string(),
        kind: z.enum(['watched', 'approve', 'not_now', 'ask', 'call', 'withdraw', 'action', 'asked', 'failed']),
        watched_percent: z.int(),
        /** How many films are approved after this answer. */
        approved: z.int(),
        /** For `failed` only. */
        reason: FailureReason.optional(),
        at: z.string(),
      }),
    ),
  }),
})
export type ShareNews = z.infer<(typeof getShareNews)['reply']>
export type LinkAnswerKind = z.infer<typeof LinkAnswer>
