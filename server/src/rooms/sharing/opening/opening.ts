import type { Db } from '../../../core/db/database.ts'
import { formatMinute, formatWeekday, localTime } from '../../../core/formats.ts'
import type { Site } from '../../../core/tenancy.ts'
import { text } from '../../../core/texts.ts'
import { openingAt } from './hours.ts'

/** Returns the opening hours of a user's location; null if they are not known. */
export async function hoursOfUser(db: Db, site: Site, userId: number) {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('locations as l', (j) =>
      j
        .onRef('l.web_site_id', '=', 'u.web_site_id')
        .onRef('l.location_id', '=', 'u.location_id')
        .on('l.deleted_at', 'is', null),
    )
    .innerJoin('automatic_answers as a', (j) =>
      j.onRef('a.web_site_id', '=', 'l.web_site_id').onRef('a.location_id', '=', 'l.location_id'),
    )
    .select('a.hours')
    .where('u.web_site_id', '=', site.web_site_id)
    .where('u.user_id', '=', userId)
    .executeTakeFirst()
  return row?.hours ?? null
}

/** Says in a language whether a shop is open: 'Open until 6:00 PM'. Empty if its hours are not known. */
export function openingIn(
  tag: string,
  hours: Awaited<ReturnType<typeof hoursOfUser>>,
  now: Date,
  site: Pick<Site, 'time_zone' | 'texts'>,
): string {
  const opening = hours && openingAt(hours, localTime(now, site.time_zone))
  if (!opening) return ''
  if (opening.state === 'always') return text(site, tag, 'shop_open_always')
  if (opening.state === 'open') return text(site, tag, 'shop_open_until', { time: formatMinute(opening.until, tag) })
  const time = formatMinute(opening.opens, tag)
  if (opening.inDays === 0) return text(site, tag, 'shop_opens_today', { time })
  return text(site, tag, 'shop_opens_on', { time, day: formatWeekday(opening.weekday, tag) })
}
