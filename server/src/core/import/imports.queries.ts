import type { ImportOutcome, ImportRowState } from '@cutaway/contract/administration/imports.ts'
import type { ListQuery } from '@cutaway/contract/administration/list.ts'
import { sql } from 'kysely'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Db } from '../db/database.ts'
import { contains, readPage } from '../db/list.ts'
import type { Reach, RecordLoader } from '../scope.ts'
import type { Site } from '../tenancy.ts'
import type { TableRow } from './shape.ts'
import './tables.ts'

/** Queries of imports and their rows. */

const pack = promisify(gzip)
const unpack = promisify(gunzip)

const imports = (db: Db, site: Site) =>
  db
    .selectFrom('imports as i')
    .innerJoin('users as u', (j) => j.onRef('u.web_site_id', '=', 'i.web_site_id').onRef('u.user_id', '=', 'i.user_id'))
    .select(['i.import_id', 'i.kind', 'i.businessentity_id', 'i.user_id', 'i.state', 'i.failure', 'i.file_name'])
    .select(['i.encoding', 'i.delimiter', 'i.sheet', 'i.other_sheets', 'i.language', 'i.row_count', 'i.header'])
    .select(['i.samples', 'i.fields', 'i.replacements', 'i.counts', 'i.invitations', 'i.progress', 'i.progress_of'])
    .select(['i.corrections', 'i.left_out'])
    .select(['i.check_milliseconds', 'i.check_number', 'i.invite', 'i.origin', 'i.ip', 'i.user_agent', 'i.request_id'])
    .select(['i.created_at', 'i.started_at', 'i.finished_at', 'i.undone_by'])
    .select(sql<boolean>`i.content is not null`.as('has_content'))
    .select(sql<string>`coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), u.username)`.as('created_by'))
    .select(
      sql<Partial<Record<ImportRowState, number>>>`(select coalesce(json_object_agg(g.state, g.many), '{}') from (
        select r.state, count(*)::int as many from import_rows r
        where r.web_site_id = i.web_site_id and r.import_id = i.import_id and r.outcome in ('add', 'change')
          and i.started_at is not null group by r.state) g)`.as('results'),
    )
    .where('i.web_site_id', '=', site.web_site_id)

export type ImportRecord = Awaited<ReturnType<ReturnType<typeof imports>['executeTakeFirstOrThrow']>>

/** Loads imports of a kind: those of the caller and of users in reach. */
export const importRecords = (kind: string): RecordLoader<ImportRecord> => ({
  find: (db, site, ids, reach) =>
    imports(db, site)
      .where('i.kind', '=', kind)
      .where('i.import_id', 'in', ids)
      .where(reach.users('i.user_id'))
      .execute(),
  idOf: ({ import_id }) => import_id,
})

export const findImport = (db: Db, site: Site, id: number): Promise<ImportRecord | undefined> =>
  imports(db, site).where('i.import_id', '=', id).executeTakeFirst()

