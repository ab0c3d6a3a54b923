import { BufferAttribute, BufferGeometry, type CurvePath, type Vector2 } from 'three'
import { frame } from './thermal-flow.ts'

/** Hoses and pipes along a curve in the plane z = 0, open on the side of the viewer: a wall with thickness and its cut faces. */

/** A surface swept along the path; `profile` gives [across, z] for a share of its outline. */
function swept(
  path: CurvePath<Vector2>,
  steps: number,
  profile: readonly (readonly [across: number, z: number])[],
): BufferGeometry {
  const positions: number[] = []
  const uvs: number[] = []
  const index: number[] = []
  const columns = profile.length
  for (let i = 0; i <= steps; i++) {
    const { at, normal } = frame(path, i / steps)
    for (const [column, [across, z]] of profile.entries()) {
      positions.push(at.x + normal.x * across, at.y + normal.y * across, z)
      uvs.push(i / steps, column / (columns - 1))
      if (i === steps || column === columns - 1) continue
      const corner = i * columns + column
      index.push(corner, corner + 1, corner + columns, corner + 1, corner + columns + 1, corner + columns)
    }
  }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3))
  geometry.setAttribute('uv', new BufferAttribute(new Float32Array(uvs), 2))
  geometry.setIndex(index)
  geometry.computeVertexNormals()
  return geometry
}

/** Half of a round wall: `side` 1 lies before the plane, -1 behind it. Draw it with both sides. */
export function halfWall(path: CurvePath<Vector2>, radius: number, side: 1 | -1, steps = 72): BufferGeometry {
  const around = 14
  const profile = Array.from({ length: around + 1 }, (_, i) => {
    const angle = (i / around) * Math.PI
    return [Math.cos(angle) * radius, side * Math.sin(angle) * radius] as const
  })
  return swept(path, steps, profile)
}

/** The cut faces lie a hair before the section, so that they win over the neck inside the hose. */
const lift = 0.0012

/** The two cut faces of the wall between its radii. */
export function cutFaces(
  path: CurvePath<Vector2>,
  inner: number,
  outer: number,
  steps = 72,
): [BufferGeometry, BufferGeometry] {
  return [
    swept(path, steps, [
      [inner, lift],
      [outer, lift],
    ]),
    swept(path, steps, [
      [-outer, lift],
      [-inner, lift],
    ]),
  ]
}
