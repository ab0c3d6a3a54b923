/** Days and hours of day parts as fields and calendars show them. */

/** Returns a minute of the day for a time field: 1200 is '20:00'. */
export const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** Returns the minute of the day of a time field; null while it is incomplete. */
export function minuteOf(time: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(time) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

/** Returns the name of a day of the week in a language; Sunday is 0. */
export const weekdayName = (day: number, locale: string, style: 'long' | 'short' | 'narrow'): string =>
  new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' }).format(new Date(Date.UTC(2000, 0, 2 + day)))

/** Returns a minute of the day in a language: 1200 is '8:00 PM'; beyond midnight it begins again. */
export const clockTime = (minute: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2000, 0, 2, 0, minute % 1440)),
  )

/** Returns a day in a language: 'Nov 16'. */
export const dayName = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
