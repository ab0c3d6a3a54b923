import {
  BufferGeometry,
  DoubleSide,
  LatheGeometry,
  Mesh,
  Shape,
  ShapeGeometry,
  Vector2,
  type Material,
  type Object3D,
} from 'three'
import type { Point2 } from './shapes.ts'

/**
 * Pieces about the y axis that change their shape and are seen in section at z = 0: no boolean operation a frame, the half
 * behind the plane and its cut faces are made directly. open() fades the half in front, as Assembly.open() does.
 */

/** A solid of revolution from a closed [radius, height] outline that set() gives anew. */
export class HalfBody {
  readonly #back: Mesh
  readonly #face: Mesh
  readonly #front: Mesh | null

  constructor(skin: Material, cut: Material, parent: Object3D, { front = true }: { front?: boolean } = {}) {
    this.#back = shadowed(skin, parent)
    this.#face = shadowed(cut, parent)
    this.#front = front ? shadowed(faded(skin), parent) : null
  }

  set(outline: readonly Point2[]): void {
    const points = outline.map(([radius, height]) => new Vector2(Math.max(radius, 0.0001), height))
    points.push(points[0]!.clone())
    replace(this.#back, new LatheGeometry(points, 32, Math.PI / 2, Math.PI))
    if (this.#front) replace(this.#front, new LatheGeometry(points, 32, -Math.PI / 2, Math.PI))
    const side = (sign: number) => new Shape(points.slice(0, -1).map(({ x, y }) => new Vector2(sign * x, y)))
    replace(this.#face, new ShapeGeometry([side(1), side(-1)]))
  }

  open(share: number): void {
    if (this.#front) fade(this.#front, share)
  }
}

/** A mesh with a shadow and no shape yet. */
function shadowed(material: Material, parent: Object3D): Mesh {
  const mesh = new Mesh(new BufferGeometry(), material)
  mesh.castShadow = mesh.receiveShadow = true
  parent.add(mesh)
  return mesh
}

function faded(material: Material): Material {
  const own = material.clone()
  own.side = DoubleSide
  return own
}

function replace(mesh: Mesh, geometry: BufferGeometry): void {
  mesh.geometry.dispose()
  mesh.geometry = geometry
}

/** 0: whole; 1: gone. */
export function fade(mesh: Mesh, share: number): void {
  const material = mesh.material as Material
  mesh.visible = share < 0.995
  mesh.castShadow = share < 0.5
  material.opacity = 1 - share
  const fading = share > 0.005
  if (material.transparent !== fading) material.needsUpdate = true
  material.transparent = fading
}
