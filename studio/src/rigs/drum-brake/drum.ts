import { BackSide, CylinderGeometry, Matrix4, RingGeometry, type Object3D } from 'three'
import type { Assembly } from '../../kit/assembly.ts'
import { alongZ, crispTurned } from '../../kit/castings.ts'
import { glow } from '../../kit/effects.ts'
import { cutColours, type Materials } from '../../kit/materials.ts'
import { along, cylinder, hexagon, roundedPolygon, turnedBody, type Point2 } from '../../kit/shapes.ts'
import { solid, subtract, unite, type Solid } from '../../kit/solids.ts'
import { sizes } from './motion.ts'
import type { Anchor } from './names.ts'

/** The drum with cooling fins; its face and the front of its wall open. Behind it the backing plate on the axle. */

const back = -0.25
/** The wall is cut here. */
export const cutPlane = 0.2
/** The layer that the linings heat. */
const hotLayer = 0.03
/** A fin more or less looks the same: a loop closes after each of them. */
export const fins = 24

export interface DrumPieces {
  turning: Object3D
  set(state: { spin: number; heat: number; open: number }): void
}

export function drum(a: Assembly<Anchor>, m: Materials): DrumPieces {
  const turning = a.joint()
  const { drum: inner, drumOutside: outer } = sizes
  const bowl: Point2[] = [
    [inner + hotLayer, back],
    [outer - 0.02, back],
    [outer, back + 0.02],
    [outer, 0.26],
    [outer - 0.05, 0.33],
    [0.98, 0.335],
    [0.96, 0.355],
    [0.68, 0.36],
    [0.66, 0.35],
    [0.62, 0.35],
    [0.55, 0.4],
    [0.31, 0.4],
    [0.31, 0.32],
    [0.5, 0.32],
    [0.6, 0.28],
    [inner - 0.03, 0.26],
    [inner, 0.24],
    [inner, 0.215],
    [inner + hotLayer, 0.21],
    [inner + hotLayer, back],
  ]
  const fin = (i: number) =>
    solid(
      alongZ(
        roundedPolygon(
          [
            [outer - 0.03, -0.022],
            [outer + 0.055, -0.016],
            [outer + 0.055, 0.016],
            [outer - 0.03, 0.022],
          ],
          0.012,
        ),
        back + 0.05,
        0.25,
        0.01,
      ),
      m.cast,
      new Matrix4().makeRotationZ((i / fins) * Math.PI * 2),
    )
  // Two threaded holes for the screws that press the drum off.
  const pressHoles = [0.3, 0.3 + Math.PI].map((angle) => {
    const place = new Matrix4().makeTranslation(Math.cos(angle) * 0.78, Math.sin(angle) * 0.78, 0)
    return solid(cylinder('z', 0.045, 0.2, 0.6, { segments: 24 }), m.machined, place)
  })
  const casting = subtract(
    unite(
      solid(crispTurned('z', bowl, 128), m.cast),
      ...Array.from({ length: fins }, (_, i) => fin(i)),
      ...wheelNuts(m),
    ),
    ...pressHoles,
  )
  a.openable(casting, { axis: 'z', at: cutPlane, cut: m.cut(cutColours.iron), parent: turning })

  const surface = m.machined.clone()
  surface.side = BackSide
  const face = m.cut(cutColours.iron)
  const heatUp = [glow(surface), glow(face)]
  const wall = new CylinderGeometry(inner, inner, cutPlane - back, 128, 1, true)
  wall.translate(0, (cutPlane + back) / 2, 0)
  a.mesh(along('z', wall), surface, turning)
  a.mesh(new RingGeometry(inner, inner + hotLayer, 128).translate(0, 0, cutPlane), face, turning)
  a.mesh(new RingGeometry(inner, inner + hotLayer, 128).translate(0, 0, back), m.cast, turning)
  hub(a, m, turning)
  a.anchor('drum', [0.72 * outer, 0.72 * outer, cutPlane])
  a.anchor('drum_side', [-1.185, -0.2, cutPlane])
  a.anchor('drum_edge', [-0.6 * outer, 0.83 * outer, cutPlane])
  return {
    turning,
    set({ spin, heat }) {
      turning.rotation.z = spin
      for (const to of heatUp) to(heat)
    },
  }
}

