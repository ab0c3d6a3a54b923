import { join } from 'node:path'
import { periodsOf } from '../../server/src/rooms/reports/periods.ts'
import { get, logIn } from '../people.ts'
import { startProcess, type ServerProcess } from '../processes.ts'
import { median, type Line } from '../results.ts'
import { reportsByHand, written, type Times } from './by-hand.ts'
import { fillEvents, fillShops, withClient } from './fill.ts'

/**
 * Reports of one large business among the events of others: each beside the same SQL written by hand, and again when the
 * others have more events.
 */

/** The zone of the web site, in which its months are cut. */
const timeZone = 'America/Los_Angeles'
const rounds = 20
/** Views of the measured business; a report at the first level has twice as many of others. */
const ownViews = 500_000
const firstOthers = 1_000_000

export interface ReportFigures {
  name: string
  /** Milliseconds: the median of the statement by hand, the median and 95 of 100 of the call. */
  byHand: number
  ours: number
  p95: number
}
export interface Level {
  /** Views of all businesses. */
  views: number
  reports: ReportFigures[]
}

interface Options {
  folder: string
  databaseUrl: string
  /** Views of all businesses at the last level. */
  views: number
  say(line: string): void
}

export async function measureReports({ folder, databaseUrl, views, say }: Options): Promise<Level[]> {
  const portal = await startProcess('../server/src/main.ts', {
    NODE_ENV: 'demo',
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATA_DIR: join(folder, 'reports'),
    DATABASE_URL: databaseUrl,
    SESSION_READS_PER_SECOND: '0',
  })
  try {
    const business = await fillShops(databaseUrl)
    const { cookie } = await logIn(portal, { username: 'enterprise' })
    const levels: Level[] = []
    let filled = 0
    for (const total of [ownViews + firstOthers, 5_000_000, 20_000_000].filter((level) => level <= views)) {
      const began = performance.now()
      const more = total - filled
      await fillEvents(databaseUrl, {
        views: more,
        own: filled === 0 ? ownViews / more : 0,
        seed: 1 / (levels.length + 2),
      })
      filled = total
      say(`${total} views after ${((performance.now() - began) / 1000).toFixed(0)} s`)
      const reports = await measureLevel({ portal, cookie, databaseUrl, business, say })
      levels.push({ views: total, reports })
    }
    return levels
  } finally {
    await portal.stop()
  }
}

interface Measured extends Pick<Options, 'databaseUrl' | 'say'> {
  portal: ServerProcess
  cookie: string
  business: number
}

const measureLevel = ({ portal, cookie, databaseUrl, business, say }: Measured): Promise<ReportFigures[]> =>
  withClient(databaseUrl, async (db) => {
    const times = timesOf(business)
    const figures: ReportFigures[] = []
    for (const { name, call, json, sql } of reportsByHand) {
      const statement = written(sql, times)
      const path = `/api/v1/${call}/${encodeURIComponent(JSON.stringify(json))}`
      const host = new URL(portal.address).host
      const byHand: number[] = []
      const ours: number[] = []
      let told = 0
      let counted = 0
      for (let round = -1; round < rounds; round += 1) {
        const began = performance.now()
        const { rows } = await db.query<{ n: string; bucket?: number }>(statement)
        const between = performance.now()
        const { status, body } = await get(portal, path, { headers: { host, cookie } })
        const ended = performance.now()
        if (status !== 200) throw new Error(`${name}: ${status} ${body.toString().slice(0, 200)}`)
        counted = rows.reduce((all, { n, bucket }) => all + (bucket === times.gap ? 0 : Number(n)), 0)
        const { total } = (JSON.parse(body.toString()) as { data: { total: { total: number; previous: number } } }).data
        // Statements by month count the months before too.
        told = sql.includes('as bucket') ? total.total + total.previous : total.total
        if (round < 0) continue
        byHand.push(between - began)
        ours.push(ended - between)
      }
      if (Math.abs(told - counted) > counted / 1000)
        throw new Error(`${name}: ${told} in the report, ${counted} by hand`)
      const p95 = ours.toSorted((a, b) => a - b)[Math.ceil(rounds * 0.95) - 1]!
      const found = { name, byHand: median(byHand), ours: median(ours), p95 }
      say(`  ${name}: ${inWords(found)}, ${counted} events`)
      figures.push(found)
    }
    return figures
  })

const inWords = ({ byHand, ours, p95 }: ReportFigures) =>
  `${ours.toFixed(0)} ms, by hand ${byHand.toFixed(0)} ms (${(ours / byHand).toFixed(2)}), 95 of 100 in ${p95.toFixed(0)} ms`

function timesOf(business: number): Times {
  const periods = periodsOf({ dateFilterType: 'monthly' }, { now: new Date(), timeZone, financialMonth: 1 })
  const iso = (moment: Date) => moment.toISOString()
  const edges = [
    ...new Set(periods.flatMap(({ start, end, before }) => [start, end, before.start, before.end].map(iso))),
  ]
  const [before, last] = periods.slice(-3)
  return {
    business,
    edges: edges.toSorted(),
    gap: edges.toSorted().indexOf(iso(periods.at(-1)!.before.end)) + 1,
    year: iso(periods[0]!.start),
    month: { before: iso(before!.start), start: iso(last!.start), end: iso(last!.end) },
  }
}

/** The lines of results.md. */
export function reportLines(levels: readonly Level[]): Line[] {
  const first = levels[0]!
  const last = levels.at(-1)!
  const many = (count: number) => `${count / 1e6} million views`
  const common = { unit: '', better: 'smaller' } as const
  return last.reports.flatMap(({ name, byHand, ours, p95 }, i): Line[] => [
    {
      what: `report ${name}, over the same SQL by hand`,
      value: ours / byHand,
      ...common,
      limit: 1.3,
      goal: 1.1,
      more: `${ours.toFixed(0)} ms, by hand ${byHand.toFixed(0)} ms; ${many(last.views)}, ${many(ownViews)} of the business`,
    },
    {
      what: `report ${name}, 95 of 100`,
      value: p95,
      ...common,
      unit: 'ms',
      limit: 1000,
      goal: 300,
      more: '',
    },
    {
      what: `report ${name}, over the time among ${many(first.views)}`,
      value: ours / first.reports[i]!.ours,
      ...common,
      limit: 1.3,
      goal: 1.1,
      more: `${first.reports[i]!.ours.toFixed(0)} ms there`,
    },
  ])
}
