import type * as contract from '@cutaway/contract/rooms/billing/subscription.ts'
import type { MeansChanged } from '@cutaway/contract/rooms/billing/subscription.ts'
import { randomUUID } from 'node:crypto'
import type { Db } from '../../../../core/db/database.ts'
import type { Call, Handlers } from '../../../../core/http/endpoints.ts'
import { fail } from '../../../../core/http/errors.ts'
import type { Site } from '../../../../core/tenancy.ts'
import type { ProviderName } from '../../../../outside/payments.ts'
import { accountOf, purposeNamed } from '../../accounts.ts'
import { readResult, resultOf } from '../../answers.ts'
import { fieldWithCardNumber, opaqueFields } from '../../card-numbers.ts'
import { wireCurrency } from '../../money.ts'
import { providerSignal } from '../../saga/desk.ts'
import { needsCaptcha } from '../../saga/limits.queries.ts'
import { pay } from '../../saga/pay.ts'
import { newReference } from '../../saga/reference.ts'
import { findSeller } from '../../plans/plans.queries.ts'
import { addressOf, cardBrands, findContact, findOwner, saveContact } from '../buyer.ts'
import { giveUpOthers, refuseStored } from './customer-pays.ts'
import { checkProvider, runsSubscription, type Ran } from './guard.ts'
import { replaceInstrument, shownMeans } from '../instruments.ts'
import { findInvoice, restOf } from '../open-invoice.ts'
import { newPage } from './page-tokens.ts'
import { chargedFor, payStored } from '../pay-stored.ts'
import { isBeingPaid } from '../renew.ts'
import { arrearsOf } from './status.ts'
import { activeInstrument, findSubscription, lockSubscription } from '../subscriptions.queries.ts'
import { startWallet } from './wallets.ts'

/** Changes of the stored means of payment, and paying what is owed. */

type CardCall = Call<typeof contract.changeCardDetailsCybersource> | Call<typeof contract.changeCardDetailsEway>
type PayCall = CardCall | Call<typeof contract.payArrears> | Call<typeof contract.changeCardDetailsPayPal>

/** Returns the invoice that the subscription owes; undefined if nothing is owed. Refuses one that is being paid. */
async function owed(db: Db, site: Site, { subscription }: Ran): Promise<string | undefined> {
  const { open_invoice_id } = subscription
  const invoice = open_invoice_id === null ? undefined : await findInvoice(db, site, open_invoice_id)
  if (!invoice || invoice.state !== 'open' || restOf(invoice) <= 0) return undefined
  if (await isBeingPaid(db, site, subscription)) {
    // A payment of the customer that waits for the bank goes on with the next request.
    const waits = await db
      .selectFrom('payments')
      .select('payment_id')
      .where('web_site_id', '=', site.web_site_id)
      .where('purpose', '=', 'arrears')
      .where('order_id', '=', invoice.invoice_id)
      .where('state', 'in', ['created', 'requires_action'])
      .executeTakeFirst()
    if (!waits) fail('payment_in_progress')
  }
  return invoice.invoice_id
}

