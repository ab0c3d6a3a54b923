import { randomUUID } from 'node:crypto'
import { PgBoss, type QueueOptions } from 'pg-boss'
import { z } from 'zod'
import { applicationRole, type Db } from '../db/database.ts'
import type { Engine } from '../db/engine.ts'
import { throughEngine, throughTransaction } from './jobs.sql.ts'
import type { Log } from '../observability/log.ts'

/**
 * Background jobs: work that happens after the response, stored in the database until it is done. A job is committed
 * with the change that caused it and runs at least once. After a crash it runs again, so a handler first checks whether
 * its work is already done.
 */

export interface JobOptions<D extends object> {
  /** The schema of the job's data: plain JSON, no transforms. Checked when the job is added and again when it runs. */
  data?: z.ZodType<D>
  /** How many jobs run at once on this node. Default: 1. */
  concurrency?: number
  /** How often a failed job is retried. Default: 3. */
  retries?: number
  /** Seconds before the first retry. Default: 5. Each further wait is about twice as long. */
  retryDelay?: number
  /** The longest wait between retries in seconds. Default: one hour. */
  retryDelayMax?: number
  /** Seconds after which an attempt counts as failed. Default: 300. */
  timeout?: number
}

/** Describes the current attempt at a job. */
export interface Attempt {
  /** Starts at 1. */
  number: number
  /** Whether there is no retry if this attempt fails. */
  last: boolean
  /** Aborts when the job's time is over, or when the node stops and no longer waits for the job. */
  signal: AbortSignal
}

export interface EnqueueOptions {
  /** If a job with this name and key is waiting, no other one is added. A running job does not count. */
  singletonKey?: string
  /** Runs the job no earlier than this time, or this many seconds from now. */
  startAfter?: Date | number
}

export interface Jobs {
  /** Registers a job handler ('mail.deliver'). Call before `start`; throw to retry. */
  define<D extends object>(
    name: string,
    options: JobOptions<D>,
    handler: (data: D, attempt: Attempt) => Promise<void>,
  ): void
  /**
   * Adds a job inside the transaction of `db`: the job exists only if that transaction commits. Throws for data that
   * does not match the schema, for an undefined name, and before `start`.
   */
  enqueue(db: Db, name: string, data: object, options?: EnqueueOptions): Promise<void>
  /**
   * Runs `handler` every so many seconds, or by a cron expression in UTC, once in the whole installation. Call before
   * `start`.
   */
  every(name: string, when: number | string, handler: (attempt: Attempt) => Promise<void>): void
  /** Prepares the tables of the queue and starts the workers. */
  start(): Promise<void>
  /**
   * Takes no more jobs and waits up to `seconds` (default: 10) for running ones. Jobs that are still running then are
   * retried later.
   */
  stop(seconds?: number): Promise<void>
}

interface Definition {
  options: Omit<JobOptions<object>, 'data'>
  /** Throws if the data does not match the schema. */
  check: (data: unknown) => void
  run: (data: unknown, attempt: Attempt) => Promise<void>
  /** For a periodic job: seconds or a cron expression. */
  when?: number | string
}

const schema = 'pgboss'
/** Seconds without a heartbeat after which a job of a crashed node goes to another node. */
const heartbeat = 30

