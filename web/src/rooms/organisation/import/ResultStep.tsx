import type { Import } from '@cutaway/contract/administration/imports.ts'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { isolated } from '../../../core/i18n/format.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import type { Act } from './CheckStep.tsx'
import { Counts } from './Counts.tsx'
import classes from './Import.module.css'
import type { ImportPageKind } from './kind.ts'
import { RowsCard } from './RowsCard.tsx'

/** The last step: what was done, what was left out, and the undo of all of it. */
export function ResultStep({
  kind,
  of,
  act,
  onAgain,
}: {
  kind: ImportPageKind
  of: Import
  act: Act
  onAgain: () => void
}) {
  const t = useTexts()
  const format = useFormat()
  const [asks, setAsks] = useState(false)
  const { results, counts, state, undo_until: until } = of
  const isUndone = state === 'undone'
  const isBroken = state === 'failed'
  const title = isUndone ? 'import_undone_title' : isBroken ? 'import_failed_title' : 'import_done_title'
  const done = { label: t('import_result_done'), value: results.done, hint: '' }
  const left = isUndone
    ? { label: t('import_result_kept'), value: results.kept, hint: t('import_result_kept_hint'), bad: true }
    : { label: t('import_result_skipped'), value: results.skipped, hint: t('import_result_skipped_hint'), bad: true }
  return (
    <>
      <section className={classes.result}>
        <h2>{t(title)}</h2>
        <p>
          <bdi>{of.file_name}</bdi>
          {of.finished_at ? ` · ${format.dateTime(of.finished_at)}` : ''}
        </p>
        {isBroken ? (
          <p role="alert">
            {t(of.failure ?? 'server_error')} {t('import_failed_text')}
          </p>
        ) : null}
      </section>
      <Counts
        counts={[
          isUndone ? { label: t('import_result_undone'), value: results.undone, hint: '' } : done,
          left,
          { label: t('import_same'), value: counts.same, hint: '' },
          { label: t('import_problems'), value: counts.refused, hint: t('import_result_skipped'), bad: true },
          ...(counts.left_out > 0
            ? [{ label: t('import_left_out'), value: counts.left_out, hint: t('import_left_out_hint') }]
            : []),
        ]}
      />
      <div className={classes.actButtons} data-result>
        <Button component={Link} to={kind.list.path} variant="filled">
          {t(kind.list.label)}
        </Button>
        <Button onClick={onAgain}>{t('import_again')}</Button>
        {isBroken && of.is_own && of.finished_at === null ? (
          <Button onClick={() => void act(kind.start(of.id, false))}>{t('import_continue')}</Button>
        ) : null}
        {until || isBroken ? (
          <span className={classes.undo}>
            {until ? (
              <span className={classes.reason}>{t('import_undo_until', { date: format.date(until) })}</span>
            ) : null}
            <Button
              leftSection={<IconArrowBackUp className="flip" size={16} stroke={1.75} />}
              onClick={() => setAsks(true)}
            >
              {t('import_undo')}
            </Button>
          </span>
        ) : null}
      </div>
      <RowsCard
        kind={kind}
        of={of}
        groups={[
          ...(left.value > 0
            ? [
                {
                  id: 'left',
                  label: left.label,
                  count: left.value,
                  state: isUndone ? ('kept' as const) : ('skipped' as const),
                },
              ]
            : []),
          { id: 'problems', label: t('import_problems'), count: counts.refused, outcome: 'refused' },
          { id: 'new', label: t('import_new'), count: counts.add, outcome: 'add' },
          { id: 'changed', label: t('import_changed'), count: counts.change, outcome: 'change' },
          ...(counts.left_out > 0
            ? [{ id: 'left_out', label: t('import_left_out'), count: counts.left_out, outcome: 'left_out' as const }]
            : []),
        ]}
      />
      {asks ? (
        <ConfirmDialog
          title={t('import_undo_ask', { name: isolated(of.file_name) })}
          text={t('import_undo_text')}
          verb={t('import_undo')}
          onClose={() => setAsks(false)}
          onConfirm={() => act(kind.undo(of.id))}
        />
      ) : null}
    </>
  )
}
