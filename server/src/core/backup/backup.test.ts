import { contract } from '@cutaway/contract'
import { sql, type Kysely } from 'kysely'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { migrations } from '../../../migrations/index.ts'
import { loadDemo } from '../../../../demo/load.ts'
import { demoPassword } from '../../../../demo/people.ts'
import { world, type Person } from '../../testing/world.ts'
import { BackupError, tableFile, type Manifest } from './format.ts'
import { restoreBackup } from './restore.ts'
import { makeBackup } from './backup.ts'
import { makeDatabase, type Database } from '../db/database.ts'
import { embeddedEngine } from '../db/engine.embedded.ts'
import { serverEngine } from '../db/engine.server.ts'
import { makeLog } from '../observability/log.ts'
import { migrate } from '../db/migrate.ts'

/** Anna works for a day, a backup is made, and all her data is restored in another database. */

const limits = { statementTimeoutSeconds: 30 }
const undo: (() => Promise<unknown>)[] = []
let folder: string
let source: Database
let backup: string
let storage: string
let annasCookies: Person['cookies']

/** Databases of one test. Each embedded one holds its memory until it is closed. */
const ofThisTest: Database[] = []
afterEach(async () => {
  for (const database of ofThisTest.splice(0)) await database.close()
})

async function emptyDatabase({ forAllTests = false } = {}): Promise<Database> {
  const database = makeDatabase(await embeddedEngine({}), limits)
  if (forAllTests) undo.push(() => database.close())
  else ofThisTest.push(database)
  return database
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-backup-'))
  undo.push(() => rm(folder, { recursive: true, force: true }))
  source = await emptyDatabase({ forAllTests: true })
  await migrate(source)
  await loadDemo(source)
  await sql`insert into users (web_site_id, username, password_hash, email, first_name, last_name, user_access_id, businessentity_id)
    select web_site_id, 'anna', password_hash, 'anna@northgate.example', 'Anna', 'Łęcka “A” \\ \n 东', 6, businessentity_id
    from users where web_site_id = 31 and username = 'advisor'`.execute(source.system)
  await sql`update web_sites set settings = 'null' where web_site_id = 33`.execute(source.system)

  const w = await world({ database: source })
  const anna = await w.loggedIn('anna')
  await anna.call(contract.sites.setLanguage, { body: { language_id: 98 } })
  annasCookies = anna.cookies
  await w.close()
  await sql`with mail as (
      insert into mails (web_site_id, mail_id, to_address, from_name, subject, html, text, language_code, state)
      values (31, gen_random_uuid(), 'anna@northgate.example', 'Northgate', 'Waiting for you', '<p>Hello</p>', 'Hello',
        'en-US', 'moved') returning web_site_id, mail_id)
    insert into deliveries (web_site_id, delivery_id, channel, due_at)
    select web_site_id, mail_id, 'mail', now() - interval '1 hour' from mail`.execute(source.system)

  storage = join(folder, 'storage')
  await mkdir(join(storage, 'sites', '31'), { recursive: true })
  await writeFile(join(storage, 'sites', '31', 'logo.svg'), '<svg/>')
  await mkdir(join(storage, '.new'))
  await writeFile(join(storage, '.new', 'half'), 'half of a fi')
  backup = join(folder, 'backup')
  await makeBackup(source, { folder: backup, storageFolder: storage, now: new Date() })
})

afterAll(async () => {
  for (const step of undo.toReversed()) await step()
})

/**
 * Returns what a backup must carry, to compare: every row of every logged table in a fixed order. The list of backups is
 * left out: a backup is noted there after it is complete.
 */
async function contentsOf({ system }: Database): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
      and relname not like 'kysely%' and relname <> 'backups' order by 1`.execute(system)
  const contents: Record<string, string> = {}
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ hash: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as hash
      from ${sql.table(name)} t`.execute(system)
    contents[name] = rows[0]!.hash
  }
  return contents
}

