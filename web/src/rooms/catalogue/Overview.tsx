import type { Hierarchy } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../core/i18n/i18n.ts'
import { paths, toAllFilms } from '../../paths.ts'
import { TileGrid } from '../../ui/layout/Tile.tsx'
import { Film } from './FilmGroups.tsx'
import { allFilms, drawingOf, homeSystems, newFilms } from './hierarchy.ts'
import { useHomepageSystems } from './home/useHome.ts'
import classes from './Home.module.css'
import { NoFilms } from './NoFilms.tsx'
import { SystemCards, SystemCardsToCome } from './SystemCards.tsx'
import { useShownType } from './VideoTypeSwitch.tsx'

const OwnVideos = lazy(() => import('./home/OwnVideos.tsx'))

/** Shows the systems, the site's choice first; then new films, and videos of the site and the business. */
export function Overview({ hierarchy }: { hierarchy: Hierarchy }) {
  const t = useTexts()
  const { type, choose } = useShownType()
  const chosen = useHomepageSystems()
  // If the choice fails to load, shows all systems in library order instead of waiting for a retry.
  const { first, rest } = homeSystems(hierarchy, chosen.data ?? [])
  const fresh = newFilms(hierarchy, 4).filter((film) => choose || film.video_type === 'narrated')
  const systemOf = (id: number) => hierarchy.mainSystems.find(({ system_id }) => system_id === id)
  if (hierarchy.mainSystems.length === 0) return <NoFilms />
  if (chosen.isPending) return <SystemCardsToCome />
  return (
    <>
      <section>
        <div className={classes.sectionHead}>
          <h2>{t('systems')}</h2>
          <Link className={classes.more} to={toAllFilms}>
            {t('all_films_count', { count: allFilms(hierarchy, type) })}
          </Link>
        </div>
        <SystemCards systems={first} type={type} />
      </section>
      {rest.length > 0 ? (
        <section className={classes.rest}>
          <div className={classes.sectionHead}>
            <h2>{t('rest_of_library')}</h2>
          </div>
          <SystemCards systems={rest} type={type} />
        </section>
      ) : null}
      {fresh.length > 0 ? (
        <section className={classes.new}>
          <div className={classes.sectionHead}>
            <h2>{t('new_films')}</h2>
            <Link className={classes.more} to={paths.newAnimations}>
              {t('see_all')}
            </Link>
          </div>
          <TileGrid>
            {fresh.map((film) => {
              const system = systemOf(film.system_id)
              const line = [system?.system_name, t(film.video_type)].filter(Boolean).join(' · ')
              const drawing = drawingOf(hierarchy, film.sub_system_id)
              return <Film key={film.part_id} film={{ ...film, isNew: 0 }} line={line} drawing={drawing} eager />
            })}
          </TileGrid>
        </section>
      ) : null}
      <div className={classes.own}>
        <Suspense fallback={null}>
          <OwnVideos />
        </Suspense>
      </div>
    </>
  )
}
