import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { duration } from '../../core/i18n/format.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import classes from './FilmRow.module.css'

/** What a row shows of a film; a film without a number of steps is narrated. */
export type RowFilm = Pick<FilmTile, 'part_name' | 'poster_url' | 'duration'> &
  Partial<Pick<FilmTile, 'video_type' | 'steps'>>

/**
 * Picture, name, kind and length of a film, for a row of any list: the row itself (link, list item, buttons) is the
 * list's. `language` is said where the film is for somebody else.
 */
export function FilmRow({ film, language }: { film: RowFilm; language?: string }) {
  const t = useTexts()
  const { video_type: kind = 'narrated', steps = 0 } = film
  const ofTime = film.duration > 0 ? duration(film.duration) : undefined
  const length = kind === 'interactive' ? t('steps_count', { count: steps }) : ofTime
  return (
    <>
      <span className={classes.thumb}>
        {film.poster_url ? (
          <img src={film.poster_url} alt="" width={72} height={40} loading="lazy" decoding="async" draggable={false} />
        ) : null}
      </span>
      <span className={classes.words}>
        <span className={classes.name}>{film.part_name}</span>
        <span className={classes.line}>{[t(kind), language, length].filter(Boolean).join(' · ')}</span>
      </span>
    </>
  )
}
