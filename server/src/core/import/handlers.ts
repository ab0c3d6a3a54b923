import { mostImportRows, undoDays, type Import, type ImportRow } from '@cutaway/contract/administration/imports.ts'
import type { ListQuery } from '@cutaway/contract/administration/list.ts'
import { secondsAfter } from '../clock.ts'
import { answer, SerialisedResponse, type AnyCall } from '../http/endpoints.ts'
import { denied, fail } from '../http/errors.ts'
import { reachOf } from '../scope.ts'
import { shipped, text, type TextsOf } from '../texts.ts'
import { matchColumns, plainHeader } from './columns.ts'
import { noRows } from './planning.ts'
import * as queries from './imports.queries.ts'
import { jobNames, type ImportJob } from './jobs.ts'
import type { ImportContext, ImportField, ImportKind } from './kind.ts'
import { TableRefused } from './shape.ts'
import { readTable } from './table.ts'
import { mediaTypeOf, writeTable } from './write.ts'

/** The calls of imports, for every kind. */

type Format = 'csv' | 'xlsx'
type Upload = { bytes: Buffer; fileName: string }

/** The language of the page, else of the user, else of the web site. */
const languageOf = ({ chosenLanguage, caller, site, services }: AnyCall): string =>
  (chosenLanguage ?? services.sites.language(caller.user.language_id ?? site.default_lang_id))?.language_code ?? 'en-US'

const contextOf = (call: AnyCall, businessId: number): ImportContext => ({
  db: call.db,
  site: call.site,
  services: call.services,
  caller: call.caller,
  businessId,
  language: languageOf(call),
})

const headerOf = (fields: readonly ImportField[], site: TextsOf, language: string): string[] =>
  fields.map(({ label }) => text(site, language, label))

/** Labels of the person's language and of English, in which files are often exchanged. */
const labelsIn =
  (site: TextsOf, language: string) =>
  ({ label }: ImportField): string[] => [
    text(site, language, label),
    text(shipped, 'en-US', label),
    text(shipped, 'en-AU', label),
  ]

async function fileOf(call: AnyCall, name: string, format: Format, header: string[], rows: string[][]) {
  const bytes = await writeTable(format, header, rows)
  call.reply.header('content-disposition', `attachment; filename="${name}.${format}"`)
  return new SerialisedResponse(bytes, mediaTypeOf(format))
}

export function sendTemplate(call: AnyCall, { files, fields }: ImportKind, format: Format) {
  const language = languageOf(call)
  return fileOf(call, `${files}-template`, format, headerOf(fields, call.site, language), [])
}

/** The business that the call names, else the caller's own. */
const businessOf = (call: AnyCall, named: { businessentity_id: number } | undefined): number =>
  named?.businessentity_id ??
  (call.site === call.caller.site ? call.caller.user.businessentity_id : null) ??
  fail('Please select business entity')

export async function sendExport(
  call: AnyCall,
  kind: ImportKind,
  format: Format,
  business: { businessentity_id: number } | undefined,
) {
  const context = contextOf(call, businessOf(call, business))
  const rows = await kind.exportRows(context)
  return fileOf(call, kind.files, format, headerOf(kind.fields, call.site, context.language), rows)
}

/** Returns an import as the API shows it. */
export function shownImport(call: AnyCall, record: queries.ImportRecord): Import {
  const { results, header, fields, samples } = record
  const until = record.finished_at && secondsAfter(record.finished_at, undoDays * 24 * 3600)
  const canUndo = record.state === 'done' && until !== null && until > call.services.clock.now()
  return {
    id: record.import_id,
    state: record.state,
    failure: record.failure,
    file_name: record.file_name,
    encoding: record.encoding,
    delimiter: record.delimiter,
    sheet: record.sheet,
    other_sheets: record.other_sheets,
    rows: record.row_count,
    columns: header.map((name, at) => ({ header: name, field: fields[at] ?? null, samples: samples[at] ?? [] })),
    replacements: record.replacements,
    corrections: record.corrections,
    left_out: record.left_out,
    counts: { ...noRows, ...record.counts },
    invitations: record.invitations,
    progress: record.progress,
    progress_of: record.progress_of,
    results: {
      done: results.done ?? 0,
      skipped: results.skipped ?? 0,
      undone: results.undone ?? 0,
      kept: results.kept ?? 0,
    },
    check_seconds: record.check_milliseconds === null ? null : record.check_milliseconds / 1000,
    created_at: record.created_at.toISOString(),
    started_at: record.started_at?.toISOString() ?? null,
    finished_at: record.finished_at?.toISOString() ?? null,
    undo_until: canUndo ? until.toISOString() : null,
    created_by: record.created_by,
    is_own: record.user_id === call.caller.user.user_id,
  }
}

