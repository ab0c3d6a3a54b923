import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { reportError } from '../../../core/errors.ts'
import { useLanguage } from '../../../core/i18n/i18n.ts'
import { Captions } from '../../../rooms/player/engine/captions/Captions.tsx'
import { servingTag } from '../../../rooms/player/engine/captions/languages.ts'
import { useEngine, usePlayback } from '../../../rooms/player/engine/context.ts'
import { FilmProvider } from '../../../rooms/player/engine/FilmProvider.tsx'
import { useBox } from '../../../rooms/player/engine/labels/useBox.ts'
import { filmOf } from '../../../rooms/player/film.ts'
import { useDetailsQuery } from '../../../rooms/player/useDetails.ts'
import classes from './Attract.module.css'

interface AttractFilmProps {
  film: FilmTile
  /** The share of the film that has played, from 0 to 1. */
  onTime: (share: number) => void
  onEnd: () => void
  onFail: () => void
}

/** Plays one film without sound, with captions in the language of the page. It is not counted as a view. */
export function AttractFilm({ film, onTime, onEnd, onFail }: AttractFilmProps) {
  const { language_id, language_code } = useLanguage()
  const { data, isError } = useQuery(useDetailsQuery(film.part_id)(language_id))
  const fail = useRef(onFail)
  useEffect(() => {
    fail.current = onFail
  })
  useEffect(() => {
    if (isError) fail.current()
  }, [isError])
  if (!data) return film.poster_url ? <img className={classes.still} src={film.poster_url} alt="" /> : null
  const input = filmOf(data)
  const tags = input.captions.map(({ tag }) => tag)
  return (
    <FilmProvider
      film={input}
      tongue={servingTag(language_code, tags) ?? input.spoken}
      onTongue={() => undefined}
      autoplay
      silent
      plainIn={() => Promise.resolve(null)}
      report={(what) => reportError(what, 'film')}
    >
      <Picture onTime={onTime} onEnd={onEnd} onFail={onFail} />
    </FilmProvider>
  )
}

/** A film that does not begin within this time is skipped. */
const patience = 10_000

function Picture({ onTime, onEnd, onFail }: Omit<AttractFilmProps, 'film'>) {
  const { mount, machine } = useEngine()
  const { failure } = usePlayback()
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const { width } = useBox(slot)
  useLayoutEffect(() => (slot ? mount(slot) : undefined), [slot, mount])

  const actions = useRef({ onTime, onEnd, onFail })
  useEffect(() => {
    actions.current = { onTime, onEnd, onFail }
  })
  const failed = failure !== null
  useEffect(() => {
    if (failed) actions.current.onFail()
  }, [failed])

  useEffect(() => {
    if (!machine) return
    const { video, clock } = machine
    const onEnded = () => actions.current.onEnd()
    const slow = setTimeout(() => actions.current.onFail(), patience)
    const onPlaying = () => clearTimeout(slow)
    video.addEventListener('ended', onEnded)
    video.addEventListener('playing', onPlaying)
    if (!video.paused && video.readyState > 2) onPlaying()
    const stop = clock.watch((second) => actions.current.onTime(video.duration > 0 ? second / video.duration : 0))
    return () => {
      clearTimeout(slow)
      stop()
      video.removeEventListener('ended', onEnded)
      video.removeEventListener('playing', onPlaying)
    }
  }, [machine])

  return (
    <>
      <div className={classes.slot} ref={setSlot} />
      <div className={classes.captions}>
        <Captions filmWidth={width} />
      </div>
    </>
  )
}
