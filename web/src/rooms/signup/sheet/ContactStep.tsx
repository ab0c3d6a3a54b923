import type { BillingPlan, getSignupFlow } from '@cutaway/contract/rooms/signup/plans.ts'
import { checkUserNameAlreadyExists } from '@cutaway/contract/rooms/signup/plans.ts'
import type { DataOf } from '@cutaway/contract/endpoint.ts'
import { partSuppliers } from '@cutaway/contract/rooms/signup/registration.ts'
import { useForm } from '@mantine/form'
import { IconArrowRight } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { CallFailed, send } from '../../../core/api.ts'
import { boot } from '../../../core/boot.ts'
import { useTexts, withTexts } from '../../../core/i18n/i18n.ts'
import { useSite } from '../../../core/session.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Checkbox } from '../../../ui/form/Choice.tsx'
import { NativeSelect, TextInput } from '../../../ui/form/Field.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { email, optional, required } from '../../sites/form-rules.ts'
import { useUnique } from '../../sites/form/useUnique.ts'
import { refusalText } from '../../sites/refusal-text.ts'
import { useCaptcha } from '../../sites/useCaptcha.ts'
import { useFormFields } from '../../sites/useFormFields.tsx'
import { PrivacyLine } from '../form/PrivacyLine.tsx'
import { Included } from '../plans/Included.tsx'
import { OrderCard } from '../plans/OrderCard.tsx'
import { type Choice, PlanChooser } from '../plans/PlanChooser.tsx'
import { priceFor } from '../plans/plan-choice.ts'
import { AddressFields } from './AddressFields.tsx'
import { BillingAddress, type Billing, type BillingHandle } from './BillingAddress.tsx'
import type { Contact } from './contact.ts'
import { needsZip, regionLabel, regionsOf, zipLabel } from './regions.ts'
import classes from './Sheet.module.css'
import { type Saved, useSaveContact } from './useSaveContact.ts'

const Captcha = lazy(() => withTexts(['sites'], import('../../sites/Captcha.tsx')))

export type Flow = DataOf<typeof getSignupFlow>

