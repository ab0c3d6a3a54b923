import { funnelSteps, type FunnelStep } from '@cutaway/contract/rooms/reports/filters.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Site } from '../../core/tenancy.ts'
import type { Filter, Scope } from './scope.ts'

/**
 * The one place that decides which events belong to a number. A cell counts the rows of its condition, and its
 * drill-down lists the rows of the same condition.
 */

/** The views of events. */
export type EventView =
  | 'report_views'
  | 'report_sends'
  | 'report_video_sends'
  | 'report_links'
  | 'report_logins'
  | 'report_embed_views'
  | 'report_funnel'
  | 'report_watched'

export interface Source {
  view: EventView
  /** Which events of the view, by the type that was asked for; null: all. */
  kinds: readonly string[] | null
  /** Log-ins have no film, and so neither brand nor language. */
  hasFilms: boolean
}

/** The part of a report that one row of it stands for; all of it if nothing is given. 0 is "none". */
export interface RowIds {
  class_id?: number | undefined
  class_ids?: readonly number[] | undefined
  location_id?: number | undefined
  /** 0: everybody whose name is hidden. */
  user_id?: number | undefined
  part_id?: string | undefined
  part_ids?: readonly string[] | undefined
  embed_id?: number | undefined
  /** Of the funnel. */
  channel?: string | undefined
  row_language?: number | undefined
  /** A step of the funnel; `lost`: reached the step before, and not this one. */
  step?: { name: FunnelStep; lost: boolean } | undefined
}

export interface Interval {
  start: Date
  end: Date
}

/** Returns the user of an event as the caller sees it: 0 stands for everybody whose name is hidden. */
export const shownUser = ({ onlyName }: Scope): RawBuilder<number> =>
  onlyName === null ? sql<number>`e.user_id` : sql<number>`case when e.user_id = ${onlyName} then e.user_id else 0 end`

/** Returns the condition that a send reached a step of the funnel. */
export const reached = (step: FunnelStep): RawBuilder<SqlBool> =>
  step === 'sent' ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(`e.${step}`)}`

/** Returns the condition for events `e` of a report, or of one of its cells. */
export function condition(
  site: Site,
  { view, kinds, hasFilms }: Source,
  scope: Scope,
  filter: Filter,
  { start, end }: Interval,
  row: RowIds = {},
): RawBuilder<SqlBool> {
  const all: RawBuilder<unknown>[] = [
    sql`e.web_site_id = ${site.web_site_id}`,
    sql`e.businessentity_id = ${scope.businessId}`,
    sql`e.at >= ${start}::timestamptz`,
    sql`e.at < ${end}::timestamptz`,
  ]
  const ints = (ids: readonly number[]) => sql`${[...ids]}::int[]`
  const texts = (ids: readonly string[]) => sql`${[...ids]}::text[]`
  if (kinds !== null) all.push(sql`e.kind = any(${texts(kinds)})`)
  // Suppressed and failed sends were not sent.
  if (view === 'report_sends' || view === 'report_video_sends') all.push(sql`e.state = 'counted'`)
  if (scope.locationIds !== null) all.push(sql`e.location_id = any(${ints(scope.locationIds)})`)
  if (filter.class_id !== null) all.push(sql`e.class_id = ${filter.class_id}`)
  if (filter.location_id !== null) all.push(sql`e.location_id = ${filter.location_id}`)
  if (filter.user_ids !== null) all.push(sql`e.user_id = any(${ints(filter.user_ids)})`)
  if (hasFilms) {
    if (typeof filter.brand_id === 'number') all.push(sql`e.brand_id = ${filter.brand_id}`)
    if (typeof filter.language_id === 'number') all.push(sql`e.language_id = ${filter.language_id}`)
    if (filter.videoType !== undefined && view === 'report_views') all.push(sql`e.video_type = ${filter.videoType}`)
  }
  if (row.class_id !== undefined) all.push(sql`coalesce(e.class_id, 0) = ${row.class_id}`)
  if (row.class_ids !== undefined) all.push(sql`coalesce(e.class_id, 0) = any(${ints(row.class_ids)})`)
  if (row.location_id !== undefined) all.push(sql`coalesce(e.location_id, 0) = ${row.location_id}`)
  if (row.user_id !== undefined) all.push(sql`${shownUser(scope)} = ${row.user_id}`)
  if (row.part_id !== undefined) all.push(sql`e.part_id = ${row.part_id}`)
  if (row.part_ids !== undefined) all.push(sql`e.part_id = any(${texts(row.part_ids)})`)
  if (row.embed_id !== undefined && view === 'report_embed_views') all.push(sql`e.embed_id = ${row.embed_id}`)
  if (view === 'report_funnel') {
    if (row.channel !== undefined) all.push(sql`e.kind = ${row.channel}`)
    if (row.row_language !== undefined) all.push(sql`e.language_id = ${row.row_language}`)
    if (row.step?.lost) {
      all.push(reached(funnelSteps[funnelSteps.indexOf(row.step.name) - 1]!))
      all.push(sql`not ${reached(row.step.name)}`)
    } else if (row.step) all.push(reached(row.step.name))
  }
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`
}
