import type { ReportName } from '@cutaway/contract/rooms/reports/reports.ts'
import type { EventView, Source } from './condition.ts'
import type { Dimension, Leaf } from './counts.queries.ts'
import type { Place } from './tree.ts'

/** What each report counts, by what, and in which rows. */

interface Definition {
  /** The events, by the type that was asked for. */
  source(type: string): Source
  by: readonly Dimension[]
  /** The rows of a leaf, from the top. */
  path(leaf: Ids): Place[]
}
type Ids = Pick<Leaf, 'class_id' | 'location_id' | 'user_id'> & Partial<Leaf>

const from = (view: EventView, kinds: readonly string[] | null, hasFilms = true): Source => ({ view, kinds, hasFilms })

const usageKinds: Record<string, readonly string[]> = {
  app: ['app'],
  website_and_app: ['website', 'app'],
  api: ['api'],
}
const sentKinds: Record<string, readonly string[]> = {
  sms: ['sms', 'mms'],
  email_and_sms_combined: ['email', 'sms', 'mms'],
  social_share: ['social'],
}
const views = (type: string) => from('report_views', usageKinds[type] ?? ['website'])
const places: readonly Dimension[] = ['class', 'location', 'user']

/** Region, location, user. */
export const placePath = ({ class_id, location_id, user_id }: Ids): Place[] => [
  { id: `c${class_id}`, row_type: 'location_class', class_id },
  { id: `c${class_id}l${location_id}`, row_type: 'location', class_id, location_id },
  { id: `c${class_id}l${location_id}u${user_id}`, row_type: 'user', class_id, location_id, user_id },
]
const userRow = ({ user_id }: Ids): Place => ({ id: `u${user_id}`, row_type: 'user', user_id })

export const definitions: Record<ReportName, Definition> = {
  usage: { source: views, by: places, path: placePath },
  sent: { source: (type) => from('report_sends', sentKinds[type] ?? ['email']), by: places, path: placePath },
  videos: {
    source: () => from('report_video_sends', null),
    by: ['user', 'part'],
    path: (leaf) => [
      userRow(leaf),
      { id: `u${leaf.user_id}v${leaf.part_id}`, row_type: 'video', user_id: leaf.user_id, part_id: leaf.part_id ?? '' },
    ],
  },
  embeds: {
    source: () => from('report_embed_views', null),
    by: ['embed', 'part'],
    path: ({ embed_id = 0, part_id = '' }) => [
      { id: `e${embed_id}`, row_type: 'embed', embed_id },
      { id: `e${embed_id}p${part_id}`, row_type: 'film', embed_id, part_id },
    ],
  },
  links: { source: () => from('report_links', null), by: ['user'], path: (leaf) => [userRow(leaf)] },
  existing: { source: () => from('report_links', null), by: ['user'], path: (leaf) => [userRow(leaf)] },
  frequent: {
    source: views,
    by: ['part'],
    path: ({ part_id = '' }) => [{ id: `p${part_id}`, row_type: 'film', part_id }],
  },
  managers: { source: views, by: ['class', 'location'], path: placePath },
  funnel: {
    source: (type) => from('report_funnel', sentKinds[type] ?? (type === 'email' ? ['email'] : null)),
    by: ['user'],
    path: (leaf) => [userRow(leaf)],
  },
  logins: { source: () => from('report_logins', null, false), by: ['user', 'kind'], path: (leaf) => [userRow(leaf)] },
}
