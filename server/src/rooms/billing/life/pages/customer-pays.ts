import type { Db } from '../../../../core/db/database.ts'
import { fail } from '../../../../core/http/errors.ts'
import type { Site } from '../../../../core/tenancy.ts'
import { toldOf } from '../../answers.ts'
import { lockPayment, type Attempt, type Payment } from '../../payments.queries.ts'
import type { Desk } from '../../saga/desk.ts'
import { cancelWaiting } from '../../saga/pay.ts'

/** How payments of signed-in customers are refused. */

/** Refuses a payment that was not begun. */
export function refuseStored({ refused, seconds }: { refused: string; seconds?: number }): never {
  if (seconds !== undefined)
    fail(
      'payment_error',
      { responseType: 'payment_error' },
      { error_message: { error: 'too_many_requests' }, timeCount: seconds },
    )
  fail(refused, refused === 'message_bill' ? { field: 'card_number' } : null)
}

/** Refuses a payment that went back because its change could not be made; others are told as they are. */
export function refuseUnpaid(payment: Payment, attempt: Attempt | undefined, key: string): void {
  const { responseType, error } = toldOf(payment, attempt)
  if (responseType === 'failed' && error === 'payment_goes_back') fail(key)
}

/**
 * Gives up other payments of the business that only wait for the person, at the bank or at the provider's page: the
 * customer has begun another one. Money that may be moving is left alone.
 */
export async function giveUpOthers(
  db: Db,
  desk: Desk,
  site: Site,
  { businessId, orderId }: { businessId: number; orderId: string },
): Promise<void> {
  const waiting = await db
    .selectFrom('payments')
    .select('payment_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .where('order_id', '<>', orderId)
    .where('state', 'in', ['created', 'requires_action'])
    .execute()
  for (const { payment_id } of waiting) {
    const payment = await lockPayment(db, site, payment_id)
    if (payment) await cancelWaiting(db, desk, site, payment)
  }
}
