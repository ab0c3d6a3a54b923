/**
 * Formatters and segmenters of `Intl`. Each holds native memory that is released late, so one is made for each kind,
 * language and time zone, and no other module makes any. Memory is bounded: beyond `most`, the least recently used one
 * is dropped.
 */

const most = 500
const made = new Map<string, object>()

function once<F extends object>(key: string, make: () => F): F {
  const known = made.get(key) as F | undefined
  const formatter = known ?? make()
  made.delete(key)
  made.set(key, formatter)
  if (made.size > most) made.delete(made.keys().next().value!)
  return formatter
}

/** Returns the number of formatters in memory. For tests. */
export const formattersHeld = (): number => made.size

/** Returns a date and a time of day in a language and an IANA time zone: 'Nov 22, 2026, 1:54 PM'. */
export const formatMoment = (moment: Date, tag: string, timeZone: string): string =>
  once(
    `moment ${tag} ${timeZone}`,
    () => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
  ).format(moment)

/** Returns the day of the week from Sunday (0) and the minute of the day of a moment in an IANA time zone. */
export function localTime(moment: Date, timeZone: string): { weekday: number; minute: number } {
  const parts = once(
    `local ${timeZone}`,
    () =>
      new Intl.DateTimeFormat('en-US', {
        timeZone,
        weekday: 'short',
        hour: 'numeric',
        minute: 'numeric',
        hourCycle: 'h23',
      }),
  ).formatToParts(moment)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return {
    weekday: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(part('weekday')),
    minute: Number(part('hour')) * 60 + Number(part('minute')),
  }
}

/** Returns the year of a moment in an IANA time zone: '2026'. */
export const formatYear = (moment: Date, timeZone: string): string =>
  once(`year ${timeZone}`, () => new Intl.DateTimeFormat('en', { timeZone, year: 'numeric' })).format(moment)

/** Returns a percentage in a language, without decimals: 72 is '72%'. */
export const formatPercent = (of100: number, tag: string): string =>
  once(`percent ${tag}`, () => new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 })).format(
    of100 / 100,
  )

/** Returns an amount in minor units (cents) as money in a language: 38900 USD is '$389.00'. */
export function formatMoney(minor: number, currency: string, tag: string): string {
  const money = once(
    `money ${tag} ${currency}`,
    () => new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
  )
  return money.format(minor / 10 ** (money.resolvedOptions().maximumFractionDigits ?? 2))
}

/** Returns the day of a moment in an IANA time zone: '2026-01-31'. */
export const formatIsoDay = (moment: Date, timeZone: string): string =>
  once(`iso day ${timeZone}`, () => new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })).format(moment)

/** Returns the offset of an IANA time zone at a moment: local time minus UTC in milliseconds. */
export function zoneOffset(moment: Date, timeZone: string): number {
  const parts = once(
    `offset ${timeZone}`,
    () =>
      new Intl.DateTimeFormat('en-US', {
        timeZone,
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
        hourCycle: 'h23',
      }),
  ).formatToParts(moment)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return local - Math.floor(moment.getTime() / 1000) * 1000
}

/** Returns a time of day in a language and an IANA time zone: '9:52 AM'. */
export const formatTime = (moment: Date, tag: string, timeZone: string): string =>
  once(`time ${tag} ${timeZone}`, () => new Intl.DateTimeFormat(tag, { timeStyle: 'short', timeZone })).format(moment)

/** Returns a minute of the day in a language: 1080 is '6:00 PM'. */
export const formatMinute = (minute: number, tag: string): string =>
  formatTime(new Date(Date.UTC(2000, 0, 2, 0, minute)), tag, 'UTC')

/** Returns the name of a day of the week in a language, from Sunday (0): 'Monday' is 1. */
export const formatWeekday = (weekday: number, tag: string): string =>
  once(`weekday ${tag}`, () => new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' })).format(
    new Date(Date.UTC(2000, 0, 2 + weekday)),
  )

/** Returns a date in a language and an IANA time zone: 'Nov 22, 2026'. */
export const formatDay = (moment: Date, tag: string, timeZone: string): string =>
  once(`day ${tag} ${timeZone}`, () => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone })).format(moment)

/** Returns the plural form of a count in a language: 'one', 'two', 'other'. */
export const pluralForm = (count: number, tag: string): Intl.LDMLPluralRule =>
  once(`plural ${tag}`, () => new Intl.PluralRules(tag)).select(count)

/** Returns the name of a country (two capital letters) in a language; undefined if the runtime has none. */
export const countryName = (code: string, tag: string): string | undefined =>
  once(`region ${tag}`, () => new Intl.DisplayNames([tag], { type: 'region' })).of(code)

/**
 * Returns the words or characters of a text with their positions. Thai words come from the dictionary of the runtime.
 */
export const segmentsIn = (text: string, tag: string, granularity: 'word' | 'grapheme'): Intl.Segments =>
  once(`${granularity} ${tag}`, () => new Intl.Segmenter(tag, { granularity })).segment(text)

/** Returns whether a name is a time zone of the IANA database. */
export const isTimeZone = (name: string): boolean => name === 'UTC' || Intl.supportedValuesOf('timeZone').includes(name)

/** Returns whether a code is that of a currency (ISO 4217). */
export const isCurrency = (code: string): boolean => Intl.supportedValuesOf('currency').includes(code)

/** Returns a function that orders names by the rules of a language. */
export const namesInOrder = (tag: string): ((a: string, b: string) => number) =>
  once(`order ${tag}`, () => new Intl.Collator(tag)).compare

/** Returns a number in a language: 1234 is '1,234'. */
export const formatCount = (value: number, tag: string): string =>
  once(`count ${tag}`, () => new Intl.NumberFormat(tag, { maximumFractionDigits: 1 })).format(value)

/** Returns by how much a number has changed, in per cent of the one before: '+12%'; a dash if there was none. */
export const formatChange = (now: number, before: number, tag: string): string =>
  before === 0
    ? '–'
    : once(
        `change ${tag}`,
        () => new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }),
      ).format((now - before) / before)

/** Returns a day without its year, in figures: '11/20'. The moment is midnight in UTC, as of all days without a zone. */
export const formatDayMonth = (day: Date, tag: string): string =>
  once(`day month ${tag}`, () => new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'numeric', timeZone: 'UTC' }))
    .format(day)
    .replaceAll(/\p{Cf}/gu, '')

/** Returns the short name of a month: 'Nov'. */
export const formatMonth = (day: Date, tag: string): string =>
  once(`month ${tag}`, () => new Intl.DateTimeFormat(tag, { month: 'short', timeZone: 'UTC' })).format(day)

/** Returns the first and the last day of a time: 'November 9 – 15, 2026'. */
export const formatRange = (from: Date, to: Date, tag: string): string =>
  once(
    `range ${tag}`,
    () => new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
  ).formatRange(from, to)
