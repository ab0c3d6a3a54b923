/**
 * Resolves message keys to texts: looks up, selects the plural form, fills the placeholders. Pure; `i18n.ts` holds the
 * language.
 */

export type Values = Record<string, string | number>
export type Translate = (key: string, values?: Values) => string
export type Table = Readonly<Record<string, string>>

/**
 * `t('films_count', { count: 3 })` uses the CLDR plural form: films_count_other, films_count_two in Hebrew, else the
 * key itself. `{name}` is filled from the values; numbers are formatted for the language. A key without a text is
 * returned unchanged, because a server's message may be a sentence.
 */
export function makeTranslate(table: Table, locale: string): Translate {
  const plural = new Intl.PluralRules(locale)
  const number = new Intl.NumberFormat(locale)
  return (key, values = {}) => {
    const { count } = values
    const text =
      typeof count === 'number'
        ? (table[`${key}_${plural.select(count)}`] ?? table[`${key}_other`] ?? table[key])
        : table[key]
    return (text ?? key).replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = values[name]
      if (value === undefined) return placeholder
      // Only counts are grouped, so that a year has no separator.
      return typeof value === 'number' && name === 'count' ? number.format(value) : String(value)
    })
  }
}
