import {
  BufferGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Mesh,
  Shape,
  ShapeGeometry,
  Vector2,
  Vector3,
  type Material,
  type MeshStandardMaterial,
  type Object3D,
  type Quaternion,
} from 'three'
import { clamp, mix } from '../../kit/motion.ts'
import { fade } from '../../kit/sections.ts'
import { curve, type Point2 } from '../../kit/shapes.ts'
import { joint } from './kinematics.ts'

/**
 * The boot between housing and stud, in the frame of the housing: a skin of folds whose foot keeps to the housing and whose top
 * follows the stud. It can split at its upper fold. The section is at z = 0.
 */
export interface BootState {
  tilt: Quaternion
  offset: Point2
  tear: number
  /** 1: torn off all round, each half stays on its ring. */
  ripped: number
}

const thickness = 0.024
const around = 96
const rows = 56
/** Radius and height of the outer skin from foot to top. */
const folds = curve([
  [0.37, joint.bootFoot, 0],
  [0.375, 0.19, 0],
  [0.44, 0.215, 0],
  [0.475, 0.262, 0],
  [0.43, 0.302, 0],
  [0.335, 0.316, 0],
  [0.315, 0.335, 0],
  [0.36, 0.355, 0],
  [0.372, 0.385, 0],
  [0.33, 0.418, 0],
  [0.22, 0.432, 0],
  [0.165, 0.44, 0],
  [0.15, joint.bootTop, 0],
])
const outer = folds.getPoints(rows)
const inner = outer.map((point, index) => {
  const ahead = outer[Math.min(rows, index + 1)]!.clone()
    .sub(outer[Math.max(0, index - 1)]!)
    .normalize()
  return new Vector3(point.x - ahead.y * thickness, point.y + ahead.x * thickness, 0)
})
/** Row at which the boot splits: the outside of its upper fold. */
const split = Math.round(rows * 0.6)
const tearMiddle = Math.PI * 0.98
const tearHalf = Math.PI / 3

export class Boot {
  readonly #back: Mesh
  readonly #front: Mesh
  readonly #face: Mesh
  readonly #grease: Mesh

  constructor(rubber: MeshStandardMaterial, cut: Material, grease: Material, parent: Object3D) {
    const skin = rubber.clone()
    skin.side = DoubleSide
    const add = (material: Material) => {
      const mesh = new Mesh(new BufferGeometry(), material)
      mesh.castShadow = mesh.receiveShadow = true
      parent.add(mesh)
      return mesh
    }
    this.#back = add(skin)
    this.#front = add(skin.clone())
    this.#face = add(cut)
    this.#grease = add(grease)
    this.#grease.castShadow = false
  }

  open(share: number): void {
    fade(this.#front, share)
  }

  /** `level`: share of the room inside that grease fills; 0 is none. */
  set(state: BootState, level: number): void {
    const lower = range(0, split)
    const upper = range(split, rows)
    const part = (from: number, to: number) => {
      const surface = new Patches()
      for (const half of [lower, upper]) {
        const side = half === upper ? 1 : -1
        const angles = Array.from({ length: around / 2 + 1 }, (_, i) => from + ((to - from) * i) / (around / 2))
        for (const wall of [outer, inner])
          surface.add(angles.map((angle) => half.map((row) => place(state, wall, row, angle, side))))
        const lip = half === upper ? half[0]! : half.at(-1)!
        surface.add(angles.map((angle) => [outer, inner].map((wall) => place(state, wall, lip, angle, side))))
      }
      return surface.geometry()
    }
    replace(this.#back, part(Math.PI, Math.PI * 2))
    replace(this.#front, part(0, Math.PI))
    const faces = [0, Math.PI].flatMap((angle) =>
      [lower, upper].map((half) => {
        const side = half === upper ? 1 : -1
        const outline = [
          ...half.map((row) => place(state, outer, row, angle, side)),
          ...half.toReversed().map((row) => place(state, inner, row, angle, side)),
        ]
        return new Shape(outline.map(({ x, y }) => new Vector2(x, y)))
      }),
    )
    replace(this.#face, new ShapeGeometry(faces))
    this.#grease.visible = level > 0.02
    if (!this.#grease.visible) return
    const filled = range(0, Math.round(rows * clamp(level)))
    const wall = (angle: number) => filled.map((row) => place(state, inner, row, angle, row < split ? -1 : 1))
    const room = [...wall(0), ...wall(Math.PI).toReversed()].map(({ x, y }) => new Vector2(x, y))
    const sheet = new ShapeGeometry(new Shape(room))
    sheet.translate(0, 0, -0.014)
    replace(this.#grease, sheet)
  }
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)

/** A point of the skin: between where the housing and where the stud would carry it, moved apart where the boot is split. */
function place(
  { tilt, offset, tear, ripped }: BootState,
  wall: readonly Vector3[],
  row: number,
  angle: number,
  side: 1 | -1,
): Vector3 {
  const { x: radius, y: height } = wall[row]!
  const share = clamp((height - 0.2) / (joint.bootTop - 0.24))
  const smooth = share * share * (3 - 2 * share)
  const follow = side > 0 ? mix(smooth, 1, ripped) : mix(smooth, 0, ripped)
  const still = new Vector3(Math.cos(angle) * radius, height, Math.sin(angle) * radius)
  const carried = still
    .clone()
    .applyQuaternion(tilt)
    .add(new Vector3(offset[0], offset[1], 0))
  const aside = Math.abs(Math.atan2(Math.sin(angle - tearMiddle), Math.cos(angle - tearMiddle))) / tearHalf
  const open = aside < 1 ? Math.cos((aside * Math.PI) / 2) ** 0.6 : 0
  const near = Math.exp(-(((row - split) / 7) ** 2))
  const lips = tear * Math.max(open, 0.4 * ripped) * near
  const made = still.lerp(carried, follow)
  made.y += side * (side > 0 ? 0.034 : 0.05) * lips
  made.x += Math.cos(angle) * (side < 0 ? 0.045 : -0.012) * lips
  made.z += Math.sin(angle) * (side < 0 ? 0.045 : -0.012) * lips
  return made
}

/** Grids of points joined to one geometry. */
class Patches {
  readonly #places: number[] = []
  readonly #indices: number[] = []

  add(grid: readonly Vector3[][]): void {
    const first = this.#places.length / 3
    const width = grid[0]!.length
    for (const line of grid) for (const { x, y, z } of line) this.#places.push(x, y, z)
    for (let i = 0; i < grid.length - 1; i++)
      for (let k = 0; k < width - 1; k++) {
        const corner = first + i * width + k
        this.#indices.push(corner, corner + 1, corner + width, corner + width, corner + 1, corner + width + 1)
      }
  }

  geometry(): BufferGeometry {
    const made = new BufferGeometry()
    made.setAttribute('position', new Float32BufferAttribute(this.#places, 3))
    made.setIndex(this.#indices)
    made.computeVertexNormals()
    return made
  }
}

function replace(mesh: Mesh, geometry: BufferGeometry): void {
  mesh.geometry.dispose()
  mesh.geometry = geometry
}