/** The first step: plan, business, person and terms. */
export function ContactStep({
  head,
  promoField,
  flow,
  plans,
  promo,
  userType,
  isMember,
  choice,
  onChoose,
  contact,
  billing,
  onBilling,
  isHuman,
  countryNames,
  onCountry,
  onType,
  onSaved,
}: {
  /** The title with what has to be chosen first. */
  head: ReactNode
  promoField: ReactNode
  flow: Flow
  plans: readonly BillingPlan[]
  /** The promo code that the plans are of, and whether it stood in the address of the page. */
  promo: { code: string; isOfUrl: boolean } | undefined
  /** What kind of business it is, where the web site asks. */
  userType: string | undefined
  /** The plans are those of members, whose order is charged to their membership. */
  isMember: boolean
  choice: Choice
  onChoose: (choice: Choice) => void
  contact: Contact
  billing: Billing | null
  onBilling: (billing: Billing | null) => void
  /** A captcha that was solved for the draft still counts. */
  isHuman: boolean
  countryNames: readonly { value: string; label: string }[]
  onCountry: (country: string) => void
  onType: (contact: Contact) => void
  onSaved: (saved: Saved) => void
}) {
  const t = useTexts()
  const site = useSite()
  const { captcha, prove, reset } = useCaptcha()
  const [isUnchosen, setIsUnchosen] = useState(false)
  const [takenNames, setTakenNames] = useState<readonly string[]>([])
  const addTaken = (name: string) => setTakenNames((names) => [...names, name.trim().toLowerCase()])
  const isTakenName = (name: string) => takenNames.includes(name.trim().toLowerCase())
  const invoice = useRef<BillingHandle>(null)
  const { country_code: country } = flow
  const isPayPal = flow.flow === 'paypal_nz' || flow.flow === 'paypal_intl'
  const needsJob = site.features.includes('job_title_mandatory')
  const asksAccount = site.features.includes('carquest_account_number')
  const plan = plans.find(({ id }) => id === choice.planId)
  const isFree = plan !== undefined && (plan.is_trial_subscription || priceFor(plan, choice.locations)?.today === 0)
  const form = useForm({
    initialValues: contact,
    onValuesChange: onType,
    validate: {
      business_name: required('signup_enter_business', 120),
      businessentity_street1: required('signup_enter_street'),
      businessentity_street2: optional(100),
      businessentity_city: required('signup_enter_city', 100),
      businessentity_state: regionsOf(country) ? required('signup_choose_state', 100) : optional(100),
      businessentity_zip: needsZip(country) ? required('zip_missing', 20) : optional(20),
      cq_acct: optional(40),
      first_name: required('enter_first_name', 60),
      last_name: required('enter_last_name', 60),
      email,
      phone: required('enter_your_phone', 40),
      job_title: needsJob ? required('job_title_missing', 100) : optional(100),
      membership_number: isMember ? required('membership_number_missing', 40) : optional(40),
      terms: (accepted) => (accepted ? null : 'read_our_terms_and_conditions'),
    },
  })
  const saving = useSaveContact({
    flow,
    promo,
    userType: isMember ? undefined : userType,
    isMember,
    choice,
    prove: async () => (isHuman ? '' : prove()),
    onSaved,
    onError: (error) => {
      reset()
      if (!(error instanceof CallFailed)) return
      if (error.key === 'user_name_already_exists') addTaken(form.values.username || form.values.email)
      const ofField = fieldOf[error.key]
      if (ofField) {
        form.setFieldError(ofField, error.key)
        document.getElementById(ofField)?.focus()
      }
    },
  })
  const wanted = form.values.username || form.values.email
  const isTaken = isTakenName(wanted)
  // The address is the name until it turns out that somebody has it.
  const hasName = form.values.username !== '' || isTakenName(form.values.email)
  const isAsked = form.values.username !== '' || email(wanted) === null
  useUnique(
    wanted,
    async (username, signal) => {
      const params = { web_site_id: site.web_site_id, username }
      const { status, message } = await send(checkUserNameAlreadyExists, { params, signal })
      if (status !== 1) return undefined
      addTaken(username)
      return message
    },
    isAsked && !isTaken ? [''] : ['', wanted],
  )
  const { field, wrong, onWrong } = useFormFields(form, {
    business_name: t('signup_business_name'),
    businessentity_street1: t('signup_street'),
    businessentity_street2: t('signup_suite'),
    businessentity_city: t('city'),
    businessentity_state: t(regionLabel(country)),
    businessentity_zip: t(zipLabel(country)),
    ...(asksAccount ? { cq_acct: t('signup_parts_account') } : {}),
    first_name: t('first_name_label'),
    last_name: t('last_name_label'),
    ...(needsJob ? { job_title: t('signup_job_title') } : {}),
    email: t('email'),
    username: t('account_name_label'),
    phone: t(flow.payment_code ? 'mobile_phone' : 'phone_label'),
    ...(isMember ? { membership_number: t('membership_number') } : {}),
    terms: t('terms_and_condition'),
  })
  const countries = countryNames.filter(({ value }) => flow.countries.includes(value))
  const refusal =
    saving.error instanceof CallFailed && fieldOf[saving.error.key] ? undefined : refusalText(saving.error, t)
  const suppliers = new Set(form.values.aap_buy_from.split(','))
  return (
    <form
      className={classes.sides}
      noValidate
      onSubmit={(event) =>
        form.onSubmit(
          (values) => {
            setIsUnchosen(plan === undefined)
            const given = isPayPal ? invoice.current?.read() : null
            if (plan && given !== undefined && !saving.isPending) saving.mutate({ contact: values, billing: given })
          },
          (errors) => {
            setIsUnchosen(plan === undefined)
            onWrong(errors)
          },
        )(event)
      }
    >
      <div className={classes.fields}>
        {head}
        <FormErrorSummary errors={wrong} />
        {refusal !== undefined && wrong.length === 0 ? <FormErrorSummary text={refusal} /> : null}
        <div className={classes.part}>
          <PlanChooser
            plans={plans}
            choice={choice}
            error={isUnchosen && !plan ? t('signup_choose_plan') : undefined}
            taxLabel={flow.tax_label}
            onChange={onChoose}
          />
          {promoField}
        </div>
        <section className={classes.part}>
          <h3>{t('signup_business')}</h3>
          {isMember ? (
            <TextInput
              size="md"
              autoComplete="off"
              dir="ltr"
              required
              description={boot.demo ? t('membership_demo') : undefined}
              {...field('membership_number')}
            />
          ) : null}
          <TextInput size="md" autoComplete="organization" dir="auto" required {...field('business_name')} />
          <NativeSelect
            size="md"
            id="country_code"
            label={t('country')}
            autoComplete="country"
            data={countries}
            value={country}
            onChange={({ currentTarget }) => onCountry(currentTarget.value)}
          />
          <AddressFields country={country} field={(name) => field(name as keyof Contact)} />
          {asksAccount ? (
            <>
              <fieldset className={classes.question}>
                <legend>{t('signup_suppliers')}</legend>
                <div className={classes.suppliers}>
                  {partSuppliers.map((name) => (
                    <Checkbox
                      key={name}
                      label={t(name)}
                      checked={suppliers.has(name)}
                      onChange={({ currentTarget }) =>
                        form.setFieldValue(
                          'aap_buy_from',
                          partSuppliers
                            .filter((one) => (one === name ? currentTarget.checked : suppliers.has(one)))
                            .join(','),
                        )
                      }
                    />
                  ))}
                </div>
              </fieldset>
              <TextInput size="md" autoComplete="off" dir="ltr" {...field('cq_acct')} />
            </>
          ) : null}
        </section>
        <section className={classes.part}>
          <h3>{t('signup_person')}</h3>
          <div className={classes.pair}>
            <TextInput size="md" autoComplete="given-name" dir="auto" required {...field('first_name')} />
            <TextInput size="md" autoComplete="family-name" dir="auto" required {...field('last_name')} />
          </div>
          {needsJob ? (
            <TextInput size="md" autoComplete="organization-title" dir="auto" required {...field('job_title')} />
          ) : null}
          <TextInput
            size="md"
            type="email"
            inputMode="email"
            autoComplete="email"
            dir="ltr"
            required
            description={hasName ? undefined : t('signup_email_hint')}
            {...field('email')}
          />
          {hasName ? (
            <TextInput
              size="md"
              autoComplete="username"
              dir="ltr"
              description={isTaken ? undefined : t('signup_name_hint')}
              {...field('username')}
              {...(isTaken ? { error: t('signup_name_taken') } : {})}
            />
          ) : null}
          <TextInput
            size="md"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            dir="ltr"
            required
            description={flow.payment_code && flow.flow === 'cybersource' ? t('signup_phone_code') : undefined}
            {...field('phone')}
          />
        </section>
        {isPayPal ? (
          <BillingAddress
            ref={invoice}
            same=""
            given={billing}
            country={country}
            countryNames={countryNames}
            onChange={onBilling}
          />
        ) : null}
        <div className={classes.part}>
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
          <PrivacyLine />
          {isHuman ? null : (
            <Suspense fallback={null}>
              <Captcha ref={captcha} />
            </Suspense>
          )}
        </div>
      </div>
      <div className={classes.aside}>
        <OrderCard
          plan={plan}
          locations={choice.locations}
          today={flow.today}
          taxLabel={flow.tax_label}
          account={isMember ? t('membership_charged') : undefined}
        >
          <Button
            type="submit"
            variant="filled"
            size="lg"
            fullWidth
            loading={saving.isPending || saving.data?.kind === 'elsewhere'}
            rightSection={<IconArrowRight className="flip" size={18} stroke={1.75} aria-hidden />}
          >
            {t(isMember || isFree ? 'create_account' : isPayPal ? 'signup_to_paypal' : 'signup_to_payment')}
          </Button>
        </OrderCard>
        <Included />
      </div>
    </form>
  )
}

/** Refusals that belong to a field. */
const fieldOf: Record<string, keyof Contact | undefined> = {
  please_enter_a_valid_phone_number: 'phone',
  zip_missing: 'businessentity_zip',
  job_title_missing: 'job_title',
  user_name_already_exists: 'username',
  membership_unknown: 'membership_number',
  membership_in_use: 'membership_number',
}
