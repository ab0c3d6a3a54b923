import type * as contract from '@cutaway/contract/rooms/telephony/numbers.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Call } from '../../../core/http/endpoints.ts'
import { fail, notFound } from '../../../core/http/errors.ts'
import { purposeNamed } from '../../billing/accounts.ts'
import { readResult, resultOf } from '../../billing/answers.ts'
import { giveUpOthers, refuseStored } from '../../billing/life/pages/customer-pays.ts'
import { newPage } from '../../billing/life/pages/page-tokens.ts'
import { chargedFor, payStored } from '../../billing/life/pay-stored.ts'
import { activeInstrument, findSubscription } from '../../billing/life/subscriptions.queries.ts'
import { buyerOf } from '../guard.ts'
import { findNumber } from './numbers.queries.ts'

/** Pays the month of a number that was not paid, before the number is given back. */
export async function payArrears(call: Call<typeof contract.payPhoneNumber>) {
  const { body, params, site, services, caller } = call
  const isHuman = body.token ? await services.captcha.verify(body.token) : false
  if (body.token && !isHuman) fail('captcha_not_solved')
  await call.endTransaction()
  const inTenant = <R>(work: (db: Db) => Promise<R>) => services.database.inTenant(site.web_site_id, work)
  const { buyer, subscription, stored } = await inTenant(async (db) => {
    const found = await buyerOf(db, site, caller)
    const of = await findNumber(db, site, params.phone_number_id)
    if (of?.businessentity_id !== found.businessId || of.state !== 'owned' || of.subscription_id === null) notFound()
    return {
      buyer: found,
      subscription: (await findSubscription(db, site, of.subscription_id)) ?? notFound(),
      stored: await activeInstrument(db, site, found.businessId),
    }
  })
  const nothing = { payment: null, action: null, paypalDetails: null }
  const { open_invoice_id: invoiceId } = subscription
  // Paid meanwhile: nothing is owed.
  if (invoiceId === null) return { responseType: 'success' as const, ...nothing }
  const { businessId } = buyer
  if (!stored) {
    if (buyer.provider !== 'paypal') fail('please_change_billing_details')
    const page = {
      businessentity_id: businessId,
      user_id: caller.user.user_id,
      purpose: 'arrears',
      order_id: invoiceId,
    }
    const token = await inTenant((db) => newPage(db, site, page, services.clock.now()))
    const paypalDetails = { merchantUrl: `${call.origin}/pay/${token}` }
    return { responseType: 'action_required' as const, ...nothing, paypalDetails }
  }
  await inTenant((db) => giveUpOthers(db, services, site, { businessId, orderId: invoiceId }))
  const result = await payStored(services, {
    site,
    purpose: purposeNamed(services.purposes, 'arrears'),
    orderId: invoiceId,
    requestKey: body.request_key,
    excludes: ['renewal', 'arrears'],
    customer: { ip: call.ip, isHuman },
    charged: chargedFor(subscription),
  })
  if ('refused' in result) refuseStored(result)
  const { responseType, payment, action } = await inTenant(async (db) => {
    const { payment: row, attempt } = (await readResult(db, site, result.paymentId)) ?? notFound()
    return resultOf(row, attempt)
  })
  return { responseType, payment, action, paypalDetails: null }
}
