import type { FailureReason } from '@cutaway/contract/rooms/messaging.ts'
import type { TimelineEntry } from '@cutaway/contract/rooms/sharing/receipts.ts'
import type { findConsents } from '../../consent/consent.queries.ts'
import type { findWritten } from '../customers/messages.queries.ts'
import type { findAnswers, findPdfViews, findQuestions, findResends, findSend, findVisits } from './receipts.queries.ts'
import { stateOf } from '../links/link-state.ts'

type Found<F extends (...given: never[]) => Promise<unknown>> = NonNullable<Awaited<ReturnType<F>>>

export interface Happened {
  send: Found<typeof findSend>
  visits: Found<typeof findVisits>
  answers: Found<typeof findAnswers>
  questions: Found<typeof findQuestions>
  pdfViews: Found<typeof findPdfViews>
  consents: Found<typeof findConsents>
  resends: Found<typeof findResends>
  written: Found<typeof findWritten>
}

interface Entry {
  at: Date
  kind: TimelineEntry['kind']
  percent?: number
  detail?: string
}

/** Names, amounts and reasons in the reader's language. */
export interface Words {
  /** Returns the name of a film by its part. */
  filmOf: (partId: string) => string
  moneyOf: (minor: number) => string
  /** Returns the words of a failure. */
  reasonOf: (why: FailureReason) => string
}

/** Returns all events of one recipient in order of time. */
export function timelineOf(happened: Happened, now: Date, words: Words): TimelineEntry[] {
  const { send, visits, answers, questions, pdfViews, consents, resends, written } = happened
  const entries: Entry[] = [
    ...onItsWay(send, words.reasonOf),
    ...visitsOf(visits, words.filmOf),
    ...pdfViews.map(({ at, part_id }) => ({ at, kind: 'pdf' as const, detail: words.filmOf(part_id) })),
    ...answers.flatMap((answer) => answerEntries(answer, words)),
    ...(send.taken_up_at ? [{ at: send.taken_up_at, kind: 'taken_up' as const }] : []),
    ...questions.map(({ at, contact, message }) => ({
      at,
      kind: 'asked' as const,
      detail: [contact, message].filter(Boolean).join('\n'),
    })),
    ...consents
      .filter(({ action, at }) => action === 'revoked' && at > send.created_at)
      .map(({ at }) => ({ at, kind: 'unsubscribed' as const })),
    ...resends.map(({ created_at }) => ({ at: created_at, kind: 'resent' as const })),
    ...written.map(({ at, direction, body }) => ({
      at,
      kind: direction === 'in' ? ('wrote' as const) : ('answered' as const),
      detail: body,
    })),
    ...reminderOf(send, words.reasonOf),
    ...endOf(send, now),
  ]
  return entries
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, kind, percent, detail }) => ({
      at: at.toISOString(),
      kind,
      watched_percent: percent ?? null,
      detail: detail ?? '',
    }))
}

/** Returns what was approved at which price, the customer's questions and the number to call, a line each. */
export function answerDetail(
  { answer, rows, contact }: Pick<Happened['answers'][number], 'answer' | 'rows' | 'contact'>,
  moneyOf: Words['moneyOf'],
): string {
  const lines = rows.flatMap(({ finding, price, answer: given, question }) => {
    if (given === 'approve') return [price === null ? finding : `${finding}: ${moneyOf(price)}`]
    return question === '' ? [] : [`${finding}: ${question}`]
  })
  // One question about everything is stored with each row.
  const questions = new Set(rows.filter((row) => row.answer === 'ask').map(({ question }) => question))
  const isOne = answer !== 'approve' && rows.length > 1 && questions.size === 1
  return [...(isOne ? [...questions] : lines), contact].filter(Boolean).join('\n')
}

/** An answer, and the shop's call. A row without words of the shop's own has the name of its film. */
const answerEntries = (given: Happened['answers'][number], { filmOf, moneyOf }: Words): Entry[] => [
  {
    at: given.at,
    kind: given.answer,
    detail: answerDetail(
      { ...given, rows: given.rows.map((row) => ({ ...row, finding: row.finding || filmOf(row.part_id) })) },
      moneyOf,
    ),
  },
  ...(given.handled_at ? [{ at: given.handled_at, kind: 'called' as const }] : []),
]

function onItsWay(send: Happened['send'], reasonOf: Words['reasonOf']): Entry[] {
  const { delivery, created_at, sent_at, ended_at } = send
  const detail = detailOf(send, reasonOf)
  if (send.is_suppressed) return [{ at: created_at, kind: delivery === 'undeliverable' ? delivery : 'unsubscribed' }]
  const way: Entry[] = [{ at: created_at, kind: 'queued', ...(delivery === 'waiting' ? { detail } : {}) }]
  if (sent_at) way.push({ at: sent_at, kind: 'sent' })
  if (delivery === 'unsubscribed' || delivery === 'undeliverable')
    way.push({ at: ended_at ?? created_at, kind: delivery })
  if (delivery === 'delivered' || delivery === 'failed' || delivery === 'bounced' || delivery === 'unknown')
    way.push({ at: ended_at ?? sent_at ?? created_at, kind: delivery, detail })
  return way
}

/** Returns the reminder, and its failure: it was sent later than the message that arrived. */
function reminderOf(send: Happened['send'], reasonOf: Words['reasonOf']): Entry[] {
  const { reminded_at, reminder_failed_at, reminder_why, reminder_reason } = send
  if (!reminded_at) return []
  const detail = [reasonOf(reminder_why ?? 'other'), reminder_reason].filter(Boolean).join('\n')
  return [
    { at: reminded_at, kind: 'reminded' },
    ...(reminder_failed_at ? [{ at: reminder_failed_at, kind: 'failed' as const, detail }] : []),
  ]
}

/** Returns the words of a failure, and below them what the carrier said. */
function detailOf({ why, delivery, reason }: Happened['send'], reasonOf: Words['reasonOf']): string {
  const said = delivery === 'delivered' ? '' : (reason ?? '')
  return why === null ? said : [reasonOf(why), said].filter(Boolean).join('\n')
}

/** Openings of the page within this many milliseconds are one entry: a telephone loads a page again when its browser comes back. */
const oneOpening = 60_000

/** Returns one entry for the opening of the page, and one for each film played in the visit. */
function visitsOf(visits: Happened['visits'], nameOf: (partId: string) => string): Entry[] {
  const opened = new Map<string, Date>()
  for (const { view_key, opened_at } of visits) {
    const known = opened.get(view_key)
    if (!known || opened_at < known) opened.set(view_key, opened_at)
  }
  const played = visits.filter(({ first_frame_at }) => first_frame_at !== null)
  const openings: Date[] = []
  for (const at of [...opened.values()].toSorted((a, b) => a.getTime() - b.getTime())) {
    const last = openings.at(-1)
    if (!last || at.getTime() - last.getTime() >= oneOpening) openings.push(at)
  }
  return [
    ...openings.map((at) => ({ at, kind: 'opened' as const })),
    ...played.map(({ last_at, watched_percent, part_id }) => ({
      at: last_at,
      kind: 'watched' as const,
      percent: watched_percent,
      detail: nameOf(part_id),
    })),
  ]
}

function endOf({ expires_at, revoked_at }: Happened['send'], now: Date): Entry[] {
  if (!expires_at) return []
  const state = stateOf({ expires_at, revoked_at }, now)
  if (state === 'active') return []
  return [state === 'revoked' ? { at: revoked_at ?? expires_at, kind: 'revoked' } : { at: expires_at, kind: 'expired' }]
}
