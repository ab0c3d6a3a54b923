import type { FunnelGroup, ReportFilter, ReportRange } from '@cutaway/contract/rooms/reports/filters.ts'
import type { ReportData, ReportName, ReportRow } from '@cutaway/contract/rooms/reports/reports.ts'
import type { z } from 'zod'
import { fail } from '../../core/http/errors.ts'
import { whileWaiting } from './cancel.ts'
import { countLeaves, countPeople, type Leaf, type Question } from './counts.queries.ts'
import { definitions, placePath } from './definitions.ts'
import { buildFunnel } from './funnel/funnel.ts'
import { named } from './names.ts'
import { findManagers } from './names.queries.ts'
import { financialMonthOf, periodsOf, spanOf, type Calendar, type Period } from './periods.ts'
import { filterOf, scopeOf, type Filter, type Scope } from './scope.ts'
import { findLocations, findUsers } from './scope.queries.ts'
import { columnsOf, daysOf, numbersOf, rowsOf, seriesBy, totalOf, type Node, type Place } from './tree.ts'
import type { ReportCall } from './report-call.ts'

/** Makes a report: scope, periods, one count, the tree, the names. */

export type Json = Omit<z.output<typeof ReportFilter>, 'report_range'> & {
  report_range?: ReportRange | 'Last month' | undefined
  report_type?: string
  group_by?: 'place' | FunnelGroup
}

/** The longest time that a report may be about, in days: raw events are kept for 25 months. */
const mostDays = 800

export const calendarOf = ({ site, services }: ReportCall): Calendar => ({
  now: services.clock.now(),
  timeZone: site.time_zone,
  financialMonth: financialMonthOf(site.country_code_iso, site.settings['financial_year_month']),
})

/** Returns the periods of a request. Refuses one that ends before it begins, and one that is longer than events are kept. */
export function askedPeriods(call: ReportCall, json: Json): Period[] {
  const calendar = calendarOf(call)
  const { from, to } = spanOf(json, calendar)
  if (to < from) fail('report_period_reversed')
  if ((Date.parse(to) - Date.parse(from)) / 86_400_000 > mostDays) fail('report_period_too_long')
  return periodsOf(json, calendar)
}

export interface Prepared extends Question {
  periods: Period[]
}

/** Loads scope and filter of a request, and says what it counts. */
export async function prepare(call: ReportCall, report: ReportName, json: Json): Promise<Prepared> {
  const periods = askedPeriods(call, report === 'funnel' ? { report_range: 'Last month', ...json } : json)
  const scope = await scopeOf(call, json.businessentity_id)
  const filter = await filterOf(call, scope, json)
  return { site: call.site, source: definitions[report].source(json.report_type ?? ''), scope, filter, periods }
}

export interface Report extends ReportData {
  leaves: Leaf[]
}

export const buildReport = (call: ReportCall, report: ReportName, json: Json): Promise<Report> =>
  prepare(call, report, json).then((asked) => whileWaiting(call, () => build(call, report, json, asked)))

async function build(call: ReportCall, report: ReportName, json: Json, asked: Prepared): Promise<Report> {
  const { db } = call
  const { periods, scope, filter } = asked
  const definition = definitions[report]
  if (report === 'funnel') return buildFunnel(call, asked, json.group_by ?? 'user')
  const byFilm = json.group_by === 'film' && report === 'usage'
  const leaves = await countLeaves(db, asked, byFilm ? ['part'] : definition.by)
  const rows = await nodesOf(call, report, asked, leaves, byFilm)
  const zero =
    json.include_zero_usage_results && !byFilm ? await zeroRows(call, report, scope, filter, periods, rows) : []
  const shown = await named(call, scope, [...rows, ...zero])
  const data: Report = {
    leaves,
    columns: columnsOf(periods),
    rows: shown.map((node) => rowOf(node, periods)),
    total: totalOf(leaves, periods),
    series: [],
    ...daysOf(periods, asked.site.time_zone),
  }
  if (report === 'usage' && !byFilm && scope.onlyName === null)
    data.people = { watched: watchersOf(leaves), team: (await teamOf(call, scope, filter)).length }
  if (report === 'links') data.series = linkSeries(leaves, periods)
  if (report === 'logins') data.series = seriesBy(leaves, ({ kind }) => kind, periods)
  if (report === 'frequent') await asRanking(call, asked, data)
  return data
}

const rowOf = (
  { before, ...node }: Node & { class_name: string; label_key: string | null; deleted: boolean },
  periods: Period[],
): ReportRow => ({
  class_id: null,
  location_id: null,
  user_id: null,
  manager_id: null,
  embed_id: null,
  system_id: null,
  part_id: null,
  channel: null,
  row_language: null,
  ...node,
  ...numbersOf({ values: node.values, before }, periods),
})

