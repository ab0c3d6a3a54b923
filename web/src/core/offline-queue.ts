import type { Endpoint } from '@cutaway/contract/endpoint.ts'
import { CallFailed, urlOf } from '@cutaway/contract/client.ts'
import {
  insertPartPdfViewed,
  insertPartViewed,
  insertTrackPartPdfViewed,
  insertTrackPartViewed,
  insertTrackPartViewedLoop,
  watchedSeconds,
} from '@cutaway/contract/rooms/player/tracking.ts'
import { pageToken, send } from './api.ts'
import { currentSession } from './session.ts'
import { removeLocal, setLocal, localKeys, getLocal } from './local-storage.ts'
import { uuid } from './uuid.ts'

/**
 * Delivers events to the server that must not be lost. An event stays in local storage until the server has responded,
 * across lost connections, closed pages and restarts. The server deduplicates events. Every entry has its own storage
 * key, so that tabs do not overwrite each other's entries.
 */

const calls = {
  insertPartViewed,
  insertPartPdfViewed,
  insertTrackPartViewed,
  insertTrackPartPdfViewed,
  insertTrackPartViewedLoop,
  watchedSeconds,
} satisfies Record<string, Endpoint>
type CallName = keyof typeof calls

interface Entry {
  call: CallName
  user: number
  /** Milliseconds since 1970. */
  at: number
  body: object
}

const prefix = 'untold:'
/** The server rejects older events. */
const oldest = 7 * 24 * 3600_000
/** Limits the storage used during a week offline. Later events are dropped. */
const most = 3000
const firstPause = 5_000
const longestPause = 120_000

let pause = firstPause
let timer: ReturnType<typeof setTimeout> | undefined
let telling: Promise<void> | undefined

function entryOf(key: string): Entry | null {
  try {
    return JSON.parse(getLocal(key) ?? 'null') as Entry | null
  } catch {
    return null
  }
}

/** Enqueues an event and sends it as soon as possible. Returns immediately. */
export function enqueue(call: CallName, body: object): void {
  const user = currentSession()?.user.user_id
  if (user === undefined) return
  // A framed page stores nothing in the browser: it sends its events once, also while it closes.
  if (pageToken() !== null) {
    const now: Entry = { call, user, at: Date.now(), body }
    send(calls[call] as never, { body: bodyNow(now), keepalive: true } as never).catch(() => undefined)
    return
  }
  if (localKeys(prefix).length >= most) return
  const entry: Entry = { call, user, at: Date.now(), body }
  setLocal(`${prefix}${uuid()}`, JSON.stringify(entry))
  void flush()
}

/** Sends all queued events of the signed-in user. */
export function flush(): Promise<void> {
  telling ??= tellEach().finally(() => {
    telling = undefined
  })
  return telling
}

async function tellEach(): Promise<void> {
  clearTimeout(timer)
  const told = new Set<string>()
  const left = () => untold().filter(([key]) => !told.has(key))
  // Events may have been added while the last batch was in flight.
  for (let batch = left(); batch.length > 0; batch = left())
    for (const [key, entry] of batch) {
      if (!(await isTold(entry))) return
      told.add(key)
      removeLocal(key)
    }
}

/** Returns whether the server has given a final response. Otherwise schedules a retry. */
async function isTold(entry: Entry): Promise<boolean> {
  try {
    const { http } = await send(calls[entry.call] as never, { body: bodyNow(entry) } as never)
    // The session has ended: the events wait until the same user logs in again.
    if (http === 401) return false
    if (http >= 500 || http === 429) throw new CallFailed('service_unavailable', http)
    pause = firstPause
    return true
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    timer = setTimeout(() => void flush(), pause)
    pause = Math.min(pause * 2, longestPause)
    return false
  }
}

/**
 * Sends every event without waiting, because the page may be about to close. If the page comes back, they are sent
 * again.
 */
export function flushOnExit(): void {
  for (const [, entry] of untold())
    navigator.sendBeacon(
      urlOf(calls[entry.call]),
      new Blob([JSON.stringify(bodyNow(entry))], { type: 'application/json' }),
    )
}

function untold(): [string, Entry][] {
  const user = currentSession()?.user.user_id
  const entries: [string, Entry][] = []
  for (const key of localKeys(prefix)) {
    const entry = entryOf(key)
    if (!entry || !Object.hasOwn(calls, entry.call) || Date.now() - entry.at > oldest) removeLocal(key)
    else if (entry.user === user) entries.push([key, entry])
  }
  return entries.toSorted(([, a], [, b]) => a.at - b.at)
}

/** Adds the current age of the event. */
function bodyNow({ body, at, call }: Entry): object {
  const seconds_ago = Math.max(0, Math.round((Date.now() - at) / 1000))
  if (call !== 'watchedSeconds') return { ...body, seconds_ago }
  const { watched } = body as { watched: object[] }
  return { watched: watched.map((one) => ({ ...one, seconds_ago })) }
}

addEventListener('online', () => void flush())