/** Hub and studs with nuts; the nut on the spindle under its cap. */
function hub(a: Assembly<Anchor>, m: Materials, turning: Object3D): void {
  a.mesh(
    crispTurned('z', [
      [0.0001, -0.2],
      [0.27, -0.2],
      [0.29, -0.18],
      [0.29, 0.48],
      [0.27, 0.5],
      [0.0001, 0.5],
    ]),
    m.steel,
    turning,
  )
  const dome: Point2[] = Array.from({ length: 11 }, (_, i) => {
    const angle = (i / 10) * (Math.PI / 2)
    return [0.2 * Math.cos(angle) + 0.0001, 0.56 + 0.06 * Math.sin(angle)]
  })
  a.mesh(turnedBody('z', [[0.0001, 0.49], [0.21, 0.49], [0.21, 0.52], ...dome], 56), m.zinc, turning)
}

/** Studs with nuts: they stand on the drum's face and go with it. */
function wheelNuts(m: Materials): Solid[] {
  return [0, 1, 2, 3].flatMap((i) => {
    const angle = (i / 4) * Math.PI * 2 + Math.PI / 4
    const place = new Matrix4().makeTranslation(Math.cos(angle) * 0.46, Math.sin(angle) * 0.46, 0)
    const nut = hexagon('z', 0.095, 0.385, 0.56)
    const stud = cylinder('z', 0.055, 0.37, 0.68, { segments: 24 })
    // One material each: the groups of a cylinder's faces would ask for three.
    for (const geometry of [nut, stud]) geometry.clearGroups()
    return [solid(nut, m.zinc, place), solid(stud, m.steel, place)]
  })
}

/** The pressed plate that carries everything, on the flange of a piece of the axle. */
export function backingPlate(a: Assembly<Anchor>, m: Materials): void {
  const plateMaterial = m.paint(0x4a525b)
  const profile: Point2[] = [
    [0.0001, -0.36],
    [0.5, -0.36],
    [0.56, -0.33],
    [1.05, -0.31],
    [1.1, -0.33],
    [1.27, -0.33],
    [1.29, -0.31],
    [1.29, -0.22],
    [1.265, -0.22],
    [1.265, -0.29],
    [1.12, -0.295],
    [1.06, -0.28],
    [0.56, -0.29],
    [0.5, -0.32],
    [0.0001, -0.32],
  ]
  a.mesh(crispTurned('z', profile, 128), plateMaterial)
  // Raised pads on which the shoes slide, and the bolts to the axle.
  for (const angle of [2.5, Math.PI, 3.75, 0.64, 0, -0.6]) {
    const pad = roundedPolygon(
      [
        [-0.09, -0.06],
        [0.09, -0.06],
        [0.09, 0.06],
        [-0.09, 0.06],
      ],
      0.03,
    )
    const geometry = alongZ(pad, -0.3, -0.21, 0.01).translate(1.0, 0, 0).rotateZ(angle)
    a.mesh(geometry, plateMaterial)
  }
  for (const angle of [0.6, 2.2, 3.9, 5.4]) {
    const geometry = hexagon('z', 0.06, -0.32, -0.25).translate(Math.cos(angle) * 0.42, Math.sin(angle) * 0.42, 0)
    a.mesh(geometry, m.zinc)
  }
  a.mesh(
    crispTurned('z', [
      [0.0001, -1.5],
      [0.26, -1.5],
      [0.26, -0.6],
      [0.34, -0.5],
      [0.58, -0.46],
      [0.58, -0.36],
      [0.0001, -0.36],
    ]),
    m.dark,
  )
  a.anchor('backing_plate', [0.42, -0.5, -0.285])
}

/** The block between the heels: both shoes turn about its sides. */
export function anchorBlock(a: Assembly<Anchor>, m: Materials): void {
  const [x, y] = sizes.pivot
  const half = -x - 0.035
  const block = roundedPolygon(
    [
      [-half - 0.05, y - 0.16],
      [half + 0.05, y - 0.16],
      [half, y - 0.08],
      [half, y + 0.08],
      [half + 0.03, y + 0.13],
      [-half - 0.03, y + 0.13],
      [-half, y + 0.08],
      [-half, y - 0.08],
    ],
    0.02,
  )
  a.mesh(alongZ(block, -0.3, 0.09, 0.015), m.cast)
  const cover = roundedPolygon(
    [
      [-0.26, y - 0.11],
      [0.26, y - 0.11],
      [0.26, y + 0.11],
      [-0.26, y + 0.11],
    ],
    0.06,
  )
  a.mesh(alongZ(cover, 0.09, 0.115, 0.008), m.steel)
  for (const side of [-0.07, 0.07]) a.mesh(hexagon('z', 0.045, 0.115, 0.165).translate(side, y, 0), m.zinc)
  a.anchor('anchor', [0.0, y - 0.07, 0.117])
}
