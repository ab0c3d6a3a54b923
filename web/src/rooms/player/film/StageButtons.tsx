import { IconKeyboard, IconPresentation } from '@tabler/icons-react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useEngine } from '../engine/context.ts'
import classes from './Panel.module.css'

/** Renders the actions on the whole stage: customer mode and the shortcuts. Hidden in customer mode. */
export function StageButtons() {
  const t = useTexts()
  const { openDialog, customer } = useEngine()
  return (
    <span className={classes.stageButtons} data-internal="">
      {customer && (
        <button
          type="button"
          className={classes.keys}
          aria-label={t('film_customer_mode')}
          title={t('film_customer_mode')}
          onClick={() => customer.set(true)}
        >
          <IconPresentation size={18} stroke={1.75} aria-hidden="true" />
        </button>
      )}
      <button
        type="button"
        className={`${classes.keys} ${classes.keyboard}`}
        aria-haspopup="dialog"
        aria-label={t('film_keys')}
        title={t('film_keys')}
        onClick={() => openDialog('keys')}
      >
        <IconKeyboard size={18} stroke={1.75} aria-hidden="true" />
      </button>
    </span>
  )
}
