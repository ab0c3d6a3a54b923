import {
  createEducationalUserAccount,
  saveRegistrationEducationAccessIsraelTeachers,
} from '@cutaway/contract/rooms/signup/education.ts'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { call } from '../../../core/api.ts'
import { boot } from '../../../core/boot.ts'
import { useLanguage, useTexts, withTexts } from '../../../core/i18n/i18n.ts'
import { useOneAtATime } from '../../../ui/form/useOneAtATime.ts'
import { paths } from '../../../paths.ts'
import { Checkbox } from '../../../ui/form/Choice.tsx'
import { TextInput, Textarea } from '../../../ui/form/Field.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { CountrySelect } from '../../sites/contact/CountrySelect.tsx'
import { email, optional, required } from '../../sites/form-rules.ts'
import classes from '../../sites/Form.module.css'
import { refusalText } from '../../sites/refusal-text.ts'
import { useCaptcha } from '../../sites/useCaptcha.ts'
import { useFormFields } from '../../sites/useFormFields.tsx'
import { PrivacyLine } from '../form/PrivacyLine.tsx'
import own from './School.module.css'

const Captcha = lazy(() => withTexts(['sites'], import('../../sites/Captcha.tsx')))

/** The fields of a school's account, or of a teacher's application; `children` is the button that sends them. */
export function SchoolForm({
  id,
  kind,
  country,
  children,
  onSent,
  onBusy,
}: {
  id: string
  kind: 'education' | 'teachers'
  /** In which the form begins; upper case. */
  country?: string | undefined
  /** Draws a button inside the form; a dialog has its button in the footer. */
  children?: (isBusy: boolean) => ReactNode
  /** The address to which a mail is on its way. */
  onSent: (email: string) => void
  onBusy?: (isBusy: boolean) => void
}) {
  const t = useTexts()
  const { language_id } = useLanguage()
  const { captcha, prove, reset } = useCaptcha()
  const form = useForm({
    initialValues: {
      school_name: '',
      school_network: '',
      first_name: '',
      last_name: '',
      email: '',
      phone: '',
      country_code: country ?? boot.country_code.toUpperCase(),
      note: '',
      terms: false,
    },
    validate: {
      school_name: required('enter_the_school', 120),
      school_network: optional(120),
      first_name: required('enter_first_name', 60),
      last_name: required('enter_last_name', 60),
      email,
      phone: required('enter_your_phone', 40),
      note: optional(1000),
      terms: (accepted) => (accepted ? null : 'read_our_terms_and_conditions'),
    },
  })
  const request = useOneAtATime(async ({ terms, ...values }: typeof form.values) => {
    const body = { ...values, iaccept: terms, language_id, token: await prove() }
    return kind === 'education'
      ? call(createEducationalUserAccount, { body })
      : call(saveRegistrationEducationAccessIsraelTeachers, { body })
  })
  const sending = useMutation({
    mutationFn: (values: typeof form.values) => request(values),
    onSuccess: ({ email: to }) => onSent(to),
    onMutate: () => onBusy?.(true),
    onSettled: () => onBusy?.(false),
    onError: reset,
  })
  const { field, wrong, onWrong } = useFormFields(form, {
    school_name: t('school_name'),
    school_network: t('school_network'),
    first_name: t('first_name_label'),
    last_name: t('last_name_label'),
    email: t('email'),
    phone: t('phone_label'),
    country_code: t('country'),
    note: t('anything_else'),
    terms: t('terms_and_condition'),
  })

  return (
    <form
      id={id}
      noValidate
      className={classes.form}
      data-wide
      onSubmit={form.onSubmit((values) => sending.mutate(values), onWrong)}
    >
      <p>{t(kind === 'education' ? 'school_intro' : 'teacher_intro')}</p>
      <FormErrorSummary errors={wrong} />
      {sending.error && wrong.length === 0 ? <FormErrorSummary text={refusalText(sending.error, t)} /> : null}
      <div className={classes.pair}>
        <TextInput autoComplete="organization" dir="auto" data-autofocus required {...field('school_name')} />
        <TextInput autoComplete="off" dir="auto" {...field('school_network')} />
      </div>
      <div className={classes.pair}>
        <TextInput autoComplete="given-name" dir="auto" required {...field('first_name')} />
        <TextInput autoComplete="family-name" dir="auto" required {...field('last_name')} />
      </div>
      <div className={classes.pair}>
        <TextInput type="email" inputMode="email" autoComplete="email" dir="ltr" required {...field('email')} />
        <TextInput type="tel" inputMode="tel" autoComplete="tel" dir="ltr" required {...field('phone')} />
      </div>
      <CountrySelect {...field('country_code')} />
      <Textarea rows={3} dir="auto" {...field('note')} />
      <TermsBox {...field('terms')} checked={form.values.terms} />
      <PrivacyLine />
      <Suspense fallback={<div className={classes.captchaPlace} />}>
        <Captcha ref={captcha} />
      </Suspense>
      {children?.(sending.isPending)}
    </form>
  )
}

/** The terms, which open in a tab of their own, so that nothing that was typed is lost. */
function TermsBox({
  id,
  error,
  checked,
  onChange,
}: {
  id: string
  error: React.ReactNode
  checked: boolean
  onChange: (event: React.ChangeEvent<HTMLInputElement>) => void
}) {
  const t = useTexts()
  return (
    <Checkbox
      id={id}
      error={error}
      checked={checked}
      onChange={onChange}
      label={
        <>
          {t('accept_terms')}{' '}
          <a href={paths.terms} target="_blank" rel="noreferrer" className={own.link}>
            {t('terms_and_condition')}
          </a>
        </>
      }
    />
  )
}
