import { CurvePath, LineCurve, QuadraticBezierCurve, Vector2 } from 'three'
import type { Point2 } from './shapes.ts'

/** The middle line of a hose or passage in a plane. */

/** A third number is the radius of the bend at that point. */
export type Bend = Point2 | readonly [x: number, y: number, radius: number]

/** Straight runs between points, with rounded bends. */
export function planarPath(points: readonly Bend[], radius = 0.2): CurvePath<Vector2> {
  const path = new CurvePath<Vector2>()
  const spots = points.map(([x, y]) => new Vector2(x, y))
  let from = spots[0]!
  for (const [index, corner] of spots.entries()) {
    if (index === 0) continue
    const after = spots[index + 1]
    if (!after) {
      path.add(new LineCurve(from, corner))
      continue
    }
    const back = spots[index - 1]!.clone().sub(corner)
    const on = after.clone().sub(corner)
    const bend = Math.min(points[index]![2] ?? radius, back.length() * 0.49, on.length() * 0.49)
    const start = corner.clone().add(back.setLength(bend))
    const end = corner.clone().add(on.setLength(bend))
    path.add(new LineCurve(from, start))
    path.add(new QuadraticBezierCurve(start, corner, end))
    from = end
  }
  return path
}
