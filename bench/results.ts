import { readFileSync, writeFileSync } from 'node:fs'
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

const file = join(import.meta.dirname, 'results.md')
const rowsInMarkdown = (lines: Line[]): string =>
  [heads, heads.map(() => '---'), ...rowsOf(lines)].map((row) => `| ${row.join(' | ')} |`).join('\n')
const today = () => new Date().toISOString().slice(0, 10)

/** Replaces one part of bench/results.md, by its title; that of all benchmarks has none. Keeps the others and their order. */
function write(title: string, text: string): void {
  const stored = readFileSync(file, 'utf8').split(/^## /m)
  const parts = new Map(stored.map((part, i) => [i === 0 ? '' : part.slice(0, part.indexOf('\n')), part.trim()]))
  parts.set(title, text.trim())
  writeFileSync(file, `${[...parts].map(([name, part]) => (name === '' ? part : `## ${part}`)).join('\n\n')}\n`)
}

/** Writes the results of all benchmarks to bench/results.md, and keeps those that are measured alone. */
export function store(lines: Line[], about: { database: string; browser: string }): void {
  const all = `# Results of the benchmarks

Written by \`npm run bench\`: ${today()}, Node.js ${process.versions.node}, ${about.database}, ${about.browser}.
Values without a unit are ratios to the least that must be done, measured in the same minutes on the same computer
(\`bench/floor.ts\`): requests per second over those of a bare node:http server that checks the session, and the time to
the first frame over that of a page with nothing but the film.

${rowsInMarkdown(lines)}`
  write('', all)
}

/** Writes the results of the sign-ups under lost replies and kills to their part of bench/results.md. */
export function storeMoney(lines: Line[], about: { database: string; sentences: string[] }): void {
  const Money = `Money

Written by \`npm run bench -- money\`: ${today()}, Node.js ${process.versions.node}, ${about.database}. Every 7th reply of the providers
and of the portal is lost, and the portal is killed ten times. Charges are counted in the ledger of the gateway, what was
delivered in the rows of the product.

${about.sentences.map((sentence) => `- ${sentence}`).join('\n')}

${rowsInMarkdown(lines)}`
  write('Money', Money)
}

/** Writes the results of the reports to their part of bench/results.md. */
export function storeReports(lines: Line[], about: { database: string }): void {
  const Reports = `Reports

Written by \`npm run bench -- reports\`: ${today()}, Node.js ${process.versions.node}, ${about.database}. Calls of the portal for one large
business, beside one statement by hand that counts the same without rights, and the same call when the others had fewer
events. Each view has a tenth of a send, a log-in and a view of an embedded film beside it.

${rowsInMarkdown(lines)}`
  write('Reports', Reports)
}

/** Writes the results of the wall of a waiting room. */
export function storeWall(lines: Line[], about: { browser: string; load: number; sentences: string[] }): void {
  const Wall = `Wall

Written by \`npm run bench -- wall\`: ${today()}, ${about.browser} without a graphics card, 2 processors with a load of
${about.load.toFixed(1)} by other work. A paired screen plays a loop of 50 films of 720p, of each the last seconds; a bare page with two
videos plays the same files in turns with it.

${about.sentences.map((sentence) => `- ${sentence}`).join('\n')}

${rowsInMarkdown(lines)}`
  write('Wall', Wall)
}

/** Writes the results of an import of many users to their part of bench/results.md. */
export function storeImport(lines: Line[], about: { database: string; load: number }): void {
  const Import = `Import

Written by \`npm run bench -- import\`: ${today()}, Node.js ${process.versions.node}, ${about.database}, 2 processors with a load of
${about.load.toFixed(1)} by other work. The file has people who are new, who change and who stay the same, and rows that cannot be imported. The check
is measured from the upload of the file to its last row.

${rowsInMarkdown(lines)}`
  write('Import', Import)
}