async function nodesOf(
  call: ReportCall,
  report: ReportName,
  asked: Prepared,
  leaves: Leaf[],
  byFilm: boolean,
): Promise<Node[]> {
  if (byFilm) {
    const { library } = call.services
    return rowsOf(leaves, ({ part_id }) => {
      const system_id = library.film(part_id)?.of.system.id ?? 0
      return [
        [
          { id: `s${system_id}`, row_type: 'system', system_id },
          { id: `p${part_id}`, row_type: 'film', system_id, part_id },
        ],
      ]
    })
  }
  if (report !== 'managers') return rowsOf(leaves, (leaf) => [definitions[report].path(leaf)])
  const managers = await findManagers(call.db, call.site, asked.scope.businessId)
  return rowsOf(leaves, ({ class_id, location_id }) => {
    const ofRegion = managers.filter((manager) => manager.class_id === class_id)
    const paths = ofRegion.map(({ user_id }): Place[] => [
      { id: `m${user_id}`, row_type: 'manager', manager_id: user_id },
      { id: `m${user_id}l${location_id}`, row_type: 'location', manager_id: user_id, location_id },
    ])
    if (paths.length > 0) return paths
    return [
      [
        { id: `m0c${class_id}`, row_type: 'manager', manager_id: 0, class_id },
        { id: `m0c${class_id}l${location_id}`, row_type: 'location', manager_id: 0, class_id, location_id },
      ],
    ]
  })
}

/** Returns the number of different people who have an event in the periods. */
const watchersOf = (leaves: readonly Leaf[]): number =>
  new Set(leaves.filter(({ values }) => values.some((n) => n > 0)).map(({ user_id }) => user_id)).size

/** Returns the people of today within scope and filter. */
async function teamOf({ db, site }: ReportCall, scope: Scope, filter: Filter) {
  const locations = filter.class_id === null ? null : await findLocations(db, site, scope, filter.class_id)
  return (await findUsers(db, site, scope))
    .filter(({ is_deleted }) => !is_deleted)
    .filter(({ user_id }) => filter.user_ids === null || filter.user_ids.includes(user_id))
    .filter(({ location_id }) => filter.location_id === null || location_id === filter.location_id)
    .filter(({ location_id: id }) => locations === null || locations.some(({ location_id }) => location_id === id))
}

/** Returns rows for the people and places of today that have no event, within scope and filter. */
async function zeroRows(
  call: ReportCall,
  report: ReportName,
  scope: Scope,
  filter: Filter,
  periods: Period[],
  present: readonly Node[],
): Promise<Node[]> {
  const { db, site } = call
  const { path, by } = definitions[report]
  if (!by.includes('user') || report === 'videos') return []
  const locations = await findLocations(db, site, scope, filter.class_id)
  const regionOf = new Map(locations.map(({ location_id, class_id }) => [location_id, class_id ?? 0]))
  const isWanted = (locationId: number) =>
    (filter.location_id === null || filter.location_id === locationId) &&
    (filter.class_id === null || regionOf.has(locationId))
  const zero = { values: periods.map(() => 0), before: periods.map(() => 0) }
  const users = await teamOf(call, scope, filter)
  const ofUsers = users.map(({ user_id, location_id }) =>
    path({ ...zero, class_id: regionOf.get(location_id ?? 0) ?? 0, location_id: location_id ?? 0, user_id }),
  )
  const ofLocations =
    by.includes('location') && filter.user_ids === null
      ? locations
          .filter(({ is_deleted, location_id }) => !is_deleted && isWanted(location_id))
          .map(({ location_id, class_id }) =>
            placePath({ class_id: class_id ?? 0, location_id, user_id: 0 }).slice(0, 2),
          )
      : []
  const known = new Set(present.map(({ id }) => id))
  return rowsOf(
    [...ofUsers, ...ofLocations].map((places) => ({ ...zero, places })),
    ({ places }) => [places],
  ).filter(({ id }) => !known.has(id))
}

function linkSeries(leaves: readonly Leaf[], periods: Period[]): ReportData['series'] {
  const one = (key: string, of: (leaf: Leaf) => number[]) =>
    seriesBy(
      leaves.map((leaf) => ({ values: of(leaf), before: leaf.before })),
      () => key,
      periods,
    )
  return [
    ...one('made', ({ values }) => values),
    ...one('opened', ({ opened }) => opened),
    ...one('answered', ({ answered }) => answered),
  ]
}

/** Puts films in the order of their views, with viewers, share and change in the place of periods. */
async function asRanking(call: ReportCall, asked: Prepared, data: ReportData): Promise<void> {
  const people = await countPeople(call.db, asked)
  const all = data.total.total
  const rows = data.rows
    .filter(({ total }) => total > 0)
    .toSorted((a, b) => b.total - a.total || a.class_name.localeCompare(b.class_name))
  const shares = sharesOf(rows.map(({ total }) => total))
  data.rows = rows.map((row, i) => ({
    ...row,
    values: {
      views: row.total,
      people: people.get(row.part_id ?? '') ?? 0,
      share: shares[i]!,
      change: row.total - row.previous,
    },
  }))
  data.columns = ['views', 'people', 'share', 'change'].map((key) => ({ key, label_key: `report_${key}` }))
  data.total.values = { views: all, share: all === 0 ? 0 : 100, change: all - data.total.previous }
  data.total.previous_values = { views: data.total.previous }
}

/** Returns shares in per cent with one decimal place, which add up to 100.0 (largest remainder). */
export function sharesOf(counts: readonly number[]): number[] {
  const all = counts.reduce((a, b) => a + b, 0)
  if (all === 0) return counts.map(() => 0)
  const exact = counts.map((count) => (count * 1000) / all)
  const whole = exact.map(Math.floor)
  const missing = 1000 - whole.reduce((a, b) => a + b, 0)
  exact
    .map((value, i) => ({ i, rest: value - Math.floor(value) }))
    .toSorted((a, b) => b.rest - a.rest || a.i - b.i)
    .slice(0, missing)
    .forEach(({ i }) => {
      whole[i]! += 1
    })
  return whole.map((value) => value / 10)
}
