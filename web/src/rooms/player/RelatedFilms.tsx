import type { FilmTile } from '@cutaway/contract/rooms/catalogue.ts'
import type { AnimationDetails } from '@cutaway/contract/rooms/player.ts'
import { IconChevronRight } from '@tabler/icons-react'
import { use } from 'react'
import { Link } from 'react-router'
import { duration } from '../../core/format.ts'
import { useTexts } from '../../core/i18n.ts'
import { toAnimation, toSystem } from '../../paths.ts'
import { Tile } from '../../ui/Tile.tsx'
import { FilmCorner } from '../catalogue/film-corner.ts'
import { useShownType } from '../catalogue/VideoTypeSwitch.tsx'
import classes from './RelatedFilms.module.css'

const most = 6

/** Films about the same part, sub-system or system. A strip; on a phone a list. */
export function RelatedFilms({ details }: { details: AnimationDetails }) {
  const t = useTexts()
  const { choose } = useShownType()
  const { related, system } = details
  const cornerOf = use(FilmCorner)
  const films = related.filter(({ video_type }) => choose !== null || video_type === 'narrated').slice(0, most)
  if (films.length === 0) return null
  return (
    <section className={classes.related} aria-labelledby="related-films">
      <div className={classes.top}>
        <h2 id="related-films">{t('film_related')}</h2>
        <Link to={toSystem(system.system_id)}>{t('film_all_in', { system: system.system_name })}</Link>
      </div>
      <ul className={classes.strip}>
        {films.map((film) => (
          <li key={film.part_id}>
            <div className={classes.tile}>
              <Tile
                to={toAnimation(film.part_id)}
                title={film.part_name}
                line={t(film.video_type)}
                poster={film.poster_url}
                drawing={film.system_id === system.system_id ? system.slug : undefined}
                seconds={film.duration}
                steps={film.video_type === 'interactive' ? film.steps : 0}
                isNew={film.isNew === 1}
                corner={cornerOf(film)}
              />
            </div>
            <Row film={film} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A related film on a phone. */
function Row({ film }: { film: FilmTile }) {
  const t = useTexts()
  const length = film.video_type === 'interactive' ? t('steps_count', { count: film.steps }) : duration(film.duration)
  return (
    <Link className={classes.row} to={toAnimation(film.part_id)}>
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
