import { BufferAttribute, BufferGeometry, type Curve, type Vector3 } from 'three'

/**
 * A closed round bar along a curve, with flat ends: a duct or a drilling for the boolean solids, which need closed geometry.
 * u runs along the bar from 0 to 1. A radius may change along it.
 */
export function sweptBar(
  path: Curve<Vector3>,
  radius: number | ((share: number) => number),
  { segments = 48, around = 32 }: { segments?: number; around?: number } = {},
): BufferGeometry {
  const radiusAt = typeof radius === 'number' ? () => radius : radius
  const frames = path.computeFrenetFrames(segments, false)
  const positions: number[] = []
  const normals: number[] = []
  const uvs: number[] = []
  const index: number[] = []
  const vertex = (at: Vector3, normal: Vector3, u: number, v: number) => {
    positions.push(at.x, at.y, at.z)
    normals.push(normal.x, normal.y, normal.z)
    uvs.push(u, v)
  }
  const outward = (segment: number, place: number) => {
    const angle = (place / around) * Math.PI * 2
    return frames.normals[segment]!.clone()
      .multiplyScalar(Math.cos(angle))
      .addScaledVector(frames.binormals[segment]!, Math.sin(angle))
  }
  const centres = Array.from({ length: segments + 1 }, (_, i) => path.getPointAt(i / segments))
  for (const [segment, centre] of centres.entries())
    for (let place = 0; place <= around; place++) {
      const normal = outward(segment, place % around)
      const at = centre.clone().addScaledVector(normal, radiusAt(segment / segments))
      vertex(at, normal, segment / segments, place / around)
    }
  const row = around + 1
  for (let segment = 0; segment < segments; segment++)
    for (let place = 0; place < around; place++) {
      const here = segment * row + place
      index.push(here, here + 1, here + row, here + 1, here + row + 1, here + row)
    }
  for (const [segment, forward] of [
    [0, -1],
    [segments, 1],
  ] as const) {
    const normal = frames.tangents[segment]!.clone().multiplyScalar(forward)
    const first = positions.length / 3
    vertex(centres[segment]!, normal, segment / segments, 0.5)
    for (let place = 0; place <= around; place++) {
      const at = centres[segment]!.clone().addScaledVector(
        outward(segment, place % around),
        radiusAt(segment / segments),
      )
      vertex(at, normal, segment / segments, place / around)
    }
    for (let place = 1; place <= around; place++)
      if (forward === 1) index.push(first, first + place, first + place + 1)
      else index.push(first, first + place + 1, first + place)
  }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3))
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(normals), 3))
  geometry.setAttribute('uv', new BufferAttribute(new Float32Array(uvs), 2))
  geometry.setIndex(index)
  return geometry
}
