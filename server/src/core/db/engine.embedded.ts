import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { Engine, EngineConnection, Lane, NoticeSubscriber, QueryResult } from './engine.ts'
import { DatabaseGone } from '../http/errors.ts'

/**
 * The embedded PostgreSQL (PGlite) in a thread of its own, so that a long query does not block the event loop. It has
 * one connection. Requests queue for it and take precedence over background work, but no more than `fairShare` in a
 * row.
 */

const fairShare = 8
const waitLimit = 30_000
/** Milliseconds before a crashed thread is restarted. */
const restartAfter = 500

/** PostgreSQL itself, compiled once for all threads of this process, whether sequential or (in tests) concurrent. */
let compiled: Promise<WebAssembly.Module> | undefined
const compile = () =>
  readFile(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))).then((bytes) =>
    WebAssembly.compile(bytes),
  )

/** The parameters that the thread is started with. */
export interface WorkerStart {
  folder?: string
  image?: string
  wasm: WebAssembly.Module
}

export type WorkerAsk = { id: number } & (
  | { do: 'query'; sql: string; parameters: readonly unknown[] }
  | { do: 'script'; sql: string }
  | { do: 'listen'; channel: string }
  | { do: 'image' }
  | { do: 'close' }
)
type WithoutId<A> = A extends unknown ? Omit<A, 'id'> : never

export type WorkerMessage =
  | { ready: true }
  | { channel: string; notice: string }
  | { id: number; image: Blob }
  | { id: number; rows: Record<string, unknown>[]; affected: number }
  | { id: number; error: { message: string; code?: string; detail?: string; constraint?: string } }

/** A failed statement, with the error code of PostgreSQL. */
export class EmbeddedQueryError extends Error {
  readonly code: string | undefined
  readonly constraint: string | undefined
  constructor(e: { message: string; code?: string; constraint?: string }) {
    super(e.message)
    this.name = 'EmbeddedQueryError'
    this.code = e.code
    this.constraint = e.constraint
  }
}

export interface EmbeddedEngine extends Engine {
  /** Returns a dump of the data folder, for `image`. No transaction may be open. */
  image(): Promise<Blob>
  /** Ends the thread like a crash (tests). */
  crash(): Promise<void>
}

