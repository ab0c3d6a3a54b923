import { apiKeyScopes, type ApiKeyScope } from '@cutaway/contract/administration/api-keys.ts'
import { makeApiKey, mostDescription } from '@cutaway/contract/rooms/users/api-keys.ts'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Checkbox } from '../../../ui/form/Choice.tsx'
import { CopyButton } from '../../../ui/form/CopyButton.tsx'
import { NativeSelect, TextInput } from '../../../ui/form/Field.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { Dialog, FooterNote } from '../../../ui/overlay/Dialog.tsx'
import { SecretDialog } from '../../../ui/overlay/SecretDialog.tsx'
import { refusalText } from '../../sites/refusal-text.ts'
import { useFormFields } from '../../sites/useFormFields.tsx'
import account from '../account/Account.module.css'
import classes from './ApiKeys.module.css'

const periods = ['30', '90', '365', 'never'] as const

/** Asks for what a new key is for, what it may do and how long. */
export function MakeKeyDialog({ onMade, onClose }: { onMade: (whole: string) => void; onClose: () => void }) {
  const t = useTexts()
  const { user } = useSignedIn()
  const form = useForm({
    initialValues: { description: '', scopes: ['films'] as ApiKeyScope[], days: '90' },
    validate: {
      description: (text) => (text.trim() === '' ? 'enter_a_description' : null),
      scopes: (scopes) => (scopes.length === 0 ? 'choose_a_scope' : null),
    },
  })
  const { field, wrong, onWrong } = useFormFields(form, { description: t('api_key_for'), scopes: t('api_key_may') })
  const making = useMutation({
    mutationFn: ({ description, scopes, days }: typeof form.values) =>
      call(makeApiKey, {
        body: { user_id: user.user_id, description, scopes, days: days === 'never' ? null : Number(days) },
      }),
    onSuccess: (made) => onMade(made.whole_key),
  })
  const { scopes } = form.values
  const toggle = (scope: ApiKeyScope) =>
    form.setFieldValue('scopes', scopes.includes(scope) ? scopes.filter((one) => one !== scope) : [...scopes, scope])
  const scopeError = form.errors['scopes']
  return (
    <Dialog
      title={t('api_key_make')}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <FooterNote />
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form="make-key" variant="filled" loading={making.isPending}>
            {t('api_key_make')}
          </Button>
        </>
      }
    >
      <form
        id="make-key"
        className={account.stack}
        noValidate
        onSubmit={form.onSubmit((values) => making.mutate(values), onWrong)}
      >
        <FormErrorSummary errors={wrong} />
        {making.error && wrong.length === 0 ? <FormErrorSummary text={refusalText(making.error, t)} /> : null}
        <TextInput
          description={form.errors['description'] ? undefined : t('api_key_description_hint')}
          order={['label', 'input', 'description', 'error']}
          maxLength={mostDescription}
          required
          data-autofocus
          {...field('description')}
        />
        <fieldset id="scopes" tabIndex={-1} className={classes.scopes}>
          <legend className={classes.legend}>{t('api_key_may')}</legend>
          {apiKeyScopes.map((scope) => (
            <Checkbox
              key={scope}
              label={t(`scope_${scope}`)}
              description={t(`scope_${scope}_text`)}
              checked={scopes.includes(scope)}
              onChange={() => toggle(scope)}
            />
          ))}
          {typeof scopeError === 'string' ? <p className={classes.error}>{t(scopeError)}</p> : null}
        </fieldset>
        <NativeSelect
          label={t('api_key_expires')}
          data={periods.map((value) => ({
            value,
            label: value === 'never' ? t('api_key_never') : t('api_key_after_days', { count: Number(value) }),
          }))}
          {...form.getInputProps('days')}
        />
        <p className={account.hint}>{t('api_key_rights')}</p>
      </form>
    </Dialog>
  )
}

/** Shows a new key, once: only its hash is stored. */
export function NewKeyDialog({ whole, onClose }: { whole: string; onClose: () => void }) {
  const t = useTexts()
  return (
    <SecretDialog title={t('api_key_made')} verb={t('api_key_stored')} onClose={onClose}>
      <p>{t('api_key_once')}</p>
      <code dir="ltr" className={classes.key} aria-label={t('api_key')}>
        {whole}
      </code>
      <CopyButton data-autofocus text={whole} notices={{ done: 'api_key_copied', failed: 'copy_failed' }}>
        {t('account_copy')}
      </CopyButton>
      <p className={account.hint}>{t('api_key_how')}</p>
      <code dir="ltr" className={classes.key}>
        Authorization: Bearer cutaway_…
      </code>
    </SecretDialog>
  )
}