const shownAgain = async (call: AnyCall, id: number): Promise<Import> =>
  shownImport(call, (await queries.findImport(call.db, call.site, id))!)

export async function readImport(
  call: AnyCall & { upload: Upload },
  kind: ImportKind,
  business: { businessentity_id: number } | undefined,
): Promise<Import> {
  const businessId = businessOf(call, business)
  const { bytes, fileName } = call.upload
  // Reading a large file takes seconds, in which the request holds no connection.
  await call.endTransaction()
  const table = await readTable(bytes).catch((error: unknown) => {
    if (error instanceof TableRefused) fail(error.key, error.row === undefined ? null : { row: error.row })
    throw error
  })
  const { db, site, services, caller } = call
  const language = languageOf(call)
  const plain = table.header.map(plainHeader)
  const remembered = await queries.findColumns(db, site, businessId, kind.record, plain)
  const id = await queries.insertImport(db, site, {
    kind: kind.record,
    businessentity_id: businessId,
    user_id: caller.user.user_id,
    file_name: fileName,
    encoding: table.encoding,
    delimiter: table.delimiter,
    sheet: table.sheet,
    other_sheets: table.otherSheets,
    language,
    header: table.header,
    samples: table.header.map((_, at) => samplesOf(table.rows.map(([, cells]) => cells[at] ?? ''))),
    fields: matchColumns(table.header, kind.fields, { remembered, labelsOf: labelsIn(call.site, language) }),
    rows: table.rows,
    created_at: services.clock.now(),
  })
  return shownAgain(call, id)
}

/** The first three different values of a column. */
function samplesOf(values: readonly string[]): string[] {
  const found = new Set<string>()
  for (const value of values) {
    if (value.trim() !== '') found.add(value.trim().slice(0, 80))
    if (found.size === 3) break
  }
  return [...found]
}

/** Returns the import, locked. Only the user who uploaded the file continues it. */
async function ownImport(call: AnyCall, { import_id }: queries.ImportRecord): Promise<queries.ImportRecord> {
  const record = (await queries.holdImport(call.db, call.site, import_id))!
  if (record.user_id !== call.caller.user.user_id) denied()
  return record
}

const enqueue = (
  call: AnyCall,
  name: string,
  { import_id, check_number }: Pick<ImportJob, 'import_id' | 'check_number'>,
) =>
  call.services.jobs.enqueue(call.db, name, {
    web_site_id: call.site.web_site_id,
    import_id,
    check_number,
  } satisfies ImportJob)

export async function startCheck(
  call: AnyCall,
  kind: ImportKind,
  owned: queries.ImportRecord,
  asked: Pick<Import, 'replacements' | 'corrections' | 'left_out'> & { fields: (string | null)[] },
): Promise<Import> {
  const record = await ownImport(call, owned)
  const { import_id, started_at, state } = record
  if (started_at !== null || state === 'importing' || !record.has_content) fail('import_not_possible_now')
  const known = new Set(kind.fields.map(({ name }) => name))
  const chosen = record.header.map((_, at) => {
    const field = asked.fields[at] ?? null
    return field !== null && known.has(field) ? field : null
  })
  const given = chosen.filter((field) => field !== null)
  if (new Set(given).size < given.length) fail('import_column_twice')
  const missing = kind.fields.filter(({ required, name }) => required && !given.includes(name))
  if (missing.length > 0) fail('import_columns_missing')
  const { db, site } = call
  const check_number = record.check_number + 1
  await queries.setImport(db, site, import_id, {
    state: 'checking',
    failure: null,
    fields: JSON.stringify(chosen),
    replacements: JSON.stringify(asked.replacements),
    corrections: JSON.stringify(asked.corrections.filter(({ field }) => known.has(field))),
    left_out: JSON.stringify([...new Set(asked.left_out)]),
    progress: 0,
    progress_of: record.row_count,
    check_number,
  })
  const plain = new Map(record.header.map((header, at) => [plainHeader(header), chosen[at] ?? null] as const))
  plain.delete('')
  await queries.keepColumns(db, site, record.businessentity_id, kind.record, plain)
  await enqueue(call, jobNames(kind).check, { import_id, check_number })
  return shownAgain(call, import_id)
}

