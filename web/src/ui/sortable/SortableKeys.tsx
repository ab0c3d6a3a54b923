import { IconKeyboard } from '@tabler/icons-react'
import { useTexts } from '../../core/i18n/i18n.ts'
import classes from './SortableRow.module.css'

/** Says how rows are moved by keys. */
export function SortableKeys() {
  const t = useTexts()
  return (
    <p className={classes.keys}>
      <IconKeyboard size={17} stroke={1.75} aria-hidden />
      {t('drag_keys')}
    </p>
  )
}
