import { IconPlayerTrackNext } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { duration as timeText } from '../../../core/i18n/format.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { useEngine } from '../engine/context.ts'
import { usePlayer } from '../engine/sources/player.ts'
import classes from './Resume.module.css'
import { placeIn, storedPlaces, storePlace } from './resume.ts'

const every = 2000
/** A film that starts by itself offers to resume until this second. */
const offeredUntil = 6

/** Offers to resume where this user stopped, at the start of the film; stores the position during playback. */
export function Resume() {
  const t = useTexts()
  const { user } = useSignedIn()
  const { film, machine } = useEngine()
  const player = usePlayer()
  const { id: part } = film
  const length = film.sources.duration
  const [place, setPlace] = useState(() => placeIn(storedPlaces(user.user_id), part, length))
  const video = machine?.video

  useEffect(() => {
    if (!video) return
    let last = 0
    let moved = false
    const keep = () => {
      if (moved) storePlace(user.user_id, { part, second: video.ended ? length : video.currentTime }, length)
    }
    const onTime = () => {
      // A film at its start has not been watched, so the previous position stays.
      if (video.currentTime < 1) return
      moved = true
      if (video.currentTime > offeredUntil) setPlace(null)
      if (Date.now() - last < every) return
      last = Date.now()
      keep()
    }
    video.addEventListener('timeupdate', onTime)
    for (const event of moments) video.addEventListener(event, keep)
    document.addEventListener('visibilitychange', keep)
    return () => {
      keep()
      video.removeEventListener('timeupdate', onTime)
      for (const event of moments) video.removeEventListener(event, keep)
      document.removeEventListener('visibilitychange', keep)
    }
  }, [video, part, length, user.user_id])

  if (place === null) return null
  const goOn = () => {
    setPlace(null)
    void player.seek(place)
    void player.play().catch(() => undefined)
  }
  return (
    <button type="button" className={classes.resume} onClick={goOn}>
      <IconPlayerTrackNext className="flip" size={16} stroke={1.75} aria-hidden />
      {t('film_resume', { time: timeText(Math.floor(place)) })}
    </button>
  )
}

const moments = ['pause', 'ended', 'seeked']
