import type { BillingPlan } from '@cutaway/contract/rooms/signup/plans.ts'
import type { getSignupFlow } from '@cutaway/contract/rooms/signup/plans.ts'
import type { DataOf } from '@cutaway/contract/endpoint.ts'
import {
  saveRegistrationFirstStepCybersource,
  saveRegistrationFirstStepEwayAU,
  saveRegistrationPayPalIntl,
  saveRegistrationPayPalNZ,
} from '@cutaway/contract/rooms/signup/registration.ts'
import { useForm } from '@mantine/form'
import { IconArrowRight } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { call, CallFailed } from '../../../core/api.ts'
import { useLanguage, useTexts, withTexts } from '../../../core/i18n/i18n.ts'
import { useSite } from '../../../core/session.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Checkbox } from '../../../ui/form/Choice.tsx'
import { NativeSelect, TextInput } from '../../../ui/form/Field.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { email, optional, required } from '../../sites/form-rules.ts'
import { refusalText } from '../../sites/refusal-text.ts'
import { useCaptcha } from '../../sites/useCaptcha.ts'
import { useFormFields } from '../../sites/useFormFields.tsx'
import { covidCode } from '../form/covid-code.ts'
import { OrderCard } from '../plans/OrderCard.tsx'
import { type Choice, PlanChooser } from '../plans/PlanChooser.tsx'
import classes from './Sheet.module.css'

const Captcha = lazy(() => withTexts(['sites'], import('../../sites/Captcha.tsx')))

export type Flow = DataOf<typeof getSignupFlow>
export type Contact = typeof empty

/** What a saved first step leads to. */
export type Saved =
  | { kind: 'active'; email: string }
  | { kind: 'pay'; userId: number; phone: string }
  | { kind: 'elsewhere'; url: string }

export const empty = {
  business_name: '',
  businessentity_street1: '',
  businessentity_city: '',
  businessentity_state: '',
  businessentity_zip: '',
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  username: '',
  job_title: '',
  cq_acct: '',
  terms: false,
}

