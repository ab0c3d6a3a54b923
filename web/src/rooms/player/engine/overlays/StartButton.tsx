import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useTexts } from '../../../../core/i18n/i18n.ts'
import { useEngine } from '../context.ts'
import classes from './Overlays.module.css'

/** Renders the large play button over a film that has not begun. An interactive film begins with its first step. */
export function StartButton({ onPlay }: { onPlay: () => void }) {
  const t = useTexts()
  const { film } = useEngine()
  return (
    <button
      type="button"
      className={classes.start}
      aria-label={t(film.kind === 'narrated' ? 'film_start' : 'film_start_steps', { title: film.title })}
      onClick={onPlay}
    >
      <IconPlayerPlayFilled aria-hidden="true" />
    </button>
  )
}
