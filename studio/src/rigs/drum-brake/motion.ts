import { clamp } from '../../kit/motion.ts'
import type { Point2 } from '../../kit/shapes.ts'
import { sides, type Side } from './names.ts'

/** How the pieces of a simplex drum brake stand to each other. 1 unit is 100 mm; the axle is z, outboard is +z. */

export const sizes = {
  /** Friction surface of the drum. */
  drum: 1.14,
  drumOutside: 1.22,
  /** Rim of a shoe when a new lining lies in the drum. */
  rimInner: 1.06,
  rimOuter: 1.09,
  newLining: 0.05,
  /** Lining lost in its middle when wear is 1. */
  loss: { leading: 0.03, trailing: 0.02 },
  /** Gap in the middle of the lining when released: four times the real one, so that it is seen. */
  gap: 0.016,
  /** The heels turn about these points of the anchor; mirrored for the trailing shoe. */
  pivot: [-0.17, -0.92] as Point2,
  /** Heights of the wheel cylinder, the strut and the upper spring above the axle. */
  cylinder: 0.88,
  strut: 0.52,
  upperSpring: 0.655,
  lowerSpring: -0.7,
  /** Inner face of a piston when a new lining lies in the drum; length of a piston; half the length of the cylinder. */
  pistonInner: 0.075,
  pistonLength: 0.18,
  halfCylinder: 0.28,
  /** Where the strut's end stands in the web. */
  strutEnd: 0.6,
} as const

/** The middle of a lining moves outwards by this much for each radian. */
const middleArm = -sizes.pivot[1]

export interface ShoeState {
  press: number
  wear: number
}

/** The angle at which a lining lies in the drum: it grows with wear. Angles are positive outwards, 0 is a new lining in contact. */
export const contactAngle = (side: Side, wear: number): number => (sizes.loss[side] * clamp(wear)) / middleArm

/** How far a shoe is turned about its heel. It touches at half of the press; from there on only the force grows. */
export const shoeAngle = (side: Side, { press, wear }: ShoeState): number =>
  contactAngle(side, wear) - (sizes.gap / middleArm) * (1 - clamp(press / 0.5))

/** A point of a shoe in the drum, for a point of the shoe as it stands at angle 0. */
export function onShoe(side: Side, [x, y]: Point2, angle: number): Point2 {
  const turn = -sides[side] * angle
  const pivot: Point2 = [-sides[side] * sizes.pivot[0], sizes.pivot[1]]
  const [dx, dy] = [x - pivot[0], y - pivot[1]]
  return [pivot[0] + dx * Math.cos(turn) - dy * Math.sin(turn), pivot[1] + dx * Math.sin(turn) + dy * Math.cos(turn)]
}

/** How far a point of a shoe at this height stands further out than at angle 0. */
export const outwards = (angle: number, height: number): number => Math.sin(angle) * (height - sizes.pivot[1])

/** Half of the arc that a lining covers. */
export const liningHalfAngle = (Math.PI * 52) / 180

/**
 * The section of a lining in the shoe's own place (angle 0), as pairs of points on the rim and on the friction face. The face
 * is worn to the drum: it is the part of the drum's circle that the shoe meets, so it gets thinnest in the middle.
 */
export function liningSection(side: Side, wear: number, steps = 40): { rim: Point2; face: Point2 }[] {
  const angle = contactAngle(side, wear)
  return Array.from({ length: steps + 1 }, (_, i) => {
    const around = Math.PI + liningHalfAngle * (1 - (2 * i) / steps)
    const direction: Point2 = [-sides[side] * Math.cos(around), Math.sin(around)]
    const rim: Point2 = [direction[0] * sizes.rimOuter, direction[1] * sizes.rimOuter]
    const face = onShoe(side, [direction[0] * sizes.drum, direction[1] * sizes.drum], -angle)
    return { rim, face }
  })
}

/** Places of strut and pistons; x of the drum. */
export function cylinderAndStrut(state: ShoeState) {
  const angles = { leading: shoeAngle('leading', state), trailing: shoeAngle('trailing', state) }
  const released = { press: 0, wear: state.wear }
  const end = (angle: number) => sizes.strutEnd + outwards(angle, sizes.strut)
  const strutLength = end(shoeAngle('leading', released)) + end(shoeAngle('trailing', released))
  const strutRight = end(angles.trailing)
  return {
    angles,
    /** The strut keeps its length while the brake is applied, and stays on the trailing shoe. */
    strutRight,
    strutLeft: strutRight - strutLength,
    strutLength,
    /** Gap between the strut and the web of the leading shoe. */
    strutGap: strutRight - strutLength + end(angles.leading),
    /** Inner faces of the pistons. */
    pistonLeft: -sizes.pistonInner - outwards(angles.leading, sizes.cylinder),
    pistonRight: sizes.pistonInner + outwards(angles.trailing, sizes.cylinder),
  }
}
