import { clamp, mix } from '../../kit/motion.ts'
import type { Point2 } from '../../kit/shapes.ts'

/** The section of a tyre 205/55 R 16 and how it wears. 1 unit is 100 mm; the wheel's axis is x, +x is the outer side. */

export const sizes = {
  /** Radius of a new tread in its middle, of the floor of the main grooves, of the floor of the side grooves. */
  radius: 3.16,
  grooveFloor: 3.08,
  sideFloor: 3.11,
  halfTread: 0.86,
  halfSection: 1.025,
  bead: 2.06,
  /** Height of the wear bars above the floor of the groove: the limit of 1.6 mm. */
  wearBar: 0.016,
  grooveHalf: 0.045,
  grooves: [-0.55, -0.2, 0.2, 0.55],
  pitches: 60,
  bars: 6,
  /** The tyre sinks in by this much under its load. */
  sink: 0.085,
} as const

export const pitchAngle = (Math.PI * 2) / sizes.pitches

export interface Wear {
  /** Millimetres lost everywhere. */
  wear: number
  /** Millimetres more in the middle, at both edges, and at the inner side. */
  centre: number
  edges: number
  side: number
}

const smooth = (x: number): number => {
  const share = clamp(x)
  return share * share * (3 - 2 * share)
}

/** Tread lost at a place across the tyre; it never goes below the floor of the grooves. */
export function lossAt(x: number, { wear, centre, edges, side }: Wear): number {
  const millimetres =
    wear +
    centre * smooth((0.56 - Math.abs(x)) / 0.5) +
    edges * smooth((Math.abs(x) - 0.36) / 0.44) +
    side * clamp((sizes.halfTread - x) / (2 * sizes.halfTread))
  return Math.min(millimetres * 0.01, sizes.radius - sizes.grooveFloor)
}

/** How far the crown falls off towards the shoulders. */
const crown = (x: number): number => 0.018 * (x / sizes.halfTread) ** 2

/** Radius of the block tops. */
export const topAt = (x: number, wear: Wear): number =>
  Math.max(sizes.radius - crown(x) - lossAt(x, wear), sizes.grooveFloor - crown(x))

/** Radius of the floor of a main groove, and of the top of a wear bar. */
export const floorAt = (x: number): number => sizes.grooveFloor - crown(x)
export const barAt = (x: number): number => floorAt(x) + sizes.wearBar

/** The five ribs between the main grooves, from x to x. */
export function ribs(): Point2[] {
  const { grooves, grooveHalf, halfTread } = sizes
  const edges = [-halfTread, ...grooves.flatMap((at) => [at - grooveHalf, at + grooveHalf]), halfTread]
  return Array.from({ length: edges.length / 2 }, (_, i) => [edges[2 * i]!, edges[2 * i + 1]!])
}

/** The outside of the carcass from bead to tread edge, as [radius, x] for x > 0. */
export const sidewall: readonly Point2[] = [
  [sizes.bead, 0.78],
  [2.12, 0.86],
  [2.26, 0.95],
  [2.45, 1.005],
  [2.6, sizes.halfSection],
  [2.76, 1.015],
  [2.9, 0.98],
  [3.0, 0.93],
  [3.05, 0.895],
  [floorAt(sizes.halfTread), sizes.halfTread],
]

/** The inside of the carcass, from tread middle to bead, as [radius, x] for x > 0. */
export const inside: readonly Point2[] = [
  [2.985, 0],
  [2.98, 0.5],
  [2.95, 0.75],
  [2.87, 0.88],
  [2.7, 0.945],
  [2.5, 0.935],
  [2.3, 0.87],
  [2.15, 0.76],
  [sizes.bead, 0.66],
]

/** The contact patch: two halves from x to x, inner (-x) side first. Pressure from -1 (too low) to 1 (too high). */
export function contactPatch(pressure: number, lean: number): readonly [Point2, Point2] {
  const from = 0.46 * clamp(-pressure)
  const to = mix(0.82, 0.45, clamp(pressure))
  const right = mix(to, from + 0.04, clamp(lean))
  return [
    [-to, -from],
    [from, right],
  ]
}
