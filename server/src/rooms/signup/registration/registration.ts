import type * as contract from '@cutaway/contract/rooms/signup/registration.ts'
import type { Handlers } from '../../../core/http/endpoints.ts'
import { fail } from '../../../core/http/errors.ts'
import { claimAccountOf, newSecret } from './claim.ts'
import { findOwnRegistration } from './cookie.ts'
import { cardStep, payPalStep } from './first-step.ts'
import * as queries from './registration.queries.ts'

/** Registrations: the first steps, the draft of a reloaded page, and the account of its holder. */
export const registration: Handlers<typeof contract> = {
  saveRegistrationFirstStepCybersource: cardStep('cybersource', false),
  updateRegistrationFirstStepCybersource: cardStep('cybersource', true),
  saveRegistrationFirstStepEwayAU: cardStep('eway_au', false),
  updateRegistrationFirstStepEwayAU: cardStep('eway_au', true),
  saveRegistrationPayPalNZ: payPalStep('paypal_nz'),
  saveRegistrationPayPalIntl: payPalStep('paypal_intl'),

  getRegistration: async (call) => {
    const { db, site, services } = call
    const now = services.clock.now()
    const own = (await findOwnRegistration(call, db)) ?? fail('registration_missing')
    if (own.state === 'expired' || (own.state === 'draft' && own.expires_at <= now)) fail('registration_missing')
    const address = await queries.findAddress(db, site, own.businessentity_id)
    const { cq_acct = '', aap_buy_from = '', job_title = '', username = '' } = own.extra
    return {
      flow: own.flow,
      state: own.state,
      user_id: own.user_id,
      billing_plan_id: own.billing_plan_id,
      max_location: own.locations,
      promo_code: own.promo_code,
      contact: {
        business_name: own.business_name,
        businessentity_street1: address?.street1 ?? '',
        businessentity_city: address?.city ?? '',
        businessentity_state: address?.state ?? '',
        businessentity_zip: address?.zip ?? '',
        country_code: own.country_code,
        first_name: own.first_name,
        last_name: own.last_name,
        email: own.email,
        phone: own.phone,
        username,
        cq_acct,
        aap_buy_from,
        job_title,
      },
      return_url: own.extra.return_url ?? null,
      is_human: own.captcha_until !== null && own.captcha_until > now,
    }
  },

  claimAccount: async (call) => {
    const secret = await newSecret()
    const { db, site, services } = call
    const now = services.clock.now()
    const own = (await findOwnRegistration(call, db)) ?? fail('registration_missing')
    if (own.state !== 'active') fail('registration_missing')
    const claimed = (await claimAccountOf(db, site, own, { secret, now })) ?? fail('account_claimed')
    call.audit({ target: { kind: 'user', id: own.user_id }, userId: own.user_id })
    return claimed
  },
}
