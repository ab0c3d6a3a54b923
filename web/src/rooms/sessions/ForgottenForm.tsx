import { forgotPassword } from '@cutaway/contract/rooms/sessions.ts'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { call } from '../../core/api.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { FormErrorSummary } from '../../ui/form/FormErrorSummary.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { TextInput } from '../../ui/form/Field.tsx'
import { Done } from '../sites/contact/Done.tsx'
import { FieldError } from '../sites/FieldError.tsx'
import { OutboxHint } from '../messaging/OutboxHint.tsx'
import { refusalText } from '../sites/refusal-text.ts'
import classes from './Login.module.css'
import { accountBy } from './login-refusal.ts'
import { formValue } from './form-value.ts'

/** Requests a password reset link. The response is the same whether or not the account exists. */
export default function ForgottenForm({ username, onBack }: { username: string; onBack: () => void }) {
  const t = useTexts()
  const [empty, setEmpty] = useState(false)
  const asking = useMutation({ mutationFn: (typed: string) => call(forgotPassword, { body: accountBy(typed) }) })
  const back = (
    <Button size="md" fullWidth onClick={onBack}>
      {t('back_to_login')}
    </Button>
  )

  if (asking.isSuccess)
    return (
      <Done title={t('look_into_your_mail')} action={back}>
        {t('password_mail_on_its_way')} <OutboxHint />
      </Done>
    )

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (asking.isPending) return
    const typed = formValue(event.currentTarget, 'account').trim()
    setEmpty(typed === '')
    if (typed === '') event.currentTarget.querySelector('input')?.focus()
    else asking.mutate(typed)
  }
  return (
    <form className={classes.form} method="post" noValidate onSubmit={submit}>
      <p className={classes.text}>{t('forgotten_password_text')}</p>
      <FormErrorSummary text={refusalText(asking.error, t)} />
      <TextInput
        name="account"
        label={t('user_name_or_email')}
        size="md"
        dir="ltr"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required

        data-autofocus
        defaultValue={username}
        error={empty ? <FieldError>{t('enter_user_name_or_email')}</FieldError> : undefined}
      />
      <div className={classes.actions}>
        <Button type="submit" variant="filled" size="md" fullWidth loading={asking.isPending}>
          {t('send_link')}
        </Button>
        {back}
      </div>
    </form>
  )
}
