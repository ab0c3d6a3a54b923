import { type LtiPlatform, makeLtiPlatform, updateLtiPlatform } from '@cutaway/contract/rooms/integrations/lti.ts'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { call, CallFailed } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Radio } from '../../../ui/form/Choice.tsx'
import { Textarea, TextInput } from '../../../ui/form/Field.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { Dialog, FooterNote } from '../../../ui/overlay/Dialog.tsx'
import { refusalText } from '../../sites/refusal-text.ts'
import { useFormFields } from '../../sites/useFormFields.tsx'
import classes from '../Integrations.module.css'

const missing = (value: string) => (value.trim() === '' ? 'lti_field_missing' : null)
const urls = ['auth_url', 'jwks_url', 'token_url'] as const
/** A refused address is one of three, so the page looks for the first that is wrong. */
const urlProblem = (url: string) => (URL.canParse(url) ? null : 'lti_url_not_valid')
const address = {
  type: 'url',
  dir: 'ltr',
  inputMode: 'url',
  autoComplete: 'off',
  maxLength: 1000,
  required: true,
} as const

/** Registers a platform, or changes one. */
export function PlatformDialog({
  platform,
  onSaved,
  onClose,
}: {
  platform?: LtiPlatform | undefined
  onSaved: (platform: LtiPlatform) => void
  onClose: () => void
}) {
  const t = useTexts()
  const form = useForm({
    initialValues: {
      name: platform?.name ?? '',
      issuer: platform?.issuer ?? '',
      client_id: platform?.client_id ?? '',
      auth_url: platform?.auth_url ?? '',
      jwks_url: platform?.jwks_url ?? '',
      token_url: platform?.token_url ?? '',
      deployments: platform?.deployment_ids.join('\n') ?? '',
      maps_people: platform?.maps_people ?? false,
    },
    validate: {
      name: missing,
      issuer: missing,
      client_id: missing,
      auth_url: urlProblem,
      jwks_url: urlProblem,
      token_url: urlProblem,
    },
  })
  const { field, wrong, onWrong } = useFormFields(form, {
    name: t('lti_name'),
    issuer: t('lti_issuer'),
    client_id: t('lti_client_id'),
    auth_url: t('lti_auth_url'),
    jwks_url: t('lti_jwks_url'),
    token_url: t('lti_token_url'),
  })
  const saving = useMutation({
    mutationFn: ({ deployments, ...fields }: typeof form.values) => {
      const deployment_ids = deployments.split('\n').flatMap((line) => line.trim() || [])
      const body = { ...fields, deployment_ids }
      return platform
        ? call(updateLtiPlatform, { body: { ...body, platform_id: platform.id } })
        : call(makeLtiPlatform, { body })
    },
    onSuccess: onSaved,
    onError: (error) => {
      if (!(error instanceof CallFailed) || error.key !== 'lti_url_not_secure') return
      for (const name of urls) if (!form.values[name].startsWith('https:')) form.setFieldError(name, error.key)
    },
  })
  const title = t(platform ? 'lti_platform_edit' : 'lti_platform_add')
  return (
    <Dialog
      title={title}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <FooterNote />
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form="platform" variant="filled" loading={saving.isPending}>
            {platform ? t('save') : title}
          </Button>
        </>
      }
    >
      <form
        id="platform"
        className={classes.stack}
        noValidate
        onSubmit={form.onSubmit((values) => saving.mutate(values), onWrong)}
      >
        {wrong.length > 1 ? <FormErrorSummary errors={wrong} /> : null}
        {saving.error && wrong.length === 0 ? <FormErrorSummary text={refusalText(saving.error, t)} /> : null}
        <TextInput maxLength={100} required data-autofocus {...field('name')} />
        <TextInput dir="ltr" autoComplete="off" maxLength={500} required {...field('issuer')} />
        <TextInput dir="ltr" autoComplete="off" maxLength={200} required {...field('client_id')} />
        <TextInput {...address} {...field('auth_url')} />
        <TextInput {...address} {...field('jwks_url')} />
        <TextInput {...address} {...field('token_url')} />
        <Textarea
          label={t('lti_deployments')}
          description={t('lti_deployments_hint')}
          dir="ltr"
          rows={2}
          maxLength={10_000}
          {...form.getInputProps('deployments')}
        />
        <fieldset className={classes.choices}>
          <legend className={classes.legend}>{t('lti_who')}</legend>
          <Radio
            name="people"
            label={t('lti_viewers')}
            description={t('lti_viewers_text')}
            checked={!form.values.maps_people}
            onChange={() => form.setFieldValue('maps_people', false)}
          />
          <Radio
            name="people"
            label={t('lti_users')}
            description={t('lti_users_text')}
            checked={form.values.maps_people}
            onChange={() => form.setFieldValue('maps_people', true)}
          />
        </fieldset>
      </form>
    </Dialog>
  )
}
