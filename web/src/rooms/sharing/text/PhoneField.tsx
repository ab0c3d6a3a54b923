import IntlTelInput from '@intl-tel-input/react'
import 'intl-tel-input/styles-no-assets'
import type { UiTranslations } from 'intl-tel-input/locale'
import type { Iso2 } from 'intl-tel-input/data'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect, useState } from 'react'
import { boot } from '../../../core/boot.ts'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { FieldFrame } from '../../../ui/form/Field.tsx'
import { FieldError } from '../../sites/FieldError.tsx'
import classes from './PhoneField.module.css'

/** As specified: these come first, and India if the visitor's country is unknown. */
const preferred: Iso2[] = ['us', 'gb', 'in']
const withoutCountry: Iso2 = 'in'

/** Country names by language; English is built in. */
const translations: Record<string, () => Promise<unknown>> = {
  es: () => import('intl-tel-input/locale/es'),
  fr: () => import('intl-tel-input/locale/fr'),
  he: () => import('intl-tel-input/locale/he'),
  th: () => import('intl-tel-input/locale/th'),
  zh: () => import('intl-tel-input/locale/zh'),
}

const loadUtils = () => import('intl-tel-input/utils')

/**
 * Returns the words of the list of countries, once the rules of numbers are loaded too: the component empties a number
 * that is typed before it has them. Each file of words has one default export, which is missing from its type declarations.
 */
async function wordsIn(language: string): Promise<UiTranslations> {
  const [file] = (await Promise.all([translations[language]?.(), loadUtils()])) as [
    { default: UiTranslations } | undefined,
    unknown,
  ]
  return file?.default ?? {}
}

export interface PhoneState {
  /** E.164 if the number is valid, else the typed text. */
  number: string
  /** ISO 3166, lower case. */
  country: string
  valid: boolean
}

/** Edits a mobile number in the national format, with the country code before it. */
export function PhoneField({
  id,
  number,
  country,
  error,
  onChange,
}: {
  id: string
  number: string
  country: string
  error?: string | undefined
  onChange: (next: Partial<PhoneState>) => void
}) {
  const t = useTexts()
  const { language_code: locale } = useLanguage()
  const [valid, setValid] = useState(false)
  const shown = country || boot.country_code || withoutCountry
  const words = useQuery({
    queryKey: ['phone-words', locale],
    queryFn: () => wordsIn(locale.slice(0, 2)),
    staleTime: Infinity,
  })
  // The field takes the place of the one in which the customer was looked for, so it takes the cursor too: once, after
  // the component has moved it in the page. With the focus it would not show a number that is there already.
  const [isEmpty] = useState(number === '')
  useEffect(() => {
    if (!words.isPending && isEmpty) document.getElementById(id)?.focus()
  }, [words.isPending, isEmpty, id])
  return (
    <FieldFrame
      id={id}
      label={t('share_mobile')}
      error={error ? <FieldError>{error}</FieldError> : undefined}
      order={['label', 'input', 'error']}
    >
      <div
        className={classes.field}
        style={{ '--country': `"${shown.toUpperCase()}"` } as CSSProperties}
        data-error={error ? true : undefined}
        dir="ltr"
      >
        {/* The list of countries is made once, with its words and the rules of numbers. */}
        {words.isPending ? null : (
          <IntlTelInput
            value={number}
            initialCountry={shown as Iso2}
            countryOrder={preferred}
            countryNameLocale={locale}
            // What is seen of the button is said first.
            uiTranslations={{ ...words.data, selectedCountryAriaLabel: '${dialCode} ${countryName}' }}
            countrySelectorMode="DROPDOWN"
            matchDropdownWidth
            separateDialCode
            showFlags={false}
            strictMode={false}
            formatAsYouType
            loadUtils={loadUtils}
            onChangeNumber={(next) => onChange({ number: next })}
            onChangeCountry={(next) => onChange({ country: next })}
            onChangeValidity={(next) => {
              setValid(next)
              onChange({ valid: next })
            }}
            inputProps={{
              id,
              className: classes.input,
              autoComplete: 'off',
              inputMode: 'tel',
              'aria-invalid': error ? true : undefined,
              'aria-describedby': error ? `${id}-error` : undefined,
            }}
          />
        )}
        {valid ? <IconCheck className={classes.good} size={18} stroke={2} aria-label={t('share_number_good')} /> : null}
      </div>
    </FieldFrame>
  )
}
