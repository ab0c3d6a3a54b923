import { hash } from '@node-rs/argon2'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { link, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { loadDemo } from '../../../demo/load.ts'
import { demoPassword } from '../../../demo/people.ts'
import { readConfig } from '../core/config.ts'
import { makeDatabase, type Database } from '../core/db/database.ts'
import { embeddedEngine } from '../core/db/engine.embedded.ts'
import { serverEngine } from '../core/db/engine.server.ts'
import { makeLog } from '../core/observability/log.ts'
import { migrate } from '../core/db/migrate.ts'
import { start } from '../start.ts'

/**
 * Makes a database with the demo world for one test file: on the PostgreSQL server of TEST_DATABASE_URL if that is set,
 * else on the embedded engine. The filled database is made once and copied, since filling takes longer than a test.
 */

const limits = { statementTimeoutSeconds: 30 }
const quiet = makeLog({ logLevel: 'silent' })

export interface TestDatabase {
  database: Database
  /** The same database for a second node: with connections of its own on a server, or the same embedded engine. */
  another(): { database: Database; close: () => Promise<void> }
  remove(): Promise<void>
}

/** `url` is a server's address; undefined selects the embedded engine. */
export async function testDatabase(url = process.env['TEST_DATABASE_URL']): Promise<TestDatabase> {
  return url ? onServer(url) : embedded()
}

async function embedded(): Promise<TestDatabase> {
  const engine = await embeddedEngine({ image: await filledImage() })
  const database = makeDatabase(engine, limits)
  return { database, another: () => ({ database, close: async () => {} }), remove: () => database.close() }
}

/** Returns the path of a dump of a filled embedded database. It is rebuilt when migrations or the demo change. */
async function filledImage(): Promise<string> {
  const path = join(tmpdir(), `cutaway-test-${sourceHash()}.tar`)
  if (existsSync(path)) return path
  const engine = await embeddedEngine({})
  const database = makeDatabase(engine, limits)
  await fill(database)
  const bytes = Buffer.from(await (await engine.image()).arrayBuffer())
  await database.close()
  const temporary = `${path}.${randomUUID()}`
  await writeFile(temporary, bytes)
  // The first process creates the file: a file that another process may be reading must not be replaced.
  try {
    await link(temporary, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(temporary)
  }
  return path
}

/** Creates the schema, the demo world, and the tables and queues of jobs as after a first start, without any job. */
async function fill(database: Database) {
  await migrate(database)
  await loadDemo(database)
  await database.system
    .updateTable('users')
    .set({ password_hash: await cheapHash() })
    .execute()
  const dataDir = await mkdtemp(join(tmpdir(), 'cutaway-filling-'))
  const config = readConfig({ NODE_ENV: 'test', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const running = await start(config, quiet, { database })
  await running.stop()
  await rm(dataDir, { recursive: true, force: true })
  const connection = await database.engine.connect('background')
  await connection.script('delete from pgboss.job')
  connection.release()
}

/** A hash that is checked in a hundredth of the usual time: the tests log in a thousand times. */
const cheapHash = () => hash(demoPassword, { memoryCost: 64, timeCost: 1, parallelism: 1 })

/** Copies the filled database, which the first test file to need it makes. Returns the name of the copy. */
async function copyTemplate(url: string): Promise<string> {
  const template = `cutaway_template_${sourceHash()}`
  const name = `cutaway_test_${randomUUID().replaceAll('-', '')}`
  await withAdmin(url, async (admin) => {
    // One test file fills the template; the others wait for it.
    await admin.query('select pg_advisory_lock(4000)')
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [template])
    if (rowCount === 0) {
      const making = `${template}_new`
      await admin.query(`drop database if exists ${making}`)
      await admin.query(`create database ${making}`)
      const filling = makeDatabase(serverEngine({ url: named(url, making), poolSize: 4, log: quiet }), limits)
      await fill(filling)
      await filling.close()
      await admin.query(`alter database ${making} rename to ${template}`)
    }
    await admin.query(`create database ${name} template ${template}`)
    await admin.query('select pg_advisory_unlock(4000)')
  })
  return name
}

const dropDatabase = (url: string, name: string) =>
  withAdmin(url, (admin) => admin.query(`drop database if exists ${name}`))

async function onServer(url: string): Promise<TestDatabase> {
  const name = await copyTemplate(url)
  const open = () => makeDatabase(serverEngine({ url: named(url, name), poolSize: 8, log: quiet }), limits)
  const database = open()
  return {
    database,
    another() {
      const second = open()
      return { database: second, close: () => second.close() }
    },
    remove: async () => {
      await database.close()
      await dropDatabase(url, name)
    },
  }
}

/**
 * Creates a database with the demo world, and returns the settings of a node for it: on the server of
 * TEST_DATABASE_URL, else none, so that the node fills one in its own folder.
 */
export async function demoDatabase(): Promise<{ env: Record<string, string>; remove: () => Promise<void> }> {
  const url = process.env['TEST_DATABASE_URL']
  if (!url) return { env: {}, remove: async () => {} }
  const name = await copyTemplate(url)
  return { env: { DATABASE_URL: named(url, name) }, remove: () => dropDatabase(url, name) }
}

/**
 * Creates a database without anything in it, and returns the settings of a node for it: on the server of
 * TEST_DATABASE_URL, else the embedded one in the node's own folder.
 */
export async function emptyDatabase(): Promise<{ env: Record<string, string>; remove: () => Promise<void> }> {
  const url = process.env['TEST_DATABASE_URL']
  if (!url) return { env: {}, remove: async () => {} }
  const name = `cutaway_test_${randomUUID().replaceAll('-', '')}`
  await withAdmin(url, (admin) => admin.query(`create database ${name}`))
  return {
    env: { DATABASE_URL: named(url, name) },
    remove: () => dropDatabase(url, name),
  }
}

async function withAdmin(url: string, work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

function named(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

function sourceHash(): string {
  const sources = createHash('sha256')
  for (const file of ['../../package.json', 'database.ts'])
    sources.update(readFileSync(join(import.meta.dirname, file)))
  for (const folder of ['../../migrations', '../../../demo'])
    for (const file of readdirSync(join(import.meta.dirname, folder))
      .filter((f) => f.endsWith('.ts'))
      .toSorted())
      sources.update(readFileSync(join(import.meta.dirname, folder, file)))
  return sources.digest('hex').slice(0, 16)
}
