import type * as contract from '@cutaway/contract/rooms/signup/plans.ts'
import { answer, refuse, type Handler } from '../../../core/http/endpoints.ts'
import { fail, notFound } from '../../../core/http/errors.ts'
import { mobileOf } from '../codes/address.rules.ts'
import { sendCode } from '../codes/codes.ts'
import { findSeller } from '../plans/plans.queries.ts'
import { quoteOfOrder } from '../../billing/order.ts'
import type { Order } from '../../billing/purposes.ts'
import { findOwnRegistration } from './cookie.ts'
import { orderOf } from './order.ts'

/** What a code is good for: one registration and one amount, so that a changed order needs another one. */
export function codeUse(order: Order): string {
  const quote = quoteOfOrder(order)
  return `${order.orderId} ${quote?.currency} ${quote?.total_minor}`
}

/**
 * Sends the code that a card payment of a registration needs. The code is bound to the registration, the number and the
 * amount. An unknown user and that of another registration get the same response. When the web site may send no more text
 * messages, the code goes to the e-mail of the registration, so that people can still pay.
 */
export const applyMobileOtp: Handler<typeof contract.applyMobileOtp> = async (call) => {
  const { body, db, site } = call
  const own = await findOwnRegistration(call, db)
  if (!own || own.user_id !== body.user_id || own.state !== 'draft') notFound()
  const seller = await findSeller(db, site)
  const mobile = mobileOf(body.cybersource_mobile, { country: own.country_code })
  // Only countries in which the web site sells: elsewhere numbers are rented to collect the price of messages.
  if (!mobile || !seller?.signup_countries.includes(mobile.country)) fail('please_enter_a_valid_phone_number')
  const address = { key: mobile.number, to: mobile.number, kind: 'mobile' as const }
  const { sites, clock } = call.services
  const ordered = await orderOf(db, site, own, { sites, now: clock.now() })
  if (!ordered) fail('unable_to_create_account')
  const use = { boundTo: codeUse(ordered.order), mailTo: own.email }
  const sent = await sendCode(call, address, { purpose: 'payment', userId: own.user_id, ...use })
  if (sent.outcome === 'refused') return refuse(sent.message === 'code_wait' ? 'code_wait' : 'code_too_many')
  const { codeId: cybersource_otp_id, seconds, sentBy: sent_by } = sent
  const message = sent_by === 'email' ? 'code_sent_by_mail' : 'otp_sent'
  return answer({ otpStatus: 1 as const, cybersource_otp_id, seconds, sent_by }, { message })
}
