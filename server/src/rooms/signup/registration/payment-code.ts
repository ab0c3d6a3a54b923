import type * as contract from '@cutaway/contract/rooms/signup/plans.ts'
import { answer, refuse, type Handler } from '../../../core/http/endpoints.ts'
import { fail, notFound } from '../../../core/http/errors.ts'
import { mobileOf } from '../codes/address.rules.ts'
import { sendCode } from '../codes/codes.ts'
import { findSeller } from '../plans/plans.queries.ts'
import { findOwnRegistration } from './cookie.ts'

/**
 * Sends the code that a card payment of a registration needs. The code is bound to the registration and the number. An
 * unknown user and that of another registration get the same response.
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
  const sent = await sendCode(call, address, { purpose: 'payment', userId: own.user_id, boundTo: own.registration_id })
  if (sent.outcome === 'refused') return refuse(sent.message === 'code_wait' ? 'code_wait' : 'code_too_many')
  const reply = { otpStatus: 1 as const, cybersource_otp_id: sent.codeId, seconds: sent.seconds }
  return answer(reply, { message: 'otp_sent' })
}
