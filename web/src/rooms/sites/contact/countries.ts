import type { Country } from '@cutaway/contract/rooms/sites/sites.ts'
import type { z } from 'zod'

/** Countries as choices, named and sorted in a language. */
export function countryChoices(
  countries: readonly Pick<z.infer<typeof Country>, 'country_code' | 'name'>[],
  locale: string,
): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const order = new Intl.Collator(locale)
  const nameOf = (code: string, name: string) => {
    try {
      return names.of(code.toUpperCase()) ?? name
    } catch {
      return name
    }
  }
  return countries
    .map(({ country_code: code, name }) => ({ value: code, label: nameOf(code, name) }))
    .toSorted((a, b) => order.compare(a.label, b.label))
}
