import { useRef, useState } from 'react'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { TextInput } from '../../../ui/form/Field.tsx'
import { FieldWarning } from './AddressFields.tsx'
import { shownPhone } from './phone.ts'
import { usePhones } from './usePhones.ts'
import type { FieldProps } from './useSchemaForm.tsx'

const after = ['label', 'input', 'error', 'description'] as const

/**
 * A phone number of any kind, typed as people of the country write it. Leaving the field writes it with the country's
 * code; a number that the country does not have warns and can be saved.
 */
export function PhoneField({ field, country }: { field: FieldProps; country: string }) {
  const t = useTexts()
  const { language_code } = useLanguage()
  const { data: phones } = usePhones()
  const [left, setLeft] = useState(true)
  // A number that was only passed through stays as it is.
  const entered = useRef<string>(undefined)
  const value = field.value as unknown as string
  const change = field.onChange as unknown as (value: string) => void
  const shown = phones && shownPhone(phones, value, country)
  const place = country === '' ? '' : (new Intl.DisplayNames(language_code, { type: 'region' }).of(country) ?? country)
  return (
    <TextInput
      {...field}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      dir="ltr"
      maxLength={40}
      order={after}
      value={value}
      description={
        shown === null && left ? <FieldWarning>{t('phone_unusual', { country: place })}</FieldWarning> : undefined
      }
      onChange={(event) => change(event.currentTarget.value)}
      onFocus={() => {
        setLeft(false)
        entered.current = value
      }}
      onBlur={() => {
        setLeft(true)
        if (shown && value !== entered.current) change(shown)
      }}
    />
  )
}