/** Returns an import and locks it until the transaction ends. */
export async function holdImport(db: Db, site: Site, id: number): Promise<ImportRecord | undefined> {
  await db
    .selectFrom('imports')
    .select('import_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('import_id', '=', id)
    .forUpdate()
    .execute()
  return findImport(db, site, id)
}

export const listImports = (db: Db, site: Site, kind: string, reach: Reach, asked: ListQuery<'created'>) =>
  readPage(
    imports(db, site)
      .where('i.kind', '=', kind)
      .where(reach.users('i.user_id'))
      .where(contains(['i.file_name'], asked.search)),
    asked,
    { by: { created: sql.ref('i.created_at') }, unique: 'i.import_id' },
  )

export interface NewImport {
  kind: string
  businessentity_id: number
  user_id: number
  file_name: string
  encoding: string | null
  delimiter: string | null
  sheet: string | null
  other_sheets: number
  language: string
  header: readonly string[]
  samples: readonly (readonly string[])[]
  fields: readonly (string | null)[]
  rows: readonly TableRow[]
  created_at: Date
}

export async function insertImport(db: Db, site: Site, given: NewImport): Promise<number> {
  const { rows, header, samples, fields, ...values } = given
  const content = await pack(JSON.stringify(rows))
  const { import_id } = await db
    .insertInto('imports')
    .values({
      web_site_id: site.web_site_id,
      ...values,
      row_count: rows.length,
      header: JSON.stringify(header),
      samples: JSON.stringify(samples),
      fields: JSON.stringify(fields),
      replacements: '[]',
      content: content.toString('base64'),
    })
    .returning('import_id')
    .executeTakeFirstOrThrow()
  return import_id
}

/** Returns the rows of the file; undefined once they were deleted. */
export async function readContent(db: Db, site: Site, id: number): Promise<TableRow[] | undefined> {
  const row = await db
    .selectFrom('imports')
    .select('content')
    .where('web_site_id', '=', site.web_site_id)
    .where('import_id', '=', id)
    .executeTakeFirst()
  if (!row?.content) return undefined
  return JSON.parse((await unpack(Buffer.from(row.content, 'base64'))).toString()) as TableRow[]
}

export type ImportChange = Partial<{
  state: ImportRecord['state']
  failure: string | null
  fields: string
  replacements: string
  corrections: string
  left_out: string
  counts: string
  content: null
  invitations: number
  progress: number
  progress_of: number
  check_milliseconds: number | null
  check_number: number
  invite: boolean
  origin: string
  ip: string
  user_agent: string
  request_id: string
  started_at: Date
  finished_at: Date | null
  undone_by: number
}>

export async function setImport(db: Db, site: Site, id: number, values: ImportChange): Promise<void> {
  await db
    .updateTable('imports')
    .set(values)
    .where('web_site_id', '=', site.web_site_id)
    .where('import_id', '=', id)
    .execute()
}

export interface NewRow {
  row_no: number
  outcome: ImportOutcome
  name: string
  key: string
  problems: object
  changes: object
  plan: object | null
  target_id: number | null
  cells: readonly string[] | null
}

export async function insertRows(db: Db, site: Site, importId: number, rows: readonly NewRow[]): Promise<void> {
  await sql`insert into import_rows
      (web_site_id, import_id, row_no, outcome, state, name, key, problems, changes, plan, target_id, cells)
    select ${site.web_site_id}::int, ${importId}::int, r.row_no, r.outcome, 'waiting', r.name, r.key, r.problems, r.changes,
      r.plan, r.target_id, r.cells
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(row_no int, outcome text, name text, key text, problems json,
      changes json, plan json, target_id int, cells json)`.execute(db)
}

/** Deletes the cells of rows that the import has carried out; those of refused rows can still be downloaded. */
export async function dropCells(db: Db, site: Site, importId: number): Promise<void> {
  await db
    .updateTable('import_rows')
    .set({ cells: null })
    .where('web_site_id', '=', site.web_site_id)
    .where('import_id', '=', importId)
    .where('outcome', '<>', 'refused')
    .execute()
}

export async function deleteRows(db: Db, site: Site, importId: number): Promise<void> {
  await db
    .deleteFrom('import_rows')
    .where('web_site_id', '=', site.web_site_id)
    .where('import_id', '=', importId)
    .execute()
}

const rowsOf = (db: Db, site: Site, importId: number) =>
  db.selectFrom('import_rows as r').where('r.web_site_id', '=', site.web_site_id).where('r.import_id', '=', importId)

/** Returns the next rows that add or change a record and have a state, in the order of the file. */
export const findRowsToDo = (
  db: Db,
  site: Site,
  importId: number,
  { state, after, most }: { state: 'waiting' | 'done'; after: number; most: number },
) =>
  rowsOf(db, site, importId)
    .select(['r.row_no', 'r.outcome', 'r.plan', 'r.target_id'])
    .where('r.state', '=', state)
    .where('r.outcome', 'in', ['add', 'change'])
    .where('r.row_no', '>', after)
    .orderBy('r.row_no')
    .limit(most)
    .execute()

export interface RowResult {
  row_no: number
  state: ImportRowState
  target_id: number | null
  /** Undefined leaves what there is. */
  problems?: object
}

export async function setRowResults(
  db: Db,
  site: Site,
  importId: number,
  results: readonly RowResult[],
): Promise<void> {
  if (results.length === 0) return
  await sql`update import_rows r set state = x.state, target_id = coalesce(x.target_id, r.target_id),
      problems = coalesce(x.problems, r.problems)
    from json_to_recordset(${JSON.stringify(results)}::json) as x(row_no int, state text, target_id int, problems json)
    where r.web_site_id = ${site.web_site_id} and r.import_id = ${importId} and r.row_no = x.row_no`.execute(db)
}

export const listRows = (
  db: Db,
  site: Site,
  importId: number,
  asked: ListQuery<'row' | 'key'> & { outcome?: ImportOutcome | undefined; state?: ImportRowState | undefined },
) => {
  const { outcome, state, search } = asked
  let query = rowsOf(db, site, importId)
    .select(['r.row_no', 'r.name', 'r.key', 'r.outcome', 'r.state', 'r.problems', 'r.changes', 'r.cells'])
    .where((eb) => {
      const words = eb(contains(['r.name', 'r.key'], search), '=', true)
      return /^\d{1,7}$/.test(search) ? eb.or([words, eb('r.row_no', '=', Number(search))]) : words
    })
  if (outcome !== undefined) query = query.where('r.outcome', '=', outcome)
  if (state !== undefined) query = query.where('r.state', '=', state).where('r.outcome', 'in', ['add', 'change'])
  return readPage(query, asked, {
    by: { row: sql.ref('r.row_no'), key: sql`lower(r.key)` },
    unique: 'r.row_no',
  })
}

/** Returns the remembered columns of a business, by plain header. */
export async function findColumns(db: Db, site: Site, businessId: number, kind: string, headers: readonly string[]) {
  const rows = await db
    .selectFrom('import_columns')
    .select(['header', 'field'])
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .where('kind', '=', kind)
    .where('header', 'in', headers.length === 0 ? [''] : [...headers])
    .execute()
  return new Map(rows.map(({ header, field }) => [header, field]))
}

/** Remembers the fields of columns. */
export async function keepColumns(
  db: Db,
  site: Site,
  businessId: number,
  kind: string,
  columns: ReadonlyMap<string, string | null>,
): Promise<void> {
  if (columns.size === 0) return
  await db
    .insertInto('import_columns')
    .values(
      [...columns].map(([header, field]) => ({
        web_site_id: site.web_site_id,
        businessentity_id: businessId,
        kind,
        header,
        field,
      })),
    )
    .onConflict((c) =>
      c
        .columns(['web_site_id', 'businessentity_id', 'kind', 'header'])
        .doUpdateSet((eb) => ({ field: eb.ref('excluded.field') })),
    )
    .execute()
}

/** Deletes files that were not imported within a day, and the rows of imports that can no longer be undone. */
export async function deleteOld(db: Db, { abandonedBefore, doneBefore }: { abandonedBefore: Date; doneBefore: Date }) {
  await db.deleteFrom('imports').where('started_at', 'is', null).where('created_at', '<', abandonedBefore).execute()
  await sql`delete from import_rows r using imports i
    where i.web_site_id = r.web_site_id and i.import_id = r.import_id and coalesce(i.finished_at, i.started_at) < ${doneBefore}`.execute(
    db,
  )
}
