import { z } from 'zod'
import { writeAudits } from '../audit.ts'
import { userCaller } from '../auth/user-caller.ts'
import { secondsAfter } from '../clock.ts'
import type { Db } from '../db/database.ts'
import type { Attempt } from '../jobs/jobs.ts'
import type { Services } from '../services.ts'
import type { Site } from '../tenancy.ts'
import { undoDays } from '@cutaway/contract/administration/imports.ts'
import * as queries from './imports.queries.ts'
import type { ImportContext, ImportKind, PlannedRow, RecordEntry, UndoRow } from './kind.ts'
import { cellReader, isSamePlan, planFile, problem, readRows, storedPlan } from './planning.ts'
import type { TableRow } from './shape.ts'

/**
 * The jobs of imports. The import and the undo work in batches, one transaction for each, and mark the rows of a batch in
 * it: after a crash the next attempt continues with the first row that is not marked.
 */

/** Rows of one transaction. */
export const batchSize = 500
/** Rows of one transaction of the check, which only writes what it found. */
const checkedAtOnce = 2000
const abandonedSeconds = 24 * 3600

export const ImportJob = z.object({ web_site_id: z.int(), import_id: z.int(), check_number: z.int() })
export type ImportJob = z.infer<typeof ImportJob>

export const jobNames = (kind: Pick<ImportKind, 'record'>) =>
  ({ check: `${kind.record}.check`, run: `${kind.record}.run`, undo: `${kind.record}.undo` }) as const

/** Registers the jobs of all kinds. */
export function registerImports(services: Services, kinds: readonly ImportKind[]): void {
  const options = { data: ImportJob, timeout: 3600, concurrency: 2 }
  for (const kind of kinds) {
    const names = jobNames(kind)
    for (const [name, work] of [
      [names.check, checkImport],
      [names.run, runImport],
      [names.undo, undoImport],
    ] as const)
      services.jobs.define(name, options, async (job, attempt) => {
        try {
          await work(services, kind, job, attempt)
        } catch (error) {
          if (attempt.last) await markFailed(services, job)
          throw error
        }
      })
  }
  services.jobs.every('imports.clean_up', 3600, async () => {
    const now = services.clock.now()
    await queries.deleteOld(services.database.system, {
      abandonedBefore: secondsAfter(now, -abandonedSeconds),
      doneBefore: secondsAfter(now, -(undoDays + 1) * 24 * 3600),
    })
  })
}

async function markFailed(services: Services, { web_site_id, import_id }: ImportJob): Promise<void> {
  const site = services.sites.byId(web_site_id)
  if (!site) return
  await services.database.inTenant(web_site_id, (db) =>
    queries.setImport(db, site, import_id, { state: 'failed', failure: 'server_error' }),
  )
}

type Signal = Pick<Attempt, 'signal'>
interface Step {
  db: Db
  site: Site
  record: queries.ImportRecord
  context: ImportContext
}

/**
 * Runs one transaction of a job on an import in a state, for the user who asked for it. Returns undefined if there is
 * nothing to do: another check has begun, or the user lost the right.
 */
async function step<Result>(
  services: Services,
  kind: ImportKind,
  job: ImportJob,
  state: 'checking' | 'importing' | 'undoing',
  work: (step: Step) => Promise<Result>,
): Promise<Result | undefined> {
  const site = services.sites.byId(job.web_site_id)
  if (!site) return undefined
  return services.database.inTenant(
    site.web_site_id,
    async (db) => {
      const record = await queries.holdImport(db, site, job.import_id)
      if (!record || record.state !== state || record.check_number !== job.check_number) return undefined
      const userId = state === 'undoing' ? record.undone_by! : record.user_id
      const caller = await userCaller(db, site, userId, services.clock.now())
      if (!caller?.may(kind.permission)) {
        await queries.setImport(db, site, job.import_id, { state: 'failed', failure: 'import_user_lost_right' })
        return undefined
      }
      const businessId = record.businessentity_id
      return work({ db, site, record, context: { db, site, services, caller, businessId, language: record.language } })
    },
    { lane: 'background' },
  )
}

/** Plans every row and writes the plans. Repeated after a crash, it begins again. */
export async function checkImport(services: Services, kind: ImportKind, job: ImportJob, { signal }: Signal) {
  const began = performance.now()
  const found = await step(services, kind, job, 'checking', async ({ db, site, record, context }) => {
    const content = (await queries.readContent(db, site, record.import_id)) ?? []
    const rows = readRows(content, cellReader(kind, site, record))
    await queries.deleteRows(db, site, record.import_id)
    const cells = rows.map(({ read }) => read)
    const state = await kind.readState(context, cells, { hold: false })
    return { context, rows, state, leftOut: record.left_out }
  })
  if (!found) return
  const { plans, counts, invitations } = await planFile(kind, found.context, found.rows, found.state, found.leftOut)
  for (let from = 0; from < plans.length; from += checkedAtOnce) {
    signal.throwIfAborted()
    const rows = plans.slice(from, from + checkedAtOnce).map(({ row, key, cells, plan }) => ({
      row_no: row,
      outcome: plan.outcome,
      name: plan.name,
      key,
      problems: plan.problems,
      changes: plan.changes,
      plan: plan.outcome === 'add' || plan.outcome === 'change' ? storedPlan(plan) : null,
      target_id: plan.target,
      cells,
    }))
    const isLast = from + checkedAtOnce >= plans.length
    const isWritten = await step(services, kind, job, 'checking', async ({ db, site, record }) => {
      await queries.insertRows(db, site, record.import_id, rows)
      const progress = from + rows.length
      const check_milliseconds = Math.max(1, Math.round(performance.now() - began))
      await queries.setImport(db, site, record.import_id, {
        progress,
        ...(isLast ? { state: 'checked', counts: JSON.stringify(counts), invitations, check_milliseconds } : {}),
      })
      return true
    })
    if (!isWritten) return
  }
}

