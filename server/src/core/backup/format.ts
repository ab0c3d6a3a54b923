import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../db/database.ts'

/**
 * The backup format: a folder with manifest.json, a compressed file of JSON lines for every table, and the uploaded
 * files. It is independent of the engine, so a backup of the embedded database can be restored into a PostgreSQL server
 * and back.
 */

export const backupFormat = 1
export const tableFile = (table: string): string => join('tables', `${table}.jsonl.gz`)
/** The list of uploaded files; the files themselves are in `files/`. */
export const fileList = 'files.jsonl.gz'

/** Why a backup cannot be made or restored, as a sentence for the operator. */
export class BackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BackupError'
  }
}

const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const Identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)

const Manifest = z.strictObject({
  kind: z.literal('cutaway backup'),
  format: z.literal(backupFormat),
  madeAt: z.iso.datetime(),
  /** The names of the database's migrations, in order. */
  migrations: z.array(z.string()).min(1),
  /** In an order in which every row is loaded after the rows that it references. */
  tables: z.array(
    z.strictObject({ name: Identifier, columns: z.array(Identifier), rows: z.int().min(0), sha256: Hash }),
  ),
  /** The last value of each sequence. */
  sequences: z.array(z.strictObject({ name: Identifier, last: z.int() })),
  /** Uploaded files, if the portal stores them in its own folder; null if they are in an S3 store. */
  files: z.strictObject({ count: z.int().min(0), sha256: Hash }).nullable(),
})
export type Manifest = z.output<typeof Manifest>

export const FileEntry = z.strictObject({ path: z.string().min(1), size: z.int().min(0), sha256: Hash })
export type FileEntry = z.output<typeof FileEntry>

/**
 * Returns the manifest of a backup. Throws BackupError for a folder that is not a backup, has a later format, or is
 * damaged.
 */
export function readManifest(folder: string): Manifest {
  const path = join(folder, 'manifest.json')
  if (!existsSync(path)) throw new BackupError(`${folder} is not a backup: it has no manifest.json.`)
  let given: unknown
  try {
    given = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new BackupError(`The backup ${folder} is damaged: manifest.json cannot be read.`, { cause: error })
  }
  const head = z.object({ kind: z.literal('cutaway backup'), format: z.int() }).safeParse(given)
  if (!head.success) throw new BackupError(`${folder} is not a backup: its manifest.json is of something else.`)
  if (head.data.format > backupFormat)
    throw new BackupError(
      `The backup ${folder} was made by a newer version of the portal (format ${head.data.format}). Restore it with that version.`,
    )
  const manifest = Manifest.safeParse(given)
  if (!manifest.success)
    throw new BackupError(`The backup ${folder} is damaged: manifest.json is not whole.`, { cause: manifest.error })
  return manifest.data
}

/** Returns the SHA-256 of a file, in hexadecimal. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** A table of the product as it is in the database. */
export interface TableShape {
  name: string
  /** Without computed columns: the database fills them itself. */
  columns: { name: string; type: string }[]
  /** Foreign keys by name, and the tables that they reference. */
  references: { constraint: string; table: string }[]
}

/**
 * Returns the tables of schema public, each after those it references where possible. Omits the migration tables, and
 * unlogged tables, whose rows are worthless after some minutes.
 */
export async function readTables(db: Db): Promise<TableShape[]> {
  const { rows } = await sql<TableShape>`
    select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select coalesce(json_agg(json_build_object('constraint', f.conname, 'table', o.relname) order by f.conname), '[]')
        from pg_constraint f join pg_class o on o.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f') as references
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relpersistence = 'p' and not c.relispartition
      and c.relname not in ('kysely_migration', 'kysely_migration_lock')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname`.execute(db)
  return inOrder(rows)
}

/**
 * Sorts each table after those it references. In a circle the first by name comes first, and its foreign key is checked
 * later.
 */
function inOrder(tables: TableShape[]): TableShape[] {
  const left = new Map(tables.map((t) => [t.name, t]))
  const ordered: TableShape[] = []
  while (left.size > 0) {
    const next =
      left.values().find((t) => t.references.every((r) => r.table === t.name || !left.has(r.table))) ??
      left.values().next().value!
    left.delete(next.name)
    ordered.push(next)
  }
  return ordered
}

/**
 * Returns the type in which a value is transferred. JSON values are transferred as text: as part of a row's JSON, SQL
 * null and JSON null would be indistinguishable.
 */
export const travelType = (type: string): string => (type === 'json' || type === 'jsonb' ? 'text' : type)
