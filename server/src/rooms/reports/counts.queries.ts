import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'
import { condition, shownUser, type EventView, type RowIds, type Source } from './condition.ts'
import type { Period } from './periods.ts'
import type { Filter, Scope } from './scope.ts'

/** Counts events by leaf and period: one query, one scan. */

export type Dimension = 'class' | 'location' | 'user' | 'part' | 'kind' | 'embed'

export interface Leaf {
  class_id: number
  location_id: number
  user_id: number
  part_id: string
  kind: string
  embed_id: number
  /** Numbers of the columns, in their order, and of the compared periods. */
  values: number[]
  before: number[]
  /** Of each column, those that a person opened, or answered; only of links. */
  opened: number[]
  answered: number[]
}

type Ids = Pick<Leaf, 'class_id' | 'location_id' | 'user_id' | 'part_id' | 'kind' | 'embed_id'>

export interface Question {
  site: Site
  source: Source
  scope: Scope
  filter: Filter
  periods: readonly Period[]
}

/** Returns the leaves that have events in the periods or in the compared ones. */
export async function countLeaves(db: Db, asked: Question, by: readonly Dimension[]): Promise<Leaf[]> {
  const { site, source, scope, filter, periods } = asked
  const columns = {
    class_id: 'class',
    location_id: 'location',
    user_id: 'user',
    part_id: 'part',
    kind: 'kind',
  } as const
  const spans = [
    ...periods.map(({ start, end }, at) => ({ start, end, at, name: 'values' as const })),
    ...periods.map(({ before }, at) => ({ ...before, at, name: 'before' as const })),
  ]
  const edges = [...new Set(spans.flatMap(({ start, end }) => [start.getTime(), end.getTime()]))].toSorted(
    (a, b) => a - b,
  )
  const interval = { start: new Date(edges[0]!), end: new Date(edges.at(-1)!) }
  const dimension = {
    class_id: sql<number>`coalesce(e.class_id, 0)`,
    location_id: sql<number>`coalesce(e.location_id, 0)`,
    user_id: shownUser(scope),
    part_id: sql<string>`coalesce(e.part_id, '')`,
    kind: sql<string>`e.kind`,
  }
  const chosen = (Object.keys(columns) as (keyof typeof columns)[]).filter((name) => by.includes(columns[name]))
  const keys = [
    ...chosen.map((name) => sql`${dimension[name]} as ${sql.ref(name)}`),
    ...(by.includes('embed') ? [sql`coalesce(e.embed_id, 0) as embed_id`] : []),
  ]
  const isOfLinks = source.view === 'report_links'
  const { rows } = await sql<Partial<Ids> & { bucket: number; n: number; o?: number; a?: number }>`
    select ${sql.join([...keys, sql`width_bucket(e.at, ${edges.map((edge) => new Date(edge).toISOString())}::timestamptz[]) as bucket`])},
      count(*)::int as n
      ${isOfLinks ? sql`, (count(*) filter (where e.opened))::int as o, (count(*) filter (where e.answered))::int as a` : sql``}
    from ${sql.table(source.view)} e
    where ${condition(site, source, scope, filter, interval)}
    group by ${sql.join(Array.from({ length: keys.length + 1 }, (_, i) => sql.lit(i + 1)))}`.execute(db)

  const leaves = new Map<string, Leaf>()
  const none = () => periods.map(() => 0)
  for (const { bucket, n, o = 0, a = 0, ...ids } of rows) {
    const key = JSON.stringify(ids)
    const leaf = leaves.get(key) ?? {
      class_id: 0,
      location_id: 0,
      user_id: 0,
      part_id: '',
      kind: '',
      embed_id: 0,
      ...ids,
      values: none(),
      before: none(),
      opened: none(),
      answered: none(),
    }
    leaves.set(key, leaf)
    // Bucket i begins at edge i - 1. A bucket outside all periods is a gap between the compared part and the present one.
    const begin = edges[bucket - 1]!
    for (const { at, name } of spans.filter(({ start, end }) => start.getTime() <= begin && begin < end.getTime())) {
      leaf[name][at]! += n
      if (name === 'values') {
        leaf.opened[at]! += o
        leaf.answered[at]! += a
      }
    }
  }
  return [...leaves.values()]
}

/** Returns the number of different viewers of each film. */
export async function countPeople(db: Db, asked: Question): Promise<Map<string, number>> {
  const { site, source, scope, filter, periods } = asked
  const interval = { start: periods[0]!.start, end: periods.at(-1)!.end }
  const { rows } = await sql<{ part_id: string; people: number }>`
    select e.part_id, count(distinct e.user_id)::int as people from ${sql.table(source.view)} e
    where ${condition(site, source, scope, filter, interval)} group by 1`.execute(db)
  return new Map(rows.map(({ part_id, people }) => [part_id, people]))
}

export interface EventRow {
  event_id: number
  at: Date
  user_id: number
  part_id: string | null
  tracktype: string
  kind: string
  username: string | null
  location: string | null
  [more: string]: unknown
}

/** The columns of each view beside those that all have. */
const more: Record<EventView, RawBuilder<unknown>> = {
  report_views: sql`e.remote_address`,
  report_sends: sql`e.ro_number, e.subject, e.message, e.part_ids`,
  report_video_sends: sql`e.ro_number, e.subject, e.message, e.part_ids, e.video_name`,
  report_links: sql`e.ro_number, e.token, e.expires_at, e.revoked_at, e.opened, e.answered`,
  report_funnel: sql`e.ro_number, e.part_ids, e.delivered, e.opened, e.half_watched, e.answered, e.approved`,
  report_watched: sql`e.ro_number, e.watched_percent`,
  report_logins: sql`e.remote_address, e.user_agent`,
  report_embed_views: sql`e.remote_address, e.host, e.domain_name`,
}

/** A page of the rows behind a number, the latest first. */
export async function findEvents(
  db: Db,
  asked: Omit<Question, 'periods'> & {
    interval: { start: Date; end: Date }
    row?: RowIds
    /** Users and films whose names hold the searched text. */
    parts?: readonly string[]
    search?: string
  },
  page: { limit: number; offset?: number; after?: { at: Date; event_id: number } | undefined },
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.event_id, e.at, ${shownUser(asked.scope)} as user_id, e.part_id, e.tracktype, e.kind,
      case when ${shownUser(asked.scope)} = 0 then null else u.name end as username, l.name as location,
      ${more[asked.source.view]}
    ${listed(asked)}
      ${page.after ? sql`and (e.at, e.event_id) < (${page.after.at}::timestamptz, ${page.after.event_id})` : sql``}
    order by e.at desc, e.event_id desc
    limit ${page.limit} offset ${page.offset ?? 0}`.execute(db)
  return rows
}

export async function countEvents(db: Db, asked: Parameters<typeof findEvents>[1]): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n ${listed(asked)}`.execute(db)
  return rows[0]!.n
}

function listed({ site, source, scope, filter, interval, row, parts, search = '' }: Parameters<typeof findEvents>[1]) {
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const found =
    search === ''
      ? sql``
      : sql`and (e.part_id = any(${[...(parts ?? [])]}::text[])
          or (${shownUser(scope)} <> 0 and u.name ilike ${pattern}) or l.name ilike ${pattern})`
  return sql`from ${sql.table(source.view)} e
    left join report_users u on u.web_site_id = e.web_site_id and u.user_id = e.user_id
    left join report_locations l on l.web_site_id = e.web_site_id and l.location_id = e.location_id
    where ${condition(site, source, scope, filter, interval, row)} ${found}`
}
