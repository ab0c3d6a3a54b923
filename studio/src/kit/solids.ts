import { BoxGeometry, type BufferGeometry, type Material, type Matrix4 } from 'three'
import { ADDITION, Brush, Evaluator, INTERSECTION, SUBTRACTION } from 'three-bvh-csg'
import type { Axis } from './shapes.ts'

/**
 * Solids that are added, subtracted and cut. Every face keeps the material of the solid that it came from, so a bore has the
 * material of the drill, and a section has the material given for its cut. Geometry must be closed.
 */

const evaluator = new Evaluator()
evaluator.useGroups = true
evaluator.attributes = ['position', 'normal', 'uv']

export type Solid = Brush

/** A solid of one material, placed by a matrix when given. */
export function solid(geometry: BufferGeometry, material: Material, place?: Matrix4): Solid {
  const made = new Brush(geometry, material)
  if (place) made.applyMatrix4(place)
  made.updateMatrixWorld(true)
  return made
}

function evaluate(first: Solid, others: readonly Solid[], operation: typeof ADDITION): Solid {
  return quietly(() => {
    let result = first
    for (const other of others) {
      result.updateMatrixWorld(true)
      other.updateMatrixWorld(true)
      result = evaluator.evaluate(result, other, operation)
    }
    return result
  })
}

/** The library gives its search tree an option by an old name, and is warned of it hundreds of times a rig. */
function quietly<T>(work: () => T): T {
  const { warn } = console
  console.warn = (...said: unknown[]) => {
    if (!String(said[0]).includes('maxLeafSize')) warn(...said)
  }
  try {
    return work()
  } finally {
    console.warn = warn
  }
}

export const unite = (first: Solid, ...others: Solid[]): Solid => evaluate(first, others, ADDITION)
export const subtract = (first: Solid, ...others: Solid[]): Solid => evaluate(first, others, SUBTRACTION)
export const intersect = (first: Solid, ...others: Solid[]): Solid => evaluate(first, others, INTERSECTION)

/** Larger than any rig, in scene units. */
const everything = 60

/** Takes away what lies beyond `at` on an axis (`side` 1) or before it (-1). The section gets the material `cut`. */
export function cutAway(from: Solid, axis: Axis, at: number, cut: Material, side: 1 | -1 = 1): Solid {
  const half = solid(new BoxGeometry(everything, everything, everything), cut)
  half.position[axis] = at + (side * everything) / 2
  return subtract(from, half)
}
