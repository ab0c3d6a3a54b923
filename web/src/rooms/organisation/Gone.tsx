import { useTexts } from '../../core/i18n/i18n.ts'
import { Button } from '../../ui/form/Button.tsx'
import classes from './Places.module.css'

/** Says who deleted the record of the form meanwhile, and restores it. */
export function Gone({ text, onRestore }: { text: string; onRestore: () => void }) {
  const t = useTexts()
  return (
    <div className={classes.gone}>
      <p>{text}</p>
      <Button onClick={onRestore}>{t('row_restore')}</Button>
    </div>
  )
}
