import { createHash, randomUUID, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, readdirSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import {
  backupFormat,
  BackupError,
  fileList,
  readTables,
  tableFile,
  travelType,
  type FileEntry,
  type Manifest,
  type TableShape,
} from './format.ts'
import type { Database, Db } from '../db/database.ts'

/** Makes backups. A PostgreSQL server can keep serving meanwhile: all rows are from one snapshot. */

export interface BackupOptions {
  /** The target folder. Must not exist, or be empty. */
  folder: string
  /** The folder of uploaded files; null if they are in an S3 store, which needs a backup of its own. */
  storageFolder: string | null
  now: Date
  progress?: (line: string) => void
}

/** Rows per read. At 100 KB for each mail that is 50 MB. */
const pageSize = 500

/** Writes a backup and returns its manifest. If it fails, the written files are removed. */
export async function makeBackup(database: Database, options: BackupOptions): Promise<Manifest> {
  const { folder, storageFolder, now, progress = () => {} } = options
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new BackupError(`${folder} exists and is not empty.`)
  const partial = `${folder}.partial-${randomUUID()}`
  try {
    const rows = await database.system.transaction().execute(async (db) => {
      // The backup contains password hashes and sessions, so only its owner can read it.
      await mkdir(join(partial, 'tables'), { recursive: true, mode: 0o700 })
      return writeTables(db, partial, progress)
    })
    // Files are copied after rows, so that every file that a row names existed. A file deleted in between is left out.
    const files = storageFolder === null ? null : await writeFiles(storageFolder, partial, progress)
    const manifest: Manifest = {
      kind: 'cutaway backup',
      format: backupFormat,
      madeAt: now.toISOString(),
      ...rows,
      files,
    }
    // Written last: a folder without it is not a backup.
    await writeFile(join(partial, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
    await mkdir(dirname(folder), { recursive: true })
    await rename(partial, folder)
    await recordBackup(database, folder, manifest)
    return manifest
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}

/** Notes the backup in the database, for the health page. A database before its upgrade has no table for it. */
async function recordBackup({ system }: Database, folder: string, { madeAt, tables }: Manifest): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('backups') is not null as exists`.execute(system)
  if (!rows[0]?.exists) return
  const count = tables.reduce((sum, table) => sum + table.rows, 0)
  await system.insertInto('backups').values({ made_at: madeAt, folder, row_count: count }).execute()
}

async function writeTables(db: Db, folder: string, progress: (line: string) => void) {
  await sql`set transaction isolation level repeatable read, read only`.execute(db)
  // Row-level security that would hide rows raises an error. Every engine writes values in the same format.
  for (const setting of [
    'row_security = off',
    `timezone = 'UTC'`,
    `intervalstyle = 'postgres'`,
    `bytea_output = 'hex'`,
  ])
    await sql`set local ${sql.raw(setting)}`.execute(db)
  await sql`set local statement_timeout = 0`.execute(db)

  const shapes = await readTables(db)
  const found = await sql<{
    there: boolean
  }>`select to_regclass('public.kysely_migration') is not null as there`.execute(db)
  if (!found.rows[0]?.there || shapes.length === 0)
    throw new BackupError('The database is empty: there is nothing to back up.')
  const migrations = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)

  const tables: Manifest['tables'] = []
  for (const shape of shapes) {
    const written = await writeCompressed(join(folder, tableFile(shape.name)), linesOf(db, shape))
    tables.push({
      name: shape.name,
      columns: shape.columns.map((c) => c.name),
      rows: written.lines,
      sha256: written.sha256,
    })
    progress(`${shape.name}: ${written.lines} rows`)
  }
  // Sequences are not part of the snapshot. They can only be ahead of it, which is harmless.
  const sequences = await sql<{ name: string; last: number | null }>`
    select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' order by 1`.execute(
    db,
  )
  return {
    migrations: migrations.rows.map((m) => m.name),
    tables,
    sequences: sequences.rows.flatMap(({ name, last }) => (last === null ? [] : [{ name, last }])),
  }
}

/** Yields the rows of a table as JSON, page by page. */
async function* linesOf(db: Db, { name, columns }: TableShape): AsyncGenerator<string[]> {
  const list = columns.map((c) =>
    travelType(c.type) === c.type ? sql.ref(c.name) : sql`${sql.ref(c.name)}::text as ${sql.ref(c.name)}`,
  )
  await sql`declare backup_rows no scroll cursor for
    select row_to_json(t)::text as line from (select ${sql.join(list)} from ${sql.table(`public.${name}`)}) t`.execute(
    db,
  )
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.raw(String(pageSize))} from backup_rows`.execute(db)
    if (rows.length > 0) yield rows.map((r) => r.line)
    if (rows.length < pageSize) break
  }
  await sql`close backup_rows`.execute(db)
}

async function writeCompressed(
  path: string,
  pages: AsyncIterable<string[]>,
): Promise<{ lines: number; sha256: string }> {
  let lines = 0
  const sha256 = createHash('sha256')
  const text = async function* () {
    for await (const page of pages) {
      lines += page.length
      yield `${page.join('\n')}\n`
    }
  }
  await pipeline(text, createGzip(), through(sha256), createWriteStream(path, { mode: 0o600 }))
  return { lines, sha256: sha256.digest('hex') }
}

async function writeFiles(storage: string, folder: string, progress: (line: string) => void) {
  const entries = async function* () {
    for await (const path of filesUnder(storage)) {
      const entry = await copyFile(storage, path, join(folder, 'files', path))
      if (entry) yield [JSON.stringify(entry)]
    }
  }
  const { lines, sha256 } = await writeCompressed(join(folder, fileList), entries())
  progress(`${lines} uploaded files`)
  return { count: lines, sha256 }
}

/** Copies one file and hashes it while copying; returns undefined if it no longer exists. */
async function copyFile(storage: string, path: string, to: string): Promise<FileEntry | undefined> {
  const sha256 = createHash('sha256')
  let size = 0
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      done(null, chunk)
    },
  })
  try {
    await pipeline(
      createReadStream(join(storage, path)),
      count,
      through(sha256),
      createWriteStream(to, { mode: 0o600 }),
    )
  } catch (error) {
    const { code, path: at } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && at === join(storage, path)) return undefined
    throw error
  }
  return { path, size, sha256: sha256.digest('hex') }
}

/** The folder where the storage writes files before it renames them. */
const unfinished = '.new'

/** Yields the paths of all files under a folder, with '/' between the parts; nothing if there is no folder. */
async function* filesUnder(root: string, below = ''): AsyncGenerator<string> {
  if (!existsSync(join(root, below))) return
  const entries = await readdir(join(root, below), { withFileTypes: true })
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below ? `${below}/${entry.name}` : entry.name
    if (path === unfinished) continue
    if (entry.isDirectory()) yield* filesUnder(root, path)
    else if (entry.isFile()) yield path
  }
}

/** Returns a stream that passes bytes through and hashes them. */
const through = (hash: Hash) =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
