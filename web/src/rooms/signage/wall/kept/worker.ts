import { type KeptFile, leavers, partOf, share } from './files.ts'

/**
 * The service worker of paired screens. It keeps the page with its scripts and texts and the files of the loop, so that a
 * screen that starts without network plays the last loop. Its scope is the page of screens alone.
 */

interface Worker extends EventTarget {
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void>; matchAll(): Promise<{ postMessage(message: unknown): void }[]> }
  registration: { scope: string }
}
interface Waits extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Fetched extends Event {
  request: Request
  respondWith(response: Promise<Response>): void
}
const worker = globalThis as unknown as Worker

/** What the page asks for: the files of the loop in the order in which they play, and the one that plays. */
export interface Wanted {
  kind: 'keep'
  files: string[]
  playing: string | null
  /** What the page itself consists of, and captions and labels: a worker that was just installed has not seen them load. */
  shell: string[]
}
export interface Told {
  kind: 'kept'
  items: number
  of: number
  bytes: number
  is_full: boolean
}

const shell = 'cutaway-wall-shell-1'
const media = 'cutaway-wall-media-1'
/** The entry of the media cache that knows the sizes and times of the others. */
const index = '/wall-kept.json'
/** Milliseconds for which a page or a text waits for the network before the kept one is taken. */
const patience = 4000

const nothing: Wanted = { kind: 'keep', files: [], playing: null, shell: [] }
let wanted = nothing
let keeping: Promise<void> | undefined
let again = false

worker.addEventListener('install', (event) => (event as Waits).waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => (event as Waits).waitUntil(worker.clients.claim()))
worker.addEventListener('message', (event) => {
  const { data } = event as MessageEvent<Wanted | { kind: 'forget' }>
  if (data.kind === 'forget') {
    wanted = nothing
    ;(event as unknown as Waits).waitUntil(caches.delete(media))
    return
  }
  wanted = data
  ;(event as unknown as Waits).waitUntil(keep())
})

worker.addEventListener('fetch', (given) => {
  const event = given as Fetched
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== new URL(worker.registration.scope).origin) return
  if (request.mode === 'navigate') event.respondWith(networkFirst(request, '/pair'))
  else if (url.pathname.startsWith('/assets/') || url.pathname.startsWith('/language-translations/'))
    event.respondWith(keptFirst(request))
  else if (url.pathname.endsWith('/labels.json')) event.respondWith(keptFirst(request))
  else if (url.pathname.endsWith('.vtt')) event.respondWith(networkFirst(request, url.pathname))
  else if (!url.pathname.startsWith('/api/')) event.respondWith(fromMedia(request, url.pathname))
})

async function keptFirst(request: Request): Promise<Response> {
  const cache = await caches.open(shell)
  const kept = await cache.match(request)
  if (kept) return kept
  const fresh = await fetch(request)
  if (fresh.ok) await store(cache, request.url, fresh.clone())
  return fresh
}

async function networkFirst(request: Request, key: string): Promise<Response> {
  const cache = await caches.open(shell)
  const kept = await cache.match(key)
  const late = kept ? new Promise<Response>((resolve) => setTimeout(() => resolve(kept), patience)) : null
  const fresh = fetch(request).then(async (response) => {
    if (response.ok) await store(cache, key, response.clone())
    // A server that is down is no better than no network.
    return response.status >= 500 && kept ? kept : response
  })
  try {
    return await (late ? Promise.race([fresh, late]) : fresh)
  } catch (error) {
    if (kept) return kept
    throw error
  }
}

/** Keeps a response; a full disk only means that it is not kept. */
async function store(cache: Cache, key: string, response: Response): Promise<void> {
  try {
    await cache.put(key, response)
  } catch (error) {
    console.info('not kept', key, error)
  }
}

async function fromMedia(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(media)
  const kept = await cache.match(path)
  if (!kept) return fetch(request)
  const type = kept.headers.get('content-type') ?? 'application/octet-stream'
  return partOf(await kept.blob(), type, request.headers.get('range'))
}

