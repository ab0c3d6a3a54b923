import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../core/i18n/i18n.ts'
import { ActionIcon } from './Button.tsx'
import { TextInput, type TextInputProps } from './Field.tsx'

/** A password with a button that shows it. `autoComplete` must say which: `current-password` or `new-password`. */
export function PasswordField(props: TextInputProps & { autoComplete: 'current-password' | 'new-password' }) {
  const t = useTexts()
  const [shown, setShown] = useState(false)
  const Eye = shown ? IconEyeOff : IconEye
  return (
    <TextInput
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      rightSection={
        <ActionIcon
          size="xs"
          aria-label={t(shown ? 'hide_password' : 'show_password')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Eye size={18} stroke={1.75} />
        </ActionIcon>
      }
    />
  )
}
