import { useMemo } from 'react'
import { useFormat, useLanguage, useTexts } from '../../core/i18n/i18n.ts'
import { dayBefore, minorOf, noon } from './days.ts'
import { usePlanName } from './usePlanName.ts'

/** Formats what the calls of billing tell: amounts as decimal texts, and days of the web site's calendar. */

/** On the wire, the Canadian dollar is CND. */
const currencyOf = (wire: string) => (wire === 'CND' ? 'CAD' : wire)

export function useBillingFormat() {
  const { language_code: locale } = useLanguage()
  const name = usePlanName()
  const { money } = useFormat()
  const t = useTexts()
  return useMemo(() => {
    const long = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
    const short = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' })
    const month = new Intl.DateTimeFormat(locale, { year: 'numeric', month: '2-digit', timeZone: 'UTC' })
    return {
      /** A plan with its number of locations. */
      plan: (plan: string, locations: number) =>
        t('plan_with_locations', {
          plan: name(plan),
          locations: t('locations_count', { count: locations }),
        }),
      /** '49.00' -> $49.00 */
      amount: (text: string, currency: string) => money(minorOf(text), currencyOf(currency)),
      /** '2026-12-01' -> December 1, 2026 */
      day: (day: string) => long.format(noon(day)),
      /** The first day of a period and of the next one: November 22 – December 21, 2026 */
      range: (from: string, next: string) => long.formatRange(noon(from), noon(dayBefore(next))),
      /** '2026-12-01' -> December 1 */
      shortDay: (day: string) => short.format(noon(day)),
      /** A card's expiry: 08/2028. */
      month: (year: number, number: number) => month.format(new Date(Date.UTC(year, number - 1, 1))),
      /** 'USD' -> US dollars */
      currencyName: (wire: string) =>
        new Intl.NumberFormat(locale, { style: 'currency', currency: currencyOf(wire), currencyDisplay: 'name' })
          .formatToParts(2)
          .find(({ type }) => type === 'currency')?.value ?? currencyOf(wire),
    }
  }, [locale, name, money, t])
}
