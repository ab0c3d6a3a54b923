import pg from 'pg'
import { serverListener } from './server-listener.ts'
import type { Engine, EngineConnection, Lane } from './engine.ts'
import { DatabaseGone } from '../http/errors.ts'
import type { Log } from '../observability/log.ts'

/** The engine for a PostgreSQL 15+ server, configured by DATABASE_URL. */

// int8 values fit a JavaScript number in everything we count. Dates stay text so that no time zone affects them.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

const connectTimeout = 5_000

/** Returns whether an error code says that the connection failed, not the statement. */
export function isConnectionFailure(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return (
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|57P0[123]|08\w{3}|53300)$/.test(code ?? '') ||
    /terminated|timeout exceeded when trying to connect|Connection ended|not queryable|Query read timeout/i.test(
      message ?? '',
    )
  )
}

/**
 * Makes the engine. Background work has a pool of its own, so that long reports and jobs never hold the last connection
 * of requests.
 */
export function serverEngine(options: {
  url: string
  poolSize: number
  log: Log
  /**
   * Seconds after which a request's query counts as lost, if the connection is silent. Must exceed the server's own
   * limit.
   */
  silenceSeconds?: number
}): Engine {
  const pool = (max: number, silenceSeconds = 0) => {
    const made = new pg.Pool({
      pipeline: true,
      connectionString: options.url,
      max,
      connectionTimeoutMillis: connectTimeout,
      keepAlive: true,
      query_timeout: silenceSeconds * 1000,
      application_name: 'cutaway',
    })
    made.on('error', (error) => options.log.warn({ err: error }, 'an idle database connection broke'))
    // A connection that breaks while in use fails its query and also emits an event. Without a listener that event ends
    // the process.
    made.on('connect', (client) => client.on('error', () => undefined))
    return made
  }
  const pools: Record<Lane, pg.Pool> = {
    request: pool(options.poolSize, options.silenceSeconds),
    background: pool(Math.max(2, Math.ceil(options.poolSize / 4))),
  }
  const listener = serverListener(options)
  return {
    kind: 'server',
    listen: (channel, subscriber) => listener.listen(channel, subscriber),
    async connect(lane) {
      try {
        return wrap(await pools[lane].connect())
      } catch (error) {
        throw new DatabaseGone(error)
      }
    },
    waiting: () => pools.request.waitingCount + pools.background.waitingCount,
    async close() {
      await Promise.all([listener.close(), pools.request.end(), pools.background.end()])
    },
  }
}

function wrap(client: pg.PoolClient): EngineConnection {
  let broken = false
  const guard = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (!isConnectionFailure(error)) throw error
      broken = true
      throw new DatabaseGone(error)
    }
  }
  return {
    pipelined: true,
    async query(text, parameters, name) {
      const result = await guard(client.query({ text, values: parameters as unknown[], ...(name ? { name } : {}) }))
      return { rows: result.rows as Record<string, unknown>[], affected: result.rowCount ?? 0 }
    },
    async script(sql) {
      await guard(client.query(sql))
    },
    release: (unusable) => client.release(broken || unusable === true),
  }
}
