import { Suspense } from 'react'
import { lazyPart } from '../../../core/lazy-part.ts'
import classes from './HeroFilm.module.css'

const StillLabels = lazyPart(() => import('./StillLabels.tsx'))

/** Shows the still of a sample film with its labels, without playing it. */
export function HeroFilm({
  partId,
  posterUrl,
  name,
  labelled,
}: {
  partId: string
  posterUrl: string
  name: string
  /** Loads the labels when they become visible. */
  labelled: boolean
}) {
  return (
    <figure className={classes.film} dir="ltr">
      <img className={classes.picture} src={posterUrl} alt={name} width={1280} height={720} fetchPriority="high" />
      <Suspense fallback={null}>{labelled ? <StillLabels partId={partId} /> : null}</Suspense>
    </figure>
  )
}
