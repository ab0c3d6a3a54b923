import { Box3, type Material, type Mesh, type Object3D, type Shape } from 'three'
import { Assembly } from '../../kit/assembly.ts'
import { body } from '../../kit/body.ts'
import { extruded, type Axis } from '../../kit/shapes.ts'
import { intersect, subtract, type Solid } from '../../kit/solids.ts'

/**
 * An assembly in which a section does not take the whole front away but breaks a window into it: the pieces of the window
 * fade, the rest of the front stays and carries what is mounted on it.
 */
export class WindowAssembly<Anchor extends string> extends Assembly<Anchor> {
  readonly #outline: Shape
  readonly #panes: Mesh[] = []
  readonly #bounds: Box3

  constructor(outline: Shape) {
    super()
    this.#outline = outline
    this.#bounds = new Box3().setFromObject(this.mesh(extruded(outline, 20), []))
    this.root.clear()
  }

  override openable(
    whole: Solid,
    { cut, parent = this.root }: { axis: Axis; cut: Material; parent?: Object3D },
  ): { back: Mesh; front: Mesh } {
    whole.updateMatrixWorld(true)
    if (!new Box3().setFromObject(whole).intersectsBox(this.#bounds)) {
      const piece = this.solid(whole, parent)
      return { back: piece, front: piece }
    }
    const window = () => body(extruded(this.#outline, 20), cut)
    const back = this.solid(subtract(whole, window()), parent)
    const front = this.solid(intersect(whole, window()), parent)
    front.material = (Array.isArray(front.material) ? front.material : [front.material]).map((material) =>
      material.clone(),
    )
    this.#panes.push(front)
    return { back, front }
  }

  override open(share: number): void {
    for (const pane of this.#panes) {
      pane.visible = share < 0.995
      pane.castShadow = share < 0.5
      for (const material of pane.material as Material[]) {
        material.opacity = 1 - share
        const fading = share > 0.005
        if (material.transparent !== fading) material.needsUpdate = true
        material.transparent = fading
      }
    }
  }
}
