import { Group, Mesh, type BufferGeometry, type Material, type Object3D } from 'three'
import type { Point3 } from '../../kit/shapes.ts'

/** Putting pieces together: every piece casts and takes shadows. */

export function piece(parent: Object3D, geometry: BufferGeometry, material: Material, at: Point3 = [0, 0, 0]): Mesh {
  const mesh = new Mesh(geometry, material)
  mesh.position.set(...at)
  mesh.castShadow = mesh.receiveShadow = true
  parent.add(mesh)
  return mesh
}

export function group(parent: Object3D, at: Point3 = [0, 0, 0]): Group {
  const made = new Group()
  made.position.set(...at)
  parent.add(made)
  return made
}

/** What stands on both sides: made for the right, and turned inside out for the left. */
export function mirroredGeometry(geometry: BufferGeometry): BufferGeometry {
  const twin = geometry.clone().scale(1, 1, -1)
  const index = twin.getIndex()
  if (index) {
    const order = Array.from(index.array)
    for (let f = 0; f < order.length; f += 3) [order[f + 1], order[f + 2]] = [order[f + 2]!, order[f + 1]!]
    twin.setIndex(order)
    return twin
  }
  for (const attribute of Object.values(twin.attributes)) {
    const { array, itemSize } = attribute
    for (let v = 0; v < array.length; v += itemSize * 3)
      for (let n = 0; n < itemSize; n++) {
        const [b, c] = [v + itemSize + n, v + 2 * itemSize + n]
        ;[array[b], array[c]] = [array[c]!, array[b]!]
      }
  }
  return twin
}

/** A piece on the right and its mirror image on the left. */
export function pair(
  parent: Object3D,
  geometry: BufferGeometry,
  material: Material,
  at: Point3 = [0, 0, 0],
): [Mesh, Mesh] {
  const [x, y, z] = at
  return [piece(parent, geometry, material, at), piece(parent, mirroredGeometry(geometry), material, [x, y, -z])]
}
