import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { IconHandFinger } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { useFeature, useSignedIn } from '../../../core/session.ts'
import { Logo } from '../../../ui/illustrations/Logo.tsx'
import classes from './Attract.module.css'
import { AttractFilm } from './AttractFilm.tsx'
import { useMostWatched } from './useMostWatched.ts'

const mostFilms = 6
const comingFilms = 3
/** Seconds for which the picture of a film is shown, where films do not play by themselves. */
const stillSeconds = 8

/** Plays the most watched films, muted and with captions, until the screen is touched. */
export default function Attract({ onStart }: { onStart: () => void }) {
  const t = useTexts()
  const { number } = useFormat()
  const { user, web_site: site } = useSignedIn()
  const motorcycle = useFeature('motorcycle_brand')
  const { data } = useMostWatched()
  const [at, setAt] = useState(0)
  /** Films that failed one after another. When all have, only the shop is shown. */
  const [failed, setFailed] = useState(0)
  const [still] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const films = data?.slice(0, mostFilms) ?? []
  const film = failed < films.length ? films[at % films.length] : undefined
  const current = at % films.length
  const bars = useRef<HTMLSpanElement>(null)
  const next = () => setAt((before) => (before + 1) % films.length)
  const name = user.is_show_business_name === 1 && user.business_name ? user.business_name : site.name

  useEffect(() => {
    if (!still || films.length === 0) return
    const timer = setInterval(() => setAt((before) => (before + 1) % films.length), stillSeconds * 1000)
    return () => clearInterval(timer)
  }, [still, films.length])

  return (
    <div className={classes.attract}>
      <header className={classes.shop}>
        <Logo mark={site.mark} logo={site.logo} size={60} />
        <span>{name}</span>
      </header>
      <p className={classes.title}>{t(motorcycle ? 'kiosk_attract_motorcycle' : 'kiosk_attract')}</p>
      <div className={classes.stage}>
        {film ? (
          still ? (
            film.poster_url && <img className={classes.still} src={film.poster_url} alt="" />
          ) : (
            <AttractFilm
              key={`${film.part_id} ${at}`}
              film={film}
              onTime={(share) => bars.current?.style.setProperty('--at', String(share))}
              onEnd={() => {
                setFailed(0)
                next()
              }}
              onFail={() => {
                setFailed((before) => before + 1)
                next()
              }}
            />
          )
        ) : null}
      </div>
      {film ? (
        <div className={classes.line}>
          <span className={classes.bars} ref={bars} aria-hidden>
            {films.map(({ part_id }, i) => (
              <i key={part_id} data-state={i < current ? 'done' : i > current ? 'open' : still ? 'done' : 'now'} />
            ))}
          </span>
          <b>{film.part_name}</b>
          <span className={classes.count}>
            {t('kiosk_attract_count', { number: number(current + 1), count: films.length })}
          </span>
        </div>
      ) : null}
      <Coming films={films} at={at} />
      <button type="button" className={classes.start} onClick={onStart} data-autofocus="">
        <span className={classes.hand}>
          <IconHandFinger stroke={1.75} aria-hidden />
        </span>
        <span className={classes.words}>
          <b>{t('kiosk_attract_start')}</b>
          <span>{t('kiosk_attract_hint')}</span>
        </span>
      </button>
    </div>
  )
}

/** Shows the films that follow, as pictures. */
function Coming({ films, at }: { films: readonly FilmTile[]; at: number }) {
  const coming = Array.from(
    { length: Math.min(comingFilms, films.length - 1) },
    (_, i) => films[(at + 1 + i) % films.length],
  )
  return (
    <ul className={classes.coming} aria-hidden>
      {coming.map((film) =>
        film ? (
          <li key={film.part_id}>
            {film.poster_url ? <img src={film.poster_url} alt="" /> : <span />}
            {film.part_name}
          </li>
        ) : null,
      )}
    </ul>
  )
}
