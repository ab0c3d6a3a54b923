import type { BufferGeometry, Material, Matrix4 } from 'three'
import { solid, type Solid } from './solids.ts'

/**
 * A solid whose faces are one group. Cylinders and boxes come with a group for each end; an end that vanishes in a boolean
 * operation leaves an empty group behind, on which the evaluator of three-bvh-csg fails.
 */
export function body(geometry: BufferGeometry, material: Material, place?: Matrix4): Solid {
  geometry.clearGroups()
  return solid(geometry, material, place)
}
