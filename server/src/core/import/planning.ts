import type { ImportOutcome, ImportProblem } from '@cutaway/contract/administration/imports.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { shipped, text, type TextsOf } from '../texts.ts'
import type { ImportRecord } from './imports.queries.ts'
import { cleared, type Cells, type ImportContext, type ImportKind, type Plan } from './kind.ts'
import type { TableRow } from './shape.ts'
import type { ImportCounts, StoredPlan } from './tables.ts'
import { withoutEscape } from './write.ts'

/** Plans the rows of a file: what each will do, without doing it. */

/** What the person who imports a file chose for it. */
type Choices = Pick<ImportRecord, 'fields' | 'replacements' | 'corrections' | 'left_out' | 'language'>
type CellReader = (row: number, cells: readonly string[]) => Cells

/**
 * Returns a function that reads the cells of a row by field, with what the person changed: a corrected cell wins over a
 * value that is replaced everywhere.
 */
export function cellReader(
  { fields: allFields }: Pick<ImportKind, 'fields'>,
  site: TextsOf,
  { fields, replacements, corrections, language }: Choices,
): CellReader {
  const replaced = new Map(replacements.map(({ field, from, to }) => [`${field}\n${from}`, to]))
  const corrected = new Map<number, [field: string, to: string][]>()
  for (const { row, field, to } of corrections) corrected.set(row, [...(corrected.get(row) ?? []), [field, to.trim()]])
  const columns = fields.flatMap((field, at) => (field === null ? [] : [{ field, at }]))
  const words = new Set([text(site, language, clearWord), text(shipped, 'en-US', clearWord)].map(plainWord))
  // What identifies the record cannot be cleared: its cell is as good as empty.
  const identifying = new Set(allFields.filter(({ required }) => required).map(({ name }) => name))
  const meaning = (field: string, cell: string) =>
    words.has(plainWord(cell)) ? (identifying.has(field) ? '' : cleared) : cell
  return (row, cells) =>
    Object.fromEntries([
      ...columns.map(({ field, at }) => {
        const cell = withoutEscape((cells[at] ?? '').trim())
        return [field, meaning(field, replaced.get(`${field}\n${cell}`) ?? cell)] as const
      }),
      ...(corrected.get(row) ?? []).map(([field, to]) => [field, meaning(field, to)] as const),
    ])
}

/** The message key of the word that clears a field: '(clear)'. */
const clearWord = 'import_clear_word'
const plainWord = (word: string) => word.normalize('NFKC').trim().toLowerCase()

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

/** The counts of a file without rows. */
export const noRows: ImportCounts = { add: 0, change: 0, same: 0, refused: 0, left_out: 0 }

export interface PlannedFile {
  plans: { row: number; key: string; cells: readonly string[]; plan: Plan }[]
  counts: ImportCounts
  invitations: number
}

interface FileRow {
  row: number
  cells: readonly string[]
  read: Cells
}

/** Reads the cells of all rows of a file by field. */
export const readRows = (rows: readonly TableRow[], read: CellReader): FileRow[] =>
  rows.map(([row, cells]) => ({ row, cells, read: read(row, cells) }))

/**
 * Plans all rows of a file with a state that was read before, so that no transaction waits meanwhile. A row whose record
 * was named by an earlier row is refused; a row that is left out counts as if the file did not have it.
 */
export async function planFile(
  kind: ImportKind,
  context: ImportContext,
  all: readonly FileRow[],
  state: unknown,
  leftOut: readonly number[],
): Promise<PlannedFile> {
  const seen = new Map<string, { row: number; name: string }>()
  const counts = { ...noRows }
  const without = new Set(leftOut)
  const plans: PlannedFile['plans'] = []
  let invitations = 0
  for (const [at, one] of all.entries()) {
    // Lets requests through between slices of a large file.
    if (at % 1000 === 999) await nextTurn()
    const isLeftOut = without.has(one.row)
    const key = isLeftOut ? '' : kind.keyOf(one.read)
    const earlier = key === '' ? undefined : seen.get(key)
    const plan: Plan = isLeftOut
      ? { ...refused(nameOf(one.read), []), outcome: 'left_out' }
      : earlier
        ? refused(nameOf(one.read), [
            problem(kind.fields[0]!.name, 'import_listed_twice', {
              row: String(earlier.row),
              name: earlier.name || key,
            }),
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
  [cells['first_name'], cells['last_name']]
    .filter((cell) => cell && cell !== cleared)
    .join(' ')
    .slice(0, 300)

export const storedPlan = ({ target, before, after }: Plan): StoredPlan => ({ target, before, after })

/** Returns whether a row would still do what its check said. */
export const isSamePlan = (plan: Plan, outcome: ImportOutcome, stored: StoredPlan | null): boolean =>
  plan.outcome === outcome && JSON.stringify(storedPlan(plan)) === JSON.stringify(stored)
