import { Administrator } from '@cutaway/contract/full/rooms/organisation/businesses.ts'
import type { BusinessData } from '@cutaway/contract/rooms/organisation/businesses.ts'
import { addUser } from '@cutaway/contract/rooms/users/users.ts'
import { send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { TextInput } from '../../../ui/form/Field.tsx'
import { FormDialog, FormPair } from '../../sites/form/FormDialog.tsx'
import { useSchemaForm } from '../../sites/form/useSchemaForm.tsx'

const enterpriseUser = 3

/** Invites an administrator of a business: a mail with a link to choose a password, which works for 7 days. */
export default function InviteDialog({ business, onClose }: { business: BusinessData; onClose: () => void }) {
  const t = useTexts()
  const change = useChange('businesses')
  const form = useSchemaForm({
    schema: Administrator,
    initial: { first_name: '', last_name: '', email: '', username: '' },
    labels: {
      first_name: t('user_first_name'),
      last_name: t('user_last_name'),
      email: t('your_email'),
      username: t('user_username'),
    },
    refusals: { user_name_already_exists: 'username', user_email_required: 'email' },
    save: ({ email, ...names }) =>
      send(addUser, {
        body: {
          ...names,
          email,
          web_site_id: business.web_site_id,
          businessentity_id: business.businessentity_id,
          user_access_id: enterpriseUser,
        },
      }),
    onSaved: (answer) => {
      const { email } = form.form.values
      onClose()
      void change(Promise.resolve({ ...answer, message: 'business_invited' }), { detail: email })
    },
  })
  return (
    <FormDialog
      title={t('business_invite_title', { name: business.business_name })}
      form={form}
      verb={t('business_invite_send')}
      onClose={onClose}
    >
      <p>{t('business_invite_text')}</p>
      <FormPair>
        <TextInput data-autofocus maxLength={200} autoComplete="off" dir="auto" {...form.field('first_name')} />
        <TextInput maxLength={200} autoComplete="off" dir="auto" {...form.field('last_name')} />
      </FormPair>
      <FormPair>
        <TextInput required type="email" dir="ltr" autoComplete="off" {...form.field('email')} />
        <TextInput required maxLength={100} dir="ltr" autoComplete="off" {...form.field('username')} />
      </FormPair>
    </FormDialog>
  )
}
