import type { WebSiteData } from '@cutaway/contract/rooms/sites/operator.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useFormat, useTexts } from '../../../../core/i18n/i18n.ts'
import { Button } from '../../../../ui/form/Button.tsx'
import { useWords } from '../words.ts'
import classes from './WebSite.module.css'

/** Shows who saved the web site since the form was opened, and which fields changed, before anything is overwritten. */
export function ChangedMeanwhile({
  theirs,
  fields,
  onShow,
  onKeep,
}: {
  theirs: WebSiteData
  /** Labels of the fields that they changed. */
  fields: readonly string[]
  onShow: () => void
  onKeep: () => void
}) {
  const t = useTexts()
  const { seen } = useFormat()
  const { list } = useWords()
  return (
    <div className={classes.meanwhile} role="alert">
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
      <div>
        <p>
          {t('site_changed_meanwhile', {
            name: theirs.changed_by,
            time: seen(theirs.changed_at),
            fields: fields.length > 0 ? list(fields) : t('site_changed_nothing'),
          })}
        </p>
        <p className={classes.hint}>{t('site_keep_text')}</p>
        <span className={classes.saveButtons}>
          <Button size="xs" onClick={onShow}>
            {t('site_show_theirs')}
          </Button>
          <Button size="xs" onClick={onKeep}>
            {t('site_keep_mine')}
          </Button>
        </span>
      </div>
    </div>
  )
}
