import type { FilmHeat } from '@cutaway/contract/rooms/reports/heat.ts'
import { readableMost } from '@cutaway/contract/rooms/reports/scale.ts'
import { type PointerEvent, type ReactNode, useState } from 'react'
import { duration as timeOf } from '../../../core/i18n/format.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import classes from '../Reports.module.css'

const [width, height] = [1000, 240]
const movingKeys = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'])

/**
 * The share of customers who saw each second, and above it what they saw again. The pointer or the arrow keys move a line
 * that names the numbers of a second; a press, the arrow keys and the chapters move the film to it. Films run from left to right in every language.
 */
export function HeatCurve({
  heat: { seconds, customers },
  chapters,
  picture,
  onSeek,
}: {
  heat: FilmHeat
  chapters: readonly { start: number; title: string }[]
  /** Draws the small picture of a second. */
  picture?: (second: number) => ReactNode
  /** Moves the film of the page to a second. */
  onSeek: (second: number) => void
}) {
  const t = useTexts()
  const { percent } = useFormat()
  const [at, setAt] = useState<number | null>(null)
  const most = Math.max(1, ...seconds.map(({ first, again }) => (first + again) / customers))
  const top = readableMost(most * 100) / 100
  const step = width / seconds.length
  const y = (share: number) => height - (share / top) * height
  /** The outline of a number by second: straight lines between the middles of the seconds. */
  const outline = (of: (second: FilmHeat['seconds'][number]) => number) =>
    [0, ...seconds.keys(), seconds.length - 1]
      .map((second, i, all) => {
        const x = i === 0 ? 0 : i === all.length - 1 ? width : (second + 0.5) * step
        return `${x.toFixed(1)},${y(of(seconds[second]!) / customers).toFixed(1)}`
      })
      .join(' ')
  const first = outline((second) => second.first)
  const all = outline((second) => second.first + second.again)
  const reversed = first.split(' ').toReversed().join(' ')
  const said = (second: number) =>
    t('heat_point', {
      first: percent(seconds[second]!.first / customers),
      again: percent(seconds[second]!.again / customers),
    })
  const shown = at ?? 0
  const secondUnder = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width: wide } = currentTarget.getBoundingClientRect()
    return Math.min(seconds.length - 1, Math.max(0, Math.floor(((clientX - left) / wide) * seconds.length)))
  }
  const pieces = chapters.map(({ start, title }, i) => {
    const from = Math.floor(start)
    const to = Math.min(seconds.length, Math.ceil(chapters[i + 1]?.start ?? seconds.length))
    const of = seconds.slice(from, Math.max(from + 1, to))
    return {
      title,
      start,
      length: (chapters[i + 1]?.start ?? seconds.length) - start,
      share: of.reduce((sum, one) => sum + one.first, 0) / Math.max(1, of.length) / customers,
    }
  })
  return (
    <div className={classes.curve}>
      <div className={classes.curveHead}>
        <h3>{t('heat_curve')}</h3>
        <p className={classes.keys}>
          <span data-key="first">{t('heat_first')}</span>
          <span data-key="again">{t('heat_again')}</span>
        </p>
      </div>
      <div className={classes.plot} dir="ltr">
        <div className={classes.scale} aria-hidden>
          {[top, top * 0.75, top * 0.5, top * 0.25, 0].map((share) => (
            <span key={share}>{percent(share)}</span>
          ))}
        </div>
        <div
          className={classes.picture}
          onPointerMove={(event) => {
            const second = secondUnder(event)
            setAt(second)
            if (event.buttons === 1 && second !== at) onSeek(second)
          }}
          onPointerDown={(event) => onSeek(secondUnder(event))}
          onPointerLeave={() => setAt(null)}
        >
          <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
            <polygon className={classes.firstArea} points={`0,${height} ${first} ${width},${height}`} />
            <polygon className={classes.againArea} points={`${all} ${reversed}`} />
            {pieces.slice(1).map(({ start }) => (
              <line key={start} className={classes.cut} x1={start * step} x2={start * step} y1={0} y2={height} />
            ))}
          </svg>
          {at === null ? null : (
            <div className={classes.pointer} style={{ left: `${((at + 0.5) / seconds.length) * 100}%` }}>
              <span data-end={at > seconds.length / 2 || undefined}>
                <b>{timeOf(at)}</b> {said(at)}
              </span>
            </div>
          )}
          <input
            type="range"
            className={classes.slider}
            min={0}
            max={seconds.length - 1}
            value={shown}
            aria-label={t('heat_curve')}
            aria-valuetext={`${timeOf(shown)}: ${said(shown)}`}
            onFocus={() => setAt(shown)}
            onBlur={() => setAt(null)}
            onChange={(event) => setAt(Number(event.currentTarget.value))}
            // The thumb of a pressed slider is a little beside the pointer, so that only keys move the film from here.
            onKeyUp={(event) => {
              if (movingKeys.has(event.key)) onSeek(Number(event.currentTarget.value))
            }}
          />
        </div>
      </div>
      {pieces.length > 1 ? (
        <ol className={classes.pieces} dir="ltr">
          {pieces.map(({ title, start, length, share }) => (
            <li key={start} style={{ flexGrow: length }}>
              <button type="button" className={classes.piece} onClick={() => onSeek(start)}>
                <span className={classes.pieceFilm}>{picture?.(start + length / 2)}</span>
                <bdi>{title}</bdi>
                <b>{percent(share)}</b>
              </button>
            </li>
          ))}
        </ol>
      ) : null}
    </div>
  )
}
