import { z } from 'zod'
import { unscoped } from '../../endpoint.ts'
import { Id, VideoType, Yes } from '../../fields.ts'

/** The filters that all reports share, and the cell of a report whose rows are asked for. */

/** What the columns of a report are. */
export const dateFilters = ['daily', 'weekly', 'monthly'] as const
export const defaultDateFilter = 'monthly'
export type DateFilter = (typeof dateFilters)[number]

/** The second selector: the days that a report is about. Without it, the date filter decides. */
export const reportRanges = [
  'Daily',
  'Weekly',
  'Month To Date',
  'Quarter to Date',
  'Financial year to Date',
  'Last quarter',
  'Last three Months',
  'Last Twelve Months',
] as const
export type ReportRange = (typeof reportRanges)[number]

export const usageTypes = ['website', 'app', 'website_and_app', 'api'] as const
export const sentTypes = ['email', 'sms', 'email_and_sms_combined', 'social_share'] as const

/** The period of the funnel: one that is over by default, because answers still come in for a running one. */
export const funnelRanges = ['Last month', ...reportRanges] as const
/** The steps of the funnel, in their order. */
export const funnelSteps = ['sent', 'delivered', 'opened', 'half_watched', 'answered', 'approved'] as const
export type FunnelStep = (typeof funnelSteps)[number]
/** What the rows of the funnel are. */
export const funnelGroups = ['user', 'film', 'channel', 'language', 'location'] as const
export type FunnelGroup = (typeof funnelGroups)[number]
export const funnelTypes = ['email_and_sms_combined', 'email', 'sms'] as const
/** A person who sent fewer has no rate and no place in the league. */
export const fewestSends = 20

/** The page sizes of report grids. */
export const reportPageSizes: readonly number[] = [5, 25, 50, 75, 100]
export const defaultReportPageSize = 25

/** An id, or -1 (older programs: an empty text) for all. */
const AllOrId = z
  .union([z.literal([-1, '-1', '']), Id])
  .transform((value) => (typeof value === 'number' && value >= 0 ? value : null))
  .meta({ description: 'Numeric id; -1 for all', example: -1 })

/** The id of a row; 0 where there is none: no region, no location, colleagues whose names are hidden. */
const RowId = Id.optional()

/** A day as reports write it: 2026/11/20. */
export const ReportDay = z
  .string()
  .regex(/^\d{4}\/(0[1-9]|1[0-2])\/(0[1-9]|[12]\d|3[01])$/)
  .meta({ example: '2026/11/20' })

/** Empty lists and -1 stand for all users. */
const Users = z.array(AllOrId).max(200).optional()

const common = {
  businessentity_id: AllOrId.optional(),
  brand_id: AllOrId.optional(),
  class_id: AllOrId.optional(),
  businessentity_location_id: AllOrId.optional(),
  user_id: AllOrId.optional(),
  users: Users,
  language_id: AllOrId.optional(),
  videoType: VideoType.optional(),
  dateFilterType: z.enum(dateFilters).default(defaultDateFilter),
  report_range: z.enum(reportRanges).optional(),
  start_date: ReportDay.optional(),
  end_date: ReportDay.optional(),
  /** Ignored: the session decides what a report holds. */
  logged_in_user_id: Id.optional(),
}

export const ReportFilter = z.object({ ...common, include_zero_usage_results: Yes.default(false) })
export const UsageFilter = ReportFilter.extend({
  report_type: z.enum(usageTypes).default('website'),
  group_by: z.enum(['place', 'film']).default('place'),
})
export const SentFilter = ReportFilter.extend({ report_type: z.enum(sentTypes).default('email') })

export const FunnelFilter = ReportFilter.extend({
  report_type: z.enum(funnelTypes).default('email_and_sms_combined'),
  report_range: z.enum(funnelRanges).optional(),
  group_by: z.enum(funnelGroups).default('user'),
})

/** The kinds of rows, and so of cells. */
export const rowTypes = [
  'total',
  'location_class',
  'location',
  'user',
  'system',
  'film',
  'manager',
  'embed',
  'video',
  'channel',
  'language',
] as const
export type RowType = (typeof rowTypes)[number]

/**
 * The cell whose rows are asked for: the kind of its row (`type`), the column, and the ids of the row. The filters of the
 * report have names of their own here, because the row has taken theirs.
 */
export const cellFields = {
  type: z.enum(rowTypes).default('total'),
  /** The key of a column, or 'total'. */
  column_name: z.string().max(40).default('total'),
  filter_class_id: AllOrId.optional(),
  filter_location_id: AllOrId.optional(),
  filter_user_id: AllOrId.optional(),
  class_id: RowId,
  businessentity_location_id: RowId,
  user_id: RowId,
  manager_id: RowId,
  embed_id: RowId,
  system_id: RowId,
  part_id: z.string().max(40).optional(),
  /** Of rows of the funnel. */
  channel: z.string().max(10).optional(),
  row_language: z.int().min(0).optional(),
  page: z.int().min(1).max(100_000).default(1),
  size: z.int().min(1).max(500).default(10),
  search: z.string().trim().max(100).default(''),
}
export const DetailFilter = ReportFilter.extend(cellFields)
export const UsageDetailFilter = UsageFilter.extend(cellFields)
export const SentDetailFilter = SentFilter.extend({
  ...cellFields,
  /** 'custom_video': the sends behind the report of own videos. */
  report_type: z.enum([...sentTypes, 'custom_video']).default('email'),
})

export const FunnelDetailFilter = FunnelFilter.extend({
  ...cellFields,
  /** A step: the sends that reached it. 'lost_' and a step: those that reached the step before, and not this one. */
  column_name: z
    .enum(['total', ...funnelSteps, ...funnelSteps.slice(1).map((step) => `lost_${step}` as const)])
    .default('total'),
})

const checked = 'the reports room compares it with what the session reaches, and refuses with 403'

/** The scope of every report: wider than that of other calls for advisers, who see their location. */
export const reportScope = {
  actsFor: unscoped(checked),
  owns: {
    businessentity_id: unscoped(checked),
    class_id: unscoped(checked),
    businessentity_location_id: unscoped(checked),
  },
} as const
export const detailScope = {
  actsFor: reportScope.actsFor,
  owns: {
    ...reportScope.owns,
    filter_class_id: unscoped(checked),
    filter_location_id: unscoped(checked),
    filter_user_id: unscoped(checked),
    manager_id: unscoped('narrows the rows that the session reaches'),
    embed_id: unscoped('narrows the rows that the session reaches'),
  },
} as const

/** The sentence for a report without a business, as the wire has it. */
export const noBusiness = 'Please select business entity'
export const reportFailures = [noBusiness, 'report_period_reversed', 'report_period_too_long'] as const
