import { IconMovieOff } from '@tabler/icons-react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import page from '../AnimationPage.module.css'
import { StageFrame } from './FilmStage.tsx'
import classes from './OnStage.module.css'

/** Shown when the page's request failed. */
export function PageFailed({ error, onRetry, busy }: { error: Error; onRetry: () => void; busy: boolean }) {
  const t = useTexts()
  return <ErrorState heading="h1" title={t('film_page_failed')} error={error} onRetry={onRetry} busy={busy} />
}

/** Shown when the film has no narration in any language of this site. */
export function VideosNotAvailable() {
  const t = useTexts()
  return (
    <div className={classes.place}>
      <div className={classes.words}>
        <IconMovieOff size={26} stroke={1.75} aria-hidden />
        <h2>{t('Videos Are Not Available')}</h2>
      </div>
    </div>
  )
}

const lines = ['82%', '64%', '90%', '72%', '58%']

/** The page skeleton, shown if the response takes longer than 200 ms. */
export function StageSkeleton({ kind }: { kind: 'narrated' | 'interactive' }) {
  return (
    <>
      <StageWaiting kind={kind} />
      <div className={`${page.page} ${classes.head}`} aria-hidden="true">
        <i style={{ width: 150 }} />
        <i style={{ width: 210, height: 24 }} />
        <i style={{ width: 280 }} />
      </div>
    </>
  )
}

/** The skeleton of film and panel. */
export function StageWaiting({ kind }: { kind: 'narrated' | 'interactive' }) {
  const t = useTexts()
  return (
    <StageFrame kind={kind}>
      <output className={classes.late} aria-label={t('loading')}>
        <span className={classes.column}>
          <span className={classes.film} data-kind={kind} />
          <span className={classes.controls} />
        </span>
        <span className={classes.panel}>
          {lines.map((width) => (
            <i key={width} style={{ width }} />
          ))}
        </span>
      </output>
    </StageFrame>
  )
}
