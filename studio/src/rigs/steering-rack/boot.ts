import {
  BufferGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Mesh,
  type MeshStandardMaterial,
  type Object3D,
} from 'three'
import { clamp } from '../../kit/motion.ts'
import { fade } from '../../kit/sections.ts'

/** A boot along x from the housing to the tie rod: nine folds that follow its length, and a split across its second fold. */
export class RackBoot {
  readonly #mesh: Mesh
  readonly #side: 1 | -1

  constructor(rubber: MeshStandardMaterial, parent: Object3D, side: 1 | -1) {
    const skin = rubber.clone()
    skin.side = DoubleSide
    this.#mesh = new Mesh(new BufferGeometry(), skin)
    this.#mesh.castShadow = this.#mesh.receiveShadow = true
    this.#side = side
    parent.add(this.#mesh)
  }

  fade(share: number): void {
    fade(this.#mesh, share)
  }

  set(length: number, tear: number): void {
    this.#mesh.geometry.dispose()
    this.#mesh.geometry = bootGeometry(length, this.#side, clamp(tear))
  }
}

const folds = 9
const perFold = 8
const rows = folds * perFold
const around = 44
/** Row of the split: the crest of the second fold from the housing. */
const split = Math.round(1.25 * perFold) + 1
const ends = { housing: 0.285, rod: 0.095 } as const

function bootGeometry(length: number, side: 1 | -1, tear: number): BufferGeometry {
  const places: number[] = []
  const indices: number[] = []
  for (const part of [range(0, split), range(split, rows)]) {
    const pull = part[0] === 0 ? -1 : 1
    const first = places.length / 3
    for (const row of part)
      for (let spoke = 0; spoke <= around; spoke++)
        places.push(...skinPoint(row, (spoke / around) * Math.PI * 2, length, side, tear, pull))
    for (let line = 0; line < part.length - 1; line++)
      for (let spoke = 0; spoke < around; spoke++) {
        const corner = first + line * (around + 1) + spoke
        const next = corner + around + 1
        indices.push(corner, next, corner + 1, corner + 1, next, next + 1)
      }
  }
  const made = new BufferGeometry()
  made.setAttribute('position', new Float32BufferAttribute(places, 3))
  made.setIndex(indices)
  made.computeVertexNormals()
  return made
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)

function skinPoint(
  row: number,
  angle: number,
  length: number,
  side: 1 | -1,
  tear: number,
  pull: number,
): [number, number, number] {
  const share = row / rows
  const collar = Math.min(1, share * 14, (1 - share) * 14)
  const wave = Math.sin((row / perFold) * Math.PI * 2)
  // Crests are round, valleys are narrow.
  const fold = wave > 0 ? wave : wave * 0.8
  const radius = ends.housing + (ends.rod - ends.housing) * share + collar * (0.055 * fold + 0.02 * (1 - share))
  // The split faces up and backwards, to the driver's side.
  const aside = Math.abs(Math.atan2(Math.sin(angle - 0.75), Math.cos(angle - 0.75))) / 1.05
  const open = aside < 1 ? Math.cos((aside * Math.PI) / 2) ** 0.7 : 0
  const near = Math.exp(-(((row - split) / 4.5) ** 2)) * open * tear
  const x = share * length + pull * 0.075 * near
  const reach = radius + (pull < 0 ? 0.03 : -0.045) * near
  return [side * x, Math.cos(angle) * reach, Math.sin(angle) * reach]
}
