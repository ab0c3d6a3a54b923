import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import classes from './SavedMeanwhile.module.css'

/** Says that someone else has saved meanwhile, and offers their state or to keep the own changes on top of it. */
export function SavedMeanwhile({
  children,
  onTheirs,
  onMine,
}: {
  /** Who saved what, in words: a text or paragraphs. */
  children: ReactNode
  onTheirs: () => void
  onMine: () => void
}) {
  const t = useTexts()
  return (
    <div className={classes.box} role="alert">
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
      <div className={classes.words}>{children}</div>
      <span className={classes.acts}>
        <Button size="xs" onClick={onTheirs}>
          {t('conflict_show_theirs')}
        </Button>
        <Button size="xs" onClick={onMine}>
          {t('conflict_keep_mine')}
        </Button>
      </span>
    </div>
  )
}
