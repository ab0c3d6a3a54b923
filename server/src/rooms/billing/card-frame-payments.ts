import { hashToken } from '../../core/auth/caller.ts'
import type { Services } from '../../core/services.ts'
import { accountOf } from './accounts.ts'
import type { CardFramePayments } from './card-frame.ts'
import { quoteOfOrder } from './order.ts'
import { meansPage } from './life/pages/means-page.ts'
import { newReference } from './saga/reference.ts'

/** Finds what a card frame is opened for: the order of its page token, as long as something is due for it. */
export function cardFramePayments(
  services: Pick<Services, 'database' | 'purposes' | 'payments' | 'clock' | 'sites'>,
): CardFramePayments {
  return {
    find: (site, token) =>
      services.database.inTenant(site.web_site_id, async (db) => {
        const now = services.clock.now()
        for (const purpose of services.purposes) {
          const orderId = await purpose.byPageToken?.(db, site, hashToken(token), now)
          const order = orderId === undefined ? undefined : await purpose.show(db, site, orderId, now)
          const quote = order && quoteOfOrder(order)
          if (!order || !quote || quote.total_minor === 0) continue
          const account = accountOf(services.payments, order, quote.currency)
          if (!account) return undefined
          return {
            // The fields move no money: each attempt has a reference of its own.
            reference: newReference(site.web_site_id),
            provider: account.provider,
            account: account.name,
            brands: order.brands.map((brand) => brand.toLowerCase()),
            language: order.language,
          }
        }
        return meansPage(db, services, site, hashToken(token), now)
      }),
  }
}
