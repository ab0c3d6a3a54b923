import { roleIds, roleOf } from '@cutaway/contract/roles.ts'
import { plainName, type RowProblems, valueOf } from '../../../core/import/fields.ts'
import { cleared, type ImportContext } from '../../../core/import/kind.ts'
import { languageTagFile, text } from '../../../core/texts.ts'

/** Reads and writes roles and flags in the cells of a file. */

const tagsOf = (language: string): Record<string, string> =>
  JSON.parse(languageTagFile(language)?.bytes.toString() ?? '{}') as Record<string, string>

/** Maps names of roles in a language and in English, and numbers, to roles. */
export function rolesIn(language: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const tags of [tagsOf('en-US'), tagsOf('en-AU'), tagsOf(language)])
    for (const id of roleIds) {
      const name = tags[`role_${id}`]
      if (name) found.set(plainName(name), id)
    }
  for (const id of roleIds) found.set(String(id), id).set(roleOf(id).name, id)
  return found
}

export const roleNameOf = (language: string, role: number): string =>
  tagsOf(language)[`role_${role}`] ?? tagsOf('en-US')[`role_${role}`] ?? String(role)

/** Returns the role of a cell, else the present one. A new user needs one. */
export function readRole(
  cell: string | undefined,
  present: number | undefined,
  roles: ReadonlyMap<string, number>,
  problems: RowProblems,
): number | undefined {
  const name = problems.filled('role', cell)
  if (name === undefined) {
    if (present === undefined && cell !== cleared) problems.add('role', 'import_role_missing')
    return present
  }
  const role = roles.get(plainName(name))
  if (role === undefined) problems.add('role', 'import_role_unknown', { name: name.slice(0, 80) }, valueOf(name))
  return role
}

const words: Readonly<Record<string, 0 | 1>> = { '1': 1, yes: 1, y: 1, true: 1, x: 1, '0': 0, no: 0, n: 0, false: 0 }

/** Returns the flag of a cell: yes or no in English or in a language, 1 or 0. */
export function readFlag(
  field: string,
  cell: string | undefined,
  old: number,
  { site, language }: Pick<ImportContext, 'site' | 'language'>,
  problems: RowProblems,
): number {
  const given = problems.filled(field, cell)
  if (given === undefined) return old
  const word = plainName(given)
  if (word in words) return words[word]!
  if (word === plainName(text(site, language, 'import_yes'))) return 1
  if (word === plainName(text(site, language, 'import_no'))) return 0
  problems.add(field, 'import_flag_unknown', { name: given.slice(0, 80) }, valueOf(given))
  return old
}
