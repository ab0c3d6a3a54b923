import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import { Suspense, use, useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { lazyPart } from '../../../core/lazy-part.ts'
import { toAnimation, toSystem } from '../../../paths.ts'
import { Tile } from '../../../ui/layout/Tile.tsx'
import { FilmCorner } from '../../catalogue/film-corner.ts'
import { useShownType } from '../../catalogue/VideoTypeSwitch.tsx'
import { useCustomAnimations } from '../../catalogue/home/useCustomAnimations.ts'
import classes from './RelatedFilms.module.css'
import { RelatedRow } from './RelatedRow.tsx'

const CustomParts = lazyPart(() => import('../film/CustomParts.tsx'))
const RelatedDialog = lazyPart(() => import('./RelatedDialog.tsx'))

const most = 6

/** Shows films about the same part, sub-system or system: a strip; on a phone a list. */
export function RelatedFilms({ details }: { details: AnimationDetails }) {
  const t = useTexts()
  const { choose } = useShownType()
  const { related, system } = details
  const cornerOf = use(FilmCorner)
  const [all, setAll] = useState(false)
  // Related films are optional: the page works without them, also when they fail to load.
  const { data: parts = [] } = useCustomAnimations()
  const shown = related.filter(({ video_type }) => choose !== null || video_type === 'narrated')
  const films = shown.slice(0, most)
  if (films.length === 0) return null
  return (
    <section className={classes.related} aria-labelledby="related-films">
      <div className={classes.top}>
        <h2 id="related-films">{t('film_related')}</h2>
        <span className={classes.more}>
          <button type="button" aria-haspopup="dialog" onClick={() => setAll(true)}>
            {t('film_related_all')}
          </button>
          <Link to={toSystem(system.system_id)}>{t('film_all_in', { system: system.system_name })}</Link>
        </span>
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
            <div className={classes.onPhone}>
              <RelatedRow film={film} />
            </div>
          </li>
        ))}
      </ul>
      {parts.length > 0 && (
        <Suspense fallback={null}>
          <CustomParts parts={parts} />
        </Suspense>
      )}
      {all && (
        <Suspense fallback={null}>
          <RelatedDialog related={shown} type={details.video.video_type} onClose={() => setAll(false)} />
        </Suspense>
      )}
    </section>
  )
}
