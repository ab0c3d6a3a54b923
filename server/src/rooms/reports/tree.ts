import type { ReportData, ReportRow } from '@cutaway/contract/rooms/reports/reports.ts'
import type { Leaf } from './counts.queries.ts'
import { wireDay, type Period } from './periods.ts'

/** Adds the leaves of a report up to its tree. A row is the sum of the rows below it. */

/** What a row stands for; its name is looked up later. */
export type Place = Pick<ReportRow, 'id' | 'row_type'> &
  Partial<
    Pick<
      ReportRow,
      | 'class_id'
      | 'location_id'
      | 'user_id'
      | 'manager_id'
      | 'embed_id'
      | 'system_id'
      | 'part_id'
      | 'channel'
      | 'row_language'
    >
  >

export interface Node extends Place {
  parent: string | null
  values: number[]
  before: number[]
}

export type Counted = Pick<Leaf, 'values' | 'before'>

/**
 * Returns the rows of a tree, each after its parent. `pathsOf` returns the rows of a leaf from the top: several paths for a
 * leaf that stands in several branches.
 */
export function rowsOf<L extends Counted>(leaves: readonly L[], pathsOf: (leaf: L) => readonly Place[][]): Node[] {
  const nodes = new Map<string, Node>()
  for (const leaf of leaves)
    for (const path of pathsOf(leaf)) {
      let parent: string | null = null
      for (const place of path) {
        const node: Node = nodes.get(place.id) ?? {
          ...place,
          parent,
          values: leaf.values.map(() => 0),
          before: leaf.before.map(() => 0),
        }
        nodes.set(place.id, node)
        add(node.values, leaf.values)
        add(node.before, leaf.before)
        parent = place.id
      }
    }
  return [...nodes.values()]
}

function add(to: number[], values: readonly number[]): void {
  values.forEach((value, i) => {
    to[i]! += value
  })
}

export const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)

/** Returns the average of the complete periods, to one decimal place; null if none is complete. */
export function averageOf(values: readonly number[], periods: readonly Period[]): number | null {
  const complete = values.filter((_, i) => periods[i]!.isComplete)
  return complete.length === 0 ? null : Math.round((sum(complete) / complete.length) * 10) / 10
}

export const byKey = (values: readonly number[], periods: readonly Period[]): Record<string, number> =>
  Object.fromEntries(periods.map(({ key }, i) => [key, values[i]!]))

export const numbersOf = ({ values, before }: Counted, periods: readonly Period[]) => ({
  values: byKey(values, periods),
  total: sum(values),
  average: averageOf(values, periods),
  previous: sum(before),
})

export function totalOf(leaves: readonly Counted[], periods: readonly Period[]): ReportData['total'] {
  const all = { values: periods.map(() => 0), before: periods.map(() => 0) }
  for (const { values, before } of leaves) {
    add(all.values, values)
    add(all.before, before)
  }
  return {
    ...numbersOf(all, periods),
    previous_values: byKey(all.before, periods),
    complete: periods.filter(({ isComplete }) => isComplete).length,
  }
}

export const columnsOf = (periods: readonly Period[]): ReportData['columns'] =>
  periods.map(({ key, lastDay, running }) => ({
    key,
    label_key: 'report_period',
    date: key,
    last_date: lastDay,
    running,
  }))

export const daysOf = (periods: readonly Period[], timeZone: string) => ({
  start_date: wireDay(periods[0]!.key),
  end_date: wireDay(periods.at(-1)!.lastDay),
  time_zone: timeZone,
})

/** Returns the sums of the leaves by a key of theirs, for the series of a chart. */
export function seriesBy<L extends Counted>(
  leaves: readonly L[],
  keyOf: (leaf: L) => string,
  periods: readonly Period[],
): ReportData['series'] {
  const sums = new Map<string, number[]>()
  for (const leaf of leaves) {
    const values = sums.get(keyOf(leaf)) ?? periods.map(() => 0)
    sums.set(keyOf(leaf), values)
    add(values, leaf.values)
  }
  return [...sums].map(([key, values]) => ({ key, values: byKey(values, periods) }))
}

/** Returns the rows with each one after its parent. */
export function inTreeOrder(rows: readonly ReportRow[]): ReportRow[] {
  const children = Map.groupBy(rows, ({ parent }) => parent)
  const below = (parent: string | null): ReportRow[] =>
    (children.get(parent) ?? []).flatMap((row) => [row, ...below(row.id)])
  return below(null)
}

/** Returns how many rows a row lies below. */
export function levelOf(row: ReportRow, rows: readonly ReportRow[]): number {
  const parent = row.parent === null ? undefined : rows.find(({ id }) => id === row.parent)
  return parent ? levelOf(parent, rows) + 1 : 0
}