async function expectAnnaLivesIn(database: Database) {
  const w = await world({ database })
  try {
    const anna = w.visitor()
    for (const [name, value] of annasCookies) anna.cookies.set(name, value)
    const me = await anna.me()
    expect([me.first_name, me.last_name, me.language_id]).toEqual(['Anna', 'Łęcka “A” \\ \n 东', 98])

    const atAnotherDevice = w.visitor()
    expect((await atAnotherDevice.logIn('anna', demoPassword)).status).toBe(1)

    // The jobs of the source database are not restored; its mail is still sent, once.
    const mails = () =>
      sql`select m.subject, d.state, d.carrier, d.attempts from mails m join deliveries d on d.delivery_id = m.mail_id
        where m.to_address not like '%@mailbox.example'`
        .execute(database.system)
        .then((r) => r.rows)
    await expect.poll(mails).toEqual([{ subject: 'Waiting for you', state: 'sent', carrier: 'outbox', attempts: 1 }])
    // New rows get new ids, also after the restore.
    const bob = await sql`insert into users (web_site_id, username, password_hash, email, user_access_id)
      values (31, ${`bob ${randomUUID()}`}, '', 'bob@northgate.example', 6) returning user_id`.execute(database.system)
    expect(bob.rows).toHaveLength(1)
  } finally {
    await w.close()
  }
}

