import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { duration } from '../../../core/i18n/format.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { toAnimation } from '../../../paths.ts'
import classes from './RelatedFilms.module.css'

/** A related film as a row: on a phone, and in the list of all. */
export function RelatedRow({ film, onFollow }: { film: FilmTile; onFollow?: () => void }) {
  const t = useTexts()
  const length = film.video_type === 'interactive' ? t('steps_count', { count: film.steps }) : duration(film.duration)
  return (
    <Link className={classes.row} to={toAnimation(film.part_id)} onClick={onFollow}>
      <span className={classes.thumb}>
        {film.poster_url && <img src={film.poster_url} alt="" width={72} height={40} loading="lazy" decoding="async" />}
      </span>
      <span className={classes.words}>
        <span className={classes.title}>{film.part_name}</span>
        <span className={classes.line}>
          {t(film.video_type)} · {length}
        </span>
      </span>
      <IconChevronRight className="flip" size={18} stroke={1.75} aria-hidden />
    </Link>
  )
}
