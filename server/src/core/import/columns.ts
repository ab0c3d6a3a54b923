import type { ImportField } from './kind.ts'

/** Matches the columns of a file with fields by their headers. */

/** Returns a header without capitals, accents, spaces and punctuation: 'E-Mail ' is 'email'. */
export const plainHeader = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

/**
 * Returns the field of each column, or null. `remembered` holds earlier choices by plain header and wins; then come the
 * labels in the languages of `labelsOf`, wire names and synonyms. Each field is given once, to the first column.
 */
export function matchColumns(
  header: readonly string[],
  fields: readonly ImportField[],
  {
    remembered,
    labelsOf,
  }: { remembered: ReadonlyMap<string, string | null>; labelsOf: (field: ImportField) => string[] },
): (string | null)[] {
  const known = new Map<string, string>()
  for (const field of fields.toReversed())
    for (const name of [...field.synonyms, field.name, ...labelsOf(field)]) known.set(plainHeader(name), field.name)
  const given = new Set<string>()
  return header.map((text) => {
    const plain = plainHeader(text)
    const chosen = remembered.get(plain)
    const name = chosen === undefined ? known.get(plain) : chosen
    if (name === undefined || name === null || given.has(name) || !fields.some((field) => field.name === name))
      return null
    given.add(name)
    return name
  })
}
