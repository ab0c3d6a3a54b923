import { mostName, type PersonalSettings, updateUserDetails } from '@cutaway/contract/rooms/users/account.ts'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { send } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { fetchSession, useSite } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { LeaveGuard } from '../../../ui/form/LeaveGuard.tsx'
import { PhoneField } from '../../sites/form/PhoneField.tsx'
import type { FieldProps } from '../../sites/form/useSchemaForm.tsx'
import { refusalText } from '../../sites/refusal-text.ts'
import { useFormFields } from '../../sites/useFormFields.tsx'
import { answerOf } from '../answer-of.ts'
import classes from './Account.module.css'
import { settingsKey } from './settings-key.ts'

/** Name and phone number; the address is changed by an administrator. */
export function DetailsForm({ now }: { now: PersonalSettings }) {
  const t = useTexts()
  const client = useQueryClient()
  const { country_code_iso } = useSite()
  const form = useForm({
    initialValues: { first_name: now.first_name, last_name: now.last_name, phone: now.phone },
    validate: { first_name: (name) => (name.trim() === '' ? 'enter_your_first_name' : null) },
  })
  const { field, wrong, onWrong } = useFormFields(form, {
    first_name: t('your_first_name'),
    last_name: t('your_last_name'),
    phone: t('your_phone'),
  })
  const saving = useMutation({
    mutationFn: async (values: typeof form.values) =>
      answerOf(await send(updateUserDetails, { body: { id: now.user_id, ...values } })),
    onSuccess: async (answer) => {
      toast(answer)
      const { first_name, last_name, phone } = answer.data
      form.setValues({ first_name, last_name, phone })
      form.resetDirty({ first_name, last_name, phone })
      client.setQueryData(settingsKey(now.user_id), answer.data)
      await fetchSession()
    },
  })
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => saving.mutate(values), onWrong)}>
      <FormErrorSummary errors={wrong} />
      {saving.error && wrong.length === 0 ? <FormErrorSummary text={refusalText(saving.error, t)} /> : null}
      <div className={classes.pair}>
        <TextInput autoComplete="given-name" maxLength={mostName} required {...field('first_name')} />
        <TextInput autoComplete="family-name" maxLength={mostName} {...field('last_name')} />
      </div>
      <PhoneField field={field('phone') as FieldProps} country={country_code_iso.toUpperCase()} />
      <TextInput
        id="own-email"
        type="email"
        dir="ltr"
        label={t('your_email')}
        description={t('email_changed_by_administrator')}
        order={['label', 'input', 'description', 'error']}
        value={now.email}
        readOnly
      />
      <div className={classes.actions}>
        <Button type="submit" variant="filled" loading={saving.isPending}>
          {t('save')}
        </Button>
        <Button component={Link} to={paths.home}>
          {t('cancel')}
        </Button>
      </div>
      <LeaveGuard unsaved={form.isDirty() && !saving.isPending} />
    </form>
  )
}
