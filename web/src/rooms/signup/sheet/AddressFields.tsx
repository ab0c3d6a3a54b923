import { type ReactNode, useState } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { NativeSelect, TextInput } from '../../../ui/form/Field.tsx'
import { isUnusualZip, needsZip, regionsOf } from './regions.ts'
import classes from './Sheet.module.css'

export interface AddressInput {
  id: string
  label: string | undefined
  error: ReactNode
  value?: string
}

/** Street, city, state and postal code, as the country writes them. Labels come from `field`. */
export function AddressFields({
  country,
  prefix = '',
  section,
  field,
}: {
  country: string
  /** 'bill_' for the billing address. */
  prefix?: 'bill_' | ''
  /** Of the autocomplete attributes: 'billing'. */
  section?: 'billing'
  field: (name: string) => AddressInput
}) {
  const t = useTexts()
  const street2 = field(`${prefix}businessentity_street2`)
  const state = field(`${prefix}businessentity_state`)
  const zip = field(`${prefix}businessentity_zip`)
  const [hasSuite, setHasSuite] = useState(Boolean(street2.value))
  const auto = (name: string) => (section ? `${section} ${name}` : name)
  const states = regionsOf(country)
  return (
    <>
      <div className={classes.street}>
        <TextInput
          size="md"
          autoComplete={auto('address-line1')}
          dir="auto"
          required
          {...field(`${prefix}businessentity_street1`)}
        />
        {hasSuite ? null : (
          <Button variant="subtle" size="xs" className={classes.add} onClick={() => setHasSuite(true)}>
            {t('signup_suite_add')}
          </Button>
        )}
      </div>
      {hasSuite ? <TextInput size="md" autoComplete={auto('address-line2')} dir="auto" {...street2} /> : null}
      <TextInput
        size="md"
        autoComplete={auto('address-level2')}
        dir="auto"
        required
        {...field(`${prefix}businessentity_city`)}
      />
      <div className={classes.pair}>
        {states ? (
          <NativeSelect
            size="md"
            autoComplete={auto('address-level1')}
            required
            data={[{ value: '', label: t('signup_choose') }, ...states]}
            {...state}
          />
        ) : (
          <TextInput size="md" autoComplete={auto('address-level1')} dir="auto" {...state} />
        )}
        <TextInput
          size="md"
          autoComplete={auto('postal-code')}
          dir="ltr"
          required={needsZip(country)}
          description={isUnusualZip(country, zip.value ?? '') ? t('signup_zip_unusual') : undefined}
          {...zip}
        />
      </div>
    </>
  )
}
