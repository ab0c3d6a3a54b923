import { BufferAttribute, BufferGeometry } from 'three'
import type { Point3 } from '../../kit/shapes.ts'

/**
 * Bodies as fields: a number at every place, negative inside, about the distance to the surface in metres. Fields are cut
 * and joined with soft edges, which gives sheet metal its radii; the surface is then found by a net of small cells.
 * Every field here is the same left and right: it is asked for z >= 0 only.
 */

export type Field = (x: number, y: number, z: number) => number

/** What lies in both, with an edge rounded over `k` metres; the curvature has no jump, so highlights run through. */
export function both(a: number, b: number, k: number): number {
  const h = Math.max(k - Math.abs(a - b), 0) / k
  return Math.max(a, b) + (h * h * h * k) / 6
}

/** What lies in either, with a fillet of `k` metres. */
export function either(a: number, b: number, k: number): number {
  const h = Math.max(k - Math.abs(a - b), 0) / k
  return Math.min(a, b) - (h * h * h * k) / 6
}

const step = 0.004

/** The direction in which the field grows fastest, of length 1. */
export function gradient(field: Field, x: number, y: number, z: number): [number, number, number] {
  const at = (dx: number, dy: number, dz: number) => field(x + dx, y + dy, Math.abs(z + dz))
  const gx = at(step, 0, 0) - at(-step, 0, 0)
  const gy = at(0, step, 0) - at(0, -step, 0)
  const gz = at(0, 0, step) - at(0, 0, -step)
  const length = Math.hypot(gx, gy, gz) || 1
  return [gx / length, gy / length, gz / length]
}

/** Where a line first enters the field, or null. The direction has length 1. */
export function enter(field: Field, from: Point3, direction: Point3, reach = 4): Point3 | null {
  const at = (t: number): Point3 => [from[0] + direction[0] * t, from[1] + direction[1] * t, from[2] + direction[2] * t]
  const value = (t: number) => {
    const [x, y, z] = at(t)
    return field(x, y, Math.abs(z))
  }
  const stride = 0.01
  for (let t = 0; t < reach; t += stride)
    if (value(t) < 0) {
      let [out, inside] = [Math.max(t - stride, 0), t]
      for (let i = 0; i < 24; i++) {
        const middle = (out + inside) / 2
        if (value(middle) < 0) inside = middle
        else out = middle
      }
      return at(out)
    }
  return null
}

export interface Extent {
  x: readonly [number, number]
  y: readonly [number, number]
  /** From the middle outwards. */
  z: number
}

/** The surface of a field within an extent, closed, with normals from the field itself. Cells are `cell` metres wide. */
export function surface(field: Field, extent: Extent, cell: number): BufferGeometry {
  const nx = Math.ceil((extent.x[1] - extent.x[0]) / cell) + 2
  const ny = Math.ceil((extent.y[1] - extent.y[0]) / cell) + 2
  const nz = Math.ceil(extent.z / cell) + 2
  const [x0, y0, z0] = [extent.x[0] - cell, extent.y[0] - cell, -cell / 2]
  const values = new Float32Array(nx * ny * nz)
  const index = (i: number, j: number, k: number) => (k * ny + j) * nx + i
  for (let k = 0; k < nz; k++)
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++) values[index(i, j, k)] = field(x0 + i * cell, y0 + j * cell, Math.abs(z0 + k * cell))

  const corner = new Int32Array(nx * ny * nz).fill(-1)
  const places: number[] = []
  const normals: number[] = []
  for (let k = 0; k < nz - 1; k++)
    for (let j = 0; j < ny - 1; j++)
      for (let i = 0; i < nx - 1; i++) {
        const found = crossing(values, index, i, j, k)
        if (!found) continue
        const place = settle(field, [x0 + found[0] * cell, y0 + found[1] * cell, z0 + found[2] * cell], cell, k === 0)
        corner[index(i, j, k)] = places.length / 3
        places.push(...place)
        const normal = gradient(field, ...place)
        if (k === 0) normal[2] = 0
        normals.push(...normal)
      }

  const faces: number[] = []
  const quad = (a: number, b: number, c: number, d: number, turned: boolean) => {
    if (Math.min(a, b, c, d) < 0) return
    // The shorter diagonal: no needles where the surface bends.
    const span = (p: number, q: number) => Math.hypot(...[0, 1, 2].map((n) => places[p * 3 + n]! - places[q * 3 + n]!))
    const list = span(a, c) <= span(b, d) ? [a, b, c, a, c, d] : [b, c, d, b, d, a]
    faces.push(...(turned ? list : list.toReversed()))
  }
  for (let k = 0; k < nz - 1; k++)
    for (let j = 0; j < ny - 1; j++)
      for (let i = 0; i < nx - 1; i++) {
        const inside = values[index(i, j, k)]! < 0
        const cellAt = (di: number, dj: number, dk: number) => corner[index(i - di, j - dj, k - dk)]!
        if (j > 0 && k > 0 && inside !== values[index(i + 1, j, k)]! < 0)
          quad(cellAt(0, 1, 1), cellAt(0, 0, 1), cellAt(0, 0, 0), cellAt(0, 1, 0), inside)
        if (i > 0 && k > 0 && inside !== values[index(i, j + 1, k)]! < 0)
          quad(cellAt(1, 0, 1), cellAt(1, 0, 0), cellAt(0, 0, 0), cellAt(0, 0, 1), inside)
        if (i > 0 && j > 0 && inside !== values[index(i, j, k + 1)]! < 0)
          quad(cellAt(1, 1, 0), cellAt(0, 1, 0), cellAt(0, 0, 0), cellAt(1, 0, 0), inside)
      }
  return mirrored(places, normals, faces)
}

