import { z } from 'zod'
import { endpoint, may, notAudited, unscoped } from '../../endpoint.ts'
import { Nothing } from '../../fields.ts'
import { dateFilters, reportPageSizes } from './filters.ts'
import { reportNames } from './reports.ts'

/** How each report opens for a user. */

export const ReportSetting = z.object({
  report: z.enum(reportNames),
  /** Null: the own business. */
  businessentity_id: z.int().min(1).nullable(),
  dateFilterType: z.enum(dateFilters),
  /** The kind of events; empty: the first one. */
  report_type: z.string().max(40),
  page_size: z
    .int()
    .refine((size) => reportPageSizes.includes(size))
    .meta({ example: 25 }),
})
export type ReportSetting = z.infer<typeof ReportSetting>

export const getReportSettings = endpoint({
  method: 'GET',
  path: '/getReportSettings',
  who: may('view_reports'),
  notForCustomers: true,
  summary: 'Returns how each report opens for the caller.',
  reply: z.array(ReportSetting),
})
export const saveReportSetting = endpoint({
  method: 'PUT',
  path: '/saveReportSetting',
  who: may('view_reports'),
  notForCustomers: true,
  audit: notAudited('a user’s own view'),
  owns: { businessentity_id: unscoped('a preference; the report that uses it checks it') },
  summary: 'Saves how a report opens for the caller.',
  body: ReportSetting,
  reply: Nothing,
})
