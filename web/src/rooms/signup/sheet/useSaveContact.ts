import {
  saveRegistrationFirstStepCybersource,
  saveRegistrationFirstStepEwayAU,
  saveRegistrationPayPalIntl,
  saveRegistrationPayPalNZ,
} from '@cutaway/contract/rooms/signup/registration.ts'
import { handleCapricornApi, upgardeSubscribeCapriconAccount } from '@cutaway/contract/rooms/signup/membership.ts'
import { useMutation } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { call } from '../../../core/api.ts'
import { useLanguage } from '../../../core/i18n/i18n.ts'
import { useSite } from '../../../core/session.ts'
import { useOneAtATime } from '../../../ui/form/useOneAtATime.ts'
import { covidCode } from '../../sites/contact/covid-code.ts'
import type { Choice } from '../plans/PlanChooser.tsx'
import type { Claimed } from '../ready/AccountReady.tsx'
import type { Billing } from './BillingAddress.tsx'
import type { Contact } from './contact.ts'
import type { Flow } from './ContactStep.tsx'

/** What a saved first step leads to. */
export type Saved =
  { kind: 'active'; email: string; user: Claimed | null } | { kind: 'pay' } | { kind: 'elsewhere'; url: string }

/** Saves the first step of a sign-up; a member's account is opened at once. */
export function useSaveContact({
  flow,
  promo,
  userType,
  isMember,
  choice,
  prove,
  onSaved,
  onError,
}: {
  flow: Flow
  promo: { code: string; isOfUrl: boolean } | undefined
  userType: string | undefined
  isMember: boolean
  choice: Choice
  /** Returns the solved captcha; empty if none is needed. */
  prove: () => Promise<string>
  onSaved: (saved: Saved) => void
  onError: (error: Error) => void
}) {
  const site = useSite()
  const { language_id } = useLanguage()
  const [query] = useSearchParams()
  const returnUrl = query.get('returnURL')
  const needsJob = site.features.includes('job_title_mandatory')
  const asksAccount = site.features.includes('carquest_account_number')
  return useMutation({
    mutationFn: useOneAtATime(
      async ({ contact, billing }: { contact: Contact; billing: Billing | null }): Promise<Saved> => {
        const { terms, username, job_title, cq_acct, aap_buy_from, membership_number, ...values } = contact
        const covid = covidCode()
        const body = {
          ...values,
          ...(username === '' ? {} : { username }),
          ...(needsJob ? { job_title } : {}),
          ...(asksAccount ? { cq_acct, aap_buy_from } : {}),
          ...(promo ? { promo_code: promo.code, ...(promo.isOfUrl ? { promo_from_url: true } : {}) } : {}),
          ...(covid ? { covid_promo_code: covid } : {}),
          ...(userType ? { user_type: userType } : {}),
          ...(billing ? { ...billing, same_as_primary_contact: false } : { same_as_primary_contact: true }),
          ...(returnUrl ? { returnUrl: returnUrl.slice(0, 500) } : {}),
          country_code: flow.country_code,
          billing_plan_id: choice.planId ?? 0,
          max_location: choice.locations,
          language_id,
          iaccept: terms,
          token: await prove(),
        }
        if (flow.flow === 'paypal_nz' || flow.flow === 'paypal_intl') {
          const save = flow.flow === 'paypal_nz' ? saveRegistrationPayPalNZ : saveRegistrationPayPalIntl
          const { is_active, merchantUrl } = await call(save, { body })
          return is_active
            ? { kind: 'active', email: values.email, user: null }
            : { kind: 'elsewhere', url: merchantUrl }
        }
        const save = flow.flow === 'eway_au' ? saveRegistrationFirstStepEwayAU : saveRegistrationFirstStepCybersource
        const { is_active, user } = await call(save, { body })
        if (!isMember) return is_active ? { kind: 'active', email: values.email, user: null } : { kind: 'pay' }
        await call(handleCapricornApi, { body: { membership_number, web_site_id: site.web_site_id } })
        const member = { billing_plan_id: body.billing_plan_id, user_id: user.user_id }
        const opened = await call(upgardeSubscribeCapriconAccount, { body: member })
        const { username: name, password, reactivation_token } = opened
        return {
          kind: 'active',
          email: values.email,
          user:
            name !== null && password !== null && reactivation_token !== null
              ? { user_id: opened.id, username: name, password, reactivation_token }
              : null,
        }
      },
    ),
    onSuccess: onSaved,
    onError,
  })
}
