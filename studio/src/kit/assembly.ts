import { Group, Mesh, Object3D, type BufferGeometry, type Material } from 'three'
import type { Axis, Point3 } from './shapes.ts'
import { cutAway, type Solid } from './solids.ts'

/** The tree of a rig while it is built: meshes that cast shadows, joints, anchors for labels, halves that can be opened. */
export class Assembly<Anchor extends string> {
  readonly root = new Group()
  readonly anchors = {} as Record<Anchor, Object3D>
  readonly #fronts: Mesh[] = []

  /** A piece; `parent` is the root when left out. */
  mesh(geometry: BufferGeometry, material: Material | Material[], parent: Object3D = this.root): Mesh {
    const mesh = new Mesh(geometry, material)
    mesh.castShadow = mesh.receiveShadow = true
    parent.add(mesh)
    return mesh
  }

  /** A solid from the boolean operations, with the materials of its faces. */
  solid(made: Solid, parent: Object3D = this.root): Mesh {
    made.castShadow = made.receiveShadow = true
    parent.add(made)
    return made
  }

  /** A group to move or turn pieces about a point. */
  joint(at: Point3 = [0, 0, 0], parent: Object3D = this.root): Group {
    const group = new Group()
    group.position.set(...at)
    parent.add(group)
    return group
  }

  /** The spot on a piece that a label points at; it moves with `parent`. */
  anchor(name: Anchor, at: Point3, parent: Object3D = this.root): void {
    const spot = new Object3D()
    spot.position.set(...at)
    parent.add(spot)
    this.anchors[name] = spot
  }

  /**
   * A solid that a section opens: the half behind the plane stays, with a coloured face; the half in front is a piece of its
   * own that open() fades away. `side` says which half is in front: 1 beyond `at`, -1 before it.
   */
  openable(
    whole: Solid,
    { axis, at = 0, cut, side = 1, parent = this.root }: OpenableOptions,
  ): { back: Mesh; front: Mesh } {
    const back = this.solid(cutAway(whole, axis, at, cut, side), parent)
    const front = this.solid(cutAway(whole, axis, at, cut, side === 1 ? -1 : 1), parent)
    front.material = (Array.isArray(front.material) ? front.material : [front.material]).map((material) => {
      const fading = material.clone()
      fading.transparent = true
      return fading
    })
    this.#fronts.push(front)
    return { back, front }
  }

  /** 0 is closed, 1 is open: the fronts fade, and are not drawn when they are gone. */
  open(share: number): void {
    for (const front of this.#fronts) {
      front.visible = share < 0.995
      front.castShadow = share < 0.5
      for (const material of front.material as Material[]) {
        material.opacity = 1 - share
        // A whole half draws like any solid piece; only a fading one needs to be sorted behind them.
        const fading = share > 0.005
        if (material.transparent !== fading) material.needsUpdate = true
        material.transparent = fading
      }
    }
  }
}

interface OpenableOptions {
  axis: Axis
  at?: number
  cut: Material
  side?: 1 | -1
  parent?: Object3D
}
