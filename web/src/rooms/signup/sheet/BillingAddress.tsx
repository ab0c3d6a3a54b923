import { useForm } from '@mantine/form'
import { type Ref, useEffect, useImperativeHandle } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Checkbox } from '../../../ui/form/Choice.tsx'
import { NativeSelect, TextInput } from '../../../ui/form/Field.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { email, optional, required } from '../../sites/form-rules.ts'
import { useFormFields } from '../../sites/useFormFields.tsx'
import { AddressFields } from './AddressFields.tsx'
import { needsZip, regionLabel, regionsOf, zipLabel } from './regions.ts'
import classes from './Sheet.module.css'

export const emptyBilling = {
  bill_first_name: '',
  bill_last_name: '',
  bill_country_code: '',
  bill_businessentity_street1: '',
  bill_businessentity_street2: '',
  bill_businessentity_city: '',
  bill_businessentity_state: '',
  bill_businessentity_zip: '',
  bill_email: '',
}
export type Billing = typeof emptyBilling

export interface BillingHandle {
  /** Returns what was typed, or null for the address of the business. Undefined: something is missing, and is shown. */
  read: () => Billing | null | undefined
}

/** The address on the invoice: that of the business, or another one. */
export function BillingAddress({
  ref,
  same,
  given,
  country,
  countryNames,
  onChange,
}: {
  ref: Ref<BillingHandle>
  /** The address of the business in one line. */
  same: string
  /** What was typed before; null: the address of the business. */
  given: Billing | null
  /** The country of the business. */
  country: string
  countryNames: readonly { value: string; label: string }[]
  onChange: (billing: Billing | null) => void
}) {
  const t = useTexts()
  const isSame = given === null
  const form = useForm({
    initialValues: given ?? { ...emptyBilling, bill_country_code: country },
    onValuesChange: (values) => onChange(values),
    validate: {
      bill_first_name: required('enter_first_name', 60),
      bill_last_name: required('enter_last_name', 60),
      bill_businessentity_street1: required('signup_enter_street'),
      bill_businessentity_street2: optional(200),
      bill_businessentity_city: required('signup_enter_city', 100),
      bill_businessentity_state: (state, { bill_country_code }) =>
        (regionsOf(bill_country_code) ? required('signup_choose_state', 60) : optional(60))(state),
      bill_businessentity_zip: (zip, { bill_country_code }) =>
        (needsZip(bill_country_code) ? required('zip_missing', 20) : optional(20))(zip),
      bill_email: (text) => (text.trim() === '' ? null : email(text)),
    },
  })
  const { bill_country_code: own } = form.values
  const { field, wrong, onWrong } = useFormFields(form, {
    bill_first_name: t('first_name_label'),
    bill_last_name: t('last_name_label'),
    bill_country_code: t('country'),
    bill_businessentity_street1: t('signup_street'),
    bill_businessentity_street2: t('signup_suite'),
    bill_businessentity_city: t('city'),
    bill_businessentity_state: t(regionLabel(own)),
    bill_businessentity_zip: t(zipLabel(own)),
    bill_email: t('signup_bill_email'),
  })
  useImperativeHandle(ref, () => ({
    read: () => {
      if (isSame) return null
      const { hasErrors, errors } = form.validate()
      if (!hasErrors) return form.values
      onWrong(errors)
      return undefined
    },
  }))
  // A field that is filled in for the first time begins with the country of the business.
  useEffect(() => {
    if (!isSame && own === '') form.setFieldValue('bill_country_code', country)
  }, [isSame, own, country, form])
  return (
    <section className={classes.part}>
      <h3>{t('signup_billing')}</h3>
      <Checkbox
        id="same_as_primary_contact"
        label={t('signup_billing_same')}
        description={isSame && same !== '' ? <bdi>{same}</bdi> : undefined}
        checked={isSame}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? null : form.values)}
      />
      {isSame ? null : (
        <>
          <FormErrorSummary errors={wrong} />
          <div className={classes.pair}>
            <TextInput size="md" autoComplete="billing given-name" dir="auto" required {...field('bill_first_name')} />
            <TextInput size="md" autoComplete="billing family-name" dir="auto" required {...field('bill_last_name')} />
          </div>
          <NativeSelect size="md" autoComplete="billing country" data={countryNames} {...field('bill_country_code')} />
          <AddressFields
            country={own}
            prefix="bill_"
            section="billing"
            field={(name) => field(name as keyof Billing)}
          />
          <TextInput
            size="md"
            type="email"
            inputMode="email"
            autoComplete="billing email"
            dir="ltr"
            description={t('signup_bill_email_hint')}
            {...field('bill_email')}
          />
        </>
      )}
    </section>
  )
}
