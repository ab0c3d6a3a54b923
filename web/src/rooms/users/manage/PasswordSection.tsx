import { IconCopy, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { copyText } from '../../../ui/form/copy-text.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { ActionIcon, Button } from '../../../ui/form/Button.tsx'
import { Checkbox } from '../../../ui/form/Choice.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'
import { generatePassword } from './password.ts'
import classes from './Users.module.css'

/** The password of a form, shown so that it can be read out and copied, with what happens at the first log-in. */
export function PasswordSection({
  field,
  value,
  onChange,
  mailed,
  onMailed,
  mustChange,
  onMustChange,
}: {
  /** Id, label and error of the field. */
  field: { id: string; label: ReactNode; error: ReactNode }
  value: string
  onChange: (password: string) => void
  mailed: boolean
  onMailed: (isMailed: boolean) => void
  mustChange: boolean
  onMustChange: (must: boolean) => void
}) {
  const t = useTexts()
  const copy = () => copyText(value, { done: 'user_password_copied', failed: 'copy_failed' })
  return (
    <>
      <div className={classes.password}>
        <TextInput
          {...field}
          className={classes.mono}
          dir="ltr"
          autoComplete="new-password"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <Button
          leftSection={<IconRefresh size={16} stroke={1.75} />}
          aria-label={t('user_password_generate')}
          onClick={() => onChange(generatePassword())}
        >
          {t('user_password_new')}
        </Button>
        <ActionIcon variant="default" aria-label={t('user_password_copy')} onClick={() => void copy()}>
          <IconCopy size={17} stroke={1.75} />
        </ActionIcon>
      </div>
      <Checkbox
        label={t('user_mail_login_details')}
        description={t('user_mail_login_details_text')}
        checked={mailed}
        onChange={({ currentTarget }) => onMailed(currentTarget.checked)}
      />
      <Checkbox
        label={t('user_must_change')}
        checked={mustChange}
        onChange={({ currentTarget }) => onMustChange(currentTarget.checked)}
      />
    </>
  )
}
