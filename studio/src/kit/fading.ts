import type { Material, Mesh } from 'three'

/** Pieces that a film lets fade away and come back. */
export class Fading {
  readonly #meshes: Mesh[] = []

  /** The mesh takes a material of its own, so that its like stay whole. */
  add<Piece extends Mesh>(mesh: Piece): Piece {
    const own = (material: Material): Material => material.clone()
    mesh.material = Array.isArray(mesh.material) ? mesh.material.map(own) : own(mesh.material)
    this.#meshes.push(mesh)
    return mesh
  }

  /** 1 is whole, 0 is gone. */
  set(opacity: number): void {
    for (const mesh of this.#meshes) {
      mesh.visible = opacity > 0.005
      mesh.castShadow = opacity > 0.5
      for (const material of [mesh.material].flat()) {
        material.opacity = opacity
        const fading = opacity < 0.995
        if (material.transparent !== fading) material.needsUpdate = true
        material.transparent = fading
      }
    }
  }
}
