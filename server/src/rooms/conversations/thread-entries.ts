import type { ThreadEntry } from '@cutaway/contract/rooms/conversations/threads.ts'
import type { findConsents } from '../consent/consent.queries.ts'
import type { findAnswersOfCustomer, findFindingsOfCustomer, SentFacts } from '../sharing/receipts/receipts.queries.ts'
import { answerDetail } from '../sharing/receipts/timeline.ts'
import type { findMessages, findReactions } from './threads.queries.ts'

type Found<F extends (...given: never[]) => Promise<unknown>> = Awaited<ReturnType<F>>

export interface Happened {
  sends: readonly SentFacts[]
  messages: Found<typeof findMessages>
  reactions: Found<typeof findReactions>
  findings: Found<typeof findFindingsOfCustomer>
  answers: Found<typeof findAnswersOfCustomer>
  consents: Found<typeof findConsents>
  /** The customer's own addresses: a reply from another one says so. */
  addresses: readonly string[]
}

type Film = ThreadEntry['films'][number]

/** Names and amounts in the reader's language. */
export interface Words {
  filmOf: (partId: string) => Film
  moneyOf: (minor: number, currency: string) => string
}
type Entry = Partial<ThreadEntry> & Pick<ThreadEntry, 'id' | 'kind'> & { when: Date }

/** Visits that begin within this time of one another are one entry. */
const sameVisit = 60_000

/** Returns the entries of a conversation in order of time. */
export function entriesOf(happened: Happened, { filmOf, moneyOf }: Words): ThreadEntry[] {
  // A row without words of the shop's own has the name of its film.
  const named = <Row extends { part_id: string; finding: string }>(row: Row): Row => ({
    ...row,
    finding: row.finding || filmOf(row.part_id).part_name,
  })
  const answers = happened.answers.map((answer) => ({ ...answer, rows: answer.rows.map(named) }))
  const findings = happened.findings.map(named)
  const found = happened.findings.filter((one) => one.finding || one.rating || one.price !== null).map(named)
  const all = [
    ...happened.sends.map((send) => sendEntry(send, found, filmOf)),
    ...happened.messages.map((message) => messageEntry(message, happened.addresses)),
    ...happened.reactions.map((reaction, i) => reactionEntry(reaction, i, filmOf)),
    ...answers.map((answer) => answerEntry(answer, answers, withOpenRows(answer, findings), moneyOf)),
    ...happened.consents.map(consentEntry),
  ]
  return joined(all.toSorted((a, b) => a.when.getTime() - b.when.getTime())).map(({ when, ...entry }) => ({
    from: null,
    channel: null,
    text: '',
    by: '',
    delivery: null,
    films: [],
    rows: [],
    contact: '',
    currency: '',
    work: null,
    asks: null,
    watched_percent: null,
    recipient_id: null,
    ...entry,
    at: when.toISOString(),
  }))
}

const fullName = ({ first_name, last_name }: { first_name: string | null; last_name: string | null }) =>
  `${first_name ?? ''} ${last_name ?? ''}`.trim()

const sendEntry = (send: SentFacts, findings: Happened['findings'], filmOf: Words['filmOf']): Entry => ({
  id: `send ${send.recipient_id}`,
  when: send.created_at,
  kind: 'send',
  from: 'shop',
  channel: send.channel,
  text: send.message,
  by: fullName(send),
  delivery: send.delivery,
  films: send.part_ids.map(filmOf),
  rows: findings
    .filter(({ recipient_id }) => recipient_id === send.recipient_id)
    .map(({ part_id, finding, rating, price }) => ({ part_id, finding, rating, price, answer: null, question: '' })),
  currency: send.currency ?? '',
  recipient_id: send.recipient_id,
})

