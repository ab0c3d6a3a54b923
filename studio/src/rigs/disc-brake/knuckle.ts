import type { Assembly } from '../../kit/assembly.ts'
import { alongZ, crispTurned } from '../../kit/castings.ts'
import { cutColours, type Materials } from '../../kit/materials.ts'
import { curve, cylinder, extruded, hexagon, roundedPolygon, type Point2 } from '../../kit/shapes.ts'
import { cutAway, solid, unite } from '../../kit/solids.ts'
import { Shape, TubeGeometry, type Object3D } from 'three'
import type { Anchor } from './names.ts'

/** What holds the brake: knuckle with its arm (cut off), splash shield, drive shaft. Calm, so that the brake stands out. */
export function knuckle(a: Assembly<Anchor>, m: Materials, turning: Object3D): void {
  const plate = roundedPolygon(
    [
      [-2.3, -0.3],
      [-2.3, 0.1],
      [-1.1, 0.28],
      [-0.92, 0.44],
      [-0.92, 0.74],
      [-0.56, 0.8],
      [-0.4, 0.62],
      [0.4, 0.62],
      [0.56, 0.8],
      [0.92, 0.74],
      [0.92, 0.44],
      [0.64, 0.2],
      [0.6, -0.3],
      [0.3, -0.62],
      [-0.3, -0.62],
      [-0.7, -0.42],
    ],
    0.12,
  )
  const housing = crispTurned('z', [
    [0.0001, -0.86],
    [0.46, -0.86],
    [0.5, -0.82],
    [0.52, -0.5],
    [0.52, 0.2],
    [0.0001, 0.2],
  ])
  const casting = unite(solid(alongZ(plate, -0.74, -0.525, 0.03), m.dark), solid(housing, m.dark))
  a.solid(cutAway(casting, 'x', -2.1, m.cut(cutColours.iron), -1))
  for (const x of [-0.74, 0.74]) {
    a.mesh(cylinder('z', 0.15, -0.77, -0.74, { segments: 40 }).translate(x, 0.62, 0), m.zinc)
    a.mesh(hexagon('z', 0.11, -0.88, -0.77).translate(x, 0.62, 0), m.zinc)
  }
  shield(a, m)
  driveShaft(a, m, turning)
}

/** Pressed sheet behind the disc, open where the caliper is; its rim is bent round. */
function shield(a: Assembly<Anchor>, m: Materials): void {
  const gap = 1.12
  const [from, to] = [Math.PI / 2 + gap, Math.PI / 2 - gap + Math.PI * 2]
  const sheet = new Shape()
  sheet.absarc(0, 0, 1.52, from, to, false)
  sheet.absarc(0, 0, 0.5, to, from, true)
  const material = m.dark.clone()
  material.color.set(0x3b4047)
  a.mesh(extruded(sheet, 0.02, { curveSegments: 64 }).translate(0, 0, -0.33), material)
  const rim = curve(
    Array.from({ length: 40 }, (_, i) => {
      const angle = from + ((to - from) * i) / 39
      return [Math.cos(angle) * 1.53, Math.sin(angle) * 1.53, -0.31] as const
    }),
  )
  a.mesh(new TubeGeometry(rim, 120, 0.028, 10), material)
  for (const angle of [Math.PI * 1.1, Math.PI * 1.5, Math.PI * 1.9])
    a.mesh(hexagon('z', 0.05, -0.31, -0.26).translate(Math.cos(angle) * 0.64, Math.sin(angle) * 0.64, 0), m.zinc)
}

/** Outer joint, boot with clamps and a piece of the shaft. */
function driveShaft(a: Assembly<Anchor>, m: Materials, turning: Object3D): void {
  a.mesh(
    crispTurned('z', [
      [0.0001, -1.3],
      [0.36, -1.3],
      [0.4, -1.26],
      [0.4, -0.98],
      [0.34, -0.9],
      [0.0001, -0.86],
    ]),
    m.steel,
    turning,
  )
  const folds: Point2[] = Array.from({ length: 61 }, (_, i) => {
    const share = 1 - i / 60
    return [0.37 - 0.19 * share + 0.045 * Math.sin(share * Math.PI * 10), -1.22 - 0.72 * share]
  })
  a.mesh(crispTurned('z', [[0.0001, -1.94], ...folds, [0.0001, -1.22]], 72), m.rubber, turning)
  a.mesh(cylinder('z', 0.39, -1.25, -1.2, { segments: 64 }), m.steel, turning)
  a.mesh(cylinder('z', 0.2, -1.98, -1.92, { segments: 64 }), m.steel, turning)
  a.mesh(cylinder('z', 0.14, -2.6, -1.9, { segments: 48 }), m.steel, turning)
}
