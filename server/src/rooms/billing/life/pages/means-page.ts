import type { Db } from '../../../../core/db/database.ts'
import type { Services } from '../../../../core/services.ts'
import type { Site } from '../../../../core/tenancy.ts'
import { accountOf } from '../../accounts.ts'
import type { CardFramePayment } from '../../card-frame.ts'
import { newReference } from '../../saga/reference.ts'
import { findSeller } from '../../plans/plans.queries.ts'
import { cardBrands, findContact, findOwner, languageOf, providerOf } from '../buyer.ts'
import { findPage } from './page-tokens.ts'
import { findSubscription } from '../subscriptions.queries.ts'

/** Finds the subscription for whose means of payment a card frame is opened; nothing has to be due for it. */
export async function meansPage(
  db: Db,
  { sites, payments }: Pick<Services, 'sites' | 'payments'>,
  site: Site,
  tokenHash: string,
  now: Date,
): Promise<CardFramePayment | undefined> {
  const page = await findPage(db, site, tokenHash, now)
  const subscription = page?.purpose === 'means' ? await findSubscription(db, site, page.order_id) : undefined
  if (!page || !subscription) return undefined
  const contact = await findContact(db, site, page.businessentity_id)
  const provider = providerOf(site, subscription, contact.bill_country_code)
  const seller = await findSeller(db, site)
  const own = provider && subscription.account ? { [provider]: subscription.account } : {}
  const account = accountOf(
    payments,
    { provider, accounts: { ...seller?.payment_accounts, ...own } },
    subscription.currency,
  )
  if (!provider || !account) return undefined
  return {
    reference: newReference(site.web_site_id),
    provider,
    account: account.name,
    brands: cardBrands[provider].map((brand) => brand.toLowerCase()),
    language: languageOf(sites, site, await findOwner(db, site, page.businessentity_id)).language_code,
  }
}
