import type { Point2 } from '../../kit/shapes.ts'
import { fullLock, gear, rack, rackTravel, toothPitch } from './kinematics.ts'

/** Outlines of the meshing teeth in the plane across the pinion: x along the rack, the second coordinate from pinion to rack. */

const { teeth, radius, pressure, addendum, rackAddendum } = gear
const base = radius * Math.cos(pressure)
const tip = radius + addendum
const root = 0.073
const clearance = 0.0016
const involute = (angle: number) => Math.tan(angle) - angle
const halfTooth = Math.PI / (2 * teeth) - clearance / radius

/** Half the angle of a pinion tooth at a distance from the axis: an involute, undercut below its base circle. */
function halfAngle(distance: number): number {
  const at = (reach: number) => halfTooth + involute(pressure) - involute(Math.acos(Math.min(1, base / reach)))
  if (distance >= base) return at(distance)
  return at(base) * (1 - 0.75 * ((base - distance) / (base - root)) ** 0.8)
}

/** Points of the pinion, turned counter-clockwise by `turn`; at 0 a tooth points along the second coordinate, to the rack. */
export function pinionOutline(turn = 0): Point2[] {
  const steps = 7
  return Array.from({ length: teeth }, (_, tooth) => {
    const middle = Math.PI / 2 + turn + (tooth * 2 * Math.PI) / teeth
    const flank = Array.from({ length: steps + 1 }, (__, i) => root + ((tip - root) * i) / steps)
    const at = (distance: number, side: number): Point2 => [
      Math.cos(middle + side * halfAngle(distance)) * distance,
      Math.sin(middle + side * halfAngle(distance)) * distance,
    ]
    return [...flank.map((distance) => at(distance, -1)), ...flank.toReversed().map((distance) => at(distance, 1))]
  }).flat()
}

/** The gaps of the rack as polygons, x from the middle of the rack, second coordinate from the pinion's axis (rack beyond the pitch line). */
export function rackGaps(): Point2[][] {
  const reach = rackTravel(fullLock) + 0.14
  const count = Math.floor(reach / toothPitch)
  const low = radius - 0.06
  const deep = radius + addendum + 0.005
  const half = (depth: number) => toothPitch / 4 - (depth - radius) * Math.tan(pressure) + clearance / 2
  return Array.from({ length: 2 * count + 1 }, (_, i) => {
    const middle = rack.pinionX + (i - count) * toothPitch
    return [
      [middle - half(low), low],
      [middle + half(low), low],
      [middle + half(deep), deep],
      [middle - half(deep), deep],
    ]
  })
}

/** Where the tips of the rack's teeth end, from the pinion's axis. */
export const rackTips = radius - rackAddendum

/** True when a point lies in the metal of the rack at a turn of the pinion; the point as in pinionOutline. */
export function insideRack([x, depth]: Point2, turn: number): boolean {
  if (depth < rackTips) return false
  const place = x - rackTravel(turn)
  const fromGap = Math.abs(place - toothPitch * Math.round(place / toothPitch))
  const half = toothPitch / 4 - (depth - radius) * Math.tan(pressure) + clearance / 2
  return depth > radius + addendum + 0.005 || fromGap > half
}
