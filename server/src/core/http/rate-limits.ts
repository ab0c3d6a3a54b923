import type { FastifyRateLimitOptions, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { RouteOptions } from 'fastify'
import { callbackify } from 'node:util'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Engine } from '../db/engine.ts'
import { makeBatcher } from '../concurrency/batcher.ts'

/**
 * Request counts by route and address, stored in the database so that a limit holds across all nodes. Requests that
 * arrive together are counted by one statement. A node remembers which counts are exhausted, so that a flood causes no
 * further statements.
 */

export interface Count {
  /** Requests in the current window, including this one. */
  current: number
  /** Milliseconds until the window ends. */
  ttl: number
}

export interface RateLimits {
  /** Counts one request. The window starts with its first request. */
  count(key: string, windowMilliseconds: number, max: number): Promise<Count>
  /** Returns the milliseconds until the window of a count that this node knows to be exhausted ends; else 0. */
  exhaustedFor(key: string): number
}

/** Maximum of exhausted counts that a node remembers. Beyond that it queries the database again. */
const mostExhausted = 10_000
const longestKey = 300

export function databaseRateLimits(engine: Engine, clock: Clock): RateLimits {
  interface Hit {
    key: string
    window: number
    settle: (count: Count) => void
  }
  /** The end of the window of each exhausted count, in milliseconds. */
  const exhausted = new Map<string, number>()

  const write = makeBatcher<Hit>(async (_all, hits) => {
    const now = clock.now()
    const byKey = Map.groupBy(hits, (hit) => hit.key)
    const connection = await engine.connect('request')
    try {
      const { rows } = await connection.query(
        countRequests,
        [
          [...byKey.keys()],
          [...byKey.values()].map((same) => same.length),
          [...byKey.values()].map((same) => new Date(now.getTime() + same[0]!.window).toISOString()),
          now.toISOString(),
        ],
        'count-requests',
      )
      for (const row of rows as { key: string; hits: number; ends_at: Date }[]) {
        const same = byKey.get(row.key)!
        const ttl = Math.max(0, row.ends_at.getTime() - now.getTime())
        for (const [i, { settle }] of same.entries()) settle({ current: row.hits - same.length + 1 + i, ttl })
      }
    } finally {
      connection.release()
    }
  })

  const timeLeft = (short: string) => Math.max(0, (exhausted.get(short) ?? 0) - clock.now().getTime())

  return {
    exhaustedFor: (key) => timeLeft(key.slice(0, longestKey)),
    async count(key, window, max) {
      const short = key.slice(0, longestKey)
      const now = clock.now().getTime()
      const wait = timeLeft(short)
      if (wait > 0) return { current: max + 1, ttl: wait }
      let counted: Count | undefined
      await write(0, { key: short, window, settle: (count) => (counted = count) })
      if (!counted) throw new Error('the database returned no request count')
      if (counted.current > max) {
        if (exhausted.size >= mostExhausted) exhausted.clear()
        exhausted.set(short, now + counted.ttl)
      } else exhausted.delete(short)
      return counted
    },
  }
}

/** Locks rows in the order of their keys, so that two nodes cannot deadlock. */
const countRequests = `
insert into rate_limits as r (key, hits, ends_at)
select asked.key, asked.hits, asked.ends_at from unnest($1::text[], $2::int[], $3::timestamptz[]) as asked(key, hits, ends_at)
order by asked.key
on conflict (key) do update set
  hits = case when r.ends_at <= $4::timestamptz then excluded.hits else r.hits + excluded.hits end,
  ends_at = case when r.ends_at <= $4::timestamptz then excluded.ends_at else r.ends_at end
returning key, hits, ends_at`

/** Returns the counts as a store of @fastify/rate-limit: one count for each route and address. */
export function rateLimitStore(limits: RateLimits): FastifyRateLimitStoreCtor {
  return class Store {
    readonly #route: string
    constructor(options: FastifyRateLimitOptions, route = '') {
      void options
      this.#route = route
    }
    incr(address: string, callback: Callback, window: number, max: number) {
      callbackify(limits.count)(`${this.#route} ${address}`, window, max, callback)
    }
    child(options: object) {
      // The plugin passes the route in a property that its types omit.
      const { method, url } = (options as { routeInfo: RouteOptions }).routeInfo
      return new Store(options, `${String(method)} ${url}`)
    }
  }
}
type Callback = (error: Error | null, result?: Count) => void

/** Deletes counts whose window has ended. */
export async function deleteEndedCounts({ system }: Database, now: Date): Promise<void> {
  await system.deleteFrom('rate_limits').where('ends_at', '<=', now).execute()
}
