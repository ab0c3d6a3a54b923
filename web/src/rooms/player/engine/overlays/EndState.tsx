import { IconReload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../../../core/i18n/i18n.ts'
import { usePlayer } from '../sources/player.ts'
import classes from './Overlays.module.css'

/** What a page offers at the end of a narrated film, beside playing it again. */
export interface FilmEnd {
  title: string
  text?: string
  /** The first action: sharing the film, or the answer that the customer gave. */
  action?: ReactNode
  /** The next film, as a link. */
  next?: ReactNode
}

/** Covers the last frame of a film: play it again, the page's own action, the next film. Nothing starts by itself. */
export function EndState({ end }: { end: FilmEnd | undefined }) {
  const t = useTexts()
  const player = usePlayer()
  return (
    <section className={classes.end} aria-label={end?.title ?? t('film_end')} data-film-end="">
      <div className={classes.offer}>
        {end && (
          <div className={classes.words}>
            <h2>{end.title}</h2>
            {end.text && <p>{end.text}</p>}
          </div>
        )}
        {end?.action && <div className={classes.action}>{end.action}</div>}
        <button type="button" className={classes.again} onClick={() => void player.play().catch(() => undefined)}>
          <IconReload size={18} stroke={1.75} aria-hidden="true" />
          <span>{t('film_replay')}</span>
        </button>
      </div>
      {end?.next && <div className={classes.next}>{end.next}</div>}
    </section>
  )
}
