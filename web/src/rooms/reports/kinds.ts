import type { Endpoint } from '@cutaway/contract/endpoint.ts'
import {
  funnelGroups,
  funnelRanges,
  funnelTypes,
  reportRanges,
  sentTypes,
  usageTypes,
} from '@cutaway/contract/rooms/reports/filters.ts'
import * as calls from '@cutaway/contract/rooms/reports/reports.ts'
import type { ReportName } from '@cutaway/contract/rooms/reports/reports.ts'
import { paths } from '../../paths.ts'

/** What each report page shows, as data. */
export interface ReportKind {
  name: ReportName
  /** Message key of the title; the subtitle has a key of its own. */
  title: string
  /** The call of the report; a list of links has none. */
  report: Endpoint | null
  detail: Endpoint
  raw?: Endpoint
  /** Kinds of events; the first is the default. */
  types: readonly string[]
  /** The call of the chart above a list that has no numbers of its own. */
  chart?: Endpoint
  /** The second selector of periods; the first is the default. */
  ranges?: readonly string[]
  /** What its rows can be; the first is the default. */
  groups?: readonly string[]
  /** Sent with every drill-down. */
  more?: Record<string, string>
}

export const reportKinds: Record<string, ReportKind> = {
  [paths.usageReport]: {
    name: 'usage',
    title: 'nav_usage_report',
    report: calls.getPartsViewedReport,
    detail: calls.getUsageDetailReport,
    raw: calls.getUsageRawDataReport,
    types: usageTypes,
    ranges: ['', ...reportRanges],
    groups: ['place', 'film'],
  },
  [paths.sentReport]: {
    name: 'sent',
    title: 'nav_sent_report',
    report: calls.getEmailSentReport,
    detail: calls.getEmailSentDetailReport,
    raw: calls.getEmailSentRawDataReport,
    types: sentTypes,
  },
  [paths.videosSentReport]: {
    name: 'videos',
    title: 'nav_videos_report',
    report: calls.getUserCustomVideoSentReport,
    detail: calls.getEmailSentDetailReport,
    types: [],
    more: { report_type: 'custom_video' },
  },
  [paths.linksReport]: {
    name: 'links',
    title: 'nav_links_report',
    report: calls.getGenerateLinkGraphReport,
    detail: calls.getGenerateLinkReportExists,
    types: [],
  },
  [paths.existingLinksReport]: {
    name: 'existing',
    title: 'nav_existing_links',
    report: null,
    chart: calls.getGenerateLinkGraphReport,
    detail: calls.getGenerateLinkReportExists,
    types: [],
  },
  [paths.embedsReport]: {
    name: 'embeds',
    title: 'nav_embeds_report',
    report: calls.getEmbeddedAnimationsViewedReport,
    detail: calls.getEmbeddedAnimationsDetailReport,
    types: [],
  },
  [paths.frequentReport]: {
    name: 'frequent',
    title: 'nav_frequently_viewed',
    report: calls.getFrequentlyViewedPartsReport,
    detail: calls.getUsageDetailReport,
    types: usageTypes,
  },
  [paths.managersReport]: {
    name: 'managers',
    title: 'nav_area_manager',
    report: calls.getAreaManagersReport,
    detail: calls.getAreaManagersPartsViewedDetails,
    types: usageTypes,
    ranges: ['', ...reportRanges],
  },
  [paths.loginsReport]: {
    name: 'logins',
    title: 'nav_logins_report',
    report: calls.getLoginTrackReport,
    detail: calls.getLoginTrackLoginDetails,
    types: [],
    ranges: ['', ...reportRanges],
  },
  [paths.funnelReport]: {
    name: 'funnel',
    title: 'nav_funnel',
    report: calls.getFunnelReport,
    detail: calls.getFunnelDetailReport,
    types: funnelTypes,
    ranges: funnelRanges,
    groups: funnelGroups,
  },
}
