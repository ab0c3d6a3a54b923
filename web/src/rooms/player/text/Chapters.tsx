import { duration } from '../../../core/i18n/format.ts'
import { useEngine } from '../engine/context.ts'
import { usePlayer } from '../engine/sources/player.ts'
import classes from '../film/Lists.module.css'
import { useNow } from '../useNow.ts'

/** Lists the chapters of the film; each is a button that seeks to its start. */
export function Chapters() {
  const { film, tongue } = useEngine()
  const player = usePlayer()
  const current = useNow((second) => film.chapters.findLastIndex(({ start }) => start <= second + 0.05), film.chapters)
  return (
    <ol className={classes.list} lang={tongue}>
      {film.chapters.map(({ start, title }, i) => (
        <li key={start}>
          <button
            type="button"
            className={classes.row}
            aria-current={i === current || undefined}
            onClick={() => void player.seek(start)}
          >
            <time className={classes.time}>{duration(Math.floor(start))}</time>
            <span dir="auto">{title}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