export async function pageOfRows(
  call: AnyCall,
  { import_id }: queries.ImportRecord,
  asked: Parameters<typeof queries.listRows>[3],
) {
  const { rows, total } = await queries.listRows(call.db, call.site, import_id, {
    ...asked,
    size: asked.size ?? mostImportRows / 10,
  })
  const shown = rows.map(({ row_no, ...row }): ImportRow => ({ row: row_no, ...row }))
  return answer(shown, { beside: { total } })
}

export async function startImport(
  call: AnyCall,
  kind: ImportKind,
  owned: queries.ImportRecord,
  { invite }: { invite: boolean },
): Promise<Import> {
  const record = await ownImport(call, owned)
  const { import_id, check_number, counts } = record
  const goesOn = record.state === 'failed' && record.started_at !== null && record.has_content
  if (record.state !== 'checked' && !goesOn) fail('import_not_possible_now')
  if (counts.add + counts.change === 0) fail('import_nothing_to_do')
  const { db, site, services, origin, ip, userAgent } = call
  await queries.setImport(db, site, import_id, {
    state: 'importing',
    failure: null,
    invite: goesOn ? record.invite : invite,
    origin,
    ip,
    user_agent: userAgent,
    request_id: `import ${import_id}`,
    started_at: record.started_at ?? services.clock.now(),
    progress: goesOn ? record.progress : 0,
    progress_of: counts.add + counts.change,
  })
  await enqueue(call, jobNames(kind).run, { import_id, check_number })
  call.audit({
    target: { kind: kind.record, id: import_id },
    after: { file_name: record.file_name, ...counts, invitations: invite ? record.invitations : 0 },
    businessId: record.businessentity_id,
  })
  return shownAgain(call, import_id)
}

export async function startUndo(call: AnyCall, kind: ImportKind, owned: queries.ImportRecord): Promise<Import> {
  const { db, site, services, caller, ip, userAgent } = call
  const record = (await queries.holdImport(db, site, owned.import_id))!
  const { import_id, check_number, state, finished_at, started_at, results } = record
  const isBroken = state === 'failed' && started_at !== null
  if (state !== 'done' && !isBroken) fail('import_not_possible_now')
  const since = finished_at ?? started_at!
  if (secondsAfter(since, undoDays * 24 * 3600) <= services.clock.now()) fail('import_undo_too_late')
  await queries.setImport(db, site, import_id, {
    state: 'undoing',
    failure: null,
    undone_by: caller.user.user_id,
    ip,
    user_agent: userAgent,
    progress: 0,
    progress_of: results.done ?? 0,
  })
  await enqueue(call, jobNames(kind).undo, { import_id, check_number })
  call.audit({
    target: { kind: kind.record, id: import_id },
    before: { file_name: record.file_name, done: results.done ?? 0 },
    businessId: record.businessentity_id,
  })
  return shownAgain(call, import_id)
}

export async function pageOfImports(call: AnyCall, kind: ImportKind, asked: ListQuery<'created'>) {
  const reach = reachOf(call.caller, call.site)
  const { rows, total } = await queries.listImports(call.db, call.site, kind.record, reach, asked)
  return answer(
    rows.map((row) => shownImport(call, row)),
    { beside: { total } },
  )
}
