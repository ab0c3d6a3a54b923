import { useMemo } from 'react'
import { useLanguage } from '../../../core/i18n/i18n.ts'

/** Returns how the language of the page writes lists of words and numbers with one decimal. */
export function useWords() {
  const { language_code: locale } = useLanguage()
  return useMemo(() => {
    const list = new Intl.ListFormat(locale)
    const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
    return {
      list: (words: readonly string[]) => list.format(words),
      decimal: (value: number) => decimal.format(value),
    }
  }, [locale])
}
