import { routes } from '@cutaway/contract/routes.ts'
import type { FastifyInstance } from 'fastify'
import { hashToken } from '../../../../core/auth/caller.ts'
import type { Db } from '../../../../core/db/database.ts'
import { addRoute } from '../../../../core/plain-routes.ts'
import type { Services } from '../../../../core/services.ts'
import type { Site } from '../../../../core/tenancy.ts'
import type { PaymentAccount } from '../../accounts.ts'
import { providerSignal } from '../../saga/desk.ts'
import { newReference } from '../../saga/reference.ts'
import { addressOf, findContact, findOwner } from '../buyer.ts'
import { replaceInstrument } from '../instruments.ts'
import { findPage, newPage } from './page-tokens.ts'
import { activeInstrument, lockSubscription, type Subscription } from '../subscriptions.queries.ts'

/** Another wallet without a payment: the person approves it at the provider's page, and comes back to /pay/wallet/<token>. */

/** Begins the approval. Returns the provider's page; null if the provider gives none. */
export async function startWallet(
  services: Services,
  {
    site,
    subscription,
    account,
    userId,
    origin,
  }: { site: Site; subscription: Subscription; account: PaymentAccount; userId: number; origin: string },
): Promise<string | null> {
  const { database, clock, log, payments } = services
  const inTenant = <R>(work: (db: Db) => Promise<R>) => database.inTenant(site.web_site_id, work)
  const page = {
    businessentity_id: subscription.businessentity_id,
    user_id: userId,
    purpose: 'wallet',
    order_id: subscription.subscription_id,
  }
  const token = await inTenant((db) => newPage(db, site, page, clock.now()))
  const address = `${origin}/pay/wallet/${token}`
  const collection = await payments
    .provider(account.name)
    .collect(
      {
        reference: newReference(site.web_site_id),
        origin,
        brands: [],
        returnUrl: address,
        cancelUrl: `${origin}${afterPage}`,
      },
      providerSignal(),
    )
    .catch((error: unknown) => {
      log.warn({ err: error, account: account.name }, 'the approval of a wallet could not be begun')
      return null
    })
  if (collection?.kind !== 'approval') return null
  await inTenant((db) =>
    db
      .updateTable('billing_page_tokens')
      .set({ order_id: `${subscription.subscription_id} ${account.name} ${collection.handle}` })
      .where('web_site_id', '=', site.web_site_id)
      .where('token_hash', '=', hashToken(token))
      .execute(),
  )
  return collection.url
}

/** Where the person goes afterwards: the page shows which wallet is stored. */
const afterPage = '/update_billing_details'

export function registerWalletReturn(app: FastifyInstance, services: Services): void {
  addRoute(app, routes.walletReturn, async (request, reply) => {
    const site = services.sites.byHost(request.host)
    const { token } = request.params as { token: string }
    await keepApproved(services, site, token)
    return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(afterPage, 303)
  })
}

/** Stores the wallet that was approved, in the place of the former one. */
async function keepApproved(services: Services, site: Site, token: string): Promise<void> {
  const { database, clock, log, payments } = services
  const inTenant = <R>(work: (db: Db) => Promise<R>) => database.inTenant(site.web_site_id, work)
  const found = await inTenant(async (db) => {
    const page = await findPage(db, site, hashToken(token), clock.now())
    if (page?.purpose !== 'wallet') return undefined
    const company = (await findOwner(db, site, page.businessentity_id))?.business_name ?? ''
    return { page, billing: addressOf(await findContact(db, site, page.businessentity_id), company) }
  })
  if (!found) return
  const [subscriptionId = '', accountName = '', handle] = found.page.order_id.split(' ')
  const account = payments.account(accountName)
  if (!account || !handle) return
  const reference = newReference(site.web_site_id)
  const address = `/pay/wallet/${token}`
  const kept = await payments
    .provider(account.name)
    .keep(
      {
        reference,
        means: { kind: 'approval', returnUrl: address, cancelUrl: address, keep: true },
        handle,
        billing: found.billing,
      },
      providerSignal(),
    )
    .catch((error: unknown) => ({ outcome: 'unclear' as const, code: null, reason: String(error) }))
  if (kept.outcome !== 'kept') {
    log.warn({ reference, outcome: kept.outcome, code: kept.code }, 'a wallet was not stored')
    return
  }
  await inTenant(async (db) => {
    const subscription = await lockSubscription(db, site, subscriptionId)
    const former = subscription && (await activeInstrument(db, site, subscription.businessentity_id))
    if (!subscription || subscription.state === 'ended' || former?.token === kept.instrument.token) return
    await replaceInstrument(db, site, subscription, { account, made: kept.instrument, now: clock.now() })
  })
}
