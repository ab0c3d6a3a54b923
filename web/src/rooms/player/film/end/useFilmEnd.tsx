import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { type Ref, use } from 'react'
import { Link } from 'react-router'
import { duration } from '../../../../core/i18n/format.ts'
import { useTexts } from '../../../../core/i18n/i18n.ts'
import { toAnimation } from '../../../../paths.ts'
import { useHierarchy } from '../../../catalogue/useHierarchy.ts'
import type { FilmEnd } from '../../engine/overlays/EndState.tsx'
import { FilmEndActions } from '../../film-end-action.ts'
import classes from './NextFilm.module.css'
import { nextFilm } from './next-film.ts'

/** Returns what the film page offers at the end of a film. Customers get no action of the shop. */
export function useFilmEnd(details: AnimationDetails, forCustomer: boolean, link: Ref<HTMLAnchorElement>): FilmEnd {
  const t = useTexts()
  const actionFor = use(FilmEndActions)
  const own = forCustomer ? null : actionFor(details)
  return {
    ...(own ?? { title: t('film_end_title') }),
    next: forCustomer ? null : <NextFilm details={details} link={link} />,
  }
}

/** Links to the film that follows in the system, else to a related one. Rendered at the end of the film only. */
function NextFilm({ details, link }: { details: AnimationDetails; link: Ref<HTMLAnchorElement> }) {
  const t = useTexts()
  const { data } = useHierarchy()
  const film: FilmTile | null = nextFilm(details, data)
  if (!film) return null
  return (
    <Link className={classes.next} to={toAnimation(film.part_id)} ref={link}>
      <span className={classes.heading}>{t('film_next')}</span>
      <span className={classes.picture}>
        {film.poster_url && <img src={film.poster_url} alt="" />}
        <IconPlayerPlayFilled className={classes.sign} aria-hidden />
      </span>
      <span className={classes.line}>
        <b dir="auto">{film.part_name}</b>
        <span className={classes.length}>{duration(film.duration)}</span>
      </span>
    </Link>
  )
}
