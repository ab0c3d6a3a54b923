import { IconKeyboard } from '@tabler/icons-react'
import { useTexts } from '../../core/i18n.ts'
import { useEngine } from './engine/context.ts'
import classes from './Panel.module.css'

/** Switches the shortcuts of single letters and figures off for those whom they disturb. */
export function KeysButton() {
  const t = useTexts()
  const { keysOn, toggle } = useEngine()
  return (
    <button
      type="button"
      className={classes.keys}
      aria-pressed={keysOn}
      aria-label={t('film_keys')}
      title={t('film_keys_hint')}
      onClick={() => toggle('keys')}
    >
      <IconKeyboard size={16} stroke={1.75} aria-hidden="true" />
    </button>
  )
}
