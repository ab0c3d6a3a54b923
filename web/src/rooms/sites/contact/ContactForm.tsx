import { useForm } from '@mantine/form'
import { lazy, Suspense } from 'react'
import { boot } from '../../../core/boot.ts'
import { useTexts, withTexts } from '../../../core/i18n/i18n.ts'
import { useFeature, useSession } from '../../../core/session.ts'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { TextInput, Textarea } from '../../../ui/form/Field.tsx'
import { CountrySelect } from './CountrySelect.tsx'
import { Done } from './Done.tsx'
import { email, optional, required } from '../form-rules.ts'
import classes from '../Form.module.css'
import { OutboxHint } from '../../messaging/OutboxHint.tsx'
import { refusalText } from '../refusal-text.ts'
import { useFormFields } from '../useFormFields.tsx'
import { useSendContact } from './useSendContact.ts'

const Captcha = lazy(() => withTexts(['sites'], import('../Captcha.tsx')))

/** Name, address, country, message. Some sites also ask for the business and its place. */
export function ContactForm() {
  const t = useTexts()
  const full = useFeature('contact_form_full')
  const user = useSession()?.user
  const { captcha, mutate, isPending, isSuccess, error, reset, variables } = useSendContact()
  const form = useForm({
    initialValues: {
      name: user ? `${user.first_name} ${user.last_name}`.trim() : '',
      email: user?.email ?? '',
      business_name: user?.business_name ?? '',
      country_code: boot.country_code.toUpperCase(),
      state: '',
      city: '',
      zip: '',
      message: '',
    },
    validate: {
      name: required('enter_your_name', 120),
      email,
      business_name: optional(200),
      state: optional(100),
      city: optional(100),
      zip: optional(20),
      message: required('write_a_message', 4000),
    },
  })
  const { field, wrong, onWrong } = useFormFields(form, {
    name: t('name'),
    email: t('email'),
    ...(full ? { business_name: t('business_name') } : {}),
    country_code: t('country'),
    ...(full ? { state: t('state_or_province'), city: t('city'), zip: t('zip') } : {}),
    message: t('message'),
  })

  if (isSuccess)
    return (
      <Done
        title={t('message_sent')}
        action={
          <Button
            onClick={() => {
              form.setFieldValue('message', '')
              reset()
            }}
          >
            {t('write_another_message')}
          </Button>
        }
      >
        {t('message_sent_text', { email: variables?.email ?? '' })} <OutboxHint />
      </Done>
    )
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit(
        (values) => mutate(full ? values : { ...values, state: '', city: '', zip: '', business_name: '' }),
        onWrong,
      )}
    >
      <FormErrorSummary errors={wrong} />
      {error && wrong.length === 0 ? <FormErrorSummary text={refusalText(error, t)} /> : null}
      <TextInput autoComplete="name" required {...field('name')} />
      <TextInput type="email" inputMode="email" autoComplete="email" required {...field('email')} />
      {full ? <TextInput autoComplete="organization" {...field('business_name')} /> : null}
      <CountrySelect {...field('country_code')} />
      {full ? (
        <>
          <TextInput autoComplete="address-level1" {...field('state')} />
          <div className={classes.pair}>
            <TextInput autoComplete="address-level2" {...field('city')} />
            <TextInput autoComplete="postal-code" {...field('zip')} />
          </div>
        </>
      ) : null}
      <Textarea rows={6} required {...field('message')} />
      <Suspense fallback={<div className={classes.captchaPlace} />}>
        <Captcha ref={captcha} />
      </Suspense>
      <div className={classes.actions}>
        <Button type="submit" variant="filled" loading={isPending}>
          {t('send_message')}
        </Button>
      </div>
    </form>
  )
}
