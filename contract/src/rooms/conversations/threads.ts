import { z } from 'zod'
import { endpoint, jsonParam, mayAny, unscoped } from '../../endpoint.ts'
import { Id, LanguageKey, PartId, PathId } from '../../fields.ts'
import { senderRights } from '../../permissions.ts'
import { Rating, RowAnswer } from '../sharing/decisions.ts'
import { Customer } from '../sharing/customers.ts'
import { Delivery, Outcome } from '../sharing/receipts.ts'
import { RequestKey } from '../sharing/send.ts'

/** Conversations with customers: everything between the shop and one customer, in order of time. */

/** The maximum length of an answer. */
export const mostAnswer = 1400

/** `may_stop`: the customer wrote something that may mean "no more texts", which a person decides. */
export const threadTabs = ['mine', 'unassigned', 'all', 'may_stop'] as const
export const ThreadTab = z.enum(threadTabs)
export type ThreadTab = z.infer<typeof ThreadTab>

/** The state of a conversation in one word: what needs a person first. */
export const ThreadState = z.union([Outcome, z.enum(['may_stop', 'unassigned', 'stopped', 'none'])])
export type ThreadState = z.infer<typeof ThreadState>

const Person = z.object({ user_id: Id, name: z.string() })

export const Thread = z.object({
  customer_id: Id,
  name: z.string(),
  /** The number or the address, for a customer without a name. */
  address: z.string(),
  ro_number: z.string(),
  state: ThreadState,
  unread: z.int(),
  last_at: z.string(),
  /** The last message or answer; `from` is who wrote it. Null if there is only a send. */
  last: z.object({ from: z.enum(['customer', 'shop', 'automatic']), text: z.string() }).nullable(),
  last_film: z.string().nullable(),
  /** The sum of what was approved of the last send; 0 without prices. */
  approved: z.object({ total: z.int(), currency: z.string() }),
  assigned_to: Person.nullable(),
})
export type Thread = z.infer<typeof Thread>

const Unread = z.object({ mine: z.int(), unassigned: z.int(), all: z.int(), may_stop: z.int() })

export const getConversations = endpoint({
  method: 'GET',
  path: '/getConversations/:json',
  who: mayAny(...senderRights),
  actsFor: 'user_id',
  notForCustomers: true,
  summary:
    'Returns the conversations that a user may see, the latest first: those of the user’s location, and those with customers whom people in reach wrote to.',
  params: z.object({
    json: jsonParam(
      z.object({
        user_id: Id,
        tab: ThreadTab.default('all'),
        page: z.int().min(1).max(100_000).default(1),
        size: z.int().min(1).max(100).default(30),
        /** A name, a number, an address or a repair order. */
        search: z.string().trim().max(100).default(''),
        lang: LanguageKey.optional(),
      }),
    ),
  }),
  reply: z.object({
    rows: z.array(Thread),
    total: z.int(),
    /** The number of unread conversations in each tab; for `may_stop`, the number of conversations. */
    unread: Unread,
  }),
})

/** A row of a decision: of a send, what was found; of an answer, also what the customer said. */
const EntryRow = z.object({
  part_id: PartId,
  finding: z.string(),
  rating: Rating.nullable(),
  /** In minor units of the currency. */
  price: z.int().nullable(),
  answer: RowAnswer.nullable(),
  question: z.string(),
})
export type EntryRow = z.infer<typeof EntryRow>

/** One entry of a conversation. */
export const ThreadEntry = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum([
    'send',
    'message',
    'opened',
    'watched',
    'approve',
    'not_now',
    'ask',
    'call',
    'withdraw',
    'action',
    'question',
    'reminded',
    'agreed',
    'stopped',
    'bounced',
    'bounce_lifted',
  ]),
  /** Of a message: who wrote it. */
  from: z.enum(['customer', 'shop', 'automatic']).nullable(),
  channel: z.enum(['email', 'sms', 'mms']).nullable(),
  /**
   * The message or the question; the wording of a consent; of an answer, what was approved at which price, the
   * questions and the number to call, a line each.
   */
  text: z.string(),
  /** The user who sent it. */
  by: z.string(),
  delivery: Delivery.nullable(),
  films: z.array(z.object({ part_id: PartId, part_name: z.string(), poster_url: z.string().nullable() })),
  /** Of a send with findings, and of an answer to its rows. */
  rows: z.array(EntryRow),
  /** Of an answer: the number to call, as entered; it is also the last line of the text. */
  contact: z.string(),
  /** The currency of the prices; empty for that of the web site. */
  currency: z.string(),
  /** Of the answer that counts, if something is approved: whether the shop has started the work. */
  work: z.enum(['open', 'started']).nullable(),
  /** Of the answer that counts: what the customer asked for, until it is marked as done (`markCalled`). */
  asks: z.enum(['call', 'reply']).nullable(),
  /** Of `watched`: the share, 0 to 100. */
  watched_percent: z.int().nullable(),
  /** Of a send and what followed from it: its recipient, for the receipt. */
  recipient_id: Id.nullable(),
})
export type ThreadEntry = z.infer<typeof ThreadEntry>

