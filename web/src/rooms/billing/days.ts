/** Days of the web site's calendar, and amounts, as the calls of billing tell them. Pure. */

/** '2026-12-01' as noon in UTC: a day is the same day wherever the reader is. */
export const noon = (day: string) => new Date(`${day.slice(0, 10)}T12:00:00Z`)

/** Returns the number of minor units of a decimal text: '49.00' is 4900. */
export const minorOf = (amount: string): number => Math.round(Number(amount) * 100)

/** Returns the day before a day: what lasts until an exclusive end lasts through this one. */
export const dayBefore = (day: string): string =>
  new Date(noon(day).getTime() - 24 * 3_600_000).toISOString().slice(0, 10)
