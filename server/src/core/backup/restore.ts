import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from '../../../migrations/index.ts'
import {
  BackupError,
  FileEntry,
  fileList,
  hashOfFile,
  readManifest,
  readTables,
  tableFile,
  travelType,
  type Manifest,
  type TableShape,
} from './format.ts'
import { updateStatistics } from '../db/statistics.ts'
import type { Database, Db } from '../db/database.ts'

/**
 * Restores backups. Everything is checked before the database is changed, and all changes happen in one transaction:
 * afterwards the database holds either the backup or its former content.
 */

export interface RestoreOptions {
  folder: string
  /** The folder of uploaded files; null if the portal stores them in an S3 store. */
  storageFolder: string | null
  /** Replaces the content of the database with the backup. Without it only an empty database is filled. */
  replace: boolean
  progress?: (line: string) => void
}

/** Maximum characters of JSON in one insert statement. */
const batchLength = 1_000_000

/** Restores a backup and returns its manifest. Throws BackupError with the reason if that is not possible. */
export async function restoreBackup(database: Database, options: RestoreOptions): Promise<Manifest> {
  const { folder, storageFolder, replace, progress = () => {} } = options
  const manifest = readManifest(folder)
  refuseNewer(manifest)
  const files = await checkHashes(folder, manifest)
  progress(`Backup of ${manifest.madeAt} is whole`)

  const stagedFiles = manifest.files && storageFolder ? `${storageFolder}.new-${randomUUID()}` : undefined
  try {
    await database.system.transaction().execute(async (db) => {
      await refuseUnlessFree(db, database.engine.kind, replace)
      await dropEverything(db)
      await migrateTo(db, manifest.migrations.at(-1))
      await loadTables(db, folder, manifest, progress)
      for (const { name, last } of manifest.sequences) await sql`select setval(${name}::regclass, ${last})`.execute(db)
      const newer = await migrateTo(db)
      if (newer.length > 0) progress(`Brought up to date (${newer.length} steps)`)
      await updateStatistics(db)
      if (stagedFiles) await stageFiles(folder, stagedFiles, files, progress)
    })
  } catch (error) {
    if (stagedFiles) await rm(stagedFiles, { recursive: true, force: true })
    throw error
  }
  if (stagedFiles && storageFolder) await swapFolders(stagedFiles, storageFolder)
  return manifest
}

function refuseNewer(manifest: Manifest) {
  const known = Object.keys(migrations).toSorted()
  const unknown = manifest.migrations.filter((name, i) => known[i] !== name)
  if (unknown.length > 0)
    throw new BackupError(
      `The backup was made by a newer version of the portal (it has ${unknown.join(', ')}). Restore it with that version.`,
    )
}

/** Checks that every file of the backup exists and is unchanged. Returns the list of uploaded files. */
async function checkHashes(folder: string, manifest: Manifest): Promise<FileEntry[]> {
  const check = async (name: string, sha256: string) => {
    const path = join(folder, name)
    if (!existsSync(path)) throw new BackupError(`The backup ${folder} is damaged: ${name} is missing.`)
    if ((await hashOfFile(path)) !== sha256)
      throw new BackupError(`The backup ${folder} is damaged: ${name} has changed.`)
  }
  for (const table of manifest.tables) await check(tableFile(table.name), table.sha256)
  if (!manifest.files) return []
  await check(fileList, manifest.files.sha256)
  const entries: FileEntry[] = []
  await readLines(join(folder, fileList), async (line) => void entries.push(FileEntry.parse(JSON.parse(line))))
  for (const { path, sha256 } of entries) {
    if (path.split('/').includes('..'))
      throw new BackupError(`The backup ${folder} is damaged: it names the file ${path}.`)
    await check(join('files', path), sha256)
  }
  return entries
}

async function refuseUnlessFree(db: Db, engine: 'server' | 'embedded', replace: boolean) {
  if (engine === 'server') {
    // The lock of its folder protects the embedded database from other processes.
    const { rows } = await sql<{ others: number }>`
      select count(*)::int as others from pg_stat_activity
      where datname = current_database() and application_name = 'cutaway' and pid <> pg_backend_pid()`.execute(db)
    const others = rows[0]?.others ?? 0
    if (others > 0)
      throw new BackupError(
        `A running portal uses the database (${others} connections). Stop every node, then restore.`,
      )
  }
  const tables = (await readTables(db)).map((t) => t.name)
  const ours = await sql<{
    there: boolean
  }>`select to_regclass('public.kysely_migration') is not null as there`.execute(db)
  if (!ours.rows[0]?.there && tables.length > 0)
    throw new BackupError(`The database holds tables of something else (${tables.slice(0, 3).join(', ')}, …).`)
  if (replace || !tables.includes('web_sites')) return
  const { rows } = await sql<{ sites: number }>`select count(*)::int as sites from web_sites`.execute(db)
  if (rows[0]!.sites > 0)
    throw new BackupError(
      `The database is not empty (${rows[0]!.sites} web sites). To put the backup in its place, add --replace; what is there now is then lost.`,
    )
}

/**
 * Drops our tables and views, and the job queue, which belongs to the former content. Objects of extensions are not
 * dropped.
 */
