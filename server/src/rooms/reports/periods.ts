import type { DateFilter, ReportRange } from '@cutaway/contract/rooms/reports/filters.ts'
import { formatIsoDay, zoneOffset } from '../../core/formats.ts'

/**
 * Cuts time into the columns of a report, in the time zone of the business. Days are text ('2026-11-20'), moments are
 * dates; a period is [start, end).
 */

export interface Period {
  /** Its first day. */
  key: string
  lastDay: string
  start: Date
  end: Date
  /** It is not over, or the range cuts it: it does not count for the average. */
  isComplete: boolean
  running: boolean
  /** The same period just before, for the comparison; of a running one, the part that is over. */
  before: { start: Date; end: Date }
}

const dayMs = 86_400_000
const utc = (day: string) => new Date(`${day}T00:00:00Z`)
const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)
export const addDays = (day: string, days: number): string => dayOf(new Date(utc(day).getTime() + days * dayMs))
const daysBetween = (from: string, to: string) => Math.round((utc(to).getTime() - utc(from).getTime()) / dayMs)

/** Moves a day by whole months; the 31st becomes the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return dayOf(new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(date, last))))
}

/** Returns the first moment of a day in a time zone, also of a day whose midnight the clocks skip or repeat. */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = utc(day).getTime()
  // The offset of the zone differs between these candidates only if the clocks change around the day.
  const candidates = [-1, 0, 1]
    .map((days) => zoneOffset(new Date(midnight + days * dayMs), timeZone))
    .map((offset) => midnight - offset)
    .toSorted((a, b) => a - b)
  const found = candidates.find((moment) => formatIsoDay(new Date(moment), timeZone) >= day)
  return new Date(found ?? candidates.at(-1)!)
}

/** The first day of the unit that holds a day; weeks begin on Monday. */
function startOfUnit(day: string, unit: DateFilter): string {
  if (unit === 'daily') return day
  if (unit === 'monthly') return `${day.slice(0, 7)}-01`
  return addDays(day, -((utc(day).getUTCDay() + 6) % 7))
}
const nextUnit = (day: string, unit: DateFilter): string =>
  unit === 'monthly' ? addMonths(day, 1) : addDays(day, unit === 'daily' ? 1 : 7)

/** How many columns a report has without a range. */
const lengths: Record<DateFilter, number> = { daily: 7, weekly: 8, monthly: 12 }
/** More columns than these become coarser. */
const mostColumns = 31

interface Span {
  /** First and last day. */
  from: string
  to: string
  /** How far back the compared span lies. */
  shift: { months: number } | { days: number }
}

export interface Asked {
  dateFilterType: DateFilter
  report_range?: ReportRange | 'Last month' | undefined
  start_date?: string | undefined
  end_date?: string | undefined
}
export interface Calendar {
  now: Date
  timeZone: string
  /** The month in which the financial year begins, from 1. */
  financialMonth: number
}

/** Returns the days that a report is about. */
export function spanOf(asked: Asked, { now, timeZone, financialMonth }: Calendar): Span {
  const today = formatIsoDay(now, timeZone)
  const month = startOfUnit(today, 'monthly')
  const quarter = (day: string) => addMonths(startOfUnit(day, 'monthly'), -((Number(day.slice(5, 7)) - 1) % 3))
  if (asked.start_date !== undefined || asked.end_date !== undefined) {
    const to = asked.end_date?.replaceAll('/', '-') ?? today
    const from = asked.start_date?.replaceAll('/', '-') ?? addMonths(to, -12)
    return { from, to, shift: { days: daysBetween(from, to) + 1 } }
  }
  switch (asked.report_range) {
    case 'Daily':
      return { from: today, to: today, shift: { days: 1 } }
    case 'Weekly':
      return { from: startOfUnit(today, 'weekly'), to: today, shift: { days: 7 } }
    case 'Month To Date':
      return { from: month, to: today, shift: { months: 1 } }
    case 'Quarter to Date':
      return { from: quarter(today), to: today, shift: { months: 3 } }
    case 'Financial year to Date': {
      const since = (Number(today.slice(5, 7)) - financialMonth + 12) % 12
      return { from: addMonths(month, -since), to: today, shift: { months: 12 } }
    }
    case 'Last month':
      return { from: addMonths(month, -1), to: addDays(month, -1), shift: { months: 1 } }
    case 'Last quarter': {
      const end = quarter(today)
      return { from: addMonths(end, -3), to: addDays(end, -1), shift: { months: 3 } }
    }
    case 'Last three Months':
      return { from: addMonths(month, -2), to: today, shift: { months: 3 } }
    case 'Last Twelve Months':
      return { from: addMonths(month, -11), to: today, shift: { months: 12 } }
    case undefined:
  }
  const unit = asked.dateFilterType
  const count = lengths[unit]
  const current = startOfUnit(today, unit)
  if (unit === 'monthly') return { from: addMonths(current, 1 - count), to: today, shift: { months: count } }
  const days = unit === 'daily' ? 1 : 7
  return { from: addDays(current, (1 - count) * days), to: today, shift: { days: count * days } }
}

/** Returns the columns of a report. A range that would have too many columns gets longer ones. */
export function periodsOf(asked: Asked, calendar: Calendar): Period[] {
  const span = spanOf(asked, calendar)
  const units: DateFilter[] = ['daily', 'weekly', 'monthly']
  const fine = units.slice(units.indexOf(asked.dateFilterType))
  const unit = fine.find((one) => countOf(span, one) <= mostColumns) ?? 'monthly'
  const { now, timeZone } = calendar
  const back = (day: string) =>
    'months' in span.shift ? addMonths(day, -span.shift.months) : addDays(day, -span.shift.days)
  const moment = (day: string) => startOfDay(day, timeZone)
  const periods: Period[] = []
  for (let at = startOfUnit(span.from, unit); at <= span.to; at = nextUnit(at, unit)) {
    const next = nextUnit(at, unit)
    const first = at < span.from ? span.from : at
    const after = next > addDays(span.to, 1) ? addDays(span.to, 1) : next
    const [start, end] = [moment(first), moment(after)]
    const running = start <= now && moment(next) > now
    const before = { start: moment(back(first)), end: moment(back(after)) }
    const elapsed = new Date(before.start.getTime() + now.getTime() - start.getTime())
    periods.push({
      key: first,
      lastDay: addDays(after, -1),
      start,
      end,
      running,
      isComplete: !running && first === at && after === next && end <= now,
      before: running && elapsed < before.end ? { start: before.start, end: elapsed } : before,
    })
  }
  return periods
}

function countOf({ from, to }: Span, unit: DateFilter): number {
  let count = 0
  for (let at = startOfUnit(from, unit); at <= to && count <= mostColumns; at = nextUnit(at, unit)) count += 1
  return count
}

/** Returns the month in which the financial year begins: a setting of the web site, else that of its country. */
export function financialMonthOf(country: string, setting: unknown): number {
  if (typeof setting === 'number' && setting >= 1 && setting <= 12) return setting
  return ({ au: 7, nz: 4 } as Record<string, number>)[country.toLowerCase()] ?? 1
}

/** A day as the wire of reports writes it: '2026/11/20'. */
export const wireDay = (day: string): string => day.replaceAll('-', '/')
