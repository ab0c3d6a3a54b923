/**
 * The rules of message texts: placeholders in braces, plural forms as suffixes of keys, and no markup. The server checks
 * what is saved and imported; the browser checks while a translator types.
 *
 * Of the syntax of ICU MessageFormat, texts have simple arguments only: `{name}`, a name of letters, digits and underscores.
 * Numbers and dates come in formatted, and each plural form is a key of its own with the suffix of its CLDR category, so
 * `{count, plural, …}`, `select` and `{date, date}` are refused as wrong braces. An apostrophe is an apostrophe: it quotes nothing.
 */

/** A problem of a translation, compared with the English text. */
export type TextProblem =
  /** The text is empty. To remove it, use the shipped text. */
  | { kind: 'empty' }
  | { kind: 'too_long'; most: number }
  /** A brace without its other half, or with something other than a name inside. */
  | { kind: 'braces' }
  /** Texts are not HTML: a tag would be shown as it is. */
  | { kind: 'markup' }
  /** Placeholders that English does not have. */
  | { kind: 'unknown'; names: string[] }
  /** Placeholders of English that the text lacks. */
  | { kind: 'missing'; names: string[] }

/** Maximum length of a text. The longest shipped one has some 230 characters. */
export const mostTextLength = 2000

/** Returns the names in braces, each once, in the order of the text. */
export const placeholdersOf = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!)),
]

const forms = ['zero', 'one', 'two', 'few', 'many', 'other'] as const
export type PluralForm = (typeof forms)[number]

/** Returns the plural form that a key is for ('films_count_one'), if its text counts. */
export function pluralFormOf(key: string, english: string): PluralForm | undefined {
  const form = forms.find((one) => key.endsWith(`_${one}`))
  return form !== undefined && placeholdersOf(english).includes('count') ? form : undefined
}

/** Returns the smallest count that a language shows in a plural form; undefined if the language does not use the form. */
export function countFor(form: PluralForm, tag: string): number | undefined {
  const rules = new Intl.PluralRules(tag)
  if (!rules.resolvedOptions().pluralCategories.includes(form)) return undefined
  // A count of two digits, if there is one, shows the position of the number better than 0 does.
  const counts = [12, 1, 2, ...Array.from({ length: 200 }, (_, i) => i), 1_000_000]
  return counts.find((count) => rules.select(count) === form)
}

/** Plural forms for a few small numbers, which a text may write as a word: "one film". */
const inWords: ReadonlySet<PluralForm | undefined> = new Set<PluralForm>(['zero', 'one', 'two'])

/** Returns what is wrong with a translation of an English text. */
export function problemsOf(english: string, text: string, { key }: { key: string }): TextProblem[] {
  if (text.trim() === '') return [{ kind: 'empty' }]
  const asked = placeholdersOf(english)
  const given = placeholdersOf(text)
  const unknown = given.filter((name) => !asked.includes(name))
  const isInWords = inWords.has(pluralFormOf(key, english))
  const missing = asked.filter((name) => !given.includes(name) && !(name === 'count' && isInWords))
  return [
    ...(text.length > mostTextLength ? [{ kind: 'too_long' as const, most: mostTextLength }] : []),
    ...(/[{}]/.test(text.replaceAll(/\{\w+\}/g, '')) ? [{ kind: 'braces' as const }] : []),
    ...(/<[a-z!/]/i.test(text) ? [{ kind: 'markup' as const }] : []),
    ...(unknown.length > 0 ? [{ kind: 'unknown' as const, names: unknown }] : []),
    ...(missing.length > 0 ? [{ kind: 'missing' as const, names: missing }] : []),
  ]
}
