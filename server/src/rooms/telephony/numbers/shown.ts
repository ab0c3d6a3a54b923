import type { OwnNumber } from '@cutaway/contract/rooms/telephony/numbers.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import { addDays } from '../../billing/days.ts'
import { arrearsOf } from '../../billing/life/pages/status.ts'
import { findSubscription } from '../../billing/life/subscriptions.queries.ts'
import { toDecimal, wireCurrency } from '../../billing/money.ts'
import { endedAfter } from '../../billing/states.ts'
import { monthOf } from '../bundles/orders.queries.ts'
import { useByMonth, type NumberRow } from './numbers.queries.ts'
import { blockOf } from './sending.ts'

/** Shows numbers of a business as pages read them. */
export async function shownNumbers(db: Db, site: Site, rows: readonly NumberRow[], now: Date): Promise<OwnNumber[]> {
  const [first] = rows
  if (!first) return []
  const names = rows.map(({ phone_number }) => phone_number)
  const use = await useByMonth(db, site, first.businessentity_id, names)
  const month = monthOf(now, site)
  return Promise.all(
    rows.map((row) =>
      shown(
        db,
        site,
        row,
        use.find((u) => u.phone_number === row.phone_number && u.month === month),
      ),
    ),
  )
}

async function shown(
  db: Db,
  site: Site,
  row: NumberRow,
  use: { sent: number; received: number } | undefined,
): Promise<OwnNumber> {
  const subscription = row.subscription_id === null ? undefined : await findSubscription(db, site, row.subscription_id)
  const place =
    row.location_id === null
      ? undefined
      : await db
          .selectFrom('locations')
          .select('businessentity_location_name')
          .where('web_site_id', '=', site.web_site_id)
          .where('location_id', '=', row.location_id)
          .where('deleted_at', 'is', null)
          .executeTakeFirst()
  const block = row.state === 'owned' ? await blockOf(db, site, row) : null
  const since = subscription?.past_due_since ?? null
  return {
    phone_number_id: row.phone_number_id,
    phone_number: row.phone_number,
    iso_country: row.iso_country,
    number_type: row.number_type,
    locality: row.locality,
    capabilities: row.capabilities,
    price: toDecimal(row.monthly_minor, row.currency),
    currency: wireCurrency(row.currency),
    state: row.state,
    can_send: row.state === 'owned' && block === null,
    blocked_by: block,
    released_on: since === null ? null : addDays(since, endedAfter),
    arrears: row.state === 'owned' && subscription ? await arrearsOf(db, site, subscription) : null,
    next_on: subscription && subscription.state !== 'ended' ? subscription.period_end : null,
    location_id: place ? row.location_id : null,
    location_name: place?.businessentity_location_name ?? null,
    forward_to: row.forward_to,
    spoken_text: row.spoken_text,
    sent: use?.sent ?? 0,
    received: use?.received ?? 0,
  }
}
