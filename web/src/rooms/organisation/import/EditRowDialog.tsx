import type { Import, ImportRow } from '@cutaway/contract/administration/imports.ts'
import { type FormEvent, useId, useState } from 'react'
import { isolated } from '../../../core/i18n/format.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { FieldError } from '../../sites/FieldError.tsx'
import classes from './Import.module.css'
import type { ImportPageKind } from './kind.ts'
import { sentenceOf } from './sentences.ts'

/** The cells of one row as the import reads them: a field for each, with its problem. The file stays as it is. */
export function EditRowDialog({
  kind,
  of,
  row: { row, name, key, cells, problems },
  onCorrect,
  onClose,
}: {
  kind: ImportPageKind
  of: Import
  row: ImportRow
  /** The changed cells, by field. */
  onCorrect: (cells: Record<string, string>) => void
  onClose: () => void
}) {
  const t = useTexts()
  const format = useFormat()
  const form = useId()
  const read = Object.fromEntries(kind.fields.map((field) => [field.name, cellOf(of, row, cells, field.name)]))
  const [values, setValues] = useState(read)
  const changed = Object.fromEntries(
    Object.entries(values)
      .map(([field, value]) => [field, value.trim()] as const)
      .filter(([field, value]) => value !== read[field]),
  )
  const isChanged = Object.keys(changed).length > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isChanged) return
    onCorrect(changed)
    onClose()
  }
  return (
    <Dialog
      title={t('import_edit_row', { row: format.number(row) })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="filled" type="submit" form={form} disabled={!isChanged}>
            {t('import_correct_check')}
          </Button>
        </>
      }
    >
      <form id={form} className={classes.correct} onSubmit={submit}>
        {name || key ? (
          <p className={classes.name}>
            <bdi>{name || key}</bdi>
          </p>
        ) : null}
        <p>
          {t('import_edit_row_text')} {t('import_clear_text', { word: isolated(t('import_clear_word')) })}
        </p>
        <div className={classes.cells}>
          {kind.fields.map((field, at) => {
            const problem = problems.find((one) => one.field === field.name)
            return (
              <TextInput
                key={field.name}
                label={t(field.label)}
                value={values[field.name] ?? ''}
                maxLength={500}
                autoComplete="off"
                dir="auto"
                data-autofocus={problem || (problems.length === 0 && at === 0) ? true : undefined}
                error={problem ? <FieldError>{sentenceOf(problem, { t, format })}</FieldError> : undefined}
                onChange={({ currentTarget: { value } }) => setValues((before) => ({ ...before, [field.name]: value }))}
              />
            )
          })}
        </div>
      </form>
    </Dialog>
  )
}

/** The text of a cell as the import reads it: corrected in this row, replaced everywhere, or as in the file. */
function cellOf(of: Import, row: number, cells: ImportRow['cells'], field: string): string {
  const corrected = of.corrections.find((one) => one.row === row && one.field === field)
  if (corrected) return corrected.to
  const at = of.columns.findIndex((column) => column.field === field)
  const text = (cells?.[at] ?? '').trim()
  return of.replacements.find((one) => one.field === field && one.from === text)?.to ?? text
}
