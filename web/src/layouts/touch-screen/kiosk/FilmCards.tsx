import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { Link } from 'react-router'
import { duration } from '../../../core/i18n/format.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { toAnimation } from '../../../paths.ts'
import { useHierarchy } from '../../../rooms/catalogue/useHierarchy.ts'
import { Hatch } from '../../../ui/feedback/Hatch.tsx'
import { SystemIllustration } from '../../../ui/illustrations/SystemIllustration.tsx'
import classes from './FilmCards.module.css'

/** Shows films as large cards with their system; `first` limits them to what the start page holds. */
export function FilmCards({ films, first, label }: { films: readonly FilmTile[]; first?: boolean; label: string }) {
  const t = useTexts()
  const { data } = useHierarchy()
  const systemOf = (id: number) => data?.mainSystems.find(({ system_id }) => system_id === id)
  return (
    <ul className={classes.cards} data-first={first || undefined} aria-label={label}>
      {films.map((film) => {
        const system = systemOf(film.system_id)
        return (
          <li key={film.part_id}>
            <Link className={classes.card} to={toAnimation(film.part_id)}>
              <span className={classes.picture}>
                {film.poster_url ? (
                  <img src={film.poster_url} alt="" width={640} height={360} decoding="async" />
                ) : (
                  <SystemIllustration name={system?.slug ?? ''} width={160} />
                )}
                <span className={classes.length}>
                  {film.steps > 0 ? t('steps_count', { count: film.steps }) : duration(film.duration)}
                </span>
              </span>
              <b className={classes.name}>{film.part_name}</b>
              <span className={classes.system}>{system?.system_name ?? '\u00a0'}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** Shows the shape of cards that are still loading. */
export function FilmCardsToCome({ first }: { first?: boolean }) {
  const t = useTexts()
  return (
    <output aria-label={t('loading')} className={classes.cards} data-first={first || undefined}>
      {Array.from({ length: 9 }, (_, i) => (
        <span key={i} className={classes.card}>
          <span className={classes.picture}>
            <Hatch />
          </span>
        </span>
      ))}
    </output>
  )
}
