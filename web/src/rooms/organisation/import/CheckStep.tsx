import {
  type Import,
  type ImportProblem,
  mostCorrections,
  mostLeftOut,
} from '@cutaway/contract/administration/imports.ts'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { isolated } from '../../../core/i18n/format.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { toast } from '../../../core/toast.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Checkbox } from '../../../ui/form/Choice.tsx'
import { Counts } from './Counts.tsx'
import classes from './Import.module.css'
import { type Choices, choicesOf, type ImportPageKind } from './kind.ts'
import { type RowEdits, RowsCard } from './RowsCard.tsx'

/** Runs a call that returns the import, and shows its refusal. */
export type Act = (work: Promise<{ status: 0 | 1; message: string; data: Import | null }>) => Promise<boolean>

/** The third step: what the import will do, row by row. Nothing is changed before its button is pressed. */
export function CheckStep({
  kind,
  of,
  act,
  onColumns,
}: {
  kind: ImportPageKind
  of: Import
  act: Act
  onColumns: () => void
}) {
  const t = useTexts()
  const format = useFormat()
  const [invite, setInvite] = useState(false)
  const [busy, setBusy] = useState(false)
  const { counts, invitations } = of
  const doing = counts.add + counts.change
  const what = t(kind.name === 'users' ? 'import_people' : 'import_places', { count: doing })
  const mails = t('import_mails', { count: invitations })
  const start = async () => {
    setBusy(true)
    await act(kind.start(of.id, invite))
    setBusy(false)
  }
  const use = ({ field, value }: ImportProblem, to: string) => {
    if (field === null || value === undefined) return
    // A value that was replaced before by this one is replaced by the new one.
    const replacements = of.replacements.map((one) => (one.field === field && one.to === value ? { ...one, to } : one))
    if (!replacements.some((one) => one.field === field && one.from === value))
      replacements.push({ field, from: value, to })
    check({ replacements })
  }
  const check = (changed: Partial<Choices>) => void act(kind.check({ ...choicesOf(of), id: of.id, ...changed }))
  const edit: RowEdits = {
    correct(row, cells) {
      const corrections = [
        ...of.corrections.filter((one) => one.row !== row || !(one.field in cells)),
        ...Object.entries(cells).map(([field, to]) => ({ row, field, to })),
      ]
      if (corrections.length > mostCorrections) toast('import_too_many_corrections', { kind: 'warning' })
      else check({ corrections })
    },
    leaveOut(row, isLeftOut) {
      const left_out = isLeftOut ? [...of.left_out, row] : of.left_out.filter((one) => one !== row)
      if (left_out.length > mostLeftOut) toast('import_too_many_corrections', { kind: 'warning' })
      else check({ left_out })
    },
  }
  return (
    <>
      <Counts
        counts={[
          { label: t('import_new'), value: counts.add, hint: t('import_new_hint') },
          { label: t('import_changed'), value: counts.change, hint: t('import_changed_hint') },
          { label: t('import_same'), value: counts.same, hint: t('import_same_hint') },
          { label: t('import_problems'), value: counts.refused, hint: t('import_problems_hint'), bad: true },
          ...(counts.left_out > 0
            ? [{ label: t('import_left_out'), value: counts.left_out, hint: t('import_left_out_hint') }]
            : []),
        ]}
      />
      <p className={classes.line}>
        {t('import_checked_line', {
          name: isolated(of.file_name),
          rows: t('import_rows', { count: of.rows }),
          seconds: format.number(Math.max(0.1, Math.round((of.check_seconds ?? 0) * 10) / 10)),
        })}
      </p>
      {of.is_own ? (
        <div className={classes.act}>
          {invitations > 0 ? (
            <Checkbox
              label={t('import_invite', { mails })}
              description={t('import_invite_text')}
              checked={invite}
              onChange={(event) => setInvite(event.currentTarget.checked)}
            />
          ) : null}
          <div className={classes.actButtons}>
            {doing === 0 ? (
              <p className={classes.reason} id="import-nothing">
                {t('import_nothing_to_do')}
              </p>
            ) : null}
            <Button leftSection={<IconArrowLeft className="flip" size={16} stroke={1.75} />} onClick={onColumns}>
              {t('import_step_columns')}
            </Button>
            <Button
              variant="filled"
              loading={busy}
              disabled={doing === 0}
              aria-describedby={doing === 0 ? 'import-nothing' : undefined}
              onClick={() => void start()}
            >
              {invite && invitations > 0 ? t('import_start_mail', { what, mails }) : t('import_start', { what })}
            </Button>
          </div>
        </div>
      ) : null}
      <RowsCard
        kind={kind}
        of={of}
        {...(of.is_own ? { onUse: use, edit } : {})}
        groups={[
          { id: 'problems', label: t('import_problems'), count: counts.refused, outcome: 'refused' },
          { id: 'new', label: t('import_new'), count: counts.add, outcome: 'add' },
          { id: 'changed', label: t('import_changed'), count: counts.change, outcome: 'change' },
          { id: 'same', label: t('import_same'), count: counts.same, outcome: 'same' },
          ...(counts.left_out > 0
            ? [{ id: 'left_out', label: t('import_left_out'), count: counts.left_out, outcome: 'left_out' as const }]
            : []),
        ]}
      />
    </>
  )
}
