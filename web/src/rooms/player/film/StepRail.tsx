import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import { IconRepeat } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { duration } from '../../../core/i18n/format.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Description } from '../text/Description.tsx'
import { type RailRow, railRows } from '../engine/steps/buttons.ts'
import { useEngine, useSegment } from '../engine/context.ts'
import { framesPerSecond, segmentOf } from '../engine/steps/segments.ts'
import panel from './Panel.module.css'
import { RatingSign } from '../related/RatingSign.tsx'
import { StageButtons } from './StageButtons.tsx'
import classes from './StepRail.module.css'

/** Lists the steps of an interactive film. A number stays with its step, because the keys 1 to 9 use it. */
export function StepRail({ details }: { details?: AnimationDetails }) {
  const t = useTexts()
  const { film, machine, rail, playStep } = useEngine()
  const { step, ended } = useSegment()
  const rows = useMemo(() => railRows(film.buttons, rail), [film.buttons, rail])
  const list = useRef<HTMLOListElement>(null)
  useMoved(list, rows)

  // The progress line follows the frames without re-rendering the list.
  useEffect(() => {
    if (!machine?.segments) return
    const { segments } = machine
    return machine.clock.watch((second) =>
      list.current?.style.setProperty('--progress', `${(segments.progressAt(second) * 100).toFixed(1)}%`),
    )
  }, [machine])

  const highest = Math.min(9, Math.max(...rows.map(({ number }) => number)))
  return (
    <section className={panel.panel} aria-label={t('film_steps')}>
      <ol className={classes.rail} ref={list}>
        {rows.map((row) => (
          <li key={row.button.id} data-line={row.line || undefined}>
            {row.heading && <h3 className={classes.heading}>{row.heading}</h3>}
            <StepButton
              row={row}
              pressed={row.button.id === step}
              ended={ended}
              onPress={() => playStep(row.button.id)}
            />
          </li>
        ))}
      </ol>
      {details?.description && (
        <details className={panel.about}>
          <summary>{t('film_description')}</summary>
          <Description details={details} />
        </details>
      )}
      <div className={`${panel.foot} ${panel.onlyKeys}`} data-internal="">
        <StageButtons />
        <span className={panel.hint}>{t('film_steps_hint', { highest })}</span>
      </div>
    </section>
  )
}

interface StepButtonProps {
  row: RailRow
  pressed: boolean
  ended: boolean
  onPress: () => void
}

function StepButton({ row: { button, number }, pressed, ended, onPress }: StepButtonProps) {
  const t = useTexts()
  const segment = segmentOf(button)
  const { rating, note } = button
  return (
    <button
      type="button"
      className={classes.step}
      aria-pressed={pressed}
      data-step=""
      data-ended={ended || undefined}
      onClick={onPress}
      // The space bar pauses the current step (useKeys); some browsers would also press the button on key up.
      onKeyUp={(event) => {
        if (event.key === ' ' && pressed && !ended) event.preventDefault()
      }}
    >
      <span className={classes.number}>{number}</span>
      <span className={classes.words}>
        {button.title}
        {(note || rating) && (
          <small className={classes.note}>
            <RatingSign rating={rating} />
            {rating && note ? <span className="visually-hidden">{t(`rating_${rating}`)}: </span> : null}
            {note || t(`rating_${rating}`)}
          </small>
        )}
      </span>
      {segment && (
        <span className={classes.end}>
          {segment.loop ? (
            <>
              <IconRepeat size={15} stroke={1.75} aria-hidden="true" />
              {t('film_step_loops')}
            </>
          ) : (
            duration(Math.ceil((segment.end - segment.start) / framesPerSecond))
          )}
        </span>
      )}
    </button>
  )
}

const moveTime = 150

/** Animates rows that change their position. */
function useMoved(list: React.RefObject<HTMLElement | null>, rows: readonly RailRow[]): void {
  const before = useRef(new Map<Element, number>())
  useLayoutEffect(() => {
    const now = new Map<Element, number>()
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    for (const row of list.current?.children ?? []) {
      const { offsetTop } = row instanceof HTMLElement ? row : { offsetTop: 0 }
      now.set(row, offsetTop)
      const from = before.current.get(row)
      if (!still && from !== undefined && from !== offsetTop)
        row.animate([{ transform: `translateY(${from - offsetTop}px)` }, { transform: 'none' }], {
          duration: moveTime,
          easing: 'cubic-bezier(0.2, 0, 0, 1)',
        })
      else if (!still && from === undefined && before.current.size > 0)
        row.animate([{ opacity: 0 }, { opacity: 1 }], { duration: moveTime })
    }
    before.current = now
  }, [list, rows])
}
