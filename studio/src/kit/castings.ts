import { type BufferGeometry, type Shape } from 'three'
import { toCreasedNormals } from 'three/examples/jsm/utils/BufferGeometryUtils.js'
import { extruded, turnedBody, type Axis, type Point2 } from './shapes.ts'

/** Cast and turned bodies with crisp edges. */

/** A turned body whose corners stay sharp; the profile runs anticlockwise in [radius, height]. */
export function crispTurned(axis: Axis, profile: readonly Point2[], segments = 96): BufferGeometry {
  return toCreasedNormals(turnedBody(axis, profile, segments), 0.5)
}

/** A profile of [z, y] points as a body across x, in the middle of the width. */
export function acrossX(profile: Shape, width: number, bevel = 0): BufferGeometry {
  const geometry = extruded(profile, width, { bevel })
  geometry.translate(0, 0, -width / 2)
  geometry.rotateY(-Math.PI / 2)
  return geometry
}

/** A profile of [x, y] points as a body from one z to another. */
export function alongZ(profile: Shape, from: number, to: number, bevel = 0): BufferGeometry {
  const geometry = extruded(profile, to - from, { bevel })
  geometry.translate(0, 0, from)
  return geometry
}
