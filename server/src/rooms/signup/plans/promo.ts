import { priceOf } from '@cutaway/contract/rooms/billing/plan-price.ts'
import { formatIsoDay } from '../../../core/formats.ts'
import type { AnyCall } from '../../../core/http/endpoints.ts'
import { addressKey } from '../../sessions/rules.ts'
import { lockAttempts, mark, secondsToWait, type Limit } from '../codes/attempts.ts'
import * as queries from './plans.queries.ts'
import { isExpired, promoKey } from './plans.rules.ts'

/**
 * Promo codes. A wrong code counts: after ten in an hour from one IP address every code is invalid, without being
 * looked up. The caller must commit a refusal.
 */

const promoMark = 'promo.wrong'
const limitOf = (ip: string): Limit => ({
  kind: promoMark,
  subject: addressKey(ip),
  windows: [{ most: 10, seconds: 3600 }],
})

export type PromoResult =
  | { outcome: 'applied'; plan: queries.Plan }
  | {
      outcome: 'refused'
      message: 'invalid_promo_code' | 'promo_code_expiry' | 'promo_code_already_applied' | 'invalid_number_of_locations'
    }

/** Looks up a promo code for a country. Unknown, expired and foreign codes take the same queries. */
export async function applyPromo(
  { db, site, services, ip }: Pick<AnyCall, 'db' | 'site' | 'services' | 'ip'>,
  asked: { code: string; country: string; locations?: number | undefined; businessId?: number | undefined },
): Promise<PromoResult> {
  const now = services.clock.now()
  const limit = limitOf(ip)
  const code = promoKey(asked.code)
  await lockAttempts(db, site, promoMark, limit.subject)
  if ((await secondsToWait(db, site, limit, now)) > 0) return { outcome: 'refused', message: 'invalid_promo_code' }
  const plan = code === '' || code.length > 40 ? undefined : await queries.findPromoPlan(db, site, code)
  const isRedeemed =
    asked.businessId !== undefined && code !== '' && (await queries.hasRedeemed(db, site, code, asked.businessId))
  const message = !plan?.country_codes.includes(asked.country)
    ? 'invalid_promo_code'
    : isExpired(plan.expires_on, formatIsoDay(now, site.time_zone))
      ? 'promo_code_expiry'
      : isRedeemed
        ? 'promo_code_already_applied'
        : asked.locations !== undefined && !priceOf(plan, asked.locations)
          ? 'invalid_number_of_locations'
          : undefined
  if (message === undefined && plan) return { outcome: 'applied', plan }
  if (message === 'invalid_promo_code') await mark(db, site, promoMark, [limit.subject], now)
  return { outcome: 'refused', message: message ?? 'invalid_promo_code' }
}
