import { z } from 'zod'
import { endpoint, file, jsonParam, may } from '../../endpoint.ts'
import { Id } from '../../fields.ts'
import {
  detailScope,
  DetailFilter,
  FunnelDetailFilter,
  FunnelFilter,
  funnelGroups,
  ReportFilter,
  reportFailures,
  reportScope,
  rowTypes,
  SentDetailFilter,
  SentFilter,
  UsageDetailFilter,
  UsageFilter,
} from './filters.ts'

/** The reports. A cell is a number of events, and the detail call of its report lists exactly these. */

export const ReportColumn = z.object({
  key: z.string(),
  label_key: z.string(),
  /** The first and the last day of a column that is a period: 2026-11-20. */
  date: z.string().optional(),
  last_date: z.string().optional(),
  /** The period is not over. */
  running: z.boolean().optional(),
})
export type ReportColumn = z.infer<typeof ReportColumn>

/** Numbers by the key of their column. */
const Numbers = z.record(z.string(), z.number())

export const ReportRow = z.object({
  /** Unique in the report. */
  id: z.string(),
  row_type: z.enum(rowTypes),
  /** The row above it in the tree. */
  parent: z.string().nullable(),
  /** The name of a region, a location, a user, a film; empty where there is none (see `label_key`). */
  class_name: z.string(),
  /** A text in the place of a missing name: 'report_no_region', 'report_colleagues'. */
  label_key: z.string().nullable(),
  class_id: Id.nullable(),
  location_id: Id.nullable(),
  user_id: Id.nullable(),
  manager_id: Id.nullable(),
  embed_id: Id.nullable(),
  system_id: Id.nullable(),
  part_id: z.string().nullable(),
  /** Of rows of the funnel. */
  channel: z.string().nullable(),
  row_language: z.int().nullable(),
  deleted: z.boolean(),
  values: Numbers,
  total: z.number(),
  /** Of complete periods; null while there is none. */
  average: z.number().nullable(),
  /** The same length of time just before. */
  previous: z.number(),
})
export type ReportRow = z.infer<typeof ReportRow>

export const ReportData = z.object({
  columns: z.array(ReportColumn),
  rows: z.array(ReportRow),
  total: z.object({
    values: Numbers,
    previous_values: Numbers,
    total: z.number(),
    average: z.number().nullable(),
    previous: z.number(),
    complete: z.int(),
  }),
  /** Several numbers of each period, for charts: links made, opened, answered; log-ins by kind. */
  series: z.array(z.object({ key: z.string(), values: Numbers })),
  /** Of the usage report by place: different people with a view, and the people of today's organisation. */
  people: z.object({ watched: z.int(), team: z.int() }).optional(),
  /** The first and the last day: 2026/11/20. */
  start_date: z.string(),
  end_date: z.string(),
  time_zone: z.string(),
})
export type ReportData = z.infer<typeof ReportData>

export const DetailData = z.object({
  columns: z.array(z.object({ key: z.string(), label_key: z.string() })),
  rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
  total: z.object({ rows: z.int() }),
})
export type DetailData = z.infer<typeof DetailData>

const who = may('view_reports')
const base = { who, notForCustomers: true, fails: [...reportFailures] } as const

/** What the bar charts of older programs are drawn from. */
const graph = z.object({
  report_range: z.string(),
  graph_data: z.array(z.object({ label: z.string(), value: z.number() })),
  months: z.array(z.string()),
  /** The highest value, rounded up to a readable step. */
  hmax: z.number(),
  /** The height in pixels of the tallest bar. */
  vheight: z.number(),
})

