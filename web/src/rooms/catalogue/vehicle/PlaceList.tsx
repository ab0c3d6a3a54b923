import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { IconViewfinder } from '@tabler/icons-react'
import { Link } from 'react-router'
import { duration } from '../../../core/i18n/format.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { toAnimation } from '../../../paths.ts'
import { ActionIcon } from '../../../ui/form/Button.tsx'
import classes from './SpotList.module.css'

/**
 * Lists every film of the vehicle, because a spot may face away or be omitted from a small picture. The number of a
 * film whose spot is visible is filled.
 */
export function SpotList({
  films,
  numbers,
  inPicture,
  onPoint,
  onShow,
}: {
  films: readonly FilmTile[]
  numbers: ReadonlyMap<string, number>
  /** Parts whose spots are visible. */
  inPicture: ReadonlySet<string>
  /** Called when the user points at a film of the list; null when the pointer leaves. */
  onPoint: (partId: string | null) => void
  /** Turns the vehicle so that the spot is visible. */
  onShow: (partId: string) => void
}) {
  const t = useTexts()
  const pointing = (id: string) => ({
    onPointerEnter: () => onPoint(id),
    onPointerLeave: () => onPoint(null),
    onFocus: () => onPoint(id),
    onBlur: () => onPoint(null),
  })
  return (
    <section className={classes.card} aria-labelledby="vehicle-films">
      <div className={classes.head}>
        <h2 id="vehicle-films">{t('vehicle_films')}</h2>
        <p className={classes.hint}>{t(films.length > 0 ? 'vehicle_films_hint' : 'vehicle_no_films')}</p>
      </div>
      <ul className={classes.list}>
        {films.map(({ part_id: id, part_name: name, duration: seconds }) => (
          <li key={id} className={classes.row}>
            <Link className={classes.film} to={toAnimation(id)} {...pointing(id)}>
              <span className={classes.number} data-in={inPicture.has(id) || undefined}>
                {numbers.get(id)}
              </span>
              <span className={classes.name}>{name}</span>
              <span className={classes.length}>{duration(seconds)}</span>
            </Link>
            <ActionIcon
              variant="subtle"
              className={classes.show}
              aria-label={t('vehicle_show_spot', { film: name })}
              title={t('vehicle_show_spot', { film: name })}
              onClick={() => onShow(id)}
              {...pointing(id)}
            >
              <IconViewfinder size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </section>
  )
}
