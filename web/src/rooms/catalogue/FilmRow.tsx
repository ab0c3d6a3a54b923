import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { duration } from '../../core/i18n/format.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import classes from './FilmRow.module.css'

/** The data of a film row. A film without a step count is narrated. */
export type RowFilm = Pick<FilmTile, 'part_name' | 'poster_url' | 'duration'> &
  Partial<Pick<FilmTile, 'video_type' | 'steps'>>

/**
 * Shows picture, name, kind and length of a film, for a row of any list. The list provides the row element itself
 * (link, list item, buttons). `language` is shown if the film is for another person.
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
