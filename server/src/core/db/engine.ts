/**
 * What a database must be able to do for us: hand out one connection at a time and run SQL on it. Two exist, a
 * PostgreSQL server (engine.server.ts) and the embedded one (engine.embedded.ts); everything above is the same code.
 */

export interface QueryResult {
  rows: Record<string, unknown>[]
  affected: number
}

export interface EngineConnection {
  /** Statements are sent without waiting for those before them, and run one after another. */
  readonly pipelined: boolean
  /** One statement with $1-style parameters. A `name` lets a server keep the plan. */
  query(sql: string, parameters?: readonly unknown[], name?: string): Promise<QueryResult>
  /** Several statements without parameters. */
  script(sql: string): Promise<void>
  /** Gives the connection back; a broken one is thrown away. */
  release(broken?: boolean): void
}

/** Follows a channel of notices (`NOTIFY`). */
export interface NoticeSubscriber {
  /** Called for each notice, after the transaction that sent it was committed. */
  notice(payload: string): void
  /** Called when the channel works again after a break: any notice may have been lost meanwhile. */
  lost(): void
}

/** Requests of people come before background work; neither waits for ever. */
export type Lane = 'request' | 'background'

export interface Engine {
  readonly kind: 'server' | 'embedded'
  /** Throws DatabaseGone when there is none within a few seconds. */
  connect(lane: Lane): Promise<EngineConnection>
  /** How many wait for a connection at this moment. */
  waiting(): number
  /** Subscribes to a channel. Resolves once notices arrive, with the end of the subscription. */
  listen(channel: string, subscriber: NoticeSubscriber): Promise<() => void>
  close(): Promise<void>
}
