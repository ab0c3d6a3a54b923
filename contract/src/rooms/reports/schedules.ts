import { z } from 'zod'
import { endpoint, jsonParam, may, notAudited, unscoped } from '../../endpoint.ts'
import { Id, isTimeZone, Nothing, PathId } from '../../fields.ts'
import { funnelGroups, noBusiness, ReportFilter } from './filters.ts'
import { reportNames } from './reports.ts'

/** Reports that arrive by mail. */

export const frequencies = ['daily', 'weekly', 'monthly'] as const
export type Frequency = (typeof frequencies)[number]
/** People who get a report, and schedules of one person. */
export const mostRecipients = 50
export const mostSchedules = 50

/** The reports that have numbers; a list of links has none. */
export const sentReports = reportNames.filter((name) => name !== 'existing')
export type SentReport = (typeof sentReports)[number]

/** A report with its filters, without a period: a letter is about the last day, week or month that is over. */
export const ScheduledFilter = ReportFilter.pick({
  businessentity_id: true,
  brand_id: true,
  class_id: true,
  businessentity_location_id: true,
  user_id: true,
  language_id: true,
  videoType: true,
  include_zero_usage_results: true,
}).extend({
  report_type: z.string().max(40).default(''),
  group_by: z.enum(['place', ...funnelGroups]).default('place'),
})

/** When a letter is sent. */
const Rhythm = {
  frequency: z.enum(frequencies),
  /** From Monday (1); of a weekly one. */
  weekday: z.int().min(1).max(7).default(1),
  /** Of a monthly one; 0 is the last day of the month. */
  month_day: z.int().min(0).max(28).default(1),
  hour: z.int().min(0).max(23).default(7),
  /** Of the hour; the one of the web site if left out. */
  time_zone: z.string().max(60).refine(isTimeZone, { message: 'time_zone_not_valid' }).optional(),
}

const Plan = {
  report: z.enum(reportNames).exclude(['existing']),
  filter: ScheduledFilter,
  ...Rhythm,
  /** The ids of people of the business. */
  recipients: z.array(Id).min(1).max(mostRecipients),
  with_csv: z.boolean().default(true),
  /** No letter about a time in which nothing happened. */
  only_with_events: z.boolean().default(false),
}

/** The state of a letter. 'queued': it is on its way, or delivered. */
export const letterStates = ['waiting', 'queued', 'nothing', 'refused', 'failed'] as const

export const ReportSchedule = z.object({
  id: Id,
  report: Plan.report,
  filter: z.record(z.string(), z.unknown()),
  frequency: Plan.frequency,
  weekday: z.int(),
  month_day: z.int(),
  hour: z.int(),
  recipients: z.array(z.object({ user_id: Id, name: z.string() })),
  with_csv: z.boolean(),
  only_with_events: z.boolean(),
  time_zone: z.string(),
  /** The caller made it; otherwise the caller is one of its readers. */
  is_own: z.boolean(),
  owner: z.string(),
  paused_because: z.enum(['person', 'no_right']).nullable(),
  next_at: z.iso.datetime(),
  /** The last time: how many letters went out, and who did not get one and why. */
  last: z
    .object({
      at: z.iso.datetime(),
      sent: z.int(),
      nothing: z.int(),
      failures: z.array(z.object({ name: z.string(), reason: z.string() })),
    })
    .nullable(),
})
export type ReportSchedule = z.infer<typeof ReportSchedule>

const who = may('view_reports')
const base = { who, notForCustomers: true } as const
const failures = [noBusiness, 'report_recipient_not_found', 'report_too_many_schedules'] as const
const ofReport = 'the reports room compares it with what the session reaches, and refuses with 403'
const scoped = {
  actsFor: unscoped(ofReport),
  owns: {
    'filter.businessentity_id': unscoped(ofReport),
    'filter.class_id': unscoped(ofReport),
    'filter.businessentity_location_id': unscoped(ofReport),
  },
} as const

export const getReportSchedules = endpoint({
  method: 'GET',
  path: '/getReportSchedules',
  ...base,
  summary: 'Returns the reports that the caller sends or receives by mail.',
  reply: z.array(ReportSchedule),
})
export const addReportSchedule = endpoint({
  method: 'POST',
  path: '/addReportSchedule',
  ...base,
  ...scoped,
  audit: { action: 'report_schedule.add' },
  summary: 'Sends a report by mail from now on.',
  body: z.object(Plan),
  fails: [...failures],
  reply: z.object({ id: Id, next_at: z.iso.datetime() }),
})
export const changeReportSchedule = endpoint({
  method: 'PUT',
  path: '/changeReportSchedule',
  ...base,
  actsFor: scoped.actsFor,
  owns: { id: 'report_schedule', ...scoped.owns },
  audit: { action: 'report_schedule.change' },
  summary: 'Changes a report that is sent by mail.',
  body: z.object({ id: Id, ...Plan }),
  fails: [...failures],
  reply: z.object({ id: Id, next_at: z.iso.datetime() }),
})
export const pauseReportSchedule = endpoint({
  method: 'PUT',
  path: '/pauseReportSchedule',
  ...base,
  owns: { id: 'report_schedule' },
  audit: { action: 'report_schedule.change' },
  summary: 'Pauses a report that is sent by mail, or goes on with it.',
  body: z.object({ id: Id, paused: z.boolean() }),
  reply: Nothing,
})
export const deleteReportSchedule = endpoint({
  method: 'DELETE',
  path: '/deleteReportSchedule/:id',
  ...base,
  owns: { id: 'report_schedule' },
  audit: { action: 'report_schedule.delete' },
  summary: 'Ends a report that is sent by mail.',
  params: z.object({ id: PathId }),
  reply: Nothing,
})
export const leaveReportSchedule = endpoint({
  method: 'POST',
  path: '/leaveReportSchedule',
  ...base,
  owns: { id: unscoped('removes nobody but the caller from the recipients') },
  audit: notAudited('a user’s own mail'),
  summary: 'Ends the letters of a report to the caller.',
  body: z.object({ id: Id }),
  reply: Nothing,
})
export const sendReportNow = endpoint({
  method: 'POST',
  path: '/sendReportNow',
  ...base,
  ...scoped,
  audit: notAudited('a letter to the caller alone'),
  summary: 'Sends the caller the letter as it would arrive today.',
  body: z.object(Plan).omit({ recipients: true }),
  fails: [noBusiness, 'report_letter_no_address'],
  limit: { max: 30 },
  reply: Nothing,
})
export const previewReportLetter = endpoint({
  method: 'POST',
  path: '/previewReportLetter',
  ...base,
  ...scoped,
  audit: notAudited('changes nothing'),
  summary:
    'Returns the letter as the caller would receive it today: its subject, and its HTML with the picture inside.',
  body: z.object(Plan).omit({ recipients: true }),
  fails: [noBusiness],
  limit: { max: 120 },
  reply: z.object({ subject: z.string(), html: z.string() }),
})
export const getNextReportLetter = endpoint({
  method: 'GET',
  path: '/getNextReportLetter/:json',
  ...base,
  summary: 'Returns when the next letter would be sent.',
  params: z.object({ json: jsonParam(z.object(Rhythm)) }),
  reply: z.object({ next_at: z.iso.datetime() }),
})
export const resendReportLetters = endpoint({
  method: 'POST',
  path: '/resendReportLetters',
  ...base,
  owns: { id: 'report_schedule' },
  audit: { action: 'report_schedule.change' },
  summary: 'Sends the letters of the last time again that did not go out.',
  body: z.object({ id: Id }),
  reply: Nothing,
})
