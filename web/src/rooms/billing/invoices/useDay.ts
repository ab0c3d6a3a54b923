import { useLanguage } from '../../../core/i18n/i18n.ts'
import { useMemo } from 'react'

/**
 * Returns a function that writes a day ('2026-11-01') in the language of the page. A day has no time zone: it is the same
 * day wherever it is read.
 */
export function useDay(): (day: string) => string {
  const { language_code } = useLanguage()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(language_code, { dateStyle: 'medium', timeZone: 'UTC' })
    return (day: string) => format.format(new Date(`${day}T00:00:00Z`))
  }, [language_code])
}

/** Returns the day before a day: the last one of a period that ends with the first day of the next. */
export const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
