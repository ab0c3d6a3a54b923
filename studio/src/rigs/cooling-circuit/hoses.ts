import { BoxGeometry, DoubleSide } from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'
import type { Assembly } from '../../kit/assembly.ts'
import type { Fading } from '../../kit/fading.ts'
import { cutFaces, halfWall } from '../../kit/hose.ts'
import { cutColours, type Materials } from '../../kit/materials.ts'
import { cylinder, extruded, ringSector, type Point2 } from '../../kit/shapes.ts'
import { hoseWall, passages } from './layout.ts'
import { heater, neck, radiator } from './radiator.ts'

/** The hoses of the section: half of the wall stays, the half in front fades; necks and clamps at their ends. */

/** How much wider than the bore a hose is inside: the wall of the neck that it sits on. */
const neckWall = 0.04

/** Where a clamp sits on a hose. */
const clamps: { hose: keyof typeof passages; at: Point2; axis: 'x' | 'y' }[] = [
  { hose: 'topHose', at: [-2.68, 3.46], axis: 'x' },
  { hose: 'topHose', at: [-4.98, 3.3], axis: 'x' },
  { hose: 'bottomHose', at: [-4.98, -0.6], axis: 'x' },
  { hose: 'bottomHose', at: [-2.57, 2.12], axis: 'x' },
  { hose: 'heaterSupply', at: [1.8, 2.57], axis: 'x' },
  { hose: 'heaterSupply', at: [2.84, 1.4], axis: 'x' },
  { hose: 'heaterReturn', at: [2.84, 3.0], axis: 'x' },
  { hose: 'feed', at: [1.95, 3.66], axis: 'y' },
]

export function buildHoses<Anchor extends string>(a: Assembly<Anchor>, m: Materials, front: Fading): void {
  const rubber = m.rubber.clone()
  rubber.side = DoubleSide
  const cut = m.cut(cutColours.rubber)
  for (const [name, { path, bore }] of Object.entries(passages)) {
    // Inlet and bypass are passages of the casting.
    if (name === 'inlet' || name === 'bypass') continue
    const inner = bore + neckWall * (bore > 0.1 ? 1 : 0.5)
    const outer = inner + hoseWall
    a.mesh(halfWall(path, outer, -1), rubber)
    front.add(a.mesh(halfWall(path, outer, 1), rubber))
    for (const face of cutFaces(path, bore, outer)) a.mesh(face, cut)
  }
  for (const clamp of clamps) {
    const { bore } = passages[clamp.hose]
    const outer = bore + neckWall * (bore > 0.1 ? 1 : 0.5) + hoseWall + 0.002
    for (const side of [-1, 1] as const) {
      const band = band180(outer, clamp.axis, side).translate(clamp.at[0], clamp.at[1], 0)
      const mesh = a.mesh(band, m.steel)
      if (side === 1) front.add(mesh)
    }
    const screw = new BoxGeometry(0.1, 0.07, 0.09)
    const worm = cylinder('z', 0.03, -0.14, 0.08, { segments: 16 })
    const housing = mergeGeometries([screw, worm])
    if (clamp.axis === 'y') housing.rotateZ(Math.PI / 2)
    const off: Point2 = clamp.axis === 'x' ? [0, outer + 0.045] : [-outer - 0.045, 0]
    a.mesh(housing.translate(clamp.at[0] + off[0], clamp.at[1] + off[1], -0.1), m.zinc)
  }

  const shell = m.plastic(0x1b1e22)
  const plastic = m.cut(cutColours.plastic)
  neck(a, shell, plastic, { y: 3.3, from: radiator.x + 0.22, to: -4.88, radius: 0.2 })
  neck(a, shell, plastic, { y: -0.6, from: radiator.x + 0.22, to: -4.88, radius: 0.2 })
  neck(a, m.aluminium, m.cut(cutColours.aluminium), { y: 1.4, from: heater.x - 0.15, to: 2.76, radius: 0.11 })
  neck(a, m.aluminium, m.cut(cutColours.aluminium), { y: 3.0, from: heater.x - 0.15, to: 2.76, radius: 0.11 })
  neck(a, m.aluminium, m.cut(cutColours.aluminium), { y: 2.57, from: 1.6, to: 1.88, radius: 0.11 })
}

/** Half of a clamp's band before (1) or behind (-1) the section. */
function band180(radius: number, axis: 'x' | 'y', side: 1 | -1) {
  const width = 0.1
  const middle = axis === 'x' ? (side === -1 ? 0 : Math.PI) : side === -1 ? Math.PI / 2 : -Math.PI / 2
  const geometry = extruded(ringSector(radius, radius + 0.022, middle, Math.PI / 2), width, { curveSegments: 24 })
  geometry.translate(0, 0, -width / 2)
  // Made about z: the half that shall lie behind points to +x or +y before the turn.
  return axis === 'x' ? geometry.rotateY(Math.PI / 2) : geometry.rotateX(-Math.PI / 2)
}
