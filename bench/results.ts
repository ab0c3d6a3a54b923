import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Formats the results as a table for the terminal and as bench/results.md. Contains only figures that compare across
 * machines.
 */

export interface Line {
  what: string
  value: number
  unit: '' | 'kB' | 'ms' | 'MB'
  limit: number
  goal: number | undefined
  /** Ratios to the floor: higher is better for calls, lower is better for latency and sizes. */
  better: 'larger' | 'smaller'
  more: string
}

export const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export const holds = ({ value, limit, better }: Line): boolean =>
  better === 'larger' ? value >= limit : value <= limit
const reachesGoal = ({ value, goal, better }: Line) =>
  goal !== undefined && (better === 'larger' ? value >= goal : value <= goal)

const number = (value: number | undefined, unit: string) =>
  value === undefined ? '' : unit ? `${value.toFixed(0)} ${unit}` : value.toFixed(2)

function rowsOf(lines: Line[]): string[][] {
  return lines.map((line) => [
    line.what,
    number(line.value, line.unit),
    `${line.better === 'larger' ? 'at least' : 'at most'} ${number(line.limit, line.unit)}`,
    number(line.goal, line.unit),
    holds(line) ? (reachesGoal(line) ? 'goal reached' : 'holds') : 'BROKEN',
    line.more,
  ])
}

const heads = ['what', 'value', 'limit', 'goal', '', 'more']

/** Returns the table for a terminal. */
export function table(lines: Line[]): string {
  const rows = [heads, ...rowsOf(lines)]
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Writes bench/results.md. */
export function store(lines: Line[], about: { database: string; browser: string }): void {
  const rows = [heads, heads.map(() => '---'), ...rowsOf(lines)].map((row) => `| ${row.join(' | ')} |`)
  writeFileSync(
    join(import.meta.dirname, 'results.md'),
    `# Results of the benchmarks

Written by \`npm run bench\`: ${new Date().toISOString().slice(0, 10)}, Node.js ${process.versions.node}, ${about.database}, ${about.browser}.
Values without a unit are ratios to the least that must be done, measured in the same minutes on the same computer
(\`bench/floor.ts\`): requests per second over those of a bare node:http server that checks the session, and the time to
the first frame over that of a page with nothing but the film.

${rows.join('\n')}
`,
  )
}
