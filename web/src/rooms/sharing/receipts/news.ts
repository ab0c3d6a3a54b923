import type { ShareNews } from '@cutaway/contract/rooms/sharing/receipts.ts'

/**
 * Decides which news is reported, each item once, whichever tab polled for it. The state stored on the device has no
 * customer data: ids, times and shares only. Pure.
 */

type Item = ShareNews['news'][number]

/** A film of a link that a customer is watching, or has watched. */
interface Visit {
  /** Time of the last known report. */
  at: string
  percent: number
  /** Reported as started, but not yet as finished. */
  open: boolean
  /** The share that was reported at the end; -1 before. */
  told: number
}

export interface Memory {
  user: number
  /** Start time of the next poll; null before the first response. */
  since: string | null
  visits: Record<string, Visit>
  /** Keys of answers that were reported. */
  answers: string[]
}

export interface Notice {
  kind: 'watching' | Item['kind']
  item: Item
}

/** A visit without a report for this long is over. */
const quietAfter = 15_000
/** A customer who returns within this time continues the same visit. */
const sameVisitFor = 30 * 60_000
const forgetAfter = 24 * 3_600_000
const mostAnswers = 200

export const nothingTold = (user: number): Memory => ({ user, since: null, visits: {}, answers: [] })

/** Returns the stored state, if it is valid and this user's. */
export function memoryOf(text: string | null, user: number): Memory {
  try {
    const kept = JSON.parse(text ?? '') as Memory
    const isWhole =
      kept.user === user &&
      (kept.since === null || !Number.isNaN(Date.parse(kept.since))) &&
      typeof kept.visits === 'object' &&
      Array.isArray(kept.answers)
    return isWhole ? kept : nothingTold(user)
  } catch {
    return nothingTold(user)
  }
}

/** Unfinished visits are polled again, so that their details are available when they end. */
export function askSince({ since, visits }: Memory): string | undefined {
  if (since === null) return undefined
  const open = Object.values(visits).filter((visit) => visit.open)
  const from = open.map(({ at }) => time(at) - 1)
  return new Date(Math.min(time(since), ...from)).toISOString()
}

/** Returns the notices after a response, oldest first, and the new state. */
export function digest(memory: Memory, { now, news }: ShareNews): { memory: Memory; notices: Notice[] } {
  const at = time(now)
  const visits = Object.fromEntries(Object.entries(memory.visits).filter(([, v]) => at - time(v.at) < forgetAfter))
  const answers = [...memory.answers]
  const notices: Notice[] = []
  for (const item of news.toSorted((a, b) => time(a.at) - time(b.at))) {
    const key = `${item.link_id} ${item.part_name}`
    if (item.kind === 'watched') {
      const before = visits[key]
      visits[key] = watched(before, item)
      if (visits[key].open && !before?.open && isNew(before, item) && at - time(item.at) < quietAfter)
        notices.push({ kind: 'watching', item })
      if (visits[key].open && at - time(item.at) >= quietAfter) {
        if (item.watched_percent > visits[key].told || isNew(before, item)) notices.push({ kind: 'watched', item })
        visits[key] = { ...visits[key], open: false, told: Math.max(visits[key].told, item.watched_percent) }
      }
      continue
    }
    const answer = `${item.link_id} ${item.kind} ${item.at}`
    if (answers.includes(answer)) continue
    answers.push(answer)
    notices.push({ kind: item.kind, item })
  }
  return { memory: { user: memory.user, since: now, visits, answers: answers.slice(-mostAnswers) }, notices }
}

const time = (when: string) => Date.parse(when)

const isNew = (before: Visit | undefined, item: Item) =>
  before === undefined || time(item.at) - time(before.at) > sameVisitFor

/** Returns the state of a film after a report; a known report changes nothing. */
function watched(before: Visit | undefined, item: Item): Visit {
  const { at, watched_percent: percent } = item
  if (before && time(at) <= time(before.at)) return before
  const told = before && !isNew(before, item) ? before.told : -1
  return { at, percent, open: true, told }
}
