import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult as KyselyResult,
} from 'kysely'
import type { Engine, EngineConnection, Lane } from './engine.ts'
import type { Tables } from './tables.ts'

/**
 * Kysely over an engine. There are two ways to reach the data.
 *
 * `tenant(…)` is for requests. It uses the application role, row-level security, one web site and one transaction.
 *
 * `system` is the owner and sees every site. Use it only for migrations, the session check, keyed reads, jobs, the start,
 * and lists of the operator, which span web sites.
 */

export type Db = Kysely<Tables>

export interface TenantTransaction {
  /** Begins the transaction with its first query. Until then no connection is taken from the pool. */
  db: Db
  /** Commits the transaction if it began. */
  commit(): Promise<void>
  rollback(): Promise<void>
}

export interface Database {
  engine: Engine
  system: Db
  tenant(webSiteId: number, options?: { readOnly?: boolean; lane?: Lane }): TenantTransaction
  /** Runs work in one tenant transaction. Commits when the work resolves, rolls back when it throws. */
  inTenant<T>(webSiteId: number, work: (db: Db) => Promise<T>, options?: { lane?: Lane }): Promise<T>
  close(): Promise<void>
}

/** The role that requests run as. It owns no objects and cannot bypass row-level security. */
export const applicationRole = 'cutaway_app'

export function makeDatabase(engine: Engine, options: { statementTimeoutSeconds: number }): Database {
  const system = kysely(new SystemDriver(engine))
  const timeout =
    engine.kind === 'server'
      ? `set local statement_timeout = ${Math.round(options.statementTimeoutSeconds * 1000)};`
      : ''

  const setSite = (webSiteId: number) => {
    if (!Number.isSafeInteger(webSiteId) || webSiteId < 0) throw new Error(`invalid web site id: ${webSiteId}`)
    return `set local app.web_site_id = '${webSiteId}'`
  }
  const beginAs = (webSiteId: number, readOnly: boolean) =>
    `begin${readOnly ? ' read only' : ''}; set local role ${applicationRole}; ${setSite(webSiteId)}; ${timeout}`

  const tenant: Database['tenant'] = (webSiteId, { readOnly = false, lane = 'request' } = {}) => {
    const begin = beginAs(webSiteId, readOnly)
    const driver = new LazyTransactionDriver(engine, { begin, readOnly, lane })
    return { db: kysely(driver), commit: () => driver.end('commit'), rollback: () => driver.end('rollback') }
  }

  return {
    engine,
    system,
    tenant,
    async inTenant(webSiteId, work, more) {
      const transaction = tenant(webSiteId, more)
      try {
        const result = await work(transaction.db)
        await transaction.commit()
        return result
      } catch (error) {
        await transaction.rollback()
        throw error
      }
    },
    async close() {
      await engine.close()
    },
  }
}

function kysely(driver: Driver): Db {
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  return new Kysely<Tables>({ dialect })
}

/** A Kysely connection on an engine's connection. `begun` is the start of its transaction, which may be pending. */
class Connection implements DatabaseConnection {
  readonly raw: EngineConnection
  readonly begun: Promise<void> | undefined
  constructor(raw: EngineConnection, begun?: Promise<void>) {
    this.raw = raw
    this.begun = begun
  }
  async executeQuery<R>(query: CompiledQuery): Promise<KyselyResult<R>> {
    const [result] = await Promise.all([this.raw.query(query.sql, query.parameters), this.begun])
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.affected) }
  }
  // oxlint-disable-next-line require-yield -- part of Kysely's interface; nothing here streams
  async *streamQuery<R>(): AsyncIterableIterator<KyselyResult<R>> {
    throw new Error('streaming is not supported: read in pages')
  }
}

/** One pooled connection per query or explicit transaction. */
class SystemDriver implements Driver {
  readonly engine: Engine
  constructor(engine: Engine) {
    this.engine = engine
  }
  async init() {}
  async acquireConnection() {
    return new Connection(await this.engine.connect('background'))
  }
  async beginTransaction(c: DatabaseConnection) {
    await (c as Connection).raw.script('begin')
  }
  async commitTransaction(c: DatabaseConnection) {
    await (c as Connection).raw.script('commit')
  }
  async rollbackTransaction(c: DatabaseConnection) {
    await (c as Connection).raw.script('rollback')
  }
  async releaseConnection(c: DatabaseConnection) {
    ;(c as Connection).raw.release()
  }
  async destroy() {}
}

/** Uses one connection for every query of a request, inside a transaction that begins with the first query. */
class LazyTransactionDriver implements Driver {
  readonly #engine: Engine
  readonly #how: { begin: string; readOnly: boolean; lane: Lane }
  #opening: Promise<Connection> | undefined
  #ended = false
  constructor(engine: Engine, how: { begin: string; readOnly: boolean; lane: Lane }) {
    this.#engine = engine
    this.#how = how
  }

  async init() {}
  acquireConnection(): Promise<DatabaseConnection> {
    if (this.#ended) return Promise.reject(new Error('the transaction of this request has ended'))
    this.#opening ??= this.#open()
    return this.#opening
  }
  async #open() {
    const raw = await this.#engine.connect(this.#how.lane)
    const begun = raw.script(this.#how.begin)
    if (raw.pipelined) {
      // Sends the first query in the same round trip. If one of these statements fails, the server refuses all that
      // follow in the transaction, so no query ever runs without the role.
      begun.catch(() => undefined)
      return new Connection(raw, begun)
    }
    try {
      await begun
    } catch (error) {
      raw.release(true)
      throw error
    }
    return new Connection(raw)
  }
  async end(how: 'commit' | 'rollback') {
    this.#ended = true
    if (!this.#opening) return
    let connection: Connection
    try {
      connection = await this.#opening
    } catch {
      return // It never began: the caller that started it has the error.
    }
    const { raw } = connection
    const ended = raw.script(how).then(
      () => raw.release(),
      (error: unknown) => {
        raw.release(true)
        throw error
      },
    )
    // A read-only transaction has nothing to lose at its end, so the request does not wait for the commit.
    if (this.#how.readOnly) ended.catch(() => undefined)
    else if (how === 'commit') await ended
    else await ended.catch(() => undefined)
  }
  // A transaction inside the request's transaction is a savepoint, so that a part can fail alone.
  async beginTransaction(c: DatabaseConnection) {
    await (c as Connection).raw.script('savepoint part')
  }
  async commitTransaction(c: DatabaseConnection) {
    await (c as Connection).raw.script('release savepoint part')
  }
  async rollbackTransaction(c: DatabaseConnection) {
    await (c as Connection).raw.script('rollback to savepoint part')
  }
  async releaseConnection() {}
  async destroy() {}
}
