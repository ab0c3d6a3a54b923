import type { ReactNode } from 'react'

/** What the drawings are made of. Angles are degrees, 0 to the right and growing clockwise, as on the screen. */

/** Draws a picture of 96 by 72 units; what is cut open is filled with the given hatch. */
export type Draw = (hatch: string) => ReactNode
export type Drawings = Readonly<Record<string, Draw>>

const short = (value: number) => Number(value.toFixed(2))

/** The point at an angle and a distance from a centre, as a path writes it. */
export function at(x: number, y: number, radius: number, angle: number): string {
  const turn = (angle * Math.PI) / 180
  return `${short(x + radius * Math.cos(turn))} ${short(y + radius * Math.sin(turn))}`
}

/** So many angles spread evenly over a circle. */
export const spread = (count: number, first = 0): readonly number[] =>
  Array.from({ length: count }, (_, i) => first + (i * 360) / count)

/** Path of a part of a ring between two radii and two angles, less than a full turn. */
export function ringPart(x: number, y: number, inner: number, outer: number, from: number, to: number): string {
  const large = to - from > 180 ? 1 : 0
  return `M${at(x, y, outer, from)}A${outer} ${outer} 0 ${large} 1 ${at(x, y, outer, to)}L${at(x, y, inner, to)}A${inner} ${inner} 0 ${large} 0 ${at(x, y, inner, from)}Z`
}

/** Path of an arc. */
export const arc = (x: number, y: number, radius: number, from: number, to: number): string =>
  `M${at(x, y, radius, from)}A${radius} ${radius} 0 ${to - from > 180 ? 1 : 0} 1 ${at(x, y, radius, to)}`

/** Path of a full circle, for shapes with holes. */
export const circle = (x: number, y: number, radius: number): string =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`

/** Path of the outline of a gear with trapezoid teeth between the root and the tip radius. */
export function gear(x: number, y: number, root: number, tip: number, teeth: number, first = 0): string {
  const pitch = 360 / teeth
  const points = spread(teeth, first).flatMap((angle) => [
    at(x, y, root, angle - pitch * 0.3),
    at(x, y, tip, angle - pitch * 0.16),
    at(x, y, tip, angle + pitch * 0.16),
    at(x, y, root, angle + pitch * 0.3),
  ])
  return `M${points.join('L')}Z`
}
