import { funnelSteps, type DetailFilter } from '@cutaway/contract/rooms/reports/filters.ts'
import type { DetailData, ReportName } from '@cutaway/contract/rooms/reports/reports.ts'
import type { z } from 'zod'
import type { AnyCall } from '../../core/http/endpoints.ts'
import { notFound } from '../../core/http/errors.ts'
import { prepare, type Json, type Prepared } from './build.ts'
import { whileWaiting } from './cancel.ts'
import type { Interval, RowIds } from './condition.ts'
import { countEvents, findEvents, type EventRow } from './counts.queries.ts'
import { definitions } from './definitions.ts'
import { filmNames, languageOf, type FilmNames } from './names.ts'
import { findManagers, findVideos } from './names.queries.ts'
import type { Period } from './periods.ts'

/** The rows behind a number: the same condition as the number, listed. */

type Cell = Omit<z.output<typeof DetailFilter>, 'report_range'> & {
  report_range?: Json['report_range']
  report_type?: string
  group_by?: Json['group_by']
}

/** Returns the filter of the report that a cell belongs to. */
const reportOf = (json: Cell): Json => ({
  ...json,
  class_id: json.filter_class_id,
  businessentity_location_id: json.filter_location_id,
  user_id: json.filter_user_id,
})

/** Returns what the row of a cell stands for. An id that the kind of row needs and that is missing is 0: "none". */
async function rowOf({ db, site }: AnyCall, asked: Prepared, films: FilmNames, json: Cell): Promise<RowIds> {
  if (asked.source.view === 'report_funnel') return funnelRow(json)
  const { class_id = 0, businessentity_location_id: location_id = 0, user_id = 0 } = json
  const inPlace = asked.source.view === 'report_views' || asked.source.view === 'report_sends'
  switch (json.type) {
    case 'total':
      return {}
    case 'location_class':
      return { class_id }
    case 'location':
      return json.manager_id === undefined
        ? { class_id, location_id }
        : { ...(await ofManager(json.manager_id)), location_id }
    case 'user':
      return inPlace && json.class_id !== undefined ? { class_id, location_id, user_id } : { user_id }
    case 'manager':
      return ofManager(json.manager_id ?? 0)
    case 'system':
      return { part_ids: films.partsOf(json.system_id ?? 0) }
    case 'film':
      return { part_id: json.part_id ?? '', ...(json.embed_id === undefined ? {} : { embed_id: json.embed_id }) }
    case 'embed':
      return { embed_id: json.embed_id ?? 0 }
    case 'video':
      return { part_id: json.part_id ?? '', user_id }
    // Only of the funnel.
    case 'channel':
    case 'language':
      return notFound()
  }
  async function ofManager(id: number): Promise<RowIds> {
    if (id === 0) return { class_ids: [class_id] }
    const managers = await findManagers(db, site, asked.scope.businessId)
    return { class_ids: managers.filter((manager) => manager.user_id === id).map((manager) => manager.class_id) }
  }
}

/** Returns what a cell of the funnel stands for: its row and its step. */
function funnelRow(json: Cell): RowIds {
  const lost = json.column_name.startsWith('lost_')
  const name = funnelSteps.find((step) => step === json.column_name.replace('lost_', ''))
  const step = name === undefined ? {} : { step: { name, lost } }
  switch (json.type) {
    case 'user':
      return { ...step, user_id: json.user_id ?? 0 }
    case 'location':
      return { ...step, location_id: json.businessentity_location_id ?? 0 }
    case 'film':
      return { ...step, part_id: json.part_id ?? '' }
    case 'channel':
      return { ...step, channel: json.channel ?? '' }
    case 'language':
      return { ...step, row_language: json.row_language ?? 0 }
    default:
      return step
  }
}

function intervalOf(periods: readonly Period[], column: string): Interval {
  if (column === 'total' || column === 'views') return { start: periods[0]!.start, end: periods.at(-1)!.end }
  return periods.find(({ key }) => key === column) ?? notFound()
}

export async function buildDetails(call: AnyCall, report: ReportName, json: Cell): Promise<DetailData> {
  const asked = await prepare(call, report, reportOf(json))
  const tag = languageOf(call)
  const films = filmNames(call, tag)
  const events = {
    ...asked,
    interval: intervalOf(asked.periods, report === 'funnel' ? 'total' : json.column_name),
    row: await rowOf(call, asked, films, json),
    search: json.search,
    parts: json.search === '' ? [] : films.matching(json.search),
  }
  const { rows, total } = await whileWaiting(call, async () => ({
    rows: await findEvents(call.db, events, { limit: json.size, offset: (json.page - 1) * json.size }),
    total: await countEvents(call.db, events),
  }))
  const columns = detailColumns(report, asked.scope.seesAddresses)
  const videos = await videoNames(call, rows)
  return {
    columns: columns.map((key) => ({ key, label_key: `report_column_${key}` })),
    rows: rows.map((row) => {
      const all = cellsOf(row, films, videos, call.services.clock.now())
      return Object.fromEntries(columns.map((key) => [key, all[key] ?? null]))
    }),
    total: { rows: total },
  }
}

