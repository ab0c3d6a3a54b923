import type { Frequency, ScheduledFilter, SentReport } from '@cutaway/contract/rooms/reports/schedules.ts'
import type { z } from 'zod'

/** The pages of reports, for links in letters. A test of the browser compares them with its own paths. */
export const reportPages: Record<SentReport, string> = {
  usage: '/usage_report',
  sent: '/email_sent_report',
  videos: '/user_custom_video_sent_report',
  embeds: '/embedded_animations_report',
  links: '/generate_link_report',
  frequent: '/frequently_viewed_animations_report',
  managers: '/area_manager_report',
  logins: '/login_track_report',
  funnel: '/funnel_report',
}
export const settingsPage = '/report_settings'

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
