/**
 * Formats numbers, dates, money and lengths for the language, in the site's time zone and currency. Pure; `i18n.ts`
 * binds the language of the page (`useFormat`).
 */
export interface Format {
  number: (value: number) => string
  /** 0.83 -> 83 % */
  percent: (share: number) => string
  /** Minor units (cents) of the site's currency. */
  money: (minor: number, currency?: string) => string
  /** ISO 8601 or Date -> 21 Nov 2026. A day without a time (2026-11-21) is that day in every time zone. */
  date: (when: string | Date) => string
  /** ISO 8601 or Date -> 21 Nov 2026, 14:05. */
  dateTime: (when: string | Date) => string
  /** Formats relative time in words, or a date if it is more than a week ago. */
  ago: (when: string | Date, now?: Date) => string
  /** Formats the day in words and the time: "today 10:42", "Tuesday 10:42"; a date if it is a week ago or more. */
  seen: (when: string | Date, now?: Date) => string
  /** Formats a moment for a narrow list: the time today, else the weekday; a date if it is a week ago or more. */
  brief: (when: string | Date, now?: Date) => string
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export function makeFormat(locale: string, timeZone: string, siteCurrency: string): Format {
  const zone = timeZone || undefined
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: zone })
  const calendarDay = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: zone })
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: zone })
  const shortDay = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: zone })
  const number = new Intl.NumberFormat(locale)
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  return {
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    money: (minor, currency = siteCurrency) => {
      const money = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
      return money.format(minor / 10 ** (money.resolvedOptions().maximumFractionDigits ?? 2))
    },
    date: (when) => (isDay(when) ? calendarDay : date).format(new Date(when)),
    dateTime: (when) => dateTime.format(new Date(when)),
    ago: (when, now = new Date()) => {
      const past = now.getTime() - new Date(when).getTime()
      if (past < hour) return relative.format(-Math.max(0, Math.round(past / minute)), 'minute')
      if (past < day) return relative.format(-Math.round(past / hour), 'hour')
      if (past < 7 * day) return relative.format(-Math.round(past / day), 'day')
      return date.format(new Date(when))
    },
    seen: (when, now = new Date()) => {
      const then = new Date(when)
      const days = Math.max(0, dayOf(now, zone) - dayOf(then, zone))
      if (days >= 7) return date.format(then)
      return `${days < 2 ? relative.format(-days, 'day') : weekday.format(then)} ${time.format(then)}`
    },
    brief: (when, now = new Date()) => {
      const then = new Date(when)
      const days = dayOf(now, zone) - dayOf(then, zone)
      if (days <= 0) return time.format(then)
      return (days < 7 ? shortDay : date).format(then)
    },
  }
}

const isDay = (when: string | Date): boolean => typeof when === 'string' && when.length === 10

/** Returns the days since 1970 in the calendar of a time zone: midnight there separates today from yesterday. */
function dayOf(when: Date, timeZone: string | undefined): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' })
    .formatToParts(when)
    .map(({ type, value }) => [type, Number(value)] as const)
  const { year = 1970, month = 1, day: date = 1 }: Partial<Record<string, number>> = Object.fromEntries(parts)
  return Date.UTC(year, month - 1, date) / day
}

/** Formats seconds as a film duration: 25 -> 0:25, 3725 -> 1:02:05. The same in every language. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  const two = (n: number) => String(n).padStart(2, '0')
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

/**
 * Isolates an address or a number so that it keeps its order within right-to-left text (Unicode's first-strong
 * isolate).
 */
export const isolated = (text: string): string => `\u2068${text}\u2069`

/** Returns the initials of a name: "Dana Whitlock" -> DW. Supports every script; at most two letters. */
export function initials(...names: string[]): string {
  return names
    .flatMap((name) => name.trim().split(/\s+/))
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 32).toLocaleUpperCase())
    .join('')
}
