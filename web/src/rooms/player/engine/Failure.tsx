import { IconPlugX, IconRefresh, IconWifiOff } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useOnline } from '../../../core/online.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useEngine } from './context.ts'
import classes from './Failure.module.css'

/** Replaces a film that cannot be played. When offline it says so, and resumes when the connection is back. */
export function Failure({ reference }: { reference: string }) {
  const t = useTexts()
  const { film, machine, findLanguages, customer } = useEngine()
  const online = useOnline()
  const playback = machine?.playback

  const wasOffline = useRef(false)
  useEffect(() => {
    if (!online) wasOffline.current = true
    else if (wasOffline.current) playback?.retry()
  }, [online, playback])

  const Sign = online ? IconPlugX : IconWifiOff
  return (
    <div className={classes.failure} role="alert">
      <Sign size={30} stroke={1.75} aria-hidden="true" />
      <h3>{t(online ? 'film_not_playing' : 'film_offline')}</h3>
      <p>{t(online ? 'film_not_playing_hint' : 'film_offline_hint')}</p>
      <div className={classes.ways}>
        <button type="button" className={classes.again} onClick={() => playback?.retry()}>
          <IconRefresh size={16} stroke={1.75} aria-hidden="true" />
          {t('try_again')}
        </button>
        {online && findLanguages && film.kind === 'narrated' && !customer?.on && (
          <button type="button" className={classes.other} onClick={findLanguages}>
            {t('film_other_languages')}
          </button>
        )}
      </div>
      {online && <small>{t('reference', { reference })}</small>}
    </div>
  )
}
