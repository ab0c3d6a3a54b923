import { IconAlertTriangle } from '@tabler/icons-react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import classes from './Content.module.css'
import type { Draft } from './useDraft.ts'

/** Says that another operator has saved meanwhile, and offers their state or to keep the own one on top of it. */
export function Overtaken({ draft }: { draft: Pick<Draft<unknown>, 'isOvertaken' | 'takeTheirs' | 'keepMine'> }) {
  const t = useTexts()
  if (!draft.isOvertaken) return null
  return (
    <div className={classes.overtaken} role="alert">
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
      <p>{t('content_overtaken')}</p>
      <span className={classes.acts}>
        <Button size="xs" onClick={draft.takeTheirs}>
          {t('content_show_theirs')}
        </Button>
        <Button size="xs" onClick={draft.keepMine}>
          {t('content_keep_mine')}
        </Button>
      </span>
    </div>
  )
}
