import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useTexts } from '../../core/i18n/i18n.ts'
import { useMay } from '../../core/session.ts'
import classes from './FavouriteStar.module.css'
import { useStar } from './useFavourites.ts'
import { useFilmName } from './useFilmName.ts'

/** Renders the star on a film's tile. */
export function FavouriteStar({ film }: { film: FilmTile }) {
  return useMay('allow_favourite') ? <Star film={film} /> : null
}

/** Renders the star on a film's page. */
export function FavouriteButton({ details }: { details: AnimationDetails }) {
  const { video, part_name } = details
  const film = { part_id: video.partId, part_name, video_type: video.video_type }
  return useMay('allow_favourite') ? <Star film={film} framed /> : null
}

type StarredFilm = Pick<FilmTile, 'part_id' | 'part_name' | 'video_type'>

function Star({ film, framed }: { film: StarredFilm; framed?: boolean }) {
  const t = useTexts()
  const nameOf = useFilmName()
  const { known, on, busy, press } = useStar(film.part_id)
  if (!known) return framed ? <span className={classes.star} data-framed /> : null
  const Sign = on ? IconStarFilled : IconStar
  return (
    <button
      type="button"
      className={classes.star}
      data-framed={framed || undefined}
      aria-pressed={on}
      aria-busy={busy}
      aria-label={t('favourite_named', { name: nameOf(film) })}
      title={t(on ? 'favourite_remove' : 'favourite_add')}
      onClick={press}
    >
      <Sign size={18} stroke={1.75} aria-hidden />
    </button>
  )
}