/** The columns of the rows behind a number; remote addresses only for those who may see them. */
export function detailColumns(report: ReportName, seesAddresses: boolean): string[] {
  const address = seesAddresses ? ['remote_address'] : []
  switch (definitions[report].source('').view) {
    case 'report_views':
      return ['viewed_date', 'username', 'location', 'animation_name', ...address, 'tracktype']
    case 'report_sends':
    case 'report_video_sends':
      return ['email_sent_date', 'username', 'location', 'animation_name', 'tracktype', 'ro_number', 'email_content']
    case 'report_funnel':
      return [
        'email_sent_date',
        'username',
        'location',
        'animation_name',
        'tracktype',
        'ro_number',
        'delivered',
        'opened',
        'half_watched',
        'answered',
        'approved',
      ]
    case 'report_embed_views':
      return ['viewed_date', 'username', 'animation_name', ...address, 'host']
    case 'report_links':
      return ['made', 'username', 'animation_name', 'ro_number', 'link', 'opened', 'answered', 'expires', 'state']
    case 'report_watched':
      return ['viewed_date', 'username', 'location', 'animation_name', 'tracktype', 'ro_number']
    case 'report_logins':
      return ['login_date', 'username', 'location', 'kind', ...address, 'browser']
  }
}

export async function videoNames({ db, site }: AnyCall, rows: readonly EventRow[]): Promise<Map<string, string>> {
  if (!rows.some(({ part_id }) => part_id !== null && part_id.length > 6)) return new Map()
  return new Map((await findVideos(db, site)).map(({ part_id, video_name }) => [part_id, video_name]))
}

/** Returns every cell of a row by the name of its column. */
export function cellsOf(
  row: EventRow,
  films: FilmNames,
  videos: ReadonlyMap<string, string>,
  now: Date,
): Record<string, string | number | null> {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  const moment = (value: unknown) => (value instanceof Date ? value.toISOString() : null)
  const nameOf = (partId: string) => films.film(partId) || videos.get(partId) || partId
  const parts = Array.isArray(row['part_ids']) ? (row['part_ids'] as string[]) : row.part_id ? [row.part_id] : []
  const at = row.at.toISOString()
  const expires = row['expires_at']
  return {
    viewed_date: at,
    email_sent_date: at,
    made: at,
    login_date: at,
    username: row.username,
    location: row.location,
    animation_name: parts.map(nameOf).join(', ') || null,
    tracktype: row.tracktype,
    kind: row.kind,
    remote_address: text(row['remote_address']),
    ro_number: text(row['ro_number']),
    email_content: [text(row['subject']), text(row['message'])].filter(Boolean).join('\n') || null,
    host: text(row['host']),
    link: typeof row['token'] === 'string' ? `/animation_link/${row['token']}` : null,
    ...Object.fromEntries(
      ['delivered', 'opened', 'half_watched', 'answered', 'approved'].map((key) => [key, row[key] === true ? 1 : 0]),
    ),
    expires: moment(expires),
    state: row['revoked_at'] ? 'revoked' : expires instanceof Date && expires <= now ? 'expired' : 'working',
    browser: browserOf(text(row['user_agent'])),
  }
}

/** Returns the browser and the system of a User-Agent header in words: 'Chrome, Windows'. */
export function browserOf(agent: string | null): string | null {
  if (agent === null) return null
  const browsers: [RegExp, string][] = [
    [/Edg(e|A|iOS)?\//, 'Edge'],
    [/OPR\//, 'Opera'],
    [/SamsungBrowser\//, 'Samsung Internet'],
    [/Firefox\/|FxiOS\//, 'Firefox'],
    [/Chrome\/|CriOS\//, 'Chrome'],
    [/Safari\//, 'Safari'],
  ]
  const systems: [RegExp, string][] = [
    [/Windows/, 'Windows'],
    [/iPhone|iPad/, 'iOS'],
    [/Android/, 'Android'],
    [/Mac OS X/, 'macOS'],
    [/CrOS/, 'ChromeOS'],
    [/Linux/, 'Linux'],
  ]
  const found = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(agent))?.[1]
  return [found(browsers), found(systems)].filter(Boolean).join(', ') || null
}