/** Loads what is missing, one file after another, and tells the page. */
function keep(): Promise<void> {
  again = true
  keeping ??= (async () => {
    while (again) {
      again = false
      // oxlint-disable-next-line no-await-in-loop -- what was asked for meanwhile comes after
      await keepNow()
    }
  })().finally(() => (keeping = undefined))
  return keeping
}

/** Loads what is missing of the page, mostly from the memory of the browser, which has just loaded it. */
async function keepShell(): Promise<void> {
  const cache = await caches.open(shell)
  for (const path of wanted.shell) {
    // oxlint-disable-next-line no-await-in-loop -- one download at a time leaves the line to the film that plays
    if (await cache.match(path)) continue
    try {
      // oxlint-disable-next-line no-await-in-loop -- see above
      const response = await fetch(path, { credentials: 'same-origin' })
      // oxlint-disable-next-line no-await-in-loop -- see above
      if (response.ok) await store(cache, path, response)
    } catch {
      // Without network; the page asks again with its next item.
      return
    }
  }
}

async function keepNow(): Promise<void> {
  await keepShell()
  const cache = await caches.open(media)
  const files = await readIndex(cache)
  const { files: list } = wanted
  let isFull = false
  for (const path of list) {
    if (again) return
    const known = files.get(path)
    if (known) {
      known.used = Date.now()
      continue
    }
    // oxlint-disable-next-line no-await-in-loop -- one download at a time leaves the line to the film that plays
    const outcome = await load(cache, files, path)
    if (outcome === 'full') isFull = true
    if (outcome === 'offline') break
    // oxlint-disable-next-line no-await-in-loop -- see above
    await tell(files, isFull)
  }
  await writeIndex(cache, files)
  await tell(files, isFull)
}

async function load(
  cache: Cache,
  files: Map<string, KeptFile>,
  path: string,
): Promise<'kept' | 'full' | 'gone' | 'offline'> {
  let response: Response
  try {
    response = await fetch(path, { credentials: 'same-origin' })
  } catch {
    return 'offline'
  }
  if (response.status !== 200) return 'gone'
  try {
    const whole = await response.blob()
    if (!(await makeRoom(cache, files, whole.size))) return 'full'
    const type = response.headers.get('content-type') ?? whole.type
    await cache.put(path, new Response(whole, { headers: { 'content-type': type } }))
    files.set(path, { bytes: whole.size, used: Date.now() })
    await writeIndex(cache, files)
    return 'kept'
  } catch (error) {
    console.info('not kept', path, error)
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'offline'
  }
}

async function makeRoom(cache: Cache, files: Map<string, KeptFile>, bytes: number): Promise<boolean> {
  const { quota = Infinity, usage = 0 } = await navigator.storage.estimate()
  const needed = usage + bytes - quota * share
  if (needed <= 0) return true
  const playing = new Set(wanted.playing === null ? [] : [wanted.playing])
  const leaving = leavers(files, { needed, wanted: new Set(wanted.files), playing })
  for (const path of leaving ?? []) {
    // oxlint-disable-next-line no-await-in-loop -- a few files
    await cache.delete(path)
    files.delete(path)
  }
  return leaving !== null
}

async function readIndex(cache: Cache): Promise<Map<string, KeptFile>> {
  const kept = await cache.match(index)
  try {
    const rows = kept ? ((await kept.json()) as [string, KeptFile][]) : []
    const present = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
    return new Map(rows.filter(([path]) => present.has(path)))
  } catch {
    return new Map()
  }
}

const writeIndex = (cache: Cache, files: ReadonlyMap<string, KeptFile>): Promise<void> =>
  store(cache, index, Response.json([...files]))

async function tell(files: ReadonlyMap<string, KeptFile>, isFull: boolean): Promise<void> {
  const items = wanted.files.filter((path) => files.has(path)).length
  const bytes = [...files.values()].reduce((sum, file) => sum + file.bytes, 0)
  const told: Told = { kind: 'kept', items, of: wanted.files.length, bytes, is_full: isFull }
  for (const client of await worker.clients.matchAll()) client.postMessage(told)
}
