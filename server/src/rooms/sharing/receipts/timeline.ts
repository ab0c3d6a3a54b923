import type { TimelineEntry } from '@cutaway/contract/rooms/sharing/receipts.ts'
import type { findConsents } from '../../consent/consent.queries.ts'
import type { findWritten } from '../customers/messages.queries.ts'
import type { findAnswers, findQuestions, findResends, findSend, findVisits } from './receipts.queries.ts'
import { stateOf } from '../links/link-state.ts'

type Found<F extends (...given: never[]) => Promise<unknown>> = NonNullable<Awaited<ReturnType<F>>>

export interface Happened {
  send: Found<typeof findSend>
  visits: Found<typeof findVisits>
  answers: Found<typeof findAnswers>
  questions: Found<typeof findQuestions>
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

/** Returns all events of one recipient in order of time. `nameOf` returns the name of a film by its part. */
export function timelineOf(happened: Happened, now: Date, nameOf: (partId: string) => string): TimelineEntry[] {
  const { send, visits, answers, questions, consents, resends, written } = happened
  const entries: Entry[] = [
    ...onItsWay(send),
    ...visitsOf(visits, nameOf),
    ...answers.map(({ at, answer }) => ({ at, kind: answer })),
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
    ...(send.reminded_at ? [{ at: send.reminded_at, kind: 'reminded' as const }] : []),
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

function onItsWay({ delivery, created_at, sent_at, ended_at, reason }: Happened['send']): Entry[] {
  if (delivery === 'unsubscribed') return [{ at: created_at, kind: 'unsubscribed' }]
  const way: Entry[] = [{ at: created_at, kind: 'queued' }]
  if (sent_at) way.push({ at: sent_at, kind: 'sent' })
  if (delivery === 'delivered' || delivery === 'failed' || delivery === 'bounced' || delivery === 'unknown')
    way.push({ at: ended_at ?? sent_at ?? created_at, kind: delivery, detail: reason ?? '' })
  return way
}

/** Returns one entry for the opening of the page, and one for each film played in the visit. */
function visitsOf(visits: Happened['visits'], nameOf: (partId: string) => string): Entry[] {
  const opened = new Map<string, Date>()
  for (const { view_key, opened_at } of visits) {
    const known = opened.get(view_key)
    if (!known || opened_at < known) opened.set(view_key, opened_at)
  }
  const played = visits.filter(({ first_frame_at }) => first_frame_at !== null)
  return [
    ...[...opened.values()].map((at) => ({ at, kind: 'opened' as const })),
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
