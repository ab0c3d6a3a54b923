import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { duration } from '../../core/i18n/format.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import classes from './FilmRow.module.css'

/** Picture, name, kind and length of a film in a row of a list. */
export function FilmWords({ film }: { film: FilmTile }) {
  const t = useTexts()
  const length = film.video_type === 'interactive' ? t('steps_count', { count: film.steps }) : duration(film.duration)
  return (
    <>
      <span className={classes.thumb}>
        {film.poster_url ? (
          <img src={film.poster_url} alt="" width={72} height={40} loading="lazy" decoding="async" draggable={false} />
        ) : null}
      </span>
      <span className={classes.words}>
        <span className={classes.name}>{film.part_name}</span>
        <span className={classes.line}>
          {t(film.video_type)} · {length}
        </span>
      </span>
    </>
  )
}