/** Middle of the points where the edges of a cell cross the surface, in cells. */
function crossing(
  values: Float32Array,
  index: (i: number, j: number, k: number) => number,
  i: number,
  j: number,
  k: number,
): [number, number, number] | null {
  let mask = 0
  const corners: number[] = []
  for (let c = 0; c < 8; c++) {
    const value = values[index(i + (c & 1), j + ((c >> 1) & 1), k + ((c >> 2) & 1))]!
    corners.push(value)
    if (value < 0) mask |= 1 << c
  }
  if (mask === 0 || mask === 255) return null
  const sum = [0, 0, 0]
  let count = 0
  for (let c = 0; c < 8; c++)
    for (let axis = 0; axis < 3; axis++) {
      const other = c | (1 << axis)
      if (other === c || corners[c]! < 0 === corners[other]! < 0) continue
      const share = corners[c]! / (corners[c]! - corners[other]!)
      for (let a = 0; a < 3; a++) sum[a]! += a === axis ? share : (c >> a) & 1
      count++
    }
  return [i + sum[0]! / count, j + sum[1]! / count, k + sum[2]! / count]
}

/** Moves a point of the net onto the surface. */
function settle(field: Field, start: Point3, cell: number, middle: boolean): Point3 {
  let [x, y, z] = start
  if (middle) z = 0
  for (let round = 0; round < 3; round++) {
    const value = field(x, y, Math.abs(z))
    const [gx, gy, gz] = gradient(field, x, y, z)
    const move = Math.max(-cell / 2, Math.min(cell / 2, value))
    x -= gx * move
    y -= gy * move
    if (!middle) z -= gz * move
  }
  return [x, y, z]
}

/** The right half and its mirror image as one geometry; points in the middle are shared. */
function mirrored(places: readonly number[], normals: readonly number[], faces: readonly number[]): BufferGeometry {
  const count = places.length / 3
  const twin = new Int32Array(count)
  const allPlaces = [...places]
  const allNormals = [...normals]
  for (let v = 0; v < count; v++) {
    if (places[v * 3 + 2] === 0) {
      twin[v] = v
      continue
    }
    twin[v] = allPlaces.length / 3
    allPlaces.push(places[v * 3]!, places[v * 3 + 1]!, -places[v * 3 + 2]!)
    allNormals.push(normals[v * 3]!, normals[v * 3 + 1]!, -normals[v * 3 + 2]!)
  }
  const allFaces = [...faces]
  for (let f = 0; f < faces.length; f += 3) allFaces.push(twin[faces[f]!]!, twin[faces[f + 2]!]!, twin[faces[f + 1]!]!)
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(allPlaces), 3))
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(allNormals), 3))
  geometry.setIndex(allFaces)
  return geometry
}