/** Carries out the plans, in batches. A row whose plan is no longer valid is skipped with the reason. */
export async function runImport(services: Services, kind: ImportKind, job: ImportJob, { signal }: Signal) {
  let content: Map<number, TableRow[1]> | undefined
  let after = 0
  for (;;) {
    signal.throwIfAborted()
    const last = await step(services, kind, job, 'importing', async ({ db, site, record, context }) => {
      const id = record.import_id
      content ??= new Map(await queries.readContent(db, site, id))
      const rows = await queries.findRowsToDo(db, site, id, { state: 'waiting', after, most: batchSize })
      if (rows.length === 0) {
        const finished_at = services.clock.now()
        await queries.setImport(db, site, id, { state: 'done', finished_at, content: null })
        await queries.dropCells(db, site, id)
        return undefined
      }
      const read = cellReader(kind, site, record)
      const cells = rows.map(({ row_no }) => read(row_no, content!.get(row_no) ?? []))
      const state = await kind.readState(context, cells, { hold: true })
      const valid: PlannedRow[] = []
      const results: queries.RowResult[] = []
      for (const [at, row] of rows.entries()) {
        const plan = kind.plan(cells[at]!, state, context)
        if (isSamePlan(plan, row.outcome, row.plan)) valid.push({ row: row.row_no, plan })
        else {
          const problems = plan.outcome === 'refused' ? plan.problems : [problem(null, 'import_row_changed')]
          results.push({ row_no: row.row_no, state: 'skipped', target_id: null, problems })
        }
      }
      const { invite, origin } = record
      const ids = await kind.apply(context, valid, { invite, origin })
      for (const { row } of valid) results.push({ row_no: row, state: 'done', target_id: ids.get(row) ?? null })
      await queries.setRowResults(db, site, id, results)
      await queries.setImport(db, site, id, { progress: record.progress + rows.length })
      const entries = valid.map(({ row, plan }) =>
        kind.audited(plan.outcome === 'add' ? 'add' : 'change', {
          id: ids.get(row)!,
          before: plan.before,
          after: plan.after,
        }),
      )
      await audit(context, record, entries)
      return rows.at(-1)!.row_no
    })
    if (last === undefined) return
    after = last
  }
}

/** Reverses what an import did, in batches. What was changed since is kept and listed. */
export async function undoImport(services: Services, kind: ImportKind, job: ImportJob, { signal }: Signal) {
  for (;;) {
    signal.throwIfAborted()
    const isMore = await step(services, kind, job, 'undoing', async ({ db, site, record, context }) => {
      const id = record.import_id
      const rows = await queries.findRowsToDo(db, site, id, { state: 'done', after: 0, most: batchSize })
      if (rows.length === 0) {
        await queries.setImport(db, site, id, { state: 'undone', content: null })
        return undefined
      }
      const asked = rows.map(({ row_no, outcome, plan, target_id }): UndoRow => ({
        row: row_no,
        outcome: outcome === 'add' ? 'add' : 'change',
        target: target_id!,
        before: plan!.before,
        after: plan!.after!,
      }))
      const kept = await kind.undo(context, asked)
      await queries.setRowResults(
        db,
        site,
        id,
        asked.map(({ row }) => {
          const reason = kept.get(row)
          return reason === undefined
            ? { row_no: row, state: 'undone', target_id: null }
            : { row_no: row, state: 'kept', target_id: null, problems: [problem(null, reason)] }
        }),
      )
      await queries.setImport(db, site, id, { progress: record.progress + rows.length })
      const entries = asked
        .filter(({ row }) => !kept.has(row))
        .map(({ outcome, target, before, after }) =>
          kind.audited(outcome === 'add' ? 'undo_add' : 'undo_change', { id: target, before: after, after: before }),
        )
      await audit(context, record, entries)
      return true
    })
    if (!isMore) return
  }
}

/** Writes an entry for each record, with the address and the request of the user who started the import. */
async function audit(
  { db, site, services, caller, businessId }: ImportContext,
  { ip, user_agent, request_id }: queries.ImportRecord,
  entries: readonly RecordEntry[],
): Promise<void> {
  const common = {
    at: services.clock.now(),
    outcome: 'ok',
    user_id: caller.user.user_id,
    acted_for: null,
    businessId,
    ip,
    user_agent,
    request_id,
  }
  await writeAudits(
    db,
    site,
    entries.map((entry) => ({ ...common, ...entry })),
  )
}
