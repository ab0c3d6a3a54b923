/**
 * The interface of a database engine: lends one connection at a time and runs SQL on it. There are two engines, a
 * PostgreSQL server (engine.server.ts) and the embedded one (engine.embedded.ts). All code above them is the same.
 */

export interface QueryResult {
  rows: Record<string, unknown>[]
  affected: number
}

export interface EngineConnection {
  /** Statements are sent without waiting for the previous ones, and run one after another. */
  readonly pipelined: boolean
  /** Runs one statement with $1-style parameters. A `name` lets a server cache the plan. */
  query(sql: string, parameters?: readonly unknown[], name?: string): Promise<QueryResult>
  /** Runs several statements without parameters. */
  script(sql: string): Promise<void>
  /** Returns the connection to the pool. A broken one is discarded. */
  release(broken?: boolean): void
}

/** Subscribes to a channel of notices (`NOTIFY`). */
export interface NoticeSubscriber {
  /** Called for each notice, after the transaction that sent it was committed. */
  notice(payload: string): void
  /** Called when the channel works again after an interruption: any notice may have been lost meanwhile. */
  lost(): void
}

/** Requests take precedence over background work. Neither waits for ever. */
export type Lane = 'request' | 'background'

export interface Engine {
  readonly kind: 'server' | 'embedded'
  /** Returns a connection. Throws DatabaseGone if none is free within a few seconds. */
  connect(lane: Lane): Promise<EngineConnection>
  /** Returns how many callers wait for a connection. */
  waiting(): number
  /** Subscribes to a channel. Resolves once notices arrive, with a function that ends the subscription. */
  listen(channel: string, subscriber: NoticeSubscriber): Promise<() => void>
  close(): Promise<void>
}