export const getPartsViewedReport = endpoint({
  method: 'GET',
  path: '/getPartsViewedReport/:json',
  summary: 'Returns the usage report: views by region, location and user, or by system and film.',
  ...base,
  params: z.object({ json: jsonParam(UsageFilter) }),
  reply: ReportData,
  ...reportScope,
})
export const getUsageDetailReport = endpoint({
  method: 'GET',
  path: '/getUsageDetailReport/:json',
  summary: 'Returns the views behind a number of the usage report.',
  ...base,
  params: z.object({ json: jsonParam(UsageDetailFilter) }),
  reply: DetailData,
  ...detailScope,
})
export const getUsageRawDataReport = endpoint({
  method: 'GET',
  path: '/getUsageRawDataReport/:json',
  summary: 'Returns the views of the usage report as CSV, the latest first, at most 50,000.',
  ...base,
  params: z.object({ json: jsonParam(UsageFilter) }),
  ...reportScope,
  limit: { max: 20 },
  reply: file('text/csv; charset=utf-8'),
})
export const getEmailSentReport = endpoint({
  method: 'GET',
  path: '/getEmailSentReport/:json',
  summary: 'Returns the sent report: recipients by region, location and user.',
  ...base,
  params: z.object({ json: jsonParam(SentFilter) }),
  reply: ReportData,
  ...reportScope,
  /** The message key of the title over the table. */
  beside: z.object({ distributionTitle: z.string() }),
})
export const getEmailSentDetailReport = endpoint({
  method: 'GET',
  path: '/getEmailSentDetailReport/:json',
  summary: 'Returns the sends behind a number of the sent report.',
  ...base,
  params: z.object({ json: jsonParam(SentDetailFilter) }),
  reply: DetailData,
  ...detailScope,
})
export const getEmailSentRawDataReport = endpoint({
  method: 'GET',
  path: '/getEmailSentRawDataReport/:json',
  summary: 'Returns the sends of the sent report as CSV, the latest first, at most 50,000.',
  ...base,
  params: z.object({ json: jsonParam(SentFilter) }),
  ...reportScope,
  limit: { max: 20 },
  reply: file('text/csv; charset=utf-8'),
})
export const getUserCustomVideoSentReport = endpoint({
  method: 'GET',
  path: '/getUserCustomVideoSentReport/:json',
  summary: 'Returns how often each user sent each of the own videos.',
  ...base,
  params: z.object({ json: jsonParam(ReportFilter) }),
  reply: ReportData,
  ...reportScope,
})
export const getEmbeddedAnimationsViewedReport = endpoint({
  method: 'GET',
  path: '/getEmbeddedAnimationsViewedReport/:json',
  summary: 'Returns the plays of embedded films, by embed and film.',
  ...base,
  params: z.object({ json: jsonParam(ReportFilter) }),
  reply: ReportData,
  ...reportScope,
})
export const getEmbeddedAnimationsDetailReport = endpoint({
  method: 'GET',
  path: '/getEmbeddedAnimationsDetailReport/:json',
  summary: 'Returns the plays behind a number of the report of embedded films.',
  ...base,
  params: z.object({ json: jsonParam(DetailFilter) }),
  reply: DetailData,
  ...detailScope,
})
export const getGenerateLinkGraphReport = endpoint({
  method: 'GET',
  path: '/getGenerateLinkGraphReport/:json',
  summary: 'Returns the links that users made, and how many of them a person opened or answered, for a graph.',
  ...base,
  params: z.object({ json: jsonParam(ReportFilter) }),
  reply: ReportData,
  ...reportScope,
})
export const getGenerateLinkExcelReport = endpoint({
  method: 'GET',
  path: '/getGenerateLinkExcelReport/:json',
  summary: 'Returns the report of links as a spreadsheet (XLSX).',
  ...base,
  params: z.object({ json: jsonParam(ReportFilter) }),
  ...reportScope,
  fails: [...reportFailures, 'no_records_found'],
  limit: { max: 20 },
  reply: file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
})
export const getGenerateLinkReportExists = endpoint({
  method: 'GET',
  path: '/getGenerateLinkReportExists/:json',
  summary: 'Returns the links behind a number of the report of links, and whether each was opened and answered.',
  ...base,
  params: z.object({ json: jsonParam(DetailFilter) }),
  reply: DetailData,
  ...detailScope,
})
export const getFrequentlyViewedPartsReport = endpoint({
  method: 'GET',
  path: '/getFrequentlyViewedPartsReport/:json',
  summary: 'Returns the films of a period by number of views, with their viewers, share and change.',
  ...base,
  params: z.object({ json: jsonParam(UsageFilter) }),
  reply: ReportData,
  ...reportScope,
})
export const getAreaManagersReport = endpoint({
  method: 'GET',
  path: '/getAreaManagersReport/:json',
  summary: 'Returns the views of the locations of each regional manager.',
  ...base,
  params: z.object({ json: jsonParam(UsageFilter) }),
  reply: ReportData,
  ...reportScope,
  beside: graph,
})
export const getAreaManagersPartsViewedDetails = endpoint({
  method: 'GET',
  path: '/getAreaManagersPartsViewedDetails/:json',
  summary: 'Returns the views behind a number of the report of regional managers.',
  ...base,
  params: z.object({ json: jsonParam(UsageDetailFilter) }),
  reply: DetailData,
  ...detailScope,
})
export const getLoginTrackReport = endpoint({
  method: 'GET',
  path: '/getLoginTrackReport/:json',
  summary: 'Returns the log-ins of users, with their kinds as series.',
  ...base,
  params: z.object({ json: jsonParam(ReportFilter) }),
  reply: ReportData,
  ...reportScope,
  beside: graph,
})
export const getLoginTrackLoginDetails = endpoint({
  method: 'GET',
  path: '/getLoginTrackLoginDetails/:json',
  summary: 'Returns the log-ins behind a number of the report of log-ins.',
  ...base,
  params: z.object({ json: jsonParam(DetailFilter) }),
  reply: DetailData,
  ...detailScope,
})

export const getFunnelReport = endpoint({
  method: 'GET',
  path: '/getFunnelReport/:json',
  summary: 'Returns how many sends were delivered, opened, half watched, answered and approved.',
  ...base,
  params: z.object({ json: jsonParam(FunnelFilter) }),
  reply: ReportData,
  ...reportScope,
})
export const getFunnelDetailReport = endpoint({
  method: 'GET',
  path: '/getFunnelDetailReport/:json',
  summary: 'Returns the sends behind a number of the funnel.',
  ...base,
  params: z.object({ json: jsonParam(FunnelDetailFilter) }),
  reply: DetailData,
  ...detailScope,
})

/** The reports as the settings and the spreadsheet name them. */
export const reportNames = [
  'usage',
  'sent',
  'videos',
  'embeds',
  'links',
  'existing',
  'frequent',
  'managers',
  'logins',
  'funnel',
] as const
export type ReportName = (typeof reportNames)[number]

const SpreadsheetFilter = UsageFilter.extend({
  report: z.enum(reportNames),
  report_type: z.string().max(40).default(''),
  report_range: FunnelFilter.shape.report_range,
  group_by: z.enum(['place', 'film', ...funnelGroups]).default('place'),
})
export const getReportSpreadsheet = endpoint({
  method: 'GET',
  path: '/getReportSpreadsheet/:json',
  summary: 'Returns a report as it is on the page, as a spreadsheet (XLSX).',
  ...base,
  params: z.object({ json: jsonParam(SpreadsheetFilter) }),
  ...reportScope,
  limit: { max: 20 },
  reply: file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
})
