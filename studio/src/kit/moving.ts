import { CatmullRomCurve3, DoubleSide, Mesh, TubeGeometry, Vector3, type Material, type Object3D } from 'three'
import { turnedBody, type Axis, type Point2 } from './shapes.ts'

/** Pieces whose shape changes with the motion. */

/** A coil spring on an axis through its parent's origin; set() moves its ends. */
export class Coil {
  readonly mesh: Mesh
  readonly #options: { axis: Axis; radius: number; wire: number; turns: number }

  constructor(
    material: Material,
    parent: Object3D,
    options: { axis: Axis; radius: number; wire: number; turns: number },
  ) {
    this.#options = options
    this.mesh = new Mesh(undefined, material)
    this.mesh.castShadow = this.mesh.receiveShadow = true
    parent.add(this.mesh)
  }

  /** Middle of the wire at both ends. The last turns lie flat, as a ground spring's do. */
  set(from: number, to: number): void {
    const { axis, radius, wire, turns } = this.#options
    const perTurn = 24
    const count = Math.round(turns * perTurn)
    const flat = Math.min(0.75, turns / 6)
    const points: Vector3[] = []
    for (let i = 0; i <= count; i++) {
      const turn = (i / count) * turns
      const rise = Math.min(1, Math.max(0, (turn - flat) / (turns - 2 * flat)))
      const height = from + (to - from) * rise
      const angle = turn * Math.PI * 2
      const [a, b] = [Math.cos(angle) * radius, Math.sin(angle) * radius]
      if (axis === 'x') points.push(new Vector3(height, a, b))
      else if (axis === 'y') points.push(new Vector3(a, height, b))
      else points.push(new Vector3(a, b, height))
    }
    this.mesh.geometry.dispose()
    this.mesh.geometry = new TubeGeometry(new CatmullRomCurve3(points), count * 2, wire, 10)
  }
}

/** A rubber boot with folds on an axis; set() gives the ends as [radius, height]. */
export class Bellows {
  readonly mesh: Mesh
  readonly #axis: Axis
  readonly #folds: number
  readonly #depth: number

  constructor(
    material: Material,
    parent: Object3D,
    { axis, folds, depth }: { axis: Axis; folds: number; depth: number },
  ) {
    this.#axis = axis
    this.#folds = folds
    this.#depth = depth
    const own = material.clone()
    own.side = DoubleSide
    this.mesh = new Mesh(undefined, own)
    this.mesh.castShadow = this.mesh.receiveShadow = true
    parent.add(this.mesh)
  }

  set(from: Point2, to: Point2): void {
    const steps = this.#folds * 12
    const profile: Point2[] = []
    for (let i = 0; i <= steps; i++) {
      const share = i / steps
      const wave = Math.sin(share * this.#folds * Math.PI * 2) * this.#depth * Math.min(1, 8 * share, 8 * (1 - share))
      profile.push([from[0] + (to[0] - from[0]) * share + wave, from[1] + (to[1] - from[1]) * share])
    }
    this.mesh.geometry.dispose()
    this.mesh.geometry = turnedBody(this.#axis, profile, 56)
  }
}
