import type { FilmTile } from '@cutaway/contract/rooms/catalogue.ts'
import { lazy, Suspense } from 'react'
import { useTexts } from '../../core/i18n.ts'
import { useFeature } from '../../core/session.ts'
import { SkeletonTiles } from '../../ui/Skeletons.tsx'
import { SampleTile } from './SampleTile.tsx'
import classes from './Samples.module.css'

const SampleCarousel = lazy(() => import('./SampleCarousel.tsx'))

/** The films that a site shows before the login: a carousel where the site has one, else a plain strip. */
export function Samples({ films, loading }: { films: readonly FilmTile[]; loading: boolean }) {
  const t = useTexts()
  const carousel = useFeature('sample_video_carousel')
  if (!loading && films.length === 0) return null
  const strip = (
    <ul className={classes.strip}>
      {films.map((film) => (
        <li key={film.part_id}>
          <SampleTile film={film} />
        </li>
      ))}
    </ul>
  )
  return (
    <section id="samples" className={classes.section} aria-labelledby="samples-title">
      <h2 id="samples-title" className={classes.heading}>
        {t('nav_sample_films')}
      </h2>
      {loading ? <SkeletonTiles tiles={5} /> : null}
      {loading || !carousel ? strip : null}
      {!loading && carousel ? (
        <Suspense fallback={strip}>
          <SampleCarousel films={films} />
        </Suspense>
      ) : null}
    </section>
  )
}
