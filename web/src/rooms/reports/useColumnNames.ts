import type { ReportColumn } from '@cutaway/contract/rooms/reports/reports.ts'
import { useLanguage, useTexts } from '../../core/i18n/i18n.ts'

/** Returns a function that names a column: "Nov 20", "Nov 16–20", "Nov 2026", or its words. */
export function useColumnNames() {
  const t = useTexts()
  const { language_code: tag } = useLanguage()
  return ({ date, last_date, label_key }: ReportColumn, isLong = false): string => {
    if (date === undefined || last_date === undefined) return t(label_key)
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(tag, { timeZone: 'UTC', ...options })
    const [from, to] = [new Date(`${date}T00:00:00Z`), new Date(`${last_date}T00:00:00Z`)]
    const days = (to.getTime() - from.getTime()) / 86_400_000
    if (days > 7 || (date.endsWith('-01') && days > 6))
      return format(isLong ? { month: 'long', year: 'numeric' } : { month: 'short', year: '2-digit' }).format(from)
    const day = format({ month: 'short', day: 'numeric', ...(isLong ? { year: 'numeric' } : {}) })
    return days === 0 ? day.format(from) : day.formatRange(from, to)
  }
}
