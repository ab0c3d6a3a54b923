import {
  checkOwnUsername,
  type PersonalSettings,
  updatePassword,
  updateUsername,
} from '@cutaway/contract/rooms/users/account.ts'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, CallFailed, send } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { fetchSession } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { PasswordField } from '../../../ui/form/PasswordField.tsx'
import { Dialog, FooterNote } from '../../../ui/overlay/Dialog.tsx'
import { newPassword, samePassword, shortest } from '../../sessions/password-rules.ts'
import { FieldError } from '../../sites/FieldError.tsx'
import { refusalText } from '../../sites/refusal-text.ts'
import { useFormFields } from '../../sites/useFormFields.tsx'
import { answerOf } from '../answer-of.ts'
import classes from './Account.module.css'
import { settingsKey } from './settings-key.ts'

interface Props {
  now: PersonalSettings
  onClose: () => void
}

const typingPause = 300

/** Changes the user name; the current one must be typed. Says while typing whether a name is taken. */
export function ChangeUsernameDialog({ now, onClose }: Props) {
  const t = useTexts()
  const client = useQueryClient()
  const form = useForm({
    initialValues: { current: '', wanted: '' },
    validate: {
      current: (name) => (name.trim() === '' ? 'enter_your_user_name' : null),
      wanted: (name) => (name.trim() === '' ? 'enter_a_user_name' : null),
    },
  })
  const { field, wrong, onWrong } = useFormFields(form, {
    current: t('current_user_name'),
    wanted: t('new_user_name'),
  })
  const [typed] = useDebouncedValue(form.values.wanted.trim(), typingPause)
  const check = useQuery({
    queryKey: ['is user name taken', typed],
    queryFn: ({ signal }) => call(checkOwnUsername, { body: { user_id: now.user_id, username: typed }, signal }),
    enabled: typed !== '',
  })
  const isTaken = check.data?.is_taken === true && typed === form.values.wanted.trim()
  const saving = useMutation({
    mutationFn: async ({ current, wanted }: typeof form.values) =>
      answerOf(
        await send(updateUsername, {
          body: { user_id: now.user_id, current_username: current, new_username: wanted },
        }),
      ),
    onSuccess: async (answer) => {
      toast(answer)
      onClose()
      await Promise.all([client.invalidateQueries({ queryKey: settingsKey(now.user_id) }), fetchSession()])
    },
  })
  const taken = isTaken ? { error: <FieldError>{t('user_name_already_exists')}</FieldError> } : {}
  return (
    <Dialog
      title={t('change_user_name')}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <FooterNote>{isTaken ? t('user_name_already_exists') : null}</FooterNote>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form="change-name" variant="filled" disabled={isTaken} loading={saving.isPending}>
            {t('change_user_name')}
          </Button>
        </>
      }
    >
      <form
        id="change-name"
        className={classes.stack}
        noValidate
        onSubmit={form.onSubmit((values) => (isTaken ? undefined : saving.mutate(values)), onWrong)}
      >
        <FormErrorSummary errors={wrong} />
        {saving.error && wrong.length === 0 ? <FormErrorSummary text={refusalText(saving.error, t)} /> : null}
        <TextInput
          dir="ltr"
          autoComplete="username"
          autoCapitalize="none"
          required
          data-autofocus
          {...field('current')}
        />
        <TextInput
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          required
          {...field('wanted')}
          {...taken}
        />
      </form>
    </Dialog>
  )
}

/** Changes the password; the current one is asked for unless the login is fresh. */
export function ChangePasswordDialog({ now, onClose }: Props) {
  const t = useTexts()
  const form = useForm({
    initialValues: { current: '', password: '', again: '' },
    validate: {
      current: (typed) => (typed === '' && !now.is_fresh ? 'enter_your_password' : null),
      password: newPassword,
      again: (again, { password }) => samePassword(again, password),
    },
  })
  const { field, wrong, onWrong } = useFormFields(form, {
    current: t('current_password'),
    password: t('new_password'),
    again: t('repeat_new_password'),
  })
  const saving = useMutation({
    mutationFn: async ({ current, password }: typeof form.values) =>
      answerOf(
        await send(updatePassword, {
          body: { user_id: now.user_id, password, ...(current === '' ? {} : { current_password: current }) },
        }),
      ),
    onSuccess: (answer) => {
      toast(answer)
      onClose()
    },
    onError: (error) => {
      if (!(error instanceof CallFailed)) return
      if (error.key === 'current_password_wrong' || error.key === 'current_password_required')
        form.setFieldError('current', error.key)
    },
  })
  const isShown = saving.error !== null && wrong.length === 0
  return (
    <Dialog
      title={t('change_password')}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <FooterNote />
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form="change-password" variant="filled" loading={saving.isPending}>
            {t('change_password')}
          </Button>
        </>
      }
    >
      <form
        id="change-password"
        className={classes.stack}
        noValidate
        method="post"
        onSubmit={form.onSubmit((values) => saving.mutate(values), onWrong)}
      >
        <FormErrorSummary errors={wrong} />
        {isShown ? <FormErrorSummary text={refusalText(saving.error, t)} /> : null}
        <input type="text" name="username" autoComplete="username" value={now.username} readOnly hidden />
        {now.is_fresh && form.errors['current'] === undefined ? null : (
          <PasswordField autoComplete="current-password" required data-autofocus {...field('current')} />
        )}
        <PasswordField
          description={form.errors['password'] ? undefined : t('password_hint', { count: shortest })}
          order={['label', 'input', 'description', 'error']}
          autoComplete="new-password"
          required
          data-autofocus={now.is_fresh || undefined}
          {...field('password')}
        />
        <PasswordField autoComplete="new-password" required {...field('again')} />
        <p className={classes.hint}>{t('change_password_ends_sessions')}</p>
      </form>
    </Dialog>
  )
}