function messageEntry(message: Happened['messages'][number], addresses: readonly string[]): Entry {
  const isIn = message.direction === 'in'
  return {
    id: `message ${message.customer_message_id}`,
    when: message.at,
    kind: 'message',
    from: isIn ? 'customer' : message.is_automatic ? 'automatic' : 'shop',
    channel: message.channel,
    text: message.body,
    by: isIn ? (addresses.includes(message.address_key) ? '' : message.address_key) : fullName(message),
    delivery: message.delivery_id === null ? null : message.delivery,
  }
}

const reactionEntry = (
  { recipient_id, at, kind, part_id, percent, text }: Happened['reactions'][number],
  index: number,
  filmOf: (partId: string) => Film,
): Entry => ({
  id: `${kind} ${recipient_id} ${at.getTime()} ${index}`,
  when: at,
  kind,
  from: kind === 'reminded' ? 'automatic' : 'customer',
  text,
  films: part_id === null ? [] : [filmOf(part_id)],
  watched_percent: kind === 'watched' ? percent : null,
  recipient_id,
})

/** Returns the rows of an answer in the order of the send, with those that the customer left open. */
function withOpenRows({ recipient_id, rows }: Happened['answers'][number], findings: Happened['findings']) {
  // An older client answers for everything, without rows.
  if (rows.length === 0) return []
  const asked = findings.filter((one) => one.recipient_id === recipient_id && one.rating !== 'green')
  const given = new Map(rows.map((row) => [row.part_id, row]))
  const open = (one: (typeof asked)[number]) => ({ ...one, answer: null, question: '' })
  const isAsked = new Set(asked.map(({ part_id }) => part_id))
  return [
    ...asked.map((one) => given.get(one.part_id) ?? open(one)),
    ...rows.filter(({ part_id }) => !isAsked.has(part_id)),
  ].map(({ part_id, finding, price, answer, question }) => ({
    part_id,
    finding,
    price,
    answer,
    question,
    rating: null,
  }))
}

/** Answers come with the newest first; an earlier one to the same send no longer counts. */
function answerEntry(
  answer: Happened['answers'][number],
  answers: Happened['answers'],
  rows: ThreadEntry['rows'],
  moneyOf: Words['moneyOf'],
): Entry {
  const { recipient_id, contact, currency, taken_up_at, handled_at } = answer
  const asks = answer.wants_call || answer.answer === 'call' ? 'call' : answer.has_question ? 'reply' : null
  const counts = answers.find((one) => one.recipient_id === recipient_id && one.answer !== 'action') === answer
  const isApproved = rows.some((row) => row.answer === 'approve')
  return {
    id: `answer ${answer.answer_id}`,
    when: answer.at,
    kind: answer.answer,
    from: 'customer',
    text: answerDetail(answer, (minor) => moneyOf(minor, currency)),
    rows,
    contact,
    currency,
    work: counts && isApproved ? (taken_up_at === null ? 'open' : 'started') : null,
    asks: counts && handled_at === null && answer.answer !== 'withdraw' ? asks : null,
    recipient_id,
  }
}

const consentKind = {
  granted: 'agreed',
  revoked: 'stopped',
  bounced: 'bounced',
  bounce_lifted: 'bounce_lifted',
} as const

const consentEntry = ({ at, action, wording, username }: Happened['consents'][number], index: number): Entry => ({
  id: `consent ${at.getTime()} ${index}`,
  when: at,
  kind: consentKind[action],
  text: wording,
  by: username ?? '',
})

/** Leaves out an opening next to another visit of the same send. */
function joined(entries: readonly Entry[]): Entry[] {
  const isVisit = ({ kind }: Entry) => kind === 'opened' || kind === 'watched'
  return entries.filter(
    (entry) =>
      entry.kind !== 'opened' ||
      !entries.some(
        (other) =>
          other !== entry &&
          isVisit(other) &&
          other.recipient_id === entry.recipient_id &&
          Math.abs(other.when.getTime() - entry.when.getTime()) < sameVisit &&
          (other.kind === 'watched' || other.when < entry.when || (+other.when === +entry.when && other.id < entry.id)),
      ),
  )
}
