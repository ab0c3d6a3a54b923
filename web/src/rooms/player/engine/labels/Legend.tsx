import { useTexts } from '../../../../core/i18n/i18n.ts'
import { useEngine } from '../context.ts'
import { usePlayer } from '../sources/player.ts'
import type { PlacedLabel } from './labels.ts'
import classes from './Legend.module.css'

/**
 * Renders the strip below a film that is too narrow for label texts: the texts of the visible labels by number, else the
 * film's name and chapter. It has one height from the start, so that nothing below it moves.
 */
export function Legend({ labels }: { labels: readonly PlacedLabel[] }) {
  const t = useTexts()
  const { film } = useEngine()
  return (
    <div className={classes.legend} data-legend="">
      {labels.length === 0 ? (
        <p className={classes.idle}>
          <b dir="auto">{film.title}</b>
          <Chapter />
        </p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll it
        <ul aria-label={t('film_legend')} tabIndex={0}>
          {labels
            .toSorted((a, b) => a.number - b.number)
            .map(({ id, number, text }) => (
              <li key={id}>
                <b aria-hidden="true">{number}</b>
                <span dir="auto">{text}</span>
              </li>
            ))}
        </ul>
      )}
    </div>
  )
}

/** Shows the current chapter of a narrated film. */
function Chapter() {
  const { film } = useEngine()
  const chapter = usePlayer((s) => film.chapters.findLast(({ start }) => start <= s.currentTime + 0.05)?.title)
  return chapter ? <span dir="auto">{chapter}</span> : null
}
