import type { ReportSchedule } from '@cutaway/contract/rooms/reports/schedules.ts'
import type { useTexts } from '../../../core/i18n/i18n.ts'

/** When a report is sent, in words. */

/** What a person chooses about a report that is sent. */
export type Plan = Pick<
  ReportSchedule,
  'report' | 'filter' | 'frequency' | 'weekday' | 'month_day' | 'hour' | 'time_zone' | 'with_csv' | 'only_with_events'
>

/** 2000-01-03 was a Monday. */
const monday = Date.UTC(2000, 0, 3)

/** Returns the name of a day of the week, from Monday (1). */
export const weekdayOf = (day: number, tag: string, weekday: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(tag, { weekday, timeZone: 'UTC' }).format(new Date(monday + (day - 1) * 86_400_000))

/** Whether a report is sent on a day of the month. */
export const hasDayOfMonth = (frequency: ReportSchedule['frequency']): boolean =>
  frequency !== 'daily' && frequency !== 'weekly'

export const timeOf = (hour: number, tag: string): string =>
  new Intl.DateTimeFormat(tag, { timeStyle: 'short', timeZone: 'UTC' }).format(new Date(monday + hour * 3_600_000))

/** Returns the moment of a letter in the time zone of its hour: "Monday, November 30 at 7:00 AM". */
export const momentOf = (at: string, timeZone: string, tag: string): string =>
  new Intl.DateTimeFormat(tag, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  }).format(new Date(at))

export function whenOf(
  { frequency, weekday, month_day, hour }: Pick<ReportSchedule, 'frequency' | 'weekday' | 'month_day' | 'hour'>,
  t: ReturnType<typeof useTexts>,
  tag: string,
): string {
  const time = timeOf(hour, tag)
  if (frequency === 'daily') return t('report_when_daily', { time })
  if (frequency === 'weekly') return t('report_when_weekly', { day: weekdayOf(weekday, tag), time })
  return month_day === 0 ? t('report_when_last', { time }) : t('report_when_monthly', { day: month_day, time })
}
