import { fewestSends, funnelSteps, type FunnelGroup } from '@cutaway/contract/rooms/reports/filters.ts'
import type { ReportRow } from '@cutaway/contract/rooms/reports/reports.ts'
import type { Prepared, Report } from '../build.ts'
import { named } from '../names.ts'
import type { ReportCall } from '../report-call.ts'
import { daysOf, type Node, type Place } from '../tree.ts'
import { countSteps, type Group, type StepCounts } from './funnel.queries.ts'

/**
 * The funnel: of the sends of a period, how many were delivered, opened by a person, half watched, answered, approved. Its
 * rows are a league: by the share of approved sends, and without a place for those with few sends.
 */

const placeOf: Record<FunnelGroup, (key: number | string) => Place> = {
  user: (key) => ({ id: `u${key}`, row_type: 'user', user_id: Number(key) }),
  film: (key) => ({ id: `p${key}`, row_type: 'film', part_id: String(key) }),
  channel: (key) => ({ id: `k${key}`, row_type: 'channel', channel: String(key) }),
  language: (key) => ({ id: `g${key}`, row_type: 'language', row_language: Number(key) }),
  location: (key) => ({ id: `l${key}`, row_type: 'location', location_id: Number(key) }),
}

const stepsOf = (counts: StepCounts) => Object.fromEntries(funnelSteps.map((step) => [step, counts[step]]))

/** The share of approved sends in per cent, with one decimal place; null if there are too few to say. */
export const rateOf = ({ sent, approved }: Pick<StepCounts, 'sent' | 'approved'>): number | null =>
  sent < fewestSends ? null : Math.round((approved / sent) * 1000) / 10

const withRate = (counts: StepCounts) => {
  const rate = rateOf(counts)
  return { ...stepsOf(counts), ...(rate === null ? {} : { rate }) }
}

export async function buildFunnel(call: ReportCall, asked: Prepared, group: FunnelGroup | 'place'): Promise<Report> {
  const groups = await countSteps(call.db, asked, group === 'place' ? 'user' : group)
  const byId = new Map<string, Group>()
  const nodes = groups
    .filter(({ sent }) => sent > 0)
    .map((counts): Node => {
      const place = placeOf[group === 'place' ? 'user' : group](counts.key)
      byId.set(place.id, counts)
      return { ...place, parent: null, values: [], before: [] }
    })
  const rows = (await named(call, asked.scope, nodes)).map(({ before, values, ...node }): ReportRow => {
    void before
    void values
    const counts = byId.get(node.id)!
    return {
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
      values: withRate(counts),
      total: counts.sent,
      average: null,
      previous: counts.before,
    }
  })
  const total = Object.fromEntries(
    funnelSteps.map((step) => [step, groups.reduce((all, counts) => all + counts[step], 0)]),
  ) as StepCounts
  const previous = groups.reduce((all, { before }) => all + before, 0)
  return {
    leaves: [],
    columns: [...funnelSteps, 'rate'].map((key) => ({ key, label_key: `report_step_${key}` })),
    rows: inLeague(rows),
    total: {
      values: withRate(total),
      previous_values: { sent: previous },
      total: total.sent,
      average: null,
      previous,
      complete: 0,
    },
    series: [],
    ...daysOf(asked.periods, asked.site.time_zone),
  }
}

/** The highest share first; those without one last, by their sends. */
const inLeague = (rows: ReportRow[]): ReportRow[] =>
  rows.toSorted((a, b) => (b.values['rate'] ?? -1) - (a.values['rate'] ?? -1) || b.total - a.total)
