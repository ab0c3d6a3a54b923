import type { ImportOutcome, ImportProblem, Replacement } from '@cutaway/contract/administration/imports.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Cells, ImportContext, ImportKind, Plan } from './kind.ts'
import type { TableRow } from './shape.ts'
import type { StoredPlan } from './tables.ts'
import { withoutEscape } from './write.ts'

/** Plans the rows of a file: what each will do, without doing it. */

/** Returns a function that reads the cells of a row by field, with the replacements of the check. */
export function cellReader(fields: readonly (string | null)[], replacements: readonly Replacement[]) {
  const replaced = new Map(replacements.map(({ field, from, to }) => [`${field}\n${from}`, to]))
  const columns = fields.flatMap((field, at) => (field === null ? [] : [{ field, at }]))
  return (cells: readonly string[]): Cells =>
    Object.fromEntries(
      columns.map(({ field, at }) => {
        const text = withoutEscape((cells[at] ?? '').trim())
        return [field, replaced.get(`${field}\n${text}`) ?? text]
      }),
    )
}

export const problem = (
  field: string | null,
  key: string,
  values: Record<string, string> = {},
  more: Pick<ImportProblem, 'suggestion' | 'value'> = {},
): ImportProblem => ({ field, key, values, ...more })

export const refused = (name: string, problems: ImportProblem[], target: number | null = null): Plan<never> => ({
  outcome: 'refused',
  name,
  problems,
  target,
  before: null,
  after: null,
  changes: [],
  invite: false,
})

export interface PlannedFile {
  plans: { row: number; key: string; cells: readonly string[]; plan: Plan }[]
  counts: Record<ImportOutcome, number>
  invitations: number
}

interface FileRow {
  row: number
  cells: readonly string[]
  read: Cells
}

/** Reads the cells of all rows of a file by field. */
export const readRows = (rows: readonly TableRow[], read: (cells: readonly string[]) => Cells): FileRow[] =>
  rows.map(([row, cells]) => ({ row, cells, read: read(cells) }))

/**
 * Plans all rows of a file with a state that was read before, so that no transaction waits meanwhile. A row whose record
 * was named by an earlier row is refused.
 */
export async function planFile(
  kind: ImportKind,
  context: ImportContext,
  all: readonly FileRow[],
  state: unknown,
): Promise<PlannedFile> {
  const seen = new Map<string, { row: number; name: string }>()
  const counts = { add: 0, change: 0, same: 0, refused: 0 }
  const plans: PlannedFile['plans'] = []
  let invitations = 0
  for (const [at, one] of all.entries()) {
    // Lets requests through between slices of a large file.
    if (at % 1000 === 999) await nextTurn()
    const key = kind.keyOf(one.read)
    const earlier = key === '' ? undefined : seen.get(key)
    const plan = earlier
      ? refused(nameOf(one.read), [
          problem(kind.fields[0]!.name, 'import_listed_twice', { row: String(earlier.row), name: earlier.name || key }),
        ])
      : kind.plan(one.read, state, context)
    if (!earlier && key !== '') seen.set(key, { row: one.row, name: plan.name })
    counts[plan.outcome] += 1
    if (plan.invite) invitations += 1
    plans.push({ row: one.row, key: (one.read[kind.fields[0]!.name] ?? '').slice(0, 300), cells: one.cells, plan })
  }
  return { plans, counts, invitations }
}

const nameOf = (cells: Cells): string =>
  [cells['first_name'], cells['last_name']].filter(Boolean).join(' ').slice(0, 300)

export const storedPlan = ({ target, before, after }: Plan): StoredPlan => ({ target, before, after })

/** Returns whether a row would still do what its check said. */
export const isSamePlan = (plan: Plan, outcome: ImportOutcome, stored: StoredPlan | null): boolean =>
  plan.outcome === outcome && JSON.stringify(storedPlan(plan)) === JSON.stringify(stored)
