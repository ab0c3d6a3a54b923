import { BufferGeometry, Float32BufferAttribute, Mesh, type Group } from 'three'
import type { Assembly } from '../../kit/assembly.ts'
import type { Materials } from '../../kit/materials.ts'
import { clamp } from '../../kit/motion.ts'
import { seeded } from '../../kit/noise.ts'
import { fade } from '../../kit/sections.ts'
import type { DamperAnchor } from './anchors.ts'
import { tube } from './kinematics.ts'

/** Oil that has passed the rod seal and runs down the outer tube in streaks of different length. */
export interface LeakFilm {
  set(leak: number): void
  open(share: number): void
}

export function leakFilm(a: Assembly<DamperAnchor>, m: Materials, body: Group): LeakFilm {
  const wet = m.paint(0x533304)
  wet.roughness = 0.12
  wet.clearcoat = 1
  wet.clearcoatRoughness = 0.05
  const front = new Mesh(new BufferGeometry(), wet.clone())
  const back = new Mesh(new BufferGeometry(), wet)
  body.add(front, back)
  a.anchor('leak', [-0.1, 2.35, tube.outer], body)
  return {
    set(leak) {
      for (const [mesh, from] of [
        [front, 0],
        [back, Math.PI],
      ] as const) {
        mesh.geometry.dispose()
        mesh.geometry = streaks(from, leak)
        mesh.userData['wet'] = leak > 0.01
        mesh.visible = leak > 0.01
      }
    },
    open(share) {
      fade(front, share)
      front.visible &&= front.userData['wet'] === true
    },
  }
}

const columns = 120
const random = seeded(31)
/** Runs of the film: place round the tube, half width in columns, length as a share of the longest. */
const runs = Array.from({ length: 26 }, (_, index) => ({
  place: (index + 0.15 + 0.7 * random()) * ((columns * 2) / 26),
  half: 2.2 + 2.6 * random(),
  length: 0.28 + 0.72 * random() ** 2,
}))
/** How far the film reaches down at each place: a wet collar under the seal, and rounded runs below it. */
const reaches = Array.from({ length: columns * 2 }, (_, column) => {
  const collar = 0.17 + 0.03 * Math.sin(column * 0.37) + 0.02 * Math.sin(column * 0.83)
  return runs.reduce((reach, { place, half, length }) => {
    const aside = Math.abs(((column - place + columns * 3) % (columns * 2)) - columns) / half
    const flank = 1 / (1 + (aside / 1.15) ** 6)
    return Math.max(
      reach,
      collar + (length - collar) * (aside < 1 ? Math.sqrt(1 - aside ** 2) * 0.06 + 0.94 : flank * 0.94),
    )
  }, collar)
})

/** Half a turn of the film from an angle. It is thicker at the lower end of each run, as a drop is. */
function streaks(from: number, leak: number): BufferGeometry {
  const rows = 14
  const places: number[] = []
  const indices: number[] = []
  const [top, longest] = [tube.top - 0.07, 2.2]
  const start = Math.round((from / Math.PI) * columns)
  for (let column = 0; column <= columns; column++) {
    const angle = from + (column / columns) * Math.PI
    const reach = longest * clamp(reaches[(start + column) % reaches.length]! * leak * 1.02)
    for (let row = 0; row <= rows; row++) {
      const share = row / rows
      const thick = 0.004 + 0.012 * Math.sin(Math.PI * Math.min(1, share)) * share
      const radius = tube.outer + (row === rows ? -0.004 : thick)
      places.push(Math.cos(angle) * radius, top - reach * share, Math.sin(angle) * radius)
    }
  }
  for (let column = 0; column < columns; column++)
    for (let row = 0; row < rows; row++) {
      const corner = column * (rows + 1) + row
      indices.push(corner, corner + rows + 1, corner + 1, corner + 1, corner + rows + 1, corner + rows + 2)
    }
  const made = new BufferGeometry()
  made.setAttribute('position', new Float32BufferAttribute(places, 3))
  made.setIndex(indices)
  made.computeVertexNormals()
  return made
}
