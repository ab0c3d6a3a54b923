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
import { send } from './api.ts'
import { currentSession } from './session.ts'
import { removeLocal, setLocal, localKeys, getLocal } from './local-storage.ts'

/**
 * Tells the server what must not get lost: it is kept in local storage until the server has answered, through a lost line,
 * a closed page and a restart. The server counts a thing that is told twice once. Every entry has a key of its own, so
 * that tabs do not write over each other.
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
/** The server takes no older ones. */
const oldest = 7 * 24 * 3600_000
/** A week offline fills no more of the storage than this; what would come after is not kept. */
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

/** Keeps it, and tells it as soon as that is possible. Answers at once. */
export function enqueue(call: CallName, body: object): void {
  const user = currentSession()?.user.user_id
  if (user === undefined) return
  if (localKeys(prefix).length >= most) return
  const entry: Entry = { call, user, at: Date.now(), body }
  setLocal(`${prefix}${crypto.randomUUID()}`, JSON.stringify(entry))
  void flush()
}

/** Tells everything that the signed-in person has left untold. */
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
  // More may have come while the last ones were on their way.
  for (let batch = left(); batch.length > 0; batch = left())
    for (const [key, entry] of batch) {
      if (!(await isTold(entry))) return
      told.add(key)
      removeLocal(key)
    }
}

/** Whether the server has answered for good. When it could not, another try is set. */
async function isTold(entry: Entry): Promise<boolean> {
  try {
    const { http } = await send(calls[entry.call] as never, { body: bodyNow(entry) } as never)
    // Not signed in any more: it waits for the same person to come back.
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

/** The page may be gone in a moment: everything goes on its way without waiting, and is told again when it comes back. */
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

/** With the age that it has by now. */
function bodyNow({ body, at, call }: Entry): object {
  const seconds_ago = Math.max(0, Math.round((Date.now() - at) / 1000))
  if (call !== 'watchedSeconds') return { ...body, seconds_ago }
  const { watched } = body as { watched: object[] }
  return { watched: watched.map((one) => ({ ...one, seconds_ago })) }
}

addEventListener('online', () => void flush())
