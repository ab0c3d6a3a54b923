import {
  type BillingContact,
  getSubscriberBilling,
  saveSubscriberBilling,
} from '@cutaway/contract/rooms/billing/subscription.ts'
import { getCountry } from '@cutaway/contract/rooms/sites/sites.ts'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call, CallFailed } from '../../../core/api.ts'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { NativeSelect, TextInput } from '../../../ui/form/Field.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { LeaveGuard } from '../../../ui/form/LeaveGuard.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { countryChoices } from '../../sites/contact/countries.ts'
import { email, optional, required } from '../../sites/form-rules.ts'
import { refusalText } from '../../sites/refusal-text.ts'
import { useFormFields } from '../../sites/useFormFields.tsx'
import classes from './Billing.module.css'

const formId = 'billing-contact'

/** The person and the address to which invoices go. */
export function ContactDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const { user } = useSignedIn()
  const { language_code } = useLanguage()
  const client = useQueryClient()
  const key = ['billing contact', user.user_id]
  const contact = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(getSubscriberBilling, { params: { user: user.user_id }, signal }),
    gcTime: 0,
    retry: false,
  })
  const countries = useQuery({
    queryKey: ['countries'],
    queryFn: ({ signal }) => call(getCountry, { signal }),
    staleTime: Infinity,
  })
  const names = useMemo(() => countryChoices(countries.data ?? [], language_code), [countries.data, language_code])
  const saving = useMutation({
    mutationFn: (values: Values) => call(saveSubscriberBilling, { body: { user_id: user.user_id, ...values } }),
    onSuccess: (saved) => {
      client.setQueryData(key, saved)
      toast('billing_contact_saved')
      onClose()
    },
  })
  return (
    <Dialog
      title={t('billing_contact')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={formId} variant="filled" loading={saving.isPending} disabled={!contact.data}>
            {t('save_contact')}
          </Button>
        </>
      }
    >
      <QueryState
        query={contact}
        failed={t('billing_contact_not_loaded')}
        heading="h3"
        waiting={<SkeletonText lines={8} />}
      >
        {(now) => (
          <ContactForm
            now={now}
            countries={names}
            error={saving.error}
            isSaving={saving.isPending || saving.isSuccess}
            onSave={saving.mutate}
          />
        )}
      </QueryState>
    </Dialog>
  )
}

type Values = ReturnType<typeof valuesOf>

/** The fields of the form; the id of the country is the server's. */
const valuesOf = (contact: BillingContact) => ({
  bill_first_name: contact.bill_first_name,
  bill_last_name: contact.bill_last_name,
  bill_businessentity_street1: contact.bill_businessentity_street1,
  bill_businessentity_street2: contact.bill_businessentity_street2,
  bill_businessentity_city: contact.bill_businessentity_city,
  bill_businessentity_state: contact.bill_businessentity_state,
  bill_businessentity_zip: contact.bill_businessentity_zip,
  bill_country_code: contact.bill_country_code,
  bill_email: contact.bill_email,
  bill_phone: contact.bill_phone,
  tax_number: contact.tax_number ?? '',
})

function ContactForm({
  now,
  countries,
  error,
  isSaving,
  onSave,
}: {
  now: BillingContact
  countries: readonly { value: string; label: string }[]
  error: Error | null
  isSaving: boolean
  onSave: (values: Values) => void
}) {
  const t = useTexts()
  const form = useForm({
    initialValues: valuesOf(now),
    validate: {
      bill_first_name: required('enter_first_name', 60),
      bill_last_name: required('enter_last_name', 60),
      bill_businessentity_street1: required('signup_enter_street'),
      bill_businessentity_street2: optional(200),
      bill_businessentity_city: required('signup_enter_city', 100),
      bill_businessentity_state: optional(100),
      bill_businessentity_zip: optional(20),
      bill_email: email,
      bill_phone: optional(40),
      tax_number: optional(40),
    },
  })
  const { field, wrong, onWrong } = useFormFields(form, {
    bill_first_name: t('first_name_label'),
    bill_last_name: t('last_name_label'),
    bill_email: t('email'),
    bill_phone: t('phone_label'),
    bill_businessentity_street1: t('signup_street'),
    bill_businessentity_street2: t('billing_street2'),
    bill_businessentity_city: t('city'),
    bill_businessentity_state: t('state_or_province'),
    bill_businessentity_zip: t('zip'),
    tax_number: t('billing_tax_number'),
  })
  const data = error instanceof CallFailed ? (error.data as { field?: unknown } | null) : null
  const named = error instanceof CallFailed && typeof data?.field === 'string' ? data.field : undefined
  const refusal = named === undefined ? refusalText(error, t) : t((error as CallFailed).key, { field: named })
  // A country that is not in the list is kept.
  const isListed = countries.some(({ value }) => value.toUpperCase() === form.values.bill_country_code)
  const choices = countries.map(({ value, label }) => ({ value: value.toUpperCase(), label }))
  const ownCountry = form.values.bill_country_code
  return (
    <form id={formId} className={classes.form} noValidate onSubmit={form.onSubmit(onSave, onWrong)}>
      <FormErrorSummary errors={wrong} />
      {refusal !== undefined && wrong.length === 0 ? <FormErrorSummary text={refusal} /> : null}
      <p className={classes.text}>{t('billing_contact_text')}</p>
      <div className={classes.pair}>
        <TextInput autoComplete="given-name" dir="auto" required {...field('bill_first_name')} />
        <TextInput autoComplete="family-name" dir="auto" required {...field('bill_last_name')} />
      </div>
      <div className={classes.pair}>
        <TextInput type="email" autoComplete="email" dir="ltr" required {...field('bill_email')} />
        <TextInput type="tel" autoComplete="tel" dir="ltr" {...field('bill_phone')} />
      </div>
      <TextInput autoComplete="address-line1" dir="auto" required {...field('bill_businessentity_street1')} />
      <TextInput autoComplete="address-line2" dir="auto" {...field('bill_businessentity_street2')} />
      <TextInput autoComplete="address-level2" dir="auto" required {...field('bill_businessentity_city')} />
      <div className={classes.pair}>
        <TextInput autoComplete="address-level1" dir="auto" {...field('bill_businessentity_state')} />
        <TextInput autoComplete="postal-code" dir="ltr" {...field('bill_businessentity_zip')} />
      </div>
      <NativeSelect
        id="bill_country_code"
        label={t('country')}
        autoComplete="country"
        data={isListed ? choices : [{ value: ownCountry, label: ownCountry }, ...choices]}
        value={ownCountry}
        onChange={({ currentTarget }) => form.setFieldValue('bill_country_code', currentTarget.value)}
      />
      <TextInput autoComplete="off" dir="ltr" {...field('tax_number')} />
      <LeaveGuard unsaved={form.isDirty() && !isSaving} />
    </form>
  )
}
