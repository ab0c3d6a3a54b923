import { postalFormatOf, unusualPostcode } from '@cutaway/contract/administration/postal-address.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { NativeSelect, TextInput } from '../../../ui/form/Field.tsx'
import { CountrySelect } from '../contact/CountrySelect.tsx'
import classes from './AddressFields.module.css'
import type { SchemaForm, Values } from './useSchemaForm.tsx'

/** The names of the fields of an address in a form. */
export interface AddressNames<V> {
  country: keyof V & string
  street: keyof V & string
  city: keyof V & string
  state: keyof V & string
  postcode: keyof V & string
}

/** Returns the labels of the fields of an address, which depend on the country. */
export function useAddressLabels<V>(
  names: AddressNames<V>,
  country: string,
): Partial<Record<keyof V & string, string>> {
  const t = useTexts()
  const { stateLabel, postcodeLabel } = postalFormatOf(country)
  const labels: Record<string, string> = {
    [names.country]: t('postal_country'),
    [names.street]: t('postal_street'),
    [names.city]: t('postal_city'),
    [names.state]: t(`postal_${stateLabel}`),
    [names.postcode]: t(`postal_${postcodeLabel}`),
  }
  return labels as Partial<Record<keyof V & string, string>>
}

const after = ['label', 'input', 'error', 'description'] as const

/**
 * The fields of a postal address. The country decides what the state and the postcode are called, and whether states are
 * a list. An unusual postcode warns and can be saved.
 */
export function AddressFields<V extends Values>({ form, names }: { form: SchemaForm<V>; names: AddressNames<V> }) {
  const t = useTexts()
  const { field } = form
  const values = form.form.values as Record<string, unknown>
  const textOf = (name: string) => (typeof values[name] === 'string' ? values[name] : '')
  const country = textOf(names.country)
  const { states } = postalFormatOf(country)
  const state = textOf(names.state)
  const example = unusualPostcode(country, textOf(names.postcode))
  const isListed = state === '' || states.some(([code]) => code === state)
  const choose = (next: string) => {
    const { states: others } = postalFormatOf(next)
    const isKnown = others.length === 0 || others.some(([code]) => code === state)
    form.form.setValues({ [names.country]: next, ...(isKnown ? {} : { [names.state]: '' }) } as Partial<V>)
  }
  return (
    <>
      <CountrySelect {...field(names.country)} onChange={(event) => choose(event.currentTarget.value)} />
      <TextInput autoComplete="address-line1" dir="auto" maxLength={200} {...field(names.street)} />
      <div className={classes.town}>
        <TextInput autoComplete="address-level2" dir="auto" maxLength={100} {...field(names.city)} />
        {states.length > 0 ? (
          <NativeSelect
            autoComplete="address-level1"
            {...field(names.state)}
            data={[
              { value: '', label: '' },
              ...(isListed ? [] : [{ value: state, label: state }]),
              ...states.map(([value, label]) => ({ value, label })),
            ]}
          />
        ) : (
          <TextInput autoComplete="address-level1" maxLength={100} {...field(names.state)} />
        )}
        <TextInput
          autoComplete="postal-code"
          maxLength={20}
          dir="ltr"
          order={after}
          {...field(names.postcode)}
          description={
            example === undefined ? undefined : <FieldWarning>{t('postal_postcode_unusual', { example })}</FieldWarning>
          }
        />
      </div>
    </>
  )
}

/** Says what is unusual about a value that can be saved all the same. */
export const FieldWarning = ({ children }: { children: ReactNode }) => (
  <span className={classes.warning}>
    <IconAlertTriangle size={15} stroke={1.75} aria-hidden />
    <span>{children}</span>
  </span>
)
