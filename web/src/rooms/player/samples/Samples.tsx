import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { useInViewport } from '@mantine/hooks'
import { Suspense, useState } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useFeature } from '../../../core/session.ts'
import { lazyPart } from '../../../core/lazy-part.ts'
import { SkeletonTiles } from '../../../ui/feedback/Skeletons.tsx'
import { SampleTile } from './SampleTile.tsx'
import classes from './Samples.module.css'

const SampleCarousel = lazyPart(() => import('./SampleCarousel.tsx'))

/** Shows the site's public films: a carousel if the site has one, else a plain strip. */
export function Samples({ films, loading }: { films: readonly FilmTile[]; loading: boolean }) {
  const t = useTexts()
  const hasCarousel = useFeature('sample_video_carousel')
  const { ref, inViewport } = useInViewport()
  // The carousel code loads when the carousel becomes visible, and stays mounted.
  const [seen, setSeen] = useState(false)
  if (inViewport && !seen) setSeen(true)
  if (!loading && films.length === 0) return null
  const row = (
    <ul className={hasCarousel ? classes.slides : classes.strip}>
      {films.map((film) => (
        <li key={film.part_id} className={hasCarousel ? classes.slide : undefined}>
          <SampleTile film={film} />
        </li>
      ))}
    </ul>
  )
  const standing = hasCarousel ? <div className={classes.viewport}>{row}</div> : row
  return (
    <section ref={ref} id="samples" className={classes.section} aria-labelledby="samples-title">
      <h2 id="samples-title" className={classes.heading}>
        {t('nav_sample_films')}
      </h2>
      {loading ? <SkeletonTiles tiles={5} /> : null}
      {loading || (hasCarousel && seen) ? null : standing}
      {hasCarousel && seen && !loading ? (
        <Suspense fallback={standing}>
          <SampleCarousel films={films} />
        </Suspense>
      ) : null}
    </section>
  )
}