export const getConversation = endpoint({
  method: 'GET',
  path: '/getConversation/:customer_id/:lang?',
  who: mayAny(...senderRights),
  owns: { customer_id: 'customer' },
  notForCustomers: true,
  summary: 'Returns a conversation: the customer, and everything that happened, the oldest first.',
  params: z.object({ customer_id: PathId, lang: LanguageKey.optional() }),
  reply: z.object({
    customer: Customer,
    state: ThreadState,
    entries: z.array(ThreadEntry),
    /** Entries after this moment are new; null: all. */
    read_at: z.string().nullable(),
    unread: z.int(),
    may_stop: z.boolean(),
    assigned_to: Person.nullable(),
    /** The colleagues to whom the conversation can be assigned. */
    people: z.array(Person),
    /** The name with which text messages begin. */
    shop: z.string(),
    texts_left: z.int().nullable(),
  }),
})
export type Conversation = z.infer<(typeof getConversation)['reply']>

export const markConversationRead = endpoint({
  method: 'PUT',
  path: '/markConversationRead',
  who: mayAny(...senderRights),
  owns: { customer_id: 'customer' },
  audit: { action: 'conversation.read' },
  notForCustomers: true,
  summary: 'Marks a conversation as read up to an entry that was shown.',
  body: z.object({ customer_id: Id, until: z.iso.datetime() }),
  reply: z.object({ unread: z.int() }),
})

export const assignConversation = endpoint({
  method: 'PUT',
  path: '/assignConversation',
  who: mayAny(...senderRights),
  owns: {
    customer_id: 'customer',
    assignee_id: unscoped('a colleague outside the caller’s reach may be chosen; the handler checks the business'),
  },
  audit: { action: 'conversation.assign' },
  notForCustomers: true,
  summary: 'Assigns a conversation to a user of the same business, or removes the assignment.',
  body: z.object({ customer_id: Id, assignee_id: Id.nullable() }),
  fails: ['assignee_not_in_business'],
  reply: z.object({ assigned_to: Person.nullable() }),
})

export const answerCustomer = endpoint({
  method: 'POST',
  path: '/answerCustomer',
  who: mayAny(...senderRights),
  owns: { customer_id: 'customer' },
  audit: { action: 'conversation.answer' },
  notForCustomers: true,
  summary:
    'Answers a customer by text message or e-mail. Requires the right to send by that channel; a text also requires consent: recorded, or a message that the customer wrote.',
  limit: { max: 60 },
  body: z.object({
    customer_id: Id,
    channel: z.enum(['sms', 'email']),
    text: z.string().max(20_000),
    request_key: RequestKey,
  }),
  fails: [
    'enter_a_message',
    'share_text_too_long',
    'customer_has_no_number',
    'customer_has_no_address',
    'customer_has_not_agreed',
    'error_unsubscribe_user',
    'error_address_bounced',
    'no_texts_left',
    'too_many_recipients_today',
  ],
  reply: z.object({ texts_left: z.int().nullable() }),
})

export const recordConsent = endpoint({
  method: 'POST',
  path: '/recordConsent',
  who: mayAny(...senderRights),
  owns: { customer_id: 'customer' },
  audit: { action: 'consent.record' },
  notForCustomers: true,
  summary: 'Records that a customer agreed to text messages. A customer who stopped must write START.',
  body: z.object({
    customer_id: Id,
    /** YYYY-MM-DD */
    opt_in_date: z.string().max(40),
    /** The words that the user saw and confirmed; other words than those of the page are not stored. */
    wording: z.string().trim().min(1).max(500),
  }),
  fails: ['opt_in_date_not_valid', 'customer_has_no_number', 'error_unsubscribe_user'],
  reply: Customer,
})

export const decideStop = endpoint({
  method: 'POST',
  path: '/decideStop',
  who: mayAny(...senderRights),
  owns: { customer_id: 'customer' },
  audit: { action: 'conversation.decide_stop' },
  notForCustomers: true,
  summary: 'Decides on a message that may mean "no more texts": stops all messages to the customer, or keeps them.',
  body: z.object({ customer_id: Id, stop: z.boolean() }),
  reply: Customer,
})