/** Makes the job queue of a database. `pollSeconds` is how often a worker polls for jobs when it is not woken. */
export function makeJobs(engine: Engine, log: Log, { pollSeconds = engine.kind === 'server' ? 2 : 5 } = {}): Jobs {
  const definitions = new Map<string, Definition>()
  const wakers = new Map<string, () => void>()
  const timers: NodeJS.Timeout[] = []
  const complain = rarely(30_000, (error: unknown) => log.error({ err: error }, 'the job queue has a problem'))
  let boss: PgBoss | undefined

  const add = (name: string, definition: Definition) => {
    if (boss) throw new Error(`job ${name}: define it before the jobs start`)
    if (definitions.has(name)) throw new Error(`job ${name} is defined twice`)
    definitions.set(name, definition)
  }

  async function perform(name: string, { run }: Definition, data: unknown, attempt: Attempt) {
    try {
      await run(data, attempt)
    } catch (error) {
      const line = { job: name, attempt: attempt.number, err: error }
      if (attempt.last) log.error(line, 'a job failed for good')
      else log.warn(line, 'a job failed and will be tried again')
      throw error
    }
  }

  /** Each worker runs one job after another without a pause, and polls again after `pollSeconds` when there is none. */
  async function work(running: PgBoss, name: string, definition: Definition) {
    const workers: string[] = []
    const options = { batchSize: 1, includeMetadata: true as const, pollingIntervalSeconds: pollSeconds }
    for (let n = 0; n < (definition.options.concurrency ?? 1); n += 1) {
      const id = await running.work<object, void, typeof options>(name, options, async ([job]) => {
        if (!job) return
        running.notifyWorker(id)
        const attempt = { number: job.retryCount + 1, last: job.retryCount >= job.retryLimit, signal: job.signal }
        await perform(name, definition, job.data, attempt)
      })
      workers.push(id)
    }
    wakers.set(name, () => workers.forEach((id) => running.notifyWorker(id)))
  }

  /**
   * The commit may come after the first wake-up. The second one and polling find the jobs that the first one missed.
   */
  const wake = (name: string) => {
    for (const wait of engine.kind === 'server' ? [30, 300] : [5, 250])
      setTimeout(() => wakers.get(name)?.(), wait).unref()
  }

  const repeat = (running: PgBoss, name: string, seconds: number) => {
    // One job for each time slot: nodes that request the same slot get one job between them.
    const ask = async () => {
      try {
        await running.send(name, {}, { singletonKey: 'every', singletonSeconds: seconds })
        wakers.get(name)?.()
      } catch (error) {
        complain(error)
      }
    }
    timers.push(setInterval(() => void ask(), seconds * 1000).unref())
    void ask()
  }

  return {
    define<D extends object>(
      name: string,
      options: JobOptions<D>,
      handler: (data: D, attempt: Attempt) => Promise<void>,
    ) {
      const shape = options.data ?? z.custom<D>()
      add(name, {
        options,
        check: (data) => void shape.parse(data),
        run: (data, attempt) => handler(shape.parse(data), attempt),
      })
    },
    every: (name, when, handler) =>
      add(name, { options: { retries: 0 }, check: () => undefined, when, run: (_, attempt) => handler(attempt) }),

    async enqueue(db, name, data, { singletonKey = randomUUID(), startAfter } = {}) {
      // For an unknown name pg-boss would query on a second connection, which the embedded database does not have.
      const definition = definitions.get(name)
      if (!definition) throw new Error(`job ${name} is not defined`)
      definition.check(data)
      if (!boss) throw new Error(`job ${name}: the jobs have not been started`)
      await boss.send(name, data, {
        singletonKey,
        ...(startAfter === undefined ? {} : { startAfter }),
        db: throughTransaction(db),
      })
      if (startAfter === undefined) wake(name)
    },

    async start() {
      if (boss) throw new Error('the jobs have been started already')
      const crons = [...definitions].filter(([, d]) => typeof d.when === 'string')
      const starting = new PgBoss({ schema, db: throughEngine(engine), schedule: crons.length > 0, ...tuning(engine) })
      starting.on('error', complain)
      starting.on('warning', (warning) => log.warn({ warning }, 'the job queue warns'))
      try {
        await starting.start()
        await letApplicationEnqueue(engine)
        await prepareQueues(starting, definitions)
        // The folder of the embedded database is locked, so any process that ran a job there is dead.
        if (engine.kind === 'embedded') await takeBackOrphans(engine)
        if (crons.length > 0) await prepareSchedules(starting, crons)
        boss = starting
        for (const [name, definition] of definitions) await work(starting, name, definition)
      } catch (error) {
        boss = undefined
        await starting.stop({ graceful: false })
        throw error
      }
      for (const [name, { when }] of definitions) if (typeof when === 'number') repeat(starting, name, when)
    },

    async stop(seconds = 10) {
      for (const timer of timers.splice(0)) clearInterval(timer)
      wakers.clear()
      const stopping = boss
      boss = undefined
      await stopping?.stop({ graceful: true, timeout: seconds * 1000 })
    },
  }
}

