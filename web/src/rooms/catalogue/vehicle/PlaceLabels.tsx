import type { VehicleView } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import classes from './PlaceLabels.module.css'
import { labelsInRow, type PlacePoint, type Size } from './spots.ts'

/** Pictures narrower than this have space for the label of one place only. */
const narrowest = 620
/** Space between a row of labels and the edge of the picture, as a fraction of its height. */
const edge = 0.055
/** A place slightly below the middle of all has its label above, so that its line does not cross the wheels. */
const aboveUntil = 0.04

/**
 * Renders the places in a layer that covers the picture exactly: a dot on each, a leader line and a label with the number
 * of films. Labels stand in a row above or below the vehicle. Positioned from the left in every language, because the
 * picture is not mirrored.
 */
export function PlaceLabels({
  points,
  places,
  picture,
  chosen,
  pointed,
  onChoose,
}: {
  points: readonly PlacePoint[]
  places: VehicleView['places']
  /** In pixels. */
  picture: Size
  chosen: string | null
  /** The place that is pointed at in the list. */
  pointed: string | null
  onChoose: (place: string) => void
}) {
  const t = useTexts()
  const layer = useRef<HTMLDivElement>(null)
  const { width, height } = picture
  const narrow = width < narrowest
  const lit = pointed ?? chosen
  const labelled = useMemo(() => (narrow ? points.filter(({ place }) => place === lit) : points), [points, narrow, lit])

  // The labels must be measured: their width depends on the language.
  useLayoutEffect(() => {
    const root = layer.current
    if (root) placeLabels(root, labelled, { width, height })
  })

  return (
    <div className={classes.layer} ref={layer} role="group" aria-label={t('vehicle_films')}>
      <svg className={classes.lines} viewBox={`0 0 ${width} ${height}`} aria-hidden>
        {labelled.map(({ place }) => (
          <g key={place} data-line={place} data-lit={lit === place || undefined}>
            <line className={classes.halo} />
            <line className={classes.line} />
          </g>
        ))}
      </svg>
      {points.map(({ place, x, y }) => {
        const { place_name: name = '', films = [] } = places.find((other) => other.place === place) ?? {}
        const hasLabel = labelled.some((other) => other.place === place)
        const count = t('films_count', { count: films.length })
        return (
          <button
            key={place}
            type="button"
            className={classes.place}
            style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
            aria-label={hasLabel ? undefined : `${name}, ${count}`}
            title={hasLabel ? count : undefined}
            aria-pressed={chosen === place}
            data-lit={lit === place || undefined}
            onClick={() => onChoose(place)}
          >
            <span className={classes.dot} />
            {hasLabel ? (
              <span className={classes.label} data-place={place} dir="auto">
                {`${name} `}
                <small>{films.length}</small>
              </span>
            ) : null}
          </button>
        )
      })}
    </div>
  )
}

/** Moves the labels of the upper and of the lower half into a row each, and draws their lines. */
function placeLabels(root: HTMLElement, points: readonly PlacePoint[], { width, height }: Size): void {
  const middle = points.reduce((sum, { y }) => sum + y, 0) / Math.max(1, points.length)
  const isAbove = ({ y }: PlacePoint) => (points.length === 1 ? y < 0.6 : y < middle + aboveUntil)
  for (const above of [true, false]) {
    const row = points
      .filter((point) => isAbove(point) === above)
      .flatMap((point) => {
        const label = root.querySelector<HTMLElement>(`[data-place="${CSS.escape(point.place)}"]`)
        return label ? [{ ...point, label }] : []
      })
    const pixels = row.map(({ x, y, label }) => ({ x: x * width, y: y * height, width: label.offsetWidth }))
    const middles = labelsInRow(pixels, width)
    row.forEach(({ place, label }, index) => {
      const point = pixels[index]
      const left = middles[index]
      if (!point || left === undefined) return
      const half = label.offsetHeight / 2
      const top = above ? edge * height + half : height - edge * height - half
      label.style.left = `${left - point.x}px`
      label.style.top = `${top - point.y}px`
      for (const line of root.querySelectorAll(`[data-line="${CSS.escape(place)}"] > line`)) {
        line.setAttribute('x1', point.x.toFixed(1))
        line.setAttribute('y1', point.y.toFixed(1))
        line.setAttribute('x2', left.toFixed(1))
        line.setAttribute('y2', (above ? top + half : top - half).toFixed(1))
      }
    })
  }
}