describe('from the embedded database', () => {
  test('restores Anna’s account, session, mail and logo into an empty embedded database', async () => {
    const database = await emptyDatabase()
    const lines: string[] = []
    const uploads = join(folder, 'uploads')
    await restoreBackup(database, {
      folder: backup,
      storageFolder: uploads,
      replace: false,
      progress: (line) => lines.push(line),
    })

    expect(await contentsOf(database)).toEqual(await contentsOf(source))
    expect(await readFile(join(uploads, 'sites', '31', 'logo.svg'), 'utf8')).toBe('<svg/>')
    expect(existsSync(join(uploads, '.new'))).toBe(false)
    expect(lines).toContain('users: 1021 rows')
    await expectAnnaLivesIn(database)
  })

  test('overwrites a database that holds other data only with `replace`', async () => {
    const database = await emptyDatabase()
    await migrate(database)
    await loadDemo(database)
    const uploads = join(folder, 'replaced')
    await mkdir(uploads)
    await writeFile(join(uploads, 'old.svg'), 'old')
    const before = await contentsOf(database)

    const options = { folder: backup, storageFolder: uploads, replace: false }
    await expect(restoreBackup(database, options)).rejects.toThrow(/not empty \(34 web sites\).*--replace/)
    expect(await contentsOf(database)).toEqual(before)

    await restoreBackup(database, { ...options, replace: true })
    expect(await contentsOf(database)).toEqual(await contentsOf(source))
    expect([existsSync(join(uploads, 'old.svg')), existsSync(join(uploads, 'sites/31/logo.svg'))]).toEqual([
      false,
      true,
    ])
  })

  test('refuses a database of another product', async () => {
    const database = await emptyDatabase()
    await sql`create table accounts (id int primary key)`.execute(database.system)
    const restoring = restoreBackup(database, { folder: backup, storageFolder: null, replace: true })
    await expect(restoring).rejects.toThrow(/tables of something else \(accounts/)
  })

  test('migrates a backup of an earlier version during the restore', async () => {
    migrations['9999-later'] = {
      up: (db) => sql`alter table users add column nickname text default 'none yet'`.execute(db) as Promise<never>,
    }
    try {
      const database = await emptyDatabase()
      await restoreBackup(database, { folder: backup, storageFolder: null, replace: false })
      const { rows } = await sql`select first_name, nickname from users where username = 'anna'`.execute(
        database.system,
      )
      expect(rows).toEqual([{ first_name: 'Anna', nickname: 'none yet' }])
    } finally {
      delete migrations['9999-later']
    }
  })

  test('restores self-referencing and circular tables, computed columns and triggers', async () => {
    migrations['9999-later'] = { up: makeCircle }
    try {
      const first = await emptyDatabase()
      await migrate(first)
      await sql`insert into clerks (id, boss) values (1, null), (2, null)`.execute(first.system)
      await sql`insert into bosses (id, above, favourite, notes) values (5, null, 2, 'null'), (6, 5, 1, null), (1, 6, 1, '{"a": "x"}')`.execute(
        first.system,
      )
      await sql`update clerks set boss = 6`.execute(first.system)
      const place = join(folder, 'circle')
      await makeBackup(first, { folder: place, storageFolder: null, now: new Date() })

      const database = await emptyDatabase()
      await restoreBackup(database, { folder: place, storageFolder: null, replace: false })
      expect(await contentsOf(database)).toEqual(await contentsOf(first))
      // The order and the constraints are as before: an invalid reference is refused at once, and triggers run again.
      const orphan = sql`insert into bosses (id, above) values (7, 99)`.execute(database.system)
      await expect(orphan).rejects.toThrow(/foreign key/)
      await sql`update bosses set favourite = 2 where id = 6`.execute(database.system)
      const changed = await sql<{ changes: number }>`select changes from bosses where id = 6`.execute(database.system)
      expect(changed.rows[0]!.changes).toBe(1)
    } finally {
      delete migrations['9999-later']
    }
  })

  test.skipIf(!process.env['TEST_DATABASE_URL'])('restores into a PostgreSQL server, and from there back', async () => {
    const server = await emptyServerDatabase()
    await restoreBackup(server, { folder: backup, storageFolder: null, replace: false })
    expect(await contentsOf(server)).toEqual(await contentsOf(source))

    const second = join(folder, 'from-server')
    await makeBackup(server, { folder: second, storageFolder: null, now: new Date() })
    await expectAnnaLivesIn(server)

    const database = await emptyDatabase()
    await restoreBackup(database, { folder: second, storageFolder: null, replace: false })
    expect(await contentsOf(database)).toEqual(await contentsOf(source))
  })

  test.skipIf(!process.env['TEST_DATABASE_URL'])('refuses a server whose portal is running', async () => {
    const server = await emptyServerDatabase()
    await migrate(server)
    const portal = await server.engine.connect('request')
    const restoring = restoreBackup(server, { folder: backup, storageFolder: null, replace: true })
    await expect(restoring).rejects.toThrow(/A running portal uses the database/)
    portal.release()
  })
})

describe('refuses a backup that cannot be trusted, and leaves the database unchanged', () => {
  let standing: Database
  let before: Record<string, string>
  beforeAll(async () => {
    standing = await emptyDatabase({ forAllTests: true })
    await migrate(standing)
    await loadDemo(standing)
    before = await contentsOf(standing)
  })

  async function spoilt(change: (copy: string, manifest: Manifest) => Promise<unknown>): Promise<string> {
    const copy = join(folder, `spoilt-${randomUUID()}`)
    await cp(backup, copy, { recursive: true })
    const manifest = JSON.parse(await readFile(join(copy, 'manifest.json'), 'utf8')) as Manifest
    await change(copy, manifest)
    return copy
  }
  const writeManifest = (copy: string, manifest: object) =>
    writeFile(join(copy, 'manifest.json'), JSON.stringify(manifest))

  test.each<[string, (copy: string, manifest: Manifest) => Promise<unknown>, RegExp]>([
    [
      'a table was cut off',
      (copy) => writeFile(join(copy, tableFile('users')), Buffer.from('1f8b', 'hex')),
      /damaged: tables.users\.jsonl\.gz has changed/,
    ],
    ['a table is missing', (copy) => rm(join(copy, tableFile('mails'))), /damaged: tables.mails\.jsonl\.gz is missing/],
    [
      'an uploaded file has changed',
      (copy) => writeFile(join(copy, 'files/sites/31/logo.svg'), 'other'),
      /damaged: files.sites.31.logo\.svg has changed/,
    ],
    [
      'the manifest is cut off',
      (copy) => writeFile(join(copy, 'manifest.json'), '{"kind"'),
      /damaged: manifest\.json cannot be read/,
    ],
    [
      'the manifest lacks a table',
      (copy, m) => writeManifest(copy, { ...m, tables: m.tables.filter((t) => t.name !== 'sessions') }),
      /damaged: it lacks sessions/,
    ],
    [
      'the number of rows differs',
      (copy, m) =>
        writeManifest(copy, {
          ...m,
          tables: m.tables.map((t) => (t.name === 'brands' ? { ...t, rows: t.rows + 1 } : t)),
        }),
      /damaged: brands has 3 rows instead of 4/,
    ],
    [
      'a table name contains a path',
      (copy, m) => writeManifest(copy, { ...m, tables: [{ ...m.tables[0]!, name: '../users' }] }),
      /damaged: manifest\.json is not whole/,
    ],
    [
      'it has a later format',
      (copy, m) => writeManifest(copy, { ...m, format: 2 }),
      /made by a newer version.*format 2/,
    ],
    [
      'it has migrations of a later version',
      (copy, m) => writeManifest(copy, { ...m, migrations: [...m.migrations, '9999-later'] }),
      /newer version of the portal \(it has 9999-later\)/,
    ],
    ['it is a backup of another product', (copy) => writeManifest(copy, { name: 'something' }), /is not a backup/],
    ['it is an empty folder', (copy) => rm(join(copy, 'manifest.json')), /is not a backup: it has no manifest/],
  ])('%s', async (_title, change, message) => {
    const uploads = join(folder, `kept-${randomUUID()}`)

    const restoring = restoreBackup(standing, { folder: await spoilt(change), storageFolder: uploads, replace: true })
    await expect(restoring).rejects.toThrow(BackupError)
    await expect(restoring).rejects.toThrow(message)

    expect(await contentsOf(standing)).toEqual(before)
    expect(existsSync(uploads)).toBe(false)
  })
})

describe('making a backup', () => {
  test('refuses to write over another backup, and says so', async () => {
    const again = makeBackup(source, { folder: backup, storageFolder: null, now: new Date() })
    await expect(again).rejects.toThrow(/exists and is not empty/)
  })

  test('refuses an empty database and leaves nothing behind', async () => {
    const place = join(folder, 'nothing')
    const making = makeBackup(await emptyDatabase(), { folder: place, storageFolder: null, now: new Date() })
    await expect(making).rejects.toThrow(/nothing to back up/)
    expect((await readdir(folder)).filter((name) => name.startsWith('nothing'))).toEqual([])
  })
})

/** Creates everything that makes loading rows hard, as a later migration might. */
async function makeCircle(db: Kysely<never>): Promise<void> {
  await sql`create table bosses (id int primary key, above int references bosses, favourite int, notes jsonb,
    changes int not null default 0, twice int generated always as (id * 2) stored)`.execute(db)
  await sql`create table clerks (id int primary key, boss int references bosses)`.execute(db)
  await sql`alter table bosses add foreign key (favourite) references clerks`.execute(db)
  await sql`create function count_change() returns trigger language plpgsql as $$
    begin new.changes := new.changes + 1; return new; end $$`.execute(db)
  await sql`create trigger count_change before insert or update on bosses for each row execute function count_change()`.execute(
    db,
  )
  await sql`alter table bosses alter column changes set default -1`.execute(db)
}

async function emptyServerDatabase(): Promise<Database> {
  const url = new URL(process.env['TEST_DATABASE_URL']!)
  const name = `cutaway_restore_${randomUUID().replaceAll('-', '')}`
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await admin(`create database ${name}`)
  url.pathname = `/${name}`
  const database = makeDatabase(
    serverEngine({ url: url.href, poolSize: 4, log: makeLog({ logLevel: 'silent' }) }),
    limits,
  )
  undo.push(async () => {
    await database.close()
    await admin(`drop database if exists ${name}`)
  })
  return database
}