/** The first step: plan, business, person and terms. */
export function ContactStep({
  flow,
  plans,
  promo,
  choice,
  onChoose,
  contact,
  isHuman,
  countryNames,
  onCountry,
  onSaved,
}: {
  flow: Flow
  plans: readonly BillingPlan[]
  /** The promo code that the plans are of. */
  promo: string | undefined
  choice: Choice
  onChoose: (choice: Choice) => void
  contact: Contact
  /** A captcha that was solved for the draft still counts. */
  isHuman: boolean
  countryNames: readonly { value: string; label: string }[]
  onCountry: (country: string, contact: Contact) => void
  onSaved: (saved: Saved, contact: Contact) => void
}) {
  const t = useTexts()
  const site = useSite()
  const { language_id } = useLanguage()
  const { captcha, prove, reset } = useCaptcha()
  const [isUnchosen, setIsUnchosen] = useState(false)
  const isPayPal = flow.flow === 'paypal_nz' || flow.flow === 'paypal_intl'
  const needsJob = site.features.includes('job_title_mandatory')
  const asksAccount = site.features.includes('carquest_account_number')
  const plan = plans.find(({ id }) => id === choice.planId)
  const form = useForm({
    initialValues: contact,
    validate: {
      business_name: required('signup_enter_business', 120),
      businessentity_street1: required('signup_enter_street'),
      businessentity_city: required('signup_enter_city', 100),
      businessentity_state: optional(100),
      businessentity_zip: ['US', 'CA', 'AU', 'NZ', 'GB'].includes(flow.country_code)
        ? required('zip_missing', 20)
        : optional(20),
      first_name: required('enter_first_name', 60),
      last_name: required('enter_last_name', 60),
      email,
      phone: required('enter_your_phone', 40),
      job_title: needsJob ? required('job_title_missing', 100) : optional(100),
      terms: (accepted) => (accepted ? null : 'read_our_terms_and_conditions'),
    },
  })
  const saving = useMutation({
    mutationFn: async ({ terms, username, job_title, cq_acct, ...values }: Contact): Promise<Saved> => {
      const covid = covidCode()
      const body = {
        ...values,
        ...(username === '' ? {} : { username }),
        ...(needsJob ? { job_title } : {}),
        ...(asksAccount && cq_acct !== '' ? { cq_acct } : {}),
        ...(promo ? { promo_code: promo, promo_from_url: true } : {}),
        ...(covid ? { covid_promo_code: covid } : {}),
        country_code: flow.country_code,
        billing_plan_id: choice.planId ?? 0,
        max_location: choice.locations,
        language_id,
        iaccept: terms,
        token: isHuman ? '' : await prove(),
      }
      if (isPayPal) {
        const save = flow.flow === 'paypal_nz' ? saveRegistrationPayPalNZ : saveRegistrationPayPalIntl
        const { is_active, merchantUrl } = await call(save, { body })
        return is_active ? { kind: 'active', email: values.email } : { kind: 'elsewhere', url: merchantUrl }
      }
      const save = flow.flow === 'eway_au' ? saveRegistrationFirstStepEwayAU : saveRegistrationFirstStepCybersource
      const { is_active, user } = await call(save, { body })
      return is_active
        ? { kind: 'active', email: values.email }
        : { kind: 'pay', userId: user.user_id, phone: values.phone }
    },
    onSuccess: onSaved,
    onError: reset,
  })
  const isNameTaken = saving.error instanceof CallFailed && saving.error.key === 'user_name_already_exists'
  const { field, wrong, onWrong } = useFormFields(form, {
    business_name: t('business_name'),
    businessentity_street1: t('signup_street'),
    businessentity_city: t('city'),
    businessentity_state: t('state_or_province'),
    businessentity_zip: t('zip'),
    ...(asksAccount ? { cq_acct: t('signup_parts_account') } : {}),
    first_name: t('first_name_label'),
    last_name: t('last_name_label'),
    ...(needsJob ? { job_title: t('signup_job_title') } : {}),
    email: t('email'),
    username: t('account_name_label'),
    phone: t('phone_label'),
    terms: t('terms_and_condition'),
  })
  const countries = countryNames.filter(({ value }) => flow.countries.includes(value))
  return (
    <form
      className={classes.sides}
      noValidate
      onSubmit={form.onSubmit(
        (values) => {
          setIsUnchosen(plan === undefined)
          if (plan) saving.mutate(values)
        },
        (errors) => {
          setIsUnchosen(plan === undefined)
          onWrong(errors)
        },
      )}
    >
      <div className={classes.fields}>
        <FormErrorSummary errors={wrong} />
        {saving.error && wrong.length === 0 ? <FormErrorSummary text={refusalText(saving.error, t) ?? ''} /> : null}
        <PlanChooser
          plans={plans}
          choice={choice}
          error={isUnchosen && !plan ? t('signup_choose_plan') : undefined}
          onChange={onChoose}
        />
        <section className={classes.part}>
          <h3>{t('signup_business')}</h3>
          <TextInput autoComplete="organization" dir="auto" required {...field('business_name')} />
          <NativeSelect
            id="country_code"
            label={t('country')}
            autoComplete="country"
            data={[...countries]}
            value={flow.country_code}
            onChange={({ currentTarget }) => onCountry(currentTarget.value, form.values)}
          />
          <TextInput autoComplete="street-address" dir="auto" required {...field('businessentity_street1')} />
          <TextInput autoComplete="address-level2" dir="auto" required {...field('businessentity_city')} />
          <div className={classes.pair}>
            <TextInput autoComplete="address-level1" dir="auto" {...field('businessentity_state')} />
            <TextInput autoComplete="postal-code" dir="ltr" {...field('businessentity_zip')} />
          </div>
          {asksAccount ? <TextInput autoComplete="off" dir="ltr" {...field('cq_acct')} /> : null}
        </section>
        <section className={classes.part}>
          <h3>{t('signup_person')}</h3>
          <div className={classes.pair}>
            <TextInput autoComplete="given-name" dir="auto" required {...field('first_name')} />
            <TextInput autoComplete="family-name" dir="auto" required {...field('last_name')} />
          </div>
          {needsJob ? (
            <TextInput autoComplete="organization-title" dir="auto" required {...field('job_title')} />
          ) : null}
          <TextInput
            type="email"
            inputMode="email"
            autoComplete="email"
            dir="ltr"
            required
            description={t('signup_email_hint')}
            {...field('email')}
          />
          {isNameTaken || form.values.username !== '' ? (
            <TextInput autoComplete="username" dir="ltr" {...field('username')} />
          ) : null}
          <TextInput type="tel" inputMode="tel" autoComplete="tel" dir="ltr" required {...field('phone')} />
        </section>
        <Checkbox
          {...field('terms')}
          checked={form.values.terms}
          label={
            <>
              {t('accept_terms')}{' '}
              <a href={paths.terms} target="_blank" rel="noreferrer" className={classes.link}>
                {t('terms_and_condition')}
              </a>
            </>
          }
        />
        {isHuman ? null : (
          <Suspense fallback={null}>
            <Captcha ref={captcha} />
          </Suspense>
        )}
      </div>
      <OrderCard plan={plan} locations={choice.locations} taxLabel={flow.tax_label}>
        <Button
          type="submit"
          variant="filled"
          size="md"
          fullWidth
          loading={saving.isPending || saving.data?.kind === 'elsewhere'}
          rightSection={<IconArrowRight size={18} stroke={1.75} aria-hidden />}
        >
          {t(isPayPal ? 'signup_to_paypal' : 'signup_to_payment')}
        </Button>
      </OrderCard>
    </form>
  )
}
