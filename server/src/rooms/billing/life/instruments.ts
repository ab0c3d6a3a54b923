import type { StoredMeans } from '@cutaway/contract/rooms/billing/fields.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { NewInstrument } from '../../../outside/payments.ts'
import type { PaymentAccount } from '../accounts.ts'
import { activateInstrument, insertInstrument } from '../subscriptions.ts'
import { changeSubscription, type Instrument, type Subscription } from './subscriptions.queries.ts'

/** The stored means of payment of a business. */

/** Charges a subscription to a means from now on. The means is one of the business, and active. */
export async function useInstrument(
  db: Db,
  site: Site,
  { subscription_id }: Pick<Subscription, 'subscription_id'>,
  { instrumentId, account }: { instrumentId: string; account: Pick<PaymentAccount, 'name' | 'provider'> | null },
): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({
      instrument_id: instrumentId,
      ...(account ? { payment_type: account.provider, account: account.name } : {}),
    })
    .where('web_site_id', '=', site.web_site_id)
    .where('subscription_id', '=', subscription_id)
    .execute()
}

/** Stores a means that was kept without a charge, in the place of the former one. Returns its id. */
export async function replaceInstrument(
  db: Db,
  site: Site,
  subscription: Subscription,
  { account, made, now }: { account: PaymentAccount; made: NewInstrument; now: Date },
): Promise<string> {
  const { businessentity_id } = subscription
  const { name, provider } = account
  const instrument_id = await insertInstrument(db, site, businessentity_id, { account: name, provider, made, now })
  await activateInstrument(db, site, businessentity_id, { instrumentId: instrument_id, now })
  await changeSubscription(db, site, subscription, {
    instrument_id,
    payment_type: account.provider,
    account: account.name,
  })
  return instrument_id
}

/** Returns a means as pages show it: no token. */
export const shownMeans = (of: Instrument | undefined): StoredMeans | null =>
  of
    ? {
        kind: of.kind,
        card_type: of.brand,
        last4: of.last4,
        card_expiry_month: of.expiry_month,
        card_expiry_year: of.expiry_year,
        payer_label: of.payer_label,
      }
    : null