/**
 * Megabytes for young objects of the thread: its rows are short-lived. Without a limit the runtime lets this space grow
 * with the number of queries, up to 128 MB.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 24 }

/** Starts the engine on a folder, or in memory. `image` is the path of a data folder's dump to start from (tests). */
export async function embeddedEngine(options: { folder?: string; image?: string }): Promise<EmbeddedEngine> {
  const pending = new Map<number, { resolve: (r: QueryResult | Blob) => void; reject: (e: Error) => void }>()
  const waiting: Record<Lane, { take: () => void; refuse: (e: Error) => void }[]> = { request: [], background: [] }
  const channels = new Map<string, { subscribers: Set<NoticeSubscriber>; started: Promise<void> }>()
  let worker: Worker | undefined
  /** Counts the starts of the thread. Connections of an earlier thread are invalid. */
  let life = 0
  let nextId = 1
  let busy = false
  let requestsInARow = 0
  let closed = false
  let gone: Error | undefined

  function failAll(error: Error) {
    life += 1
    busy = false
    gone = new DatabaseGone(error)
    for (const p of pending.values()) p.reject(gone)
    pending.clear()
    for (const lane of Object.values(waiting)) for (const w of lane.splice(0)) w.refuse(gone)
  }

  /** Starts the thread. If the thread ends unexpectedly later and its data survives, it is restarted. */
  const startThread = async () => {
    const wasm = await (compiled ??= compile())
    return new Promise<void>((resolve, reject) => {
      const workerData: WorkerStart = { ...options, wasm }
      const started = new Worker(new URL('./engine.worker.ts', import.meta.url), { workerData, resourceLimits })
      let failure: Error | undefined
      started.on('message', (m: WorkerMessage) => {
        if ('ready' in m) {
          worker = started
          gone = undefined
          return resolve()
        }
        if ('notice' in m) {
          for (const { notice } of channels.get(m.channel)?.subscribers ?? []) notice(m.notice)
          return
        }
        const p = pending.get(m.id)
        pending.delete(m.id)
        if ('error' in m) p?.reject(new EmbeddedQueryError(m.error))
        else if ('image' in m) p?.resolve(m.image)
        else p?.resolve({ rows: m.rows, affected: m.affected })
      })
      started.on('error', (error) => {
        failure = error instanceof Error ? error : new Error(String(error))
      })
      started.on('exit', () => {
        const reason = failure ?? new Error('the embedded database has stopped')
        reject(reason)
        if (closed) return
        const wasRunning = worker !== undefined
        failAll(reason)
        if (wasRunning && options.folder)
          setTimeout(() => {
            startThread()
              .then(listenAgain)
              .catch(() => undefined)
          }, restartAfter).unref()
      })
    })
  }
  await startThread()

  const ask = <R extends QueryResult | Blob = QueryResult>(message: WithoutId<WorkerAsk>, of: number = life) =>
    new Promise<R>((resolve, reject) => {
      if (gone || !worker || of !== life) return reject(gone ?? new DatabaseGone())
      const id = nextId++
      pending.set(id, { resolve: resolve as (r: QueryResult | Blob) => void, reject })
      worker.postMessage({ ...message, id })
    })

  function next() {
    const lane =
      waiting.background.length > 0 && (requestsInARow >= fairShare || waiting.request.length === 0)
        ? 'background'
        : 'request'
    const taker = waiting[lane].shift()
    busy = taker !== undefined
    requestsInARow = lane === 'request' ? requestsInARow + 1 : 0
    taker?.take()
  }

  function connection(): EngineConnection {
    const mine = life
    let released = false
    return {
      pipelined: false,
      query: (sql, parameters) => ask({ do: 'query', sql, parameters: parameters ?? [] }, mine),
      script: async (sql) => {
        await ask({ do: 'script', sql }, mine)
      },
      release() {
        if (released || mine !== life) return
        released = true
        next()
      },
    }
  }

  /** Sends LISTEN between two transactions: inside one that is rolled back, it would be undone. */
  async function startListening(channel: string) {
    const turn = await connect('background')
    try {
      await ask({ do: 'listen', channel })
    } finally {
      turn.release()
    }
  }

  /** Sends LISTEN again: a new thread does not know the former channels, and notices may have been lost in between. */
  async function listenAgain() {
    for (const [channel, { subscribers }] of channels) {
      await startListening(channel)
      for (const { lost } of subscribers) lost()
    }
  }

  function connect(lane: Lane): Promise<EngineConnection> {
    if (gone) return Promise.reject(gone)
    if (!busy) {
      busy = true
      requestsInARow = lane === 'request' ? requestsInARow + 1 : 0
      return Promise.resolve(connection())
    }
    return new Promise((resolve, reject) => {
      const entry = {
        take: () => {
          clearTimeout(timer)
          resolve(connection())
        },
        refuse: (e: Error) => {
          clearTimeout(timer)
          reject(e)
        },
      }
      const timer = setTimeout(() => {
        waiting[lane].splice(waiting[lane].indexOf(entry), 1)
        reject(new DatabaseGone(new Error('no free connection in time')))
      }, waitLimit)
      waiting[lane].push(entry)
    })
  }

  return {
    kind: 'embedded',
    connect,
    async listen(channel, subscriber) {
      const known = channels.get(channel) ?? { subscribers: new Set(), started: startListening(channel) }
      channels.set(channel, known)
      known.subscribers.add(subscriber)
      await known.started
      return () => void known.subscribers.delete(subscriber)
    },
    waiting: () => waiting.request.length + waiting.background.length,
    image: () => ask<Blob>({ do: 'image' }),
    async crash() {
      await worker?.terminate()
    },
    async close() {
      if (closed) return
      closed = true
      if (!gone) await ask({ do: 'close' })
      failAll(new Error('the embedded database is closed'))
      await worker?.terminate()
    },
  }
}
