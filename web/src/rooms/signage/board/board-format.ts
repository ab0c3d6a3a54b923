import { useMemo } from 'react'
import { useLanguage } from '../../../core/i18n/i18n.ts'

/** Formats for boards, which have no space for needless zeros. */

/** Returns an amount in minor units in a language, without decimals where they are zero: 21900 USD is '$219'. */
export function shortPrice(minor: number, currency: string, locale: string): string {
  const money = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  })
  return money.format(minor / 10 ** (money.resolvedOptions().maximumFractionDigits ?? 2))
}

/** Returns a day as people say it: its weekday within a week after today, else day and month. */
export function shortDay(day: string, today: string, locale: string): string {
  const [then, now] = [day, today].map((one) => Date.parse(`${one}T00:00:00Z`))
  const isSoon = then! - now! < 7 * 86_400_000
  return new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    ...(isSoon ? { weekday: 'long' } : { day: 'numeric', month: 'short' }),
  }).format(then)
}

export function useBoardFormat(currency: string) {
  const { language_code: locale } = useLanguage()
  return useMemo(
    () => ({
      price: (minor: number) => shortPrice(minor, currency, locale),
      day: (day: string, today: string) => shortDay(day, today, locale),
    }),
    [currency, locale],
  )
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** Returns what clock and calendar of an IANA time zone show. */
export function localMoment(moment: Date, timeZone: string) {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(moment)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return {
    day: `${part('year')}-${part('month')}-${part('day')}`,
    weekday: weekdays.indexOf(part('weekday').slice(0, 3)),
    minute: Number(part('hour')) * 60 + Number(part('minute')),
  }
}

/** Returns local time minus UTC of a time zone at a moment, in milliseconds. */
export function offsetOf(timeZone: string) {
  return (moment: Date): number => {
    const { day, minute } = localMoment(moment, timeZone)
    return Date.parse(`${day}T00:00:00Z`) + minute * 60_000 - Math.floor(moment.getTime() / 60_000) * 60_000
  }
}