/** The single embedded connection serves requests first, so pg-boss runs its periodic work less often there. */
function tuning(engine: Engine) {
  // Workflows of pg-boss (jobs that wait for jobs) are not used.
  const common = { flowIntervalSeconds: 86_400, maintenanceIntervalSeconds: 3600 }
  return engine.kind === 'server'
    ? {
        ...common,
        backend: 'postgres' as const,
        superviseIntervalSeconds: heartbeat,
        monitorIntervalSeconds: heartbeat,
      }
    : {
        ...common,
        backend: 'pglite' as const,
        superviseIntervalSeconds: 120,
        monitorIntervalSeconds: 120,
        cronWorkerIntervalSeconds: 20,
        bamIntervalSeconds: 3600,
        reindex: false,
        monitorVacuum: false,
      }
}

/** Grants the minimum that adding a job needs: requests can add jobs but cannot read those of other web sites. */
async function letApplicationEnqueue(engine: Engine) {
  const connection = await engine.connect('background')
  try {
    // The lock keeps nodes that start together from writing the same catalogue row.
    await connection.script(`
      begin;
      select pg_advisory_xact_lock(hashtext('cutaway job grants'));
      grant usage on schema ${schema} to ${applicationRole};
      grant select on ${schema}.queue to ${applicationRole};
      grant insert, select (id) on ${schema}.job, ${schema}.job_common to ${applicationRole};
      grant execute on function ${schema}.job_now() to ${applicationRole};
      commit`)
    connection.release()
  } catch (error) {
    connection.release(true)
    throw error
  }
}

/** Creates the queues that are missing, and updates those whose options are different: usually neither, after the first start. */
async function prepareQueues(boss: PgBoss, definitions: Map<string, Definition>) {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const [name, { options, when }] of definitions) {
    const queue: QueueOptions = {
      retryLimit: options.retries ?? 3,
      retryDelay: options.retryDelay ?? 5,
      retryBackoff: options.retryDelay !== 0,
      ...(options.retryDelay === 0 ? {} : { retryDelayMax: options.retryDelayMax ?? 3600 }),
      expireInSeconds: options.timeout ?? 300,
      heartbeatSeconds: heartbeat,
      deleteAfterSeconds: when === undefined ? 7 * 86_400 : 3600,
    }
    const found = existing.get(name)
    // pg-boss has read the queues that it found at its start.
    if (found && Object.entries(queue).every(([option, value]) => found[option as keyof QueueOptions] === value))
      continue
    // 'short': at most one waiting job for each key.
    if (found) await boss.updateQueue(name, queue)
    else await boss.createQueue(name, { ...queue, policy: 'short' })
    // Reading a queue puts it into pg-boss's cache, so that enqueueing needs no connection besides the caller's.
    await boss.findJobs(name, { id: randomUUID() })
  }
}

async function prepareSchedules(boss: PgBoss, crons: [string, Definition][]) {
  const existing = new Map((await boss.getSchedules()).map((schedule) => [schedule.name, schedule]))
  for (const name of existing.keys()) if (!crons.some(([n]) => n === name)) await boss.unschedule(name)
  for (const [name, { when }] of crons)
    if (existing.get(name)?.cron !== when) await boss.schedule(name, String(when), {}, { tz: 'UTC' })
}

async function takeBackOrphans(engine: Engine) {
  const connection = await engine.connect('background')
  try {
    await connection.query(
      `update ${schema}.job set state = 'retry', start_after = now() where state = 'active' and retry_count < retry_limit`,
    )
  } finally {
    connection.release()
  }
}

/** Limits how often the same message is reported: an unreachable database fails every poll of every worker. */
function rarely(milliseconds: number, report: (error: unknown) => void) {
  const seen = new Map<string, number>()
  return (error: unknown) => {
    const message = typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : ''
    const key = message.replaceAll(/[0-9a-f-]{36}/g, '')
    const now = Date.now()
    if (now - (seen.get(key) ?? 0) < milliseconds) return
    if (seen.size > 100) seen.clear()
    seen.set(key, now)
    report(error)
  }
}
