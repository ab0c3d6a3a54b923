import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { testDatabase } from '../../testing/database.ts'
import type { Database } from '../db/database.ts'
import { embeddedEngine } from '../db/engine.embedded.ts'
import { throughEngine } from './jobs.sql.ts'
import { makeJobs, type Jobs } from './jobs.ts'
import { makeLog } from '../observability/log.ts'

const log = makeLog({ logLevel: 'silent' })

describe('jobs', () => {
  let database: Database
  let remove: () => Promise<void>
  const started: Jobs[] = []

  beforeAll(async () => {
    ;({ database, remove } = await testDatabase())
  })
  afterAll(async () => {
    await Promise.all(started.map((jobs) => jobs.stop(2)))
    await remove()
  })

  const newJobs = () => {
    const jobs = makeJobs(database.engine, log, { pollSeconds: 0.5 })
    started.push(jobs)
    return jobs
  }
  const Greeting = z.object({ to: z.string() })

  test('runs a job once the transaction that added it commits, and not before', async () => {
    const jobs = newJobs()
    const sent: string[] = []
    jobs.define('greet', { data: Greeting }, async ({ to }) => void sent.push(to))
    await jobs.start()

    await database.inTenant(31, async (db) => {
      await jobs.enqueue(db, 'greet', { to: 'Bob' })
      await sleep(150)
      expect(sent).toEqual([])
    })
    await expect.poll(() => sent).toEqual(['Bob'])
    await jobs.stop()
  })

  test('does not run a job whose transaction fails', async () => {
    const jobs = newJobs()
    const sent: string[] = []
    jobs.define('greet', { data: Greeting }, async ({ to }) => void sent.push(to))
    await jobs.start()

    const order = database.inTenant(31, async (db) => {
      await jobs.enqueue(db, 'greet', { to: 'Nobody' })
      throw new Error('the card was declined')
    })
    await expect(order).rejects.toThrow('declined')
    await database.inTenant(31, (db) => jobs.enqueue(db, 'greet', { to: 'Carol' }))
    await expect.poll(() => sent).toEqual(['Carol'])
    await jobs.stop()
  })

  test('lets the application role add jobs but not read them', async () => {
    const jobs = newJobs()
    jobs.define('secret', { data: Greeting }, async () => undefined)
    await jobs.start()
    await database.inTenant(31, (db) => jobs.enqueue(db, 'secret', { to: 'Bob' }, { startAfter: 3600 }))
    await expect(database.inTenant(33, (db) => sql`select data from pgboss.job`.execute(db))).rejects.toThrow(
      /permission denied/,
    )
    await expect(database.inTenant(33, (db) => sql`delete from pgboss.job`.execute(db))).rejects.toThrow(
      /permission denied/,
    )
    await jobs.stop()
  })

  test('delays a job until its start time', async () => {
    const jobs = newJobs()
    const sent: string[] = []
    let lateAt = 0
    jobs.define('greet', { data: Greeting }, async ({ to }) => {
      sent.push(to)
      if (to === 'later') lateAt = Date.now()
    })
    await jobs.start()
    const startAfter = new Date(Date.now() + 1200)
    await database.inTenant(31, async (db) => {
      await jobs.enqueue(db, 'greet', { to: 'later' }, { startAfter })
      await jobs.enqueue(db, 'greet', { to: 'now' })
    })
    await expect.poll(() => sent).toEqual(['now', 'later'])
    expect(lateAt).toBeGreaterThanOrEqual(startAfter.getTime())
    await jobs.stop()
  })

  test('merges ten jobs with the same singleton key into one, without delaying others', async () => {
    const jobs = newJobs()
    const made: string[] = []
    jobs.define('report', { data: z.object({ of: z.string() }) }, async ({ of }) => void made.push(of))
    await jobs.start()
    await database.inTenant(31, async (db) => {
      for (let i = 0; i < 10; i += 1) await jobs.enqueue(db, 'report', { of: 'May' }, { singletonKey: 'site-31.may' })
      await jobs.enqueue(db, 'report', { of: 'June' }, { singletonKey: 'site-31.june' })
      await jobs.enqueue(db, 'report', { of: 'all' })
      await jobs.enqueue(db, 'report', { of: 'all' })
    })
    await expect.poll(() => made.toSorted()).toEqual(['June', 'May', 'all', 'all'])
    await jobs.stop()
  })

  test('runs a hundred jobs without waiting for a hundred polls', async () => {
    const jobs = newJobs()
    const sent: string[] = []
    jobs.define('greet', { data: Greeting, concurrency: 3 }, async ({ to }) => void sent.push(to))
    await jobs.start()
    await database.inTenant(31, async (db) => {
      for (let i = 0; i < 100; i += 1) await jobs.enqueue(db, 'greet', { to: `guest ${i}` })
    })
    await expect.poll(() => new Set(sent).size).toBe(100)
    expect(sent).toHaveLength(100)
    await jobs.stop()
  })

  test('retries a failed job, marks its last attempt, and then stops', async () => {
    const jobs = newJobs()
    const tries: { number: number; last: boolean }[] = []
    jobs.define('stubborn', { data: Greeting, retries: 2, retryDelay: 0 }, async (_, { number, last }) => {
      tries.push({ number, last })
      throw new Error('nobody at home')
    })
    await jobs.start()
    await database.inTenant(31, (db) => jobs.enqueue(db, 'stubborn', { to: 'Bob' }))
    const all = [
      { number: 1, last: false },
      { number: 2, last: false },
      { number: 3, last: true },
    ]
    await expect.poll(() => tries).toEqual(all)
    await sleep(700)
    expect(tries).toEqual(all)
    await jobs.stop()
  })

  test('runs a job that waited through a crash once after the restart', async () => {
    const before = newJobs()
    const sentBefore: string[] = []
    before.define('late', { data: Greeting }, async ({ to }) => void sentBefore.push(to))
    await before.start()
    await database.inTenant(31, (db) => before.enqueue(db, 'late', { to: 'Bob' }, { startAfter: 1 }))
    await before.stop()
    await sleep(1000)

    const after = newJobs()
    const sentAfter: string[] = []
    after.define('late', { data: Greeting }, async ({ to }) => void sentAfter.push(to))
    await after.start()
    await expect.poll(() => sentAfter).toEqual(['Bob'])
    await after.stop()
    expect(sentBefore).toEqual([])
  })

  test('takes over changed options of a queue at the next start', async () => {
    const optionsOf = async (name: string) => {
      const { rows } = await sql<{ retry_limit: number; expire_seconds: number; changed: boolean }>`
        select retry_limit, expire_seconds, updated_on > created_on as changed
        from pgboss.queue where name = ${name}`.execute(database.system)
      return rows
    }
    const startWith = async (options: { retries: number; timeout: number }) => {
      const jobs = newJobs()
      const sent: string[] = []
      jobs.define('patient', { data: Greeting, ...options }, async ({ to }) => void sent.push(to))
      await jobs.start()
      await database.inTenant(31, (db) => jobs.enqueue(db, 'patient', { to: 'Ida' }))
      await expect.poll(() => sent).toEqual(['Ida'])
      await jobs.stop()
    }
    await startWith({ retries: 2, timeout: 60 })
    expect(await optionsOf('patient')).toEqual([{ retry_limit: 2, expire_seconds: 60, changed: false }])
    await startWith({ retries: 2, timeout: 60 })
    expect(await optionsOf('patient')).toEqual([{ retry_limit: 2, expire_seconds: 60, changed: false }])
    await startWith({ retries: 5, timeout: 90 })
    expect(await optionsOf('patient')).toEqual([{ retry_limit: 5, expire_seconds: 90, changed: true }])
  })

  test('waits for a running job when it stops', async () => {
    const jobs = newJobs()
    const diary: string[] = []
    jobs.define('write', { data: Greeting }, async ({ to }) => {
      diary.push(`begins ${to}`)
      await sleep(400)
      diary.push(`ends ${to}`)
    })
    await jobs.start()
    await database.inTenant(31, (db) => jobs.enqueue(db, 'write', { to: 'Bob' }))
    await expect.poll(() => diary).toEqual(['begins Bob'])
    await jobs.stop()
    expect(diary).toEqual(['begins Bob', 'ends Bob'])
  })

  test('aborts a job that takes too long to stop, and runs it again after the next start', async () => {
    const jobs = newJobs()
    let begun = false
    let told = false
    jobs.define('novel', { data: Greeting, retryDelay: 0 }, async (_, { signal }) => {
      begun = true
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve)
      })
      told = true
    })
    await jobs.start()
    await database.inTenant(31, (db) => jobs.enqueue(db, 'novel', { to: 'Bob' }))
    await expect.poll(() => begun).toBe(true)
    await jobs.stop(1)
    expect(told).toBe(true)

    const next = newJobs()
    const attempts: number[] = []
    next.define('novel', { data: Greeting, retryDelay: 0 }, async (_, { number }) => void attempts.push(number))
    await next.start()
    await expect.poll(() => attempts).toEqual([2])
    await next.stop()
  })

  test('runs a periodic job at the start and then by the clock, on one of two nodes', async () => {
    const walks: string[] = []
    const nodes = ['A', 'B'].map((node) => {
      const jobs = newJobs()
      jobs.every('round', 2, async () => void walks.push(node))
      jobs.every('nightly', '0 3 * * *', async () => undefined)
      return jobs
    })
    const began = performance.now()
    for (const node of nodes) await node.start()
    await expect.poll(() => walks.length).toBeGreaterThanOrEqual(3)
    for (const node of nodes) await node.stop()
    // One in each span of two seconds, of which two are begun: two nodes make no more rounds than one.
    expect(walks.length).toBeLessThanOrEqual(Math.floor((performance.now() - began) / 2000) + 2)
  })

  test('keeps the connection usable after a failed statement of the queue', async () => {
    const door = throughEngine(database.engine)
    await expect(door.executeSql('BEGIN;\nSELECT 1;\nSELECT 1/0;\nCOMMIT;')).rejects.toThrow('division by zero')
    await expect(door.executeSql('SELECT $1::int / 0', [1])).rejects.toThrow('division by zero')
    expect(await door.executeSql('BEGIN;\nSET LOCAL lock_timeout = 30000;\nSELECT 7 AS answer;\nCOMMIT;')).toEqual({
      rows: [{ answer: 7 }],
    })
    expect(await door.executeSql('SELECT 8 AS answer')).toEqual({ rows: [{ answer: 8 }] })
  })

  test('refuses an invalid job before it is written', async () => {
    const jobs = newJobs()
    jobs.define('greet', { data: Greeting }, async () => undefined)
    await expect(jobs.enqueue(database.system, 'greet', { to: 'Bob' })).rejects.toThrow('not been started')
    await jobs.start()
    await expect(jobs.enqueue(database.system, 'greeet', { to: 'Bob' })).rejects.toThrow('not defined')
    await expect(jobs.enqueue(database.system, 'greet', { to: 5 })).rejects.toThrow('expected string')
    expect(() => jobs.every('round', 60, async () => undefined)).toThrow('before the jobs start')
    await jobs.stop()
  })
})

