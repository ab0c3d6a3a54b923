import { type Group, Mesh, RingGeometry, Shape } from 'three'
import type { Assembly } from '../../kit/assembly.ts'
import { FlowMaterial } from '../../kit/effects.ts'
import { cutColours, type Materials } from '../../kit/materials.ts'
import { cylinder, extruded, hole, turnedBody } from '../../kit/shapes.ts'
import type { AnchorName } from './anchors.ts'
import { bearing, journalMiddle, mains } from './layout.ts'
import { oilColours } from './oil.ts'

/** A main bearing cut across its shaft and enlarged, in a round lens that grows out of the middle main bearing. */

const place = { x: 0.1, y: 1.55, z: 3.2 }

export function buildDetail(assembly: Assembly<AnchorName>, m: Materials) {
  const group: Group = assembly.joint()
  const rim = 1.62
  assembly.mesh(
    turnedBody('z', [
      [rim, -0.16],
      [rim + 0.1, -0.12],
      [rim + 0.12, 0.06],
      [rim + 0.06, 0.16],
      [rim - 0.02, 0.14],
      [rim - 0.02, -0.16],
      [rim, -0.16],
    ]),
    m.chrome,
    group,
  )
  const housing = new Shape()
  housing.absarc(0, 0, rim - 0.02, 0, Math.PI * 2, false)
  assembly.mesh(
    extruded(housing, 0.2, { holes: [hole(0, 0, 0.88)], curveSegments: 96 }).translate(0, 0, -0.1),
    m.cut(cutColours.iron),
    group,
  )
  const shell = new Shape()
  shell.absarc(0, 0, 0.885, 0, Math.PI * 2, false)
  assembly.mesh(
    extruded(shell, 0.2, { holes: [hole(0, 0, bearing.shell)], curveSegments: 96 }).translate(0, 0, -0.095),
    m.cut(cutColours.bronze),
    group,
  )
  // Parting line of the cap, with its two bolts in section.
  for (const side of [-1, 1]) {
    assembly.mesh(cylinder('x', 0.012, side * 0.885, side * 1.6, { segments: 8 }).translate(0, 0, 0.1), m.dark, group)
    assembly.mesh(
      cylinder('y', 0.12, -1.08, 0.9, { segments: 32 })
        .scale(1, 1, 0.2)
        .translate(side * 1.2, 0, 0.09),
      m.cut(cutColours.steel),
      group,
    )
  }
  const flow = new FlowMaterial(oilColours.fresh, oilColours.freshBright, 10)
  flow.transparent = false
  const film = new Mesh(ringUv(0.3, bearing.shell, 128), flow)
  film.position.z = -0.02
  group.add(film)
  const feed = new FlowMaterial(oilColours.fresh, oilColours.freshBright, 3)
  feed.transparent = false
  const duct = assembly.mesh(cylinder('y', 0.1, bearing.shell - 0.02, 1.6, { segments: 32 }), feed, group)
  duct.geometry.scale(1, 1, 0.3).translate(0, 0, 0.085)
  turnUv(duct)
  const journal = assembly.joint([0, 0, 0], group)
  assembly.mesh(
    turnedBody('z', [
      [0, -0.1],
      [bearing.journal, -0.1],
      [bearing.journal, 0.1],
      [bearing.journal - 0.015, 0.115],
      [0, 0.115],
    ]),
    m.cut(cutColours.steel),
    journal,
  )
  assembly.mesh(
    cylinder('y', 0.055, 0, bearing.journal - 0.01, { segments: 24 })
      .scale(1, 1, 0.2)
      .translate(0, 0, 0.112),
    m.dark,
    journal,
  )
  assembly.mesh(cylinder('z', 0.07, 0.1, 0.125, { segments: 32 }), m.dark, journal)
  assembly.anchor('oil_film', [0.52, 0.54, 0.02], group)
  assembly.anchor('main_bearing_detail', [-0.78, -0.32, 0.11], group)

  return {
    set(share: number, turn: number, lift: number, phase: number, strength: number): void {
      group.visible = share > 0.01
      group.scale.setScalar(Math.max(share, 0.001))
      group.position.set(mains[1] + (place.x - mains[1]) * share, place.y * share, 0.4 + (place.z - 0.4) * share)
      journal.position.set(...journalMiddle(lift), 0)
      // The shaft turns clockwise, and carries the oil with it.
      journal.rotation.z = -turn
      flow.set(-phase, strength)
      feed.set(phase, strength)
    },
  }
}

/** A flat ring whose u runs round it. */
function ringUv(inner: number, outer: number, segments: number): RingGeometry {
  const ring = new RingGeometry(inner, outer, segments, 1)
  const position = ring.getAttribute('position')
  const uv = ring.getAttribute('uv')
  const row = segments + 1
  for (let i = 0; i < position.count; i++) uv.setXY(i, (i % row) / segments, i < row ? 0 : 1)
  return ring
}

/** Lets u run down a cylinder instead of round it. */
function turnUv(mesh: Mesh): void {
  const uv = mesh.geometry.getAttribute('uv')
  for (let i = 0; i < uv.count; i++) uv.setXY(i, 1 - uv.getY(i), uv.getX(i))
}
