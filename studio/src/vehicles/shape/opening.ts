import type { Object3D, Vector3 } from 'three'

/** Surfaces that are open at some places, although their triangles go on there: a material leaves those places out. */

export type Opening = (place: Vector3) => boolean

const openings = new WeakMap<Object3D, Opening>()

/** Tells rays where a mesh is open; places are those of its geometry. */
export function openAt(mesh: Object3D, opening: Opening): void {
  openings.set(mesh, opening)
}

export const openingOf = (mesh: Object3D): Opening | undefined => openings.get(mesh)
