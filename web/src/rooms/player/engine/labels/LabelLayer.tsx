import { useLayoutEffect, useRef } from 'react'
import classes from './LabelLayer.module.css'
import { keptInside, type PlacedLabel, type Size } from './labels.ts'
import type { ShownLabels } from './useLabels.ts'

/** Films narrower than this show numbers, with the text in a legend below the controls. */
export const narrowest = 560

/**
 * Renders the labels over the film: a box with the text, a line, a dot on the piece. `picture` is the size of the
 * visible picture, which this layer covers exactly. Positions are from the left in every language, because the picture
 * is not mirrored.
 */
export function LabelLayer({ shown, picture }: { shown: ShownLabels; picture: Size }) {
  const layer = useRef<HTMLDivElement>(null)
  const narrow = picture.width < narrowest
  const { labels, watch } = shown

  useLayoutEffect(() => {
    const root = layer.current
    if (!root) return
    const draw = narrow ? drawNumbers : drawLines
    return watch((placed) => {
      for (const label of placed) {
        const parts = root.querySelectorAll<HTMLElement | SVGElement>(`[data-label="${CSS.escape(label.id)}"]`)
        draw(parts, label, picture)
      }
    })
  }, [labels, watch, picture, narrow])

  const { width, height } = picture
  return (
    <div className={classes.layer} ref={layer} data-labels={narrow ? 'numbers' : 'words'}>
      {!narrow && (
        <svg className={classes.lines} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {labels.map(({ id }) => (
            <g key={id} data-label={id} data-part="line">
              <line className={classes.halo} />
              <line className={classes.line} />
              <circle className={classes.dot} r="4.6" />
            </g>
          ))}
        </svg>
      )}
      {labels.map(({ id, number, text }) =>
        narrow ? (
          <span key={id} className={classes.number} data-label={id} data-part="number" aria-hidden="true">
            {number}
          </span>
        ) : (
          <span key={id} className={classes.box} data-label={id} data-part="box" dir="auto">
            {text}
          </span>
        ),
      )}
    </div>
  )
}

type Parts = Iterable<HTMLElement | SVGElement>

function drawLines(parts: Parts, { box, point, alpha }: PlacedLabel, picture: Size): void {
  const all = [...parts]
  const words = all.find((part) => part instanceof HTMLElement)
  const left = keptInside(box.x * picture.width, words?.offsetWidth ?? 0, picture.width)
  const top = keptInside(box.y * picture.height, words?.offsetHeight ?? 0, picture.height)
  const [x, y] = [point.x * picture.width, point.y * picture.height]
  for (const part of all) {
    part.style.opacity = String(alpha)
    if (part instanceof HTMLElement) {
      part.style.left = `${left}px`
      part.style.top = `${top}px`
      continue
    }
    for (const line of part.querySelectorAll('line')) {
      line.setAttribute('x1', left.toFixed(1))
      line.setAttribute('y1', top.toFixed(1))
      line.setAttribute('x2', x.toFixed(1))
      line.setAttribute('y2', y.toFixed(1))
    }
    const dot = part.querySelector('circle')
    dot?.setAttribute('cx', x.toFixed(1))
    dot?.setAttribute('cy', y.toFixed(1))
  }
}

function drawNumbers(parts: Parts, { point, alpha }: PlacedLabel, picture: Size): void {
  for (const part of parts) {
    part.style.opacity = String(alpha)
    part.style.left = `${keptInside(point.x * picture.width, 24, picture.width, 2)}px`
    part.style.top = `${keptInside(point.y * picture.height, 24, picture.height, 2)}px`
  }
}