test('runs a job that a power failure interrupted at once after the next start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cutaway-jobs-'))
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)
  const program = `
    import { z } from ${JSON.stringify(import.meta.resolve('zod'))}
    import { embeddedEngine } from ${module('../db/engine.embedded.ts')}
    import { makeDatabase } from ${module('../db/database.ts')}
    import { makeJobs } from ${module('./jobs.ts')}
    import { makeLog } from ${module('../observability/log.ts')}
    const database = makeDatabase(await embeddedEngine({ folder: ${JSON.stringify(join(folder, 'database'))} }), { statementTimeoutSeconds: 30 })
    await database.engine.connect('background').then(async (c) => { await c.script('create role cutaway_app'); c.release() })
    const jobs = makeJobs(database.engine, makeLog({ logLevel: 'silent' }))
    jobs.define('novel', { data: z.object({ to: z.string() }) }, () => { console.log('begun'); return new Promise(() => {}) })
    await jobs.start()
    await jobs.enqueue(database.system, 'novel', { to: 'Bob' })`
  const file = join(folder, 'writer.mjs')
  await writeFile(file, program)
  const writer = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(writer.stdout, 'data')
  writer.kill('SIGKILL')
  await once(writer, 'exit')

  const engine = await embeddedEngine({ folder: join(folder, 'database') })
  const jobs = makeJobs(engine, log)
  const attempts: number[] = []
  jobs.define('novel', { data: z.object({ to: z.string() }) }, async (_, { number }) => void attempts.push(number))
  await jobs.start()
  await expect.poll(() => attempts).toEqual([2])
  await jobs.stop()
  await engine.close()
  await rm(folder, { recursive: true })
})
