import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import { useEffect, useRef } from 'react'
import { useBrandId, useSignedIn } from '../../core/session.ts'
import { enqueue, flushOnExit } from '../../core/offline-queue.ts'
import { pageToken } from '../../core/api.ts'
import { useEngine } from './engine/context.ts'
import { playedFrom, WatchedRanges } from './engine/watched-ranges.ts'
import { trackTypeOf } from './useSharedScreen.ts'
import { uuid } from '../../core/uuid.ts'

const reportEvery = 15_000

/** Reports that the film was opened, that it was played, and which seconds of it. Renders nothing. */
export function ViewTracking({ details, languageId }: { details: AnimationDetails; languageId: number }) {
  const { user, web_site } = useSignedIn()
  const brand_id = useBrandId()
  const { machine } = useEngine()
  const { partId: part_id, video_type } = details.video
  const isPage = pageToken() !== null
  const tracktype = isPage ? 'api' : trackTypeOf(user)
  const { driverside } = web_site

  // Changing the language in mid-film does not start a new view.
  const language = useRef(languageId)
  useEffect(() => {
    language.current = languageId
  }, [languageId])

  useEffect(() => {
    // The history belongs to the person whose key opened a framed page.
    if (isPage) return
    enqueue('insertPartViewed', { part_id, brand_id, driverside, tracktype, video_type, lang_id: language.current })
  }, [isPage, part_id, brand_id, driverside, tracktype, video_type])

  const video = machine?.video
  useEffect(() => {
    if (!video) return
    const stretches = new WatchedRanges()
    const view = uuid()
    let report = 0
    let counted = false

    const onPlaying = () => {
      const now = video.currentTime
      // The film may have begun to play before the application was there to watch it.
      stretches.play(seen.has(video) ? now : (playedFrom(video) ?? now), now)
      seen.add(video)
      if (counted) return
      counted = true
      enqueue('insertTrackPartViewed', {
        part_id,
        brand_id,
        driverside,
        tracktype,
        video_type,
        lang_id: language.current,
      })
    }
    const onTime = () => stretches.progress(video.currentTime, video.playbackRate)
    const onStop = () => stretches.stop()
    const onSeeked = () => {
      if (!video.paused) stretches.play(video.currentTime)
    }
    const tellWatched = () => {
      const taken = stretches.take()
      if (taken.length === 0) return
      enqueue('watchedSeconds', {
        watched: [{ view, report, part_id, brand_id, lang_id: language.current, stretches: taken }],
      })
      report += 1
    }
    const onHidden = () => {
      if (document.visibilityState !== 'hidden') return
      tellWatched()
      flushOnExit()
    }
    const regularly = setInterval(tellWatched, reportEvery)
    video.addEventListener('playing', onPlaying)
    video.addEventListener('timeupdate', onTime)
    video.addEventListener('seeked', onSeeked)
    for (const event of stops) video.addEventListener(event, onStop)
    document.addEventListener('visibilitychange', onHidden)
    if (!video.paused) onPlaying()
    return () => {
      clearInterval(regularly)
      video.removeEventListener('playing', onPlaying)
      video.removeEventListener('timeupdate', onTime)
      video.removeEventListener('seeked', onSeeked)
      for (const event of stops) video.removeEventListener(event, onStop)
      document.removeEventListener('visibilitychange', onHidden)
      tellWatched()
    }
  }, [video, part_id, brand_id, driverside, tracktype, video_type])
  return null
}

/** The elements whose playback has been watched from its beginning. */
const seen = new WeakSet<HTMLVideoElement>()
const stops = ['pause', 'ended', 'seeking', 'waiting', 'emptied']
