import { useForm } from '@mantine/form'
import { useTexts } from '../../core/i18n/i18n.ts'
import { FormErrorSummary } from '../../ui/form/FormErrorSummary.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { refusalText } from '../sites/refusal-text.ts'
import { useFormFields } from '../sites/useFormFields.tsx'
import classes from './Login.module.css'
import { newPassword, samePassword, shortest } from './password-rules.ts'

/** Asks for a new password twice. `username` is for the password manager. */
export function NewPasswordForm({
  username,
  error,
  busy,
  onSave,
}: {
  username: string
  error: Error | null
  busy: boolean
  onSave: (password: string) => void
}) {
  const t = useTexts()
  const form = useForm({
    initialValues: { password: '', again: '' },
    validate: {
      password: newPassword,
      again: (again, { password }) => samePassword(again, password),
    },
  })
  const { field, wrong, onWrong } = useFormFields(form, {
    password: t('new_password'),
    again: t('repeat_new_password'),
  })
  return (
    <form
      className={classes.form}
      method="post"
      noValidate
      onSubmit={form.onSubmit(({ password }) => onSave(password), onWrong)}
    >
      <FormErrorSummary errors={wrong} />
      {error && wrong.length === 0 ? <FormErrorSummary text={refusalText(error, t)} /> : null}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        size="md"
        description={form.errors.password ? undefined : t('password_hint', { count: shortest })}
        order={['label', 'input', 'description', 'error']}
        autoComplete="new-password"
        required
        {...field('password')}
      />
      <PasswordField size="md" autoComplete="new-password" required {...field('again')} />
      <Button type="submit" variant="filled" size="md" fullWidth loading={busy}>
        {t('save_password')}
      </Button>
    </form>
  )
}
