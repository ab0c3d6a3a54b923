import { IconVolumeOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../../../../core/i18n/i18n.ts'
import { useEngine } from '../context.ts'
import { usePlayer } from '../sources/player.ts'
import classes from './SoundReminder.module.css'

const shownFor = 6000

/** Shows a reminder for 6 s when a narrated film starts muted. Pressing it unmutes the film. */
export function SoundReminder() {
  const t = useTexts()
  const { machine } = useEngine()
  const player = usePlayer()
  const silent = usePlayer((s) => s.muted || s.volume === 0)
  const [shown, setShown] = useState(false)
  const video = machine?.video

  useEffect(() => {
    if (!video) return
    let timer: ReturnType<typeof setTimeout>
    const onPlay = () => {
      if (!video.muted && video.volume > 0) return
      setShown(true)
      clearTimeout(timer)
      timer = setTimeout(() => setShown(false), shownFor)
    }
    if (!video.paused) onPlay()
    video.addEventListener('play', onPlay)
    return () => {
      clearTimeout(timer)
      video.removeEventListener('play', onPlay)
    }
  }, [video])

  return (
    <div role="status">
      {shown && silent && (
        <button type="button" className={classes.reminder} onClick={() => player.toggleMuted()}>
          <IconVolumeOff size={18} stroke={1.75} aria-hidden="true" />
          {t('turn_on_sound_reminder')}
        </button>
      )}
    </div>
  )
}
