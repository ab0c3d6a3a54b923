import { IconPlugX, IconRefresh } from '@tabler/icons-react'
import { useTexts } from '../../../core/i18n.ts'
import { useEngine } from './context.ts'
import classes from './Failure.module.css'

/** Stands in the film's place when it cannot be played. */
export function Failure({ reference }: { reference: string }) {
  const t = useTexts()
  const { machine } = useEngine()
  return (
    <div className={classes.failure} role="alert">
      <IconPlugX size={30} stroke={1.75} aria-hidden="true" />
      <h3>{t('film_not_playing')}</h3>
      <p>{t('film_not_playing_hint')}</p>
      <button type="button" className={classes.again} onClick={() => machine?.playback.retry()}>
        <IconRefresh size={16} stroke={1.75} aria-hidden="true" />
        {t('try_again')}
      </button>
      <small>{t('reference', { reference })}</small>
    </div>
  )
}
