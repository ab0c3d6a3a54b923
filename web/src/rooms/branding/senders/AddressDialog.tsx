import {
  addUserEmailAddress,
  type SenderAddress,
  updateEmailAddress,
} from '@cutaway/contract/rooms/branding/addresses.ts'
import { isWebmail } from '@cutaway/contract/webmail.ts'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CallFailed, send } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { Dialog, FooterNote } from '../../../ui/overlay/Dialog.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { Checkbox } from '../../../ui/form/Choice.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'
import { email as emailRule } from '../../sites/form-rules.ts'
import formClasses from '../../sites/Form.module.css'
import { refusalText } from '../../sites/refusal-text.ts'
import { useFormFields } from '../../sites/useFormFields.tsx'
import classes from '../Branding.module.css'
import { addressesKey } from './useAddresses.ts'

const formId = 'sender-address'

/** Adds an address, or replaces `old` with another one. */
export function AddressDialog({ old, onClose }: { old?: SenderAddress; onClose: () => void }) {
  const t = useTexts()
  const { user } = useSignedIn()
  const client = useQueryClient()
  const form = useForm({
    initialValues: { email: old?.email ?? '', is_default: old?.is_default === 1 },
    validate: { email: emailRule },
  })
  const { field, wrong, onWrong } = useFormFields(form, { email: t('sender_address') })
  const saving = useMutation({
    mutationFn: async ({ email, is_default }: typeof form.values) => {
      const answer = old
        ? await send(updateEmailAddress, { body: { id: old.id, email, is_default } })
        : await send(addUserEmailAddress, { body: { email, is_default, user_id: user.user_id } })
      if (answer.status !== 1) throw new CallFailed(answer.message, answer.http)
      return answer
    },
    onSuccess: async (answer) => {
      toast(answer, { detail: answer.data?.email })
      onClose()
      await client.invalidateQueries({ queryKey: addressesKey(user.user_id) })
    },
  })
  const same = old !== undefined && form.values.email.trim().toLowerCase() === old.email.toLowerCase()
  return (
    <Dialog
      title={t(old ? 'sender_edit' : 'sender_add')}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <FooterNote />
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={formId} variant="filled" loading={saving.isPending}>
            {t(same ? 'save' : 'send_the_link')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className={formClasses.form}
        onSubmit={form.onSubmit((values) => saving.mutate(values), onWrong)}
      >
        {saving.error && wrong.length === 0 ? <FormErrorSummary text={refusalText(saving.error, t)} /> : null}
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="email"
          dir="ltr"
          description={form.errors.email ? undefined : t('sender_link_hint')}
          order={['label', 'input', 'description', 'error']}
          required
          data-autofocus
          {...field('email')}
        />
        {isWebmail(form.values.email) ? (
          <p className={classes.note} role="status">
            {t('sender_webmail')}
          </p>
        ) : null}
        {same && old.is_default === 1 ? null : (
          <Checkbox
            label={t('sender_make_default_later')}
            {...form.getInputProps('is_default', { type: 'checkbox' })}
          />
        )}
      </form>
    </Dialog>
  )
}
