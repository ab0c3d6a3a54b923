import type { VehicleView } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { IconArrowLeft, IconHandFinger, IconPlayerPlay, IconViewfinder } from '@tabler/icons-react'
import { Link } from 'react-router'
import { duration } from '../../../core/i18n/format.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { toAnimation } from '../../../paths.ts'
import classes from './PlaceList.module.css'

/**
 * Lists every place of the vehicle, because a place may face away or be omitted from a small picture. The films of the
 * chosen place come first.
 */
export function PlaceList({
  places,
  chosen,
  inPicture,
  onPoint,
  onChoose,
}: {
  places: VehicleView['places']
  chosen: string | null
  /** Places that the picture shows. */
  inPicture: ReadonlySet<string>
  /** Called when the user points at a place of the list; null when the pointer leaves. */
  onPoint: (place: string | null) => void
  /** Called when a place is chosen, so that the vehicle turns to it; null shows all places. */
  onChoose: (place: string | null) => void
}) {
  const t = useTexts()
  const place = places.find((other) => other.place === chosen)
  const others = places.filter((other) => other !== place)
  return (
    <section className={classes.card} aria-labelledby="vehicle-films">
      <div className={classes.head} aria-live="polite">
        <h2 id="vehicle-films">{place?.place_name ?? t('vehicle_films')}</h2>
        <p className={classes.hint}>
          {place
            ? t('vehicle_films_here', { count: place.films.length })
            : t(places.length > 0 ? 'vehicle_films_hint' : 'vehicle_no_films')}
        </p>
      </div>
      <div className={classes.lists}>
        {place ? (
          <ul className={classes.list}>
            {place.films.map((film) => (
              <li key={film.part_id}>
                <Link className={classes.row} to={toAnimation(film.part_id)}>
                  {film.video_type === 'interactive' ? (
                    <IconHandFinger size={18} stroke={1.75} aria-hidden />
                  ) : (
                    <IconPlayerPlay size={18} stroke={1.75} aria-hidden />
                  )}
                  <span className={classes.name}>{film.part_name}</span>
                  <span className={classes.count}>
                    {film.video_type === 'interactive'
                      ? t('steps_count', { count: film.steps })
                      : duration(film.duration)}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        ) : null}
        {place && others.length > 0 ? <h3 className={classes.more}>{t('vehicle_other_places')}</h3> : null}
        <ul className={classes.list}>
          {others.map(({ place: id, place_name: name, films }) => (
            <li key={id}>
              <button
                type="button"
                className={classes.row}
                data-away={!inPicture.has(id) || undefined}
                onClick={() => onChoose(id)}
                onPointerEnter={() => onPoint(id)}
                onPointerLeave={() => onPoint(null)}
                onFocus={() => onPoint(id)}
                onBlur={() => onPoint(null)}
              >
                <IconViewfinder size={18} stroke={1.75} aria-hidden />
                <span className={classes.name}>{name}</span>
                <span className={classes.count}>{t('films_count', { count: films.length })}</span>
              </button>
            </li>
          ))}
        </ul>
        {place ? (
          <button type="button" className={classes.all} onClick={() => onChoose(null)}>
            <IconArrowLeft className="flip" size={18} stroke={1.75} aria-hidden />
            {t('vehicle_all_places')}
          </button>
        ) : null}
      </div>
    </section>
  )
}
