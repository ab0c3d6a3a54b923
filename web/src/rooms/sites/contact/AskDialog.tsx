import { useForm } from '@mantine/form'
import { lazy, Suspense } from 'react'
import { boot } from '../../../core/boot.ts'
import { useTexts, withTexts } from '../../../core/i18n/i18n.ts'
import { useSite } from '../../../core/session.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { Radio } from '../../../ui/form/Choice.tsx'
import { TextInput, Textarea } from '../../../ui/form/Field.tsx'
import { askMessage } from './ask-message.ts'
import { CountrySelect } from './CountrySelect.tsx'
import { Done } from './Done.tsx'
import { email, optional, required } from '../form-rules.ts'
import classes from '../Form.module.css'
import { OutboxHint } from '../../messaging/OutboxHint.tsx'
import { refusalText } from '../refusal-text.ts'
import { useFormFields } from '../useFormFields.tsx'
import { useSendContact } from './useSendContact.ts'
import type { Interest } from './sign-up-links.ts'

const Captcha = lazy(() => withTexts(['sites'], import('../Captcha.tsx')))

const formId = 'ask'
const interests: readonly Interest[] = ['subscription', 'trial', 'education']

/** Sends an account request to the site's staff. Shows a message if the site offers no accounts. */
export default function AskDialog({
  interest,
  allowed,
  promo,
  onClose,
}: {
  interest: Interest
  allowed: boolean
  promo?: string
  onClose: () => void
}) {
  const t = useTexts()
  const { contact_email } = useSite()
  const { captcha, mutate, isPending, isSuccess, error, variables } = useSendContact()
  const close = <Button onClick={onClose}>{t('close')}</Button>

  if (!allowed)
    return (
      <Dialog title={t('ask_for_account')} size="sm" onClose={onClose} footer={close}>
        <p>{t(interest === 'trial' ? 'no_trial_here' : 'no_sign_up_here', { email: contact_email })}</p>
      </Dialog>
    )
  if (isSuccess)
    return (
      <Dialog title={t('ask_for_account')} size="sm" onClose={onClose} footer={close}>
        <Done title={t('request_sent')}>
          {t('request_sent_text', { email: variables?.email ?? '' })} <OutboxHint />
        </Done>
      </Dialog>
    )
  return (
    <Dialog
      title={t('ask_for_account')}
      size="md"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={formId} variant="filled" loading={isPending}>
            {t('send_request')}
          </Button>
        </>
      }
    >
      <AskForm interest={interest} promo={promo} error={error} onSend={mutate}>
        <Suspense fallback={<div className={classes.captchaPlace} />}>
          <Captcha ref={captcha} />
        </Suspense>
      </AskForm>
    </Dialog>
  )
}

function AskForm({
  interest,
  promo,
  error,
  onSend,
  children,
}: {
  interest: Interest
  promo: string | undefined
  error: Error | null
  onSend: ReturnType<typeof useSendContact>['mutate']
  children: React.ReactNode
}) {
  const t = useTexts()
  const form = useForm({
    initialValues: {
      name: '',
      business_name: '',
      email: '',
      country_code: boot.country_code.toUpperCase(),
      wanted: interest,
      note: '',
    },
    validate: {
      name: required('enter_your_name', 120),
      business_name: required('enter_your_business', 200),
      email,
      note: optional(3000),
    },
  })
  const { field, wrong, onWrong } = useFormFields(form, {
    name: t('name'),
    business_name: t('business_name'),
    email: t('email'),
    country_code: t('country'),
    note: t('anything_else'),
  })
  return (
    <form
      id={formId}
      noValidate
      className={classes.form}
      data-wide
      onSubmit={form.onSubmit(
        ({ wanted, note, ...values }) =>
          onSend({
            ...values,
            message: askMessage({
              wanted: t('interest_line', { interest: t(`interest_${wanted}`) }),
              promo: promo && t('promo_code_line', { code: promo }),
              note,
            }),
          }),
        onWrong,
      )}
    >
      <p>{t('ask_for_account_text')}</p>
      <FormErrorSummary errors={wrong} />
      {error && wrong.length === 0 ? <FormErrorSummary text={refusalText(error, t)} /> : null}
      <div className={classes.pair}>
        <TextInput autoComplete="name" data-autofocus required {...field('name')} />
        <TextInput autoComplete="organization" required {...field('business_name')} />
      </div>
      <div className={classes.pair}>
        <TextInput type="email" inputMode="email" autoComplete="email" required {...field('email')} />
        <CountrySelect {...field('country_code')} />
      </div>
      <fieldset className={classes.choices}>
        <legend>{t('interested_in')}</legend>
        {interests.map((choice) => (
          <Radio
            key={choice}
            name="wanted"
            value={choice}
            label={t(`interest_${choice}`)}
            checked={form.values.wanted === choice}
            onChange={() => form.setFieldValue('wanted', choice)}
          />
        ))}
      </fieldset>
      <Textarea rows={3} {...field('note')} />
      {children}
    </form>
  )
}
