import type { Import, ImportProblem } from '@cutaway/contract/administration/imports.ts'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { isolated } from '../../../core/i18n/format.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Checkbox } from '../../../ui/form/Choice.tsx'
import { Counts } from './Counts.tsx'
import classes from './Import.module.css'
import type { ImportPageKind } from './kind.ts'
import { RowsCard } from './RowsCard.tsx'

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
    void act(kind.check({ id: of.id, fields: of.columns.map((column) => column.field), replacements }))
  }
  return (
    <>
      <Counts
        counts={[
          { label: t('import_new'), value: counts.add, hint: t('import_new_hint') },
          { label: t('import_changed'), value: counts.change, hint: t('import_changed_hint') },
          { label: t('import_same'), value: counts.same, hint: t('import_same_hint') },
          { label: t('import_problems'), value: counts.refused, hint: t('import_problems_hint'), bad: true },
        ]}
      />
      <p className={classes.line}>
        {t('import_checked_line', {
          name: isolated(of.file_name),
          rows: format.number(of.rows),
          seconds: format.number(Math.round((of.check_seconds ?? 0) * 10) / 10),
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
        {...(of.is_own ? { onUse: use } : {})}
        groups={[
          { id: 'problems', label: t('import_problems'), count: counts.refused, outcome: 'refused' },
          { id: 'new', label: t('import_new'), count: counts.add, outcome: 'add' },
          { id: 'changed', label: t('import_changed'), count: counts.change, outcome: 'change' },
          { id: 'same', label: t('import_same'), count: counts.same, outcome: 'same' },
        ]}
      />
    </>
  )
}
