import type { VehicleView } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { useLayoutEffect, useRef } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import classes from './PlaceLabels.module.css'
import { labelsInRows, type PlacePoint, type Size } from './spots.ts'

/** Pictures narrower than this have small labels, in two rows where one is too short. */
export const narrowest = 620
/** Space between two rows of labels, and between labels and the edge of the window, in pixels. */
const rowGap = 5
const margin = 8
/** Space between a row of labels and the edge of the picture, as a fraction of its height. */
const edge = 0.055
/** A place slightly below the middle of all has its label above, so that its line does not cross the wheels. */
const aboveUntil = 0.04

/**
 * Renders the places in a layer that covers the picture exactly: a dot on each, a leader line and a label with the number
 * of films. Labels stand in rows above and below the vehicle, within the part of the picture that shows. Positioned from the left in every language, because the
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
  // The labels must be measured: their width depends on the language.
  useLayoutEffect(() => {
    const root = layer.current
    if (root) placeLabels(root, points, { width, height })
  })

  return (
    <div
      className={classes.layer}
      ref={layer}
      role="group"
      aria-label={t('vehicle_films')}
      data-narrow={narrow || undefined}
    >
      <svg className={classes.lines} viewBox={`0 0 ${width} ${height}`} aria-hidden>
        {points.map(({ place }) => (
          <g key={place} data-line={place} data-lit={lit === place || undefined}>
            <line className={classes.halo} />
            <line className={classes.line} />
          </g>
        ))}
      </svg>
      {points.map(({ place, x, y }) => {
        const { place_name: name = '', films = [] } = places.find((other) => other.place === place) ?? {}
        const count = t('films_count', { count: films.length })
        return (
          <button
            key={place}
            type="button"
            className={classes.place}
            style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
            title={count}
            aria-pressed={chosen === place}
            data-lit={lit === place || undefined}
            onClick={() => onChoose(place)}
          >
            <span className={classes.dot} />
            <span className={classes.label} data-place={place} dir="auto">
              {`${name} `}
              <small>{films.length}</small>
            </span>
          </button>
        )
      })}
    </div>
  )
}

/** Returns the part of the picture that its window shows, in pixels of the picture: a phone cuts off its sides. */
function shownPart(
  root: HTMLElement,
  { width, height }: Size,
): { left: number; right: number; top: number; bottom: number } {
  const picture = root.getBoundingClientRect()
  const window = root.closest('[data-window]')?.getBoundingClientRect() ?? picture
  return {
    left: Math.max(0, window.left - picture.left + margin),
    right: Math.min(width, window.right - picture.left - margin),
    top: Math.min(0, window.top - picture.top),
    bottom: Math.max(height, window.bottom - picture.top),
  }
}

/** Moves the labels of the upper and of the lower half into their rows, and draws their lines. */
function placeLabels(root: HTMLElement, points: readonly PlacePoint[], { width, height }: Size): void {
  const middle = points.reduce((sum, { y }) => sum + y, 0) / Math.max(1, points.length)
  const isAbove = ({ y }: PlacePoint) => (points.length === 1 ? y < 0.6 : y < middle + aboveUntil)
  const part = shownPart(root, { width, height })
  const isCut = part.left > 0
  for (const above of [true, false]) {
    const labels = points
      .filter((point) => isAbove(point) === above)
      .flatMap((point) => {
        const label = root.querySelector<HTMLElement>(`[data-place="${CSS.escape(point.place)}"]`)
        return label ? [{ ...point, label }] : []
      })
    const tall = labels[0]?.label.offsetHeight ?? 0
    const half = tall / 2
    const space = isCut ? margin : edge * height
    const outer = above ? part.top + space + half : part.bottom - space - half
    const rows = [outer, outer + (above ? 1 : -1) * (tall + rowGap)] as const
    const pixels = labels.map(({ x, y, label }) => ({
      x: x * width - part.left,
      y: y * height,
      width: label.offsetWidth,
    }))
    const places = labelsInRows(pixels, part.right - part.left, rows, tall)
    labels.forEach(({ place, label, x, y }, index) => {
      const chosen = places[index]
      if (!chosen) return
      const point = { x: x * width, y: y * height }
      const left = part.left + chosen.x
      const top = rows[chosen.row === 1 ? 1 : 0]
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