async function dropEverything(db: Db) {
  await sql`do $$
    declare command text;
    begin
      for command in
        with ours as (
          select 1 as turn, c.oid, format('drop %s if exists public.%I cascade', case c.relkind
              when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end, c.relname) as command
            from pg_class c
            where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
              and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('i', 'a'))
          union all
          select 2, p.oid, format('drop routine if exists public.%I(%s) cascade', p.proname, pg_get_function_identity_arguments(p.oid))
            from pg_proc p where p.pronamespace = 'public'::regnamespace
          union all
          select 3, t.oid, format('drop type if exists public.%I cascade', t.typname)
            from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd', 'r')
        )
        select unnest(array(select ours.command from ours
          where not exists (select from pg_depend d where d.objid = ours.oid and d.deptype = 'e')
          order by turn))
      loop
        execute command;
      end loop;
    end $$`.execute(db)
  await sql`drop schema if exists pgboss cascade`.execute(db)
}

/** Migrates inside the transaction, to the latest version by default. Returns the names of the migrations that ran. */
async function migrateTo(db: Db, name?: string): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await (name ? migrator.migrateTo(name) : migrator.migrateToLatest())
  if (error) throw new Error('could not create the schema of the backup', { cause: error })
  return results.map((r) => r.migrationName)
}

async function loadTables(db: Db, folder: string, manifest: Manifest, progress: (line: string) => void) {
  const shapes = new Map((await readTables(db)).map((t) => [t.name, t]))
  const missing = [...shapes.keys()].filter((name) => !manifest.tables.some((t) => t.name === name))
  if (missing.length > 0) throw new BackupError(`The backup ${folder} is damaged: it lacks ${missing.join(', ')}.`)

  const waiting = foreignKeysThatWait(manifest, shapes)
  for (const { table, constraint } of waiting)
    await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(constraint)} deferrable initially deferred`.execute(
      db,
    )
  for (const table of manifest.tables) {
    const shape = shapes.get(table.name)
    if (!shape || shape.columns.map((c) => c.name).join() !== table.columns.join())
      throw new BackupError(`The backup ${folder} is damaged: ${table.name} is not the table that its migrations make.`)
    // The backup already contains what triggers wrote.
    await sql`alter table ${sql.table(table.name)} disable trigger user`.execute(db)
    const rows = await loadTable(db, join(folder, tableFile(table.name)), shape)
    if (rows !== table.rows)
      throw new BackupError(`The backup ${folder} is damaged: ${table.name} has ${rows} rows instead of ${table.rows}.`)
    progress(`${table.name}: ${rows} rows`)
  }
  await sql`set constraints all immediate`.execute(db)
  for (const { table, constraint } of waiting)
    await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(constraint)} not deferrable`.execute(db)
  for (const { name } of manifest.tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(db)
}

/** Foreign keys that reference their own table or one that is loaded later. They are checked at the end. */
function foreignKeysThatWait(manifest: Manifest, shapes: Map<string, TableShape>) {
  const place = (name: string) => manifest.tables.findIndex((t) => t.name === name)
  return [...shapes.values()].flatMap((shape) =>
    shape.references
      .filter((r) => place(r.table) >= place(shape.name))
      .map(({ constraint }) => ({ table: shape.name, constraint })),
  )
}

/** Inserts the lines of a table's file. Returns the number of inserted rows. */
async function loadTable(db: Db, path: string, { name, columns }: TableShape): Promise<number> {
  const names = sql.join(columns.map((c) => sql.ref(c.name)))
  const values = sql.join(columns.map((c) => sql`r.${sql.ref(c.name)}::${sql.raw(c.type)}`))
  const travelling = sql.join(columns.map((c) => sql`${sql.ref(c.name)} ${sql.raw(travelType(c.type))}`))
  let rows = 0
  let batch: string[] = []
  let length = 0
  const insert = async () => {
    if (batch.length === 0) return
    const { numAffectedRows } = await sql`
      insert into ${sql.table(name)} (${names}) overriding system value
      select ${values} from json_to_recordset(${`[${batch.join(',')}]`}::json) as r(${travelling})`.execute(db)
    rows += Number(numAffectedRows ?? 0)
    batch = []
    length = 0
  }
  await readLines(path, async (line) => {
    batch.push(line)
    length += line.length
    if (length >= batchLength) await insert()
  })
  await insert()
  return rows
}

async function readLines(path: string, each: (line: string) => Promise<void>): Promise<void> {
  await pipeline(createReadStream(path), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of chunks) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop()!
      for (const line of lines) await each(line)
    }
    if (rest) await each(rest)
  })
}

async function stageFiles(folder: string, to: string, files: FileEntry[], progress: (line: string) => void) {
  await mkdir(to, { recursive: true })
  for (const { path } of files) {
    await mkdir(dirname(join(to, path)), { recursive: true })
    await copyFile(join(folder, 'files', path), join(to, path))
  }
  progress(`${files.length} uploaded files`)
}

async function swapFolders(fresh: string, place: string) {
  const old = `${place}.old-${randomUUID()}`
  if (existsSync(place)) await rename(place, old)
  await rename(fresh, place)
  await rm(old, { recursive: true, force: true })
}
