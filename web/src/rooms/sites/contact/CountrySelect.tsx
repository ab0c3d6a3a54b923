import { getCountry } from '@cutaway/contract/rooms/sites/sites.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../core/api.ts'
import { useLanguage } from '../../../core/i18n/i18n.ts'
import { NativeSelect, type SelectProps } from '../../../ui/form/Field.tsx'
import { countryChoices } from './countries.ts'

/** All countries in the words of the language. The browser's own list: on a phone nothing is easier. */
export function CountrySelect(props: Omit<SelectProps, 'data'>) {
  const { language_code } = useLanguage()
  const countries = useQuery({
    queryKey: ['countries'],
    queryFn: ({ signal }) => call(getCountry, { signal }),
    staleTime: Infinity,
  })
  const choices = useMemo(() => countryChoices(countries.data ?? [], language_code), [countries.data, language_code])
  return <NativeSelect autoComplete="country" {...props} data={[{ value: '', label: '' }, ...choices]} />
}
