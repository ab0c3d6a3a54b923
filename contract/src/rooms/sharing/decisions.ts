import { z } from 'zod'
import { endpoint, notAudited, onlySelf, signedIn } from '../../endpoint.ts'
import { Flag, Id, PartId } from '../../fields.ts'

/** Decisions of customers: what the shop found for each film, and what the customer answered. */

/** An inspection rating: replace now, replace soon, good. */
export const Rating = z.enum(['red', 'yellow', 'green'])
export type Rating = z.infer<typeof Rating>

/** Whether a send asks the customer for a decision, or only informs. */
export const Asks = z.enum(['decision', 'information'])
export type Asks = z.infer<typeof Asks>

export const mostFinding = 80
export const mostMeasured = 40
export const mostNote = 300
/** In minor units: 10 million dollars. */
export const mostPrice = 1_000_000_000
export const mostQuestion = 500

/** One film of a send with what was found. */
export const FilmRow = z.object({
  part_id: PartId,
  /** The title of the row; the default is the name of the film. */
  finding: z.string().trim().max(mostFinding).optional(),
  /** '2 mm'. */
  measured: z.string().trim().max(mostMeasured).optional(),
  rating: Rating.nullable().optional(),
  /** In minor units (cents) of the web site's currency. */
  price: z.int().min(0).max(mostPrice).nullable().optional(),
  note: z.string().trim().max(mostNote).optional(),
})
export type FilmRow = z.infer<typeof FilmRow>

export const RowAnswer = z.enum(['approve', 'not_now', 'ask'])
export type RowAnswer = z.infer<typeof RowAnswer>
/** How the customer wants to be reached about a question. */
export const ReplyBy = z.enum(['call', 'text'])

/** The customer's answer to one row, as sent. */
export const GivenRow = z.object({
  part_id: PartId,
  answer: RowAnswer,
  question: z.string().trim().max(mostQuestion).optional(),
  reply_by: ReplyBy.optional(),
})
export type GivenRow = z.infer<typeof GivenRow>

export const DecisionRow = z.object({
  part_id: PartId,
  part_name: z.string(),
  finding: z.string(),
  measured: z.string(),
  rating: Rating.nullable(),
  /** The price at the time of the answer, once the row is answered. */
  price: z.int().nullable(),
  note: z.string(),
  /** Null while the row is open. A green row asks for nothing and is never answered. */
  answer: RowAnswer.nullable(),
  question: z.string(),
  reply_by: ReplyBy.nullable(),
})
export type DecisionRow = z.infer<typeof DecisionRow>

export const Decision = z.object({
  asks: Asks,
  currency: z.string(),
  rows: z.array(DecisionRow),
  /** The sums of prices: of the rows that can be approved, and of the approved ones. */
  total: z.int(),
  approved_total: z.int(),
  approved: z.int(),
  answered_at: z.string().nullable(),
  /** When the shop started the work. From then on the customer cannot change the answer on the page. */
  taken_up_at: z.string().nullable(),
  /** When the shop called the customer, or dealt with the question. */
  handled_at: z.string().nullable(),
})
export type Decision = z.infer<typeof Decision>

const OneRecipient = z.object({ recipient_id: Id })

export const takeUpAnswer = endpoint({
  method: 'POST',
  path: '/takeUpAnswer',
  who: signedIn,
  owns: { recipient_id: 'recipient' },
  audit: { action: 'answer.take_up' },
  notForCustomers: true,
  summary:
    'Records that the shop has started the work that a customer approved; the customer can no longer change the answer. taken_up 0 undoes it.',
  body: OneRecipient.extend({ taken_up: Flag }),
  fails: ['nothing_to_take_up'],
  reply: z.object({ taken_up_at: z.string().nullable() }),
})

export const markCalled = endpoint({
  method: 'POST',
  path: '/markCalled',
  who: signedIn,
  owns: { recipient_id: 'recipient' },
  audit: { action: 'answer.called' },
  notForCustomers: true,
  summary: 'Records that the shop has called a customer who asked for it. called 0 undoes it.',
  body: OneRecipient.extend({ called: Flag }),
  fails: ['call_not_requested'],
  reply: z.object({ handled_at: z.string().nullable() }),
})

export const markSendRead = endpoint({
  method: 'POST',
  path: '/markSendRead',
  who: signedIn,
  owns: { recipient_id: 'recipient' },
  audit: notAudited('what a user has read'),
  notForCustomers: true,
  summary: 'Records that the caller has read the customer’s answers and questions of a send.',
  body: OneRecipient,
  /** The number of the caller’s sends with unread answers or questions. */
  reply: z.object({ unread: z.int() }),
})

/**
 * The mails that a user gets. `answers`: a customer answered (approved, declined, or took the answer back). `questions`: a
 * customer asked something, or asked for a call. `watched`: a customer watched a film of a send for which the user asked
 * to be told. `failures`: a text message of the user was not delivered.
 */
export const noticeKinds = ['answers', 'questions', 'watched', 'failures'] as const
/** Whether the user gets a mail, by kind. */
export const NoticeSettings = z.object({ answers: Flag, questions: Flag, watched: Flag, failures: Flag })
export type NoticeKind = (typeof noticeKinds)[number]
export type NoticeSettings = z.infer<typeof NoticeSettings>

export const getNoticeSettings = endpoint({
  method: 'GET',
  path: '/getNoticeSettings',
  who: signedIn,
  notForCustomers: true,
  summary: 'Returns the kinds of customer activity about which the caller gets mail.',
  reply: NoticeSettings,
})

export const saveNoticeSettings = endpoint({
  method: 'PUT',
  path: '/saveNoticeSettings',
  who: signedIn,
  actsFor: onlySelf('user_id'),
  audit: { action: 'notices.change' },
  notForCustomers: true,
  summary: 'Changes the kinds of customer activity about which the caller gets mail. An omitted kind does not change.',
  body: NoticeSettings.partial().extend({ user_id: Id.optional() }),
  reply: NoticeSettings,
})
