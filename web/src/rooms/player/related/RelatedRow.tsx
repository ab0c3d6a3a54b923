import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { toAnimation } from '../../../paths.ts'
import { FilmRow } from '../../catalogue/FilmRow.tsx'
import classes from './RelatedFilms.module.css'

/** Renders a related film as a row, on a phone and in the full list. */
export function RelatedRow({ film, onFollow }: { film: FilmTile; onFollow?: () => void }) {
  return (
    <Link className={classes.row} to={toAnimation(film.part_id)} onClick={onFollow}>
      <FilmRow film={film} />
      <IconChevronRight className="flip" size={18} stroke={1.75} aria-hidden />
    </Link>
  )
}
