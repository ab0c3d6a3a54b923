import { handleUpgradeUser, type UpgradeDetails } from '@cutaway/contract/rooms/signup/upgrade.ts'
import { getCountry } from '@cutaway/contract/rooms/sites/sites.ts'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { NativeSelect, TextInput } from '../../../ui/form/Field.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { useOneAtATime } from '../../../ui/form/useOneAtATime.ts'
import { Dialog, FooterNote } from '../../../ui/overlay/Dialog.tsx'
import { countryChoices } from '../../sites/contact/countries.ts'
import { email, optional, required } from '../../sites/form-rules.ts'
import { refusalText } from '../../sites/refusal-text.ts'
import { useFormFields } from '../../sites/useFormFields.tsx'
import { regionLabel, regionsOf, zipLabel } from '../sheet/regions.ts'
import classes from './Upgrade.module.css'
import type { StepProps } from './UpgradeDialog.tsx'

/** Who gets the account and the invoices. With the right for it they are only shown. */
export function DetailsStep(props: StepProps) {
  return props.state.read_only ? <ShownDetails {...props} /> : <TypedDetails {...props} />
}

function useSave(onState: StepProps['onState']) {
  const save = useOneAtATime((body: Partial<UpgradeDetails>) => call(handleUpgradeUser, { body }))
  return useMutation({
    mutationFn: (body: Partial<UpgradeDetails>) => save(body),
    onSuccess: onState,
  })
}

function useLabels(country: string) {
  const t = useTexts()
  const code = country.toUpperCase()
  return {
    business_name: t('signup_business_name'),
    first_name: t('first_name_label'),
    last_name: t('last_name_label'),
    email: t('email'),
    phone: t('phone_label'),
    country_code: t('country'),
    businessentity_street1: t('signup_street'),
    businessentity_city: t('city'),
    businessentity_state: t(regionLabel(code)),
    businessentity_zip: t(zipLabel(code)),
  }
}

function ShownDetails({ state: { details }, onState, onClose, title, count }: StepProps) {
  const t = useTexts()
  const saving = useSave(onState)
  const labels = useLabels(details.country_code)
  const { language_code } = useLanguage()
  const [country] = countryChoices([{ country_code: details.country_code, name: details.country_code }], language_code)
  const isIncomplete = details.email === '' || details.phone === ''
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <FooterNote>{count}</FooterNote>
          <Button onClick={onClose}>{t('upgrade_later')}</Button>
          <Button variant="filled" disabled={isIncomplete} loading={saving.isPending} onClick={() => saving.mutate({})}>
            {t('reactivate_continue')}
          </Button>
        </>
      }
    >
      <div className={classes.step}>
        {saving.error ? <FormErrorSummary text={refusalText(saving.error, t) ?? ''} /> : null}
        <p className={classes.text}>{t(isIncomplete ? 'upgrade_details_missing' : 'upgrade_details_fixed')}</p>
        <dl className={classes.facts}>
          {Object.entries(labels).map(([name, label]) => {
            const text = name === 'country_code' ? country?.label : details[name as keyof UpgradeDetails]
            return text ? (
              <div key={name} style={{ display: 'contents' }}>
                <dt>{label}</dt>
                <dd>
                  <bdi>{text}</bdi>
                </dd>
              </div>
            ) : null
          })}
        </dl>
      </div>
    </Dialog>
  )
}

function TypedDetails({ state, onState, onClose, title, count }: StepProps) {
  const t = useTexts()
  const { language_code } = useLanguage()
  const saving = useSave(onState)
  const form = useForm<UpgradeDetails>({
    initialValues: state.details,
    validateInputOnBlur: true,
    validate: {
      business_name: required('signup_enter_business'),
      first_name: required('enter_first_name'),
      last_name: required('enter_last_name'),
      email: email,
      phone: required('enter_your_phone'),
      businessentity_street1: required('signup_enter_street'),
      businessentity_city: required('signup_enter_city'),
      businessentity_state: optional(100),
    },
  })
  const { values } = form
  const labels = useLabels(values.country_code)
  const { field, wrong, onWrong } = useFormFields(form, labels)
  const countries = useQuery({
    queryKey: ['countries'],
    queryFn: ({ signal }) => call(getCountry, { signal }),
    staleTime: Infinity,
  })
  const sold = countryChoices(
    (countries.data ?? []).filter(({ country_code }) => state.countries.includes(country_code.toLowerCase())),
    language_code,
  ).map(({ value, label }) => ({ value: value.toLowerCase(), label }))
  const states = regionsOf(values.country_code.toUpperCase())
  // The account cannot be opened without them.
  const isIncomplete = values.email.trim() === '' || values.phone.trim() === ''
  const save = form.onSubmit((typed) => saving.mutate(typed), onWrong)
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <FooterNote>{count}</FooterNote>
          <Button onClick={onClose}>{t('upgrade_later')}</Button>
          <Button variant="filled" disabled={isIncomplete} loading={saving.isPending} onClick={() => save()}>
            {t('reactivate_continue')}
          </Button>
        </>
      }
    >
      <form className={classes.step} noValidate onSubmit={save}>
        {saving.error ? <FormErrorSummary text={refusalText(saving.error, t) ?? ''} /> : null}
        {wrong.length > 1 ? <FormErrorSummary errors={wrong} /> : null}
        <p className={classes.text}>{t('upgrade_details_text')}</p>
        <TextInput size="md" autoComplete="organization" dir="auto" required {...field('business_name')} />
        <div className={classes.pair}>
          <TextInput size="md" autoComplete="given-name" dir="auto" required {...field('first_name')} />
          <TextInput size="md" autoComplete="family-name" dir="auto" required {...field('last_name')} />
        </div>
        <div className={classes.pair}>
          <TextInput size="md" type="email" autoComplete="email" dir="ltr" required {...field('email')} />
          <TextInput size="md" type="tel" autoComplete="tel" dir="ltr" required {...field('phone')} />
        </div>
        {state.countries.length > 1 ? (
          <NativeSelect size="md" autoComplete="country" required data={sold} {...field('country_code')} />
        ) : null}
        <TextInput size="md" autoComplete="address-line1" dir="auto" required {...field('businessentity_street1')} />
        <TextInput size="md" autoComplete="address-level2" dir="auto" required {...field('businessentity_city')} />
        <div className={classes.pair}>
          {states ? (
            <NativeSelect
              size="md"
              autoComplete="address-level1"
              data={[{ value: '', label: t('signup_choose') }, ...states]}
              {...field('businessentity_state')}
            />
          ) : (
            <TextInput size="md" autoComplete="address-level1" dir="auto" {...field('businessentity_state')} />
          )}
          <TextInput size="md" autoComplete="postal-code" dir="ltr" {...field('businessentity_zip')} />
        </div>
        <button type="submit" hidden>
          {t('reactivate_continue')}
        </button>
      </form>
    </Dialog>
  )
}
