import {
  makeWebhook,
  updateWebhook,
  type Webhook,
  type WebhookType,
  webhookTypes,
} from '@cutaway/contract/rooms/integrations/webhooks.ts'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { call, CallFailed } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Checkbox } from '../../../ui/form/Choice.tsx'
import { CopyButton } from '../../../ui/form/CopyButton.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { Dialog, FooterNote } from '../../../ui/overlay/Dialog.tsx'
import { SecretDialog } from '../../../ui/overlay/SecretDialog.tsx'
import { refusalText } from '../../sites/refusal-text.ts'
import { useFormFields } from '../../sites/useFormFields.tsx'
import { eventKey } from './webhook-columns.tsx'
import classes from '../Integrations.module.css'

/** Asks for the address of a webhook and its events. `onSaved` gets the signing key of a new one. */
export function WebhookDialog({
  webhook,
  onSaved,
  onClose,
}: {
  webhook?: Webhook
  onSaved: (secret?: string) => void
  onClose: () => void
}) {
  const t = useTexts()
  const form = useForm({
    initialValues: {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      events: webhook?.events ?? [...webhookTypes],
    },
    validate: {
      url: (url) => (url.trim() === '' ? 'webhook_url_not_valid' : null),
      events: (events) => (events.length === 0 ? 'webhook_choose_events' : null),
    },
  })
  const { field, wrong, onWrong } = useFormFields(form, { url: t('webhook_url'), events: t('webhook_events') })
  const saving = useMutation({
    mutationFn: async ({ url, description, events }: typeof form.values) => {
      if (webhook) {
        await call(updateWebhook, { body: { webhook_id: webhook.id, url, description, events } })
        return undefined
      }
      return (await call(makeWebhook, { body: { url, description, events } })).secret
    },
    onSuccess: onSaved,
    onError: (error) => {
      if (error instanceof CallFailed && error.key.startsWith('webhook_url_')) form.setFieldError('url', error.key)
    },
  })
  const { events } = form.values
  const toggle = (type: WebhookType) =>
    form.setFieldValue('events', events.includes(type) ? events.filter((one) => one !== type) : [...events, type])
  const eventsError = form.errors['events']
  const title = t(webhook ? 'webhook_edit' : 'webhook_add')
  return (
    <Dialog
      title={title}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <FooterNote />
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form="webhook" variant="filled" loading={saving.isPending}>
            {webhook ? t('save') : title}
          </Button>
        </>
      }
    >
      <form
        id="webhook"
        className={classes.stack}
        noValidate
        onSubmit={form.onSubmit((values) => saving.mutate(values), onWrong)}
      >
        {wrong.length > 1 ? <FormErrorSummary errors={wrong} /> : null}
        {saving.error && wrong.length === 0 ? <FormErrorSummary text={refusalText(saving.error, t)} /> : null}
        <TextInput
          type="url"
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          description={form.errors['url'] ? undefined : t('webhook_url_hint')}
          order={['label', 'input', 'description', 'error']}
          maxLength={2000}
          required
          data-autofocus
          {...field('url')}
        />
        <TextInput label={t('webhook_for')} maxLength={200} {...form.getInputProps('description')} />
        <fieldset id="events" tabIndex={-1} className={classes.choices}>
          <legend className={classes.legend}>{t('webhook_events')}</legend>
          {webhookTypes.map((type) => (
            <Checkbox
              key={type}
              label={t(eventKey(type))}
              description={type}
              checked={events.includes(type)}
              onChange={() => toggle(type)}
            />
          ))}
          {typeof eventsError === 'string' ? <p className={classes.error}>{t(eventsError)}</p> : null}
        </fieldset>
      </form>
    </Dialog>
  )
}

/** Shows the key that verifies signatures, once: it is stored sealed. */
export function SigningKeyDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useTexts()
  return (
    <SecretDialog title={t('webhook_secret')} verb={t('api_key_stored')} onClose={onClose}>
      <p>{t('webhook_secret_once')}</p>
      <code dir="ltr" className={classes.secret} aria-label={t('webhook_secret')}>
        {secret}
      </code>
      <CopyButton data-autofocus text={secret} notices={{ done: 'api_key_copied', failed: 'copy_failed' }}>
        {t('account_copy')}
      </CopyButton>
    </SecretDialog>
  )
}
