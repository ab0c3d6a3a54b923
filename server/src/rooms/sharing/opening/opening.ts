import type { OpeningHours } from '@cutaway/contract/rooms/sharing/opening-hours.ts'
import { formatMinute, formatWeekday, localTime } from '../../../core/formats.ts'
import type { Site } from '../../../core/tenancy.ts'
import { text } from '../../../core/texts.ts'
import { openingAt } from './hours.ts'

/** Says in a language whether a shop is open: 'Open until 6:00 PM'. Empty if its hours are not known. */
export function openingIn(
  tag: string,
  hours: OpeningHours | null,
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
