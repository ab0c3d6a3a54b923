import { reportPages } from '@cutaway/contract/rooms/reports/pages.ts'
import type { Frequency, ScheduledFilter, SentReport } from '@cutaway/contract/rooms/reports/schedules.ts'
import type { z } from 'zod'

/** Returns the page of a report with the filters of a schedule. */
export function pageOf(report: SentReport, unit: Frequency, filter: z.output<typeof ScheduledFilter>): string {
  const { business, ...fields } = {
    business: filter.businessentity_id,
    unit,
    type: filter.report_type,
    region: filter.class_id,
    location: filter.businessentity_location_id,
    user: filter.user_id,
    brand: filter.brand_id,
    zero: filter.include_zero_usage_results ? 1 : null,
    group: filter.group_by === 'place' ? null : filter.group_by,
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...fields, business }))
    if (value !== null && value !== undefined && value !== '') query.set(name, String(value))
  return `${reportPages[report]}?${query.toString()}`
}