async function changeCard(call: CardCall, named: ProviderName): Promise<MeansChanged> {
  const { body, site, services, caller, owner, audit } = call
  if (body.card_number || fieldWithCardNumber(body, opaqueFields)) fail('message_bill', { field: 'card_number' })
  const isHuman = body.token ? await services.captcha.verify(body.token) : false
  if (body.token && !isHuman) fail('captcha_not_solved')
  await call.endTransaction()
  const inTenant = <R>(work: (db: Db) => Promise<R>) => services.database.inTenant(site.web_site_id, work)
  const { ran, invoiceId, billing, account } = await inTenant(async (db) => {
    const found = await runsSubscription(db, site, caller, owner)
    checkProvider(found, named)
    await saveContact(db, site, found.businessId, body)
    const company = (await findOwner(db, site, found.businessId))?.business_name ?? ''
    return {
      ran: found,
      invoiceId: await owed(db, site, found),
      billing: addressOf(await findContact(db, site, found.businessId), company),
      account: await accountFor(db, call, found),
    }
  })
  audit({
    after: { fields: Object.keys(body).filter((name) => name.startsWith('bill_')), card: Boolean(body.payment_token) },
  })
  const { payment_token: paymentToken } = body
  if (!paymentToken) return answerOf(call, ran, null)
  const card = { paymentToken, ...(body.name_on_card ? { cardName: body.name_on_card } : {}) }
  if (invoiceId !== undefined) {
    await inTenant((db) => giveUpOthers(db, services, site, { businessId: ran.businessId, orderId: invoiceId }))
    const result = await pay(services, {
      site,
      purpose: purposeNamed(services.purposes, 'arrears'),
      orderId: invoiceId,
      requestKey: body.request_key ?? null,
      means: { kind: 'card', ...card },
      proof: null,
      isHuman,
      billing: {},
      ip: call.ip,
      userAgent: call.userAgent,
      authReturnUrl: `${call.origin}/pay/card/returned`,
    })
    if ('refused' in result) refuseStored(result)
    return answerOf(call, ran, result.paymentId)
  }
  const reference = newReference(site.web_site_id)
  const provider = services.payments.provider(account.name)
  const kept = await provider
    .keep({ reference, means: { kind: 'fresh', ...card }, handle: null, billing }, providerSignal())
    .catch((error: unknown) => ({ outcome: 'unclear' as const, code: null, reason: String(error) }))
  if (kept.outcome !== 'kept') {
    services.log.warn({ reference, outcome: kept.outcome, code: kept.code }, 'a card was not stored')
    fail(kept.outcome === 'refused' ? 'please_change_billing_details' : 'unable_to_proceed_please_try_later')
  }
  const former = await inTenant(async (db) => {
    const subscription = (await lockSubscription(db, site, ran.subscription.subscription_id))!
    const before = await activeInstrument(db, site, ran.businessId)
    await replaceInstrument(db, site, subscription, { account, made: kept.instrument, now: services.clock.now() })
    return before
  })
  if (former && former.token !== kept.instrument.token)
    // The new card is stored whether or not the provider forgets the old one.
    await services.payments
      .provider(former.account)
      .forget(former.token, providerSignal())
      .catch((error: unknown) => services.log.warn({ err: error }, 'a provider did not delete a former card'))
  return answerOf(call, ran, null)
}

/** Returns the account that charges a subscription. */
async function accountFor(db: Db, { services, site }: PayCall, { provider, subscription }: Ran) {
  const seller = await findSeller(db, site)
  const accounts = {
    ...seller?.payment_accounts,
    ...(subscription.account ? { [provider]: subscription.account } : {}),
  }
  return (
    accountOf(services.payments, { provider, accounts }, subscription.currency) ??
    fail('Something went wrong. Please try again')
  )
}

async function answerOf({ site, services }: PayCall, ran: Ran, paymentId: string | null): Promise<MeansChanged> {
  return services.database.inTenant(site.web_site_id, async (db) => {
    const result = paymentId === null ? undefined : await readResult(db, site, paymentId)
    const told = result && resultOf(result.payment, result.attempt)
    const subscription = (await findSubscription(db, site, ran.subscription.subscription_id))!
    return {
      responseType: told?.responseType ?? 'success',
      payment: told?.payment ?? null,
      amount: told?.amount ?? null,
      currency: told?.currency ?? wireCurrency(subscription.currency),
      action: told?.action ?? null,
      means: shownMeans(await activeInstrument(db, site, ran.businessId)),
    }
  })
}

type Cards = Pick<
  Handlers<typeof contract>,
  | 'startCardChange'
  | 'changeCardDetailsCybersource'
  | 'changeCardDetailsEway'
  | 'changeCardDetailsPayPal'
  | 'payArrears'
>

