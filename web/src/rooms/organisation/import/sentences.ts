import type { ImportProblem, ImportRow } from '@cutaway/contract/administration/imports.ts'
import { isolated, type Format } from '../../../core/i18n/format.ts'
import type { Translate } from '../../../core/i18n/texts.ts'
import type { ImportPageKind } from './kind.ts'

/** The sentences about a row. */

export interface Speaker {
  t: Translate
  format: Format
  /** Returns the name of a role. */
  tag: (name: string) => string
  kind: ImportPageKind
}

/** Returns the sentence of a problem: dates and names in the way of the page. */
export function sentenceOf({ key, values }: ImportProblem, { t, format }: Pick<Speaker, 't' | 'format'>): string {
  const shown = Object.entries(values).map(([name, value]) => {
    if (name === 'date') return [name, format.date(value)] as const
    if (name === 'row' || name === 'most') return [name, format.number(Number(value))] as const
    return [name, isolated(value)] as const
  })
  return t(key, Object.fromEntries(shown))
}

/** Returns the label of a field; for a problem of the whole row, says that. */
export function labelOf(field: string | null, { t, kind }: Pick<Speaker, 't' | 'kind'>): string {
  const found = kind.fields.find(({ name }) => name === field)
  return t(found?.label ?? 'import_whole_row')
}

/** Returns 'Role: Service adviser → Location manager' for each change of a row. */
export function changesOf(row: ImportRow, speaker: Speaker): string[] {
  const { t, tag } = speaker
  const shown = (field: string, value: string) => {
    if (value === '') return t('import_nothing')
    if (field === 'role') return tag(`role_${value}`)
    if (field === 'is_employee') return t(value === '1' ? 'import_yes' : 'import_no')
    return isolated(value)
  }
  return row.changes.map(({ field, before, after }) =>
    t('import_change_of', {
      field: labelOf(field, speaker),
      before: shown(field, before),
      after: shown(field, after),
    }),
  )
}
