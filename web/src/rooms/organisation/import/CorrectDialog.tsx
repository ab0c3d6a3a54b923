import type { ImportProblem } from '@cutaway/contract/administration/imports.ts'
import { roleIds } from '@cutaway/contract/roles.ts'
import { type FormEvent, useId, useState } from 'react'
import { isolated } from '../../../core/i18n/format.ts'
import { useTag, useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { NativeSelect, TextInput } from '../../../ui/form/Field.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import classes from './Import.module.css'
import type { ImportPageKind } from './kind.ts'
import { labelOf } from './sentences.ts'

/** Roles that are never given by hand. */
const notGiven = new Set([8, 9])

/** Asks for the value that replaces a wrong one in the whole column. */
export function CorrectDialog({
  kind,
  problem,
  onCorrect,
  onClose,
}: {
  kind: ImportPageKind
  problem: ImportProblem
  onCorrect: (value: string) => void
  onClose: () => void
}) {
  const t = useTexts()
  const tag = useTag()
  const { user } = useSignedIn()
  const form = useId()
  const label = labelOf(problem.field, { t, kind })
  const roles = roleIds
    .filter((id) => id > user.user_access_id && !notGiven.has(id))
    .map((id) => ({ value: String(id), label: tag(`role_${id}`) }))
  const isRole = problem.field === 'role' && roles.length > 0
  const [value, setValue] = useState(isRole ? '' : (problem.suggestion ?? problem.value ?? ''))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (value.trim() === '') return
    onCorrect(value.trim())
    onClose()
  }
  return (
    <Dialog
      title={t('import_correct_title', { field: label })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="filled" type="submit" form={form} disabled={value.trim() === ''}>
            {t('import_correct_check')}
          </Button>
        </>
      }
    >
      <form id={form} className={classes.correct} onSubmit={submit}>
        <p>{t('import_correct_text', { value: isolated(problem.value ?? '') })}</p>
        {isRole ? (
          <NativeSelect
            label={label}
            data={[{ value: '', label: '' }, ...roles]}
            value={value}
            data-autofocus
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        ) : (
          <TextInput
            label={label}
            value={value}
            maxLength={500}
            autoComplete="off"
            data-autofocus
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        )}
      </form>
    </Dialog>
  )
}