export const cards: Cards = {
  startCardChange: async ({ db, site, services, caller, owner, ip }) => {
    const ran = await runsSubscription(db, site, caller, owner)
    const now = services.clock.now()
    const page = {
      businessentity_id: ran.businessId,
      user_id: caller.user.user_id,
      purpose: 'means',
      order_id: ran.subscription.subscription_id,
    }
    return {
      means: ran.provider === 'paypal' ? 'approval' : 'card',
      request_key: randomUUID(),
      card_types: cardBrands[ran.provider],
      page_token: await newPage(db, site, page, now),
      arrears: await arrearsOf(db, site, ran.subscription),
      needs_captcha: await needsCaptcha(db, site, ip, now),
    }
  },

  changeCardDetailsCybersource: (call) => changeCard(call, 'cybersource'),
  changeCardDetailsEway: (call) => changeCard(call, 'eway'),

  changeCardDetailsPayPal: async (call) => {
    const { body, site, services, caller, owner, audit } = call
    await call.endTransaction()
    const inTenant = <R>(work: (db: Db) => Promise<R>) => services.database.inTenant(site.web_site_id, work)
    const { ran, token, account } = await inTenant(async (db) => {
      const found = await runsSubscription(db, site, caller, owner)
      checkProvider(found, 'paypal')
      await saveContact(db, site, found.businessId, body)
      const invoiceId = await owed(db, site, found)
      const { user_id } = caller.user
      const page = { businessentity_id: found.businessId, user_id, purpose: 'arrears', order_id: invoiceId ?? '' }
      return {
        ran: found,
        account: await accountFor(db, call, found),
        token: invoiceId === undefined ? null : await newPage(db, site, page, services.clock.now()),
      }
    })
    audit({ after: { wallet: true } })
    if (token !== null) return { paypalDetails: { merchantUrl: `${call.origin}/pay/${token}` } }
    const merchantUrl = await startWallet(services, {
      site,
      subscription: ran.subscription,
      account,
      userId: caller.user.user_id,
      origin: call.origin,
    })
    return { paypalDetails: { merchantUrl: merchantUrl ?? fail('unable_to_proceed_please_try_later') } }
  },

  payArrears: async (call) => {
    const { body, site, services, caller, owner } = call
    const isHuman = body.token ? await services.captcha.verify(body.token) : false
    if (body.token && !isHuman) fail('captcha_not_solved')
    await call.endTransaction()
    const inTenant = <R>(work: (db: Db) => Promise<R>) => services.database.inTenant(site.web_site_id, work)
    const { ran, invoiceId, stored } = await inTenant(async (db) => {
      const found = await runsSubscription(db, site, caller, owner)
      return {
        ran: found,
        invoiceId: await owed(db, site, found),
        stored: await activeInstrument(db, site, found.businessId),
      }
    })
    // Paid meanwhile: nothing is owed.
    if (invoiceId === undefined) return { ...(await answerOf(call, ran, null)), paypalDetails: null }
    if (!stored) {
      if (ran.provider !== 'paypal') fail('please_change_billing_details')
      const { user_id } = caller.user
      const page = { businessentity_id: ran.businessId, user_id, purpose: 'arrears', order_id: invoiceId }
      const token = await inTenant((db) => newPage(db, site, page, services.clock.now()))
      const paypalDetails = { merchantUrl: `${call.origin}/pay/${token}` }
      return { ...(await answerOf(call, ran, null)), responseType: 'action_required', paypalDetails }
    }
    await inTenant((db) => giveUpOthers(db, services, site, { businessId: ran.businessId, orderId: invoiceId }))
    const result = await payStored(services, {
      site,
      purpose: purposeNamed(services.purposes, 'arrears'),
      orderId: invoiceId,
      requestKey: body.request_key ?? randomUUID(),
      excludes: ['renewal', 'arrears'],
      customer: { ip: call.ip, isHuman },
      charged: chargedFor(ran.subscription),
    })
    if ('refused' in result) refuseStored(result)
    return { ...(await answerOf(call, ran, result.paymentId)), paypalDetails: null }
  },
}
