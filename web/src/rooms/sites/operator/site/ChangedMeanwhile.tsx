import type { WebSiteData } from '@cutaway/contract/rooms/sites/operator.ts'
import { useFormat, useTexts } from '../../../../core/i18n/i18n.ts'
import { SavedMeanwhile } from '../../form/SavedMeanwhile.tsx'
import { useWords } from '../words.ts'
import classes from './WebSite.module.css'

/** Shows who saved the web site since the form was opened, and which fields changed, before anything is overwritten. */
export function ChangedMeanwhile({
  theirs,
  fields,
  onShow,
  onKeep,
}: {
  theirs: Pick<WebSiteData, 'changed_by' | 'changed_at'>
  /** Labels of the fields that they changed. */
  fields: readonly string[]
  onShow: () => void
  onKeep: () => void
}) {
  const t = useTexts()
  const { seen } = useFormat()
  const { list } = useWords()
  return (
    <SavedMeanwhile onTheirs={onShow} onMine={onKeep}>
      <p>
        {t('site_changed_meanwhile', {
          name: theirs.changed_by,
          time: seen(theirs.changed_at),
          fields: fields.length > 0 ? list(fields) : t('site_changed_nothing'),
        })}
      </p>
      <p className={classes.hint}>{t('site_keep_text')}</p>
    </SavedMeanwhile>
  )
}
