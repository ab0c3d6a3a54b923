import { Group, LatheGeometry, Shape, Vector2, type BufferGeometry, type Object3D } from 'three'
import { toCreasedNormals } from 'three/examples/jsm/utils/BufferGeometryUtils.js'
import {
  along,
  cylinder,
  extruded,
  gearShape,
  hexagon,
  hole,
  ringSector,
  roundedPolygon,
  turnedBody,
  type Point2,
} from '../../kit/shapes.ts'
import { group, piece } from '../shape/placing.ts'
import { axles, stuff } from './stuff.ts'

/** Both wheels with their brakes, and the mudguards that follow them. */

export function wheelsOf(): Group {
  const root = new Group()
  const { front, rear } = axles
  const first = wheel(root, front.x, front.radius, front.width)
  for (const side of [1, -1]) {
    disc(first, 0.155, side * 0.064)
    caliper(first, 0.155, side * 0.064, 2.55)
  }
  piece(first, cylinder('z', 0.013, -0.125, 0.125, { segments: 24 }), stuff.steel)
  const second = wheel(root, rear.x, rear.radius, rear.width)
  disc(second, 0.115, 0.088)
  caliper(second, 0.115, 0.088, 1.2)
  piece(second, cylinder('z', 0.012, -0.16, 0.16, { segments: 24 }), stuff.steel)
  for (const side of [1, -1]) piece(second, hexagon('z', 0.017, side * 0.15, side * 0.168), stuff.steel)
  const sprocket = extruded(gearShape(42, 0.104, 0.113), 0.008, { holes: [hole(0, 0, 0.07)] })
  piece(second, sprocket, stuff.steel, [0, 0, -0.117])
  piece(second, cylinder('z', 0.075, -0.116, -0.07), stuff.crank)
  mudguards(root)
  return root
}

function wheel(parent: Object3D, x: number, radius: number, width: number): Group {
  const made = group(parent, [x, radius, 0])
  made.name = 'wheel'
  const bead = 0.222
  const half = width / 2
  const tyre: Point2[] = [[bead, -half * 0.72]]
  // A motorcycle's tyre is round across, with slanted grooves left of the middle and right of it.
  for (let i = 0; i <= 24; i++) {
    const angle = -1.75 + (i / 24) * 3.5
    const height = radius - bead - 0.02
    tyre.push([bead + 0.02 + height * Math.max(Math.cos(angle * 0.9), 0) ** 0.8, half * Math.sin(angle)])
  }
  tyre.push([bead, half * 0.72], [bead, -half * 0.72])
  piece(made, toCreasedNormals(turnedBody('z', tyre, 120), 0.8), stuff.rubber)
  for (let i = 0; i < 22; i++) groove(made, radius, half, (i / 22) * Math.PI * 2, i % 2 === 0 ? 1 : -1)
  const rim: Point2[] = [
    [bead + 0.004, -half * 0.78],
    [bead - 0.008, -half * 0.72],
    [bead - 0.02, -half * 0.3],
    [bead - 0.024, 0],
    [bead - 0.02, half * 0.3],
    [bead - 0.008, half * 0.72],
    [bead + 0.004, half * 0.78],
    [bead + 0.004, -half * 0.78],
  ]
  piece(made, toCreasedNormals(turnedBody('z', rim), 0.6), stuff.black)
  piece(made, spokes(bead - 0.016), stuff.black, [0, 0, -0.016])
  piece(made, cylinder('z', 0.04, -0.055, 0.055), stuff.crank)
  return made
}

/** A dark, slanted cut in the tread. */
function groove(parent: Object3D, radius: number, half: number, angle: number, side: number): void {
  const cut = new Group()
  cut.rotation.z = angle
  parent.add(cut)
  const bar = piece(
    cut,
    extruded(
      roundedPolygon(
        [
          [-0.02, -0.003],
          [0.02, -0.003],
          [0.02, 0.003],
          [-0.02, 0.003],
        ],
        0.003,
      ),
      0.006,
    ),
    stuff.plastic,
    [0, radius - 0.0095, side * half * 0.34],
  )
  bar.rotation.set(-Math.PI / 2 + side * 0.3, 0, 0)
  bar.rotation.z = side * 0.75
  bar.castShadow = false
}

function spokes(radius: number): BufferGeometry {
  const outline = new Shape()
  outline.absarc(0, 0, radius, 0, Math.PI * 2, false)
  const holes = Array.from({ length: 5 }, (_, i) => (i * 2 * Math.PI) / 5).flatMap((a) => [
    sector(radius, 0.3, 0.93, a + Math.PI / 5, 0.36, 0.44),
    sector(radius, 0.52, 0.93, a, 0.04, 0.1),
  ])
  return extruded(outline, 0.032, { bevel: 0.007, holes, curveSegments: 80 })
}

function sector(
  radius: number,
  inner: number,
  outer: number,
  middle: number,
  innerHalf: number,
  outerHalf: number,
): Shape {
  const at = (share: number, angle: number): Point2 => [
    Math.cos(angle) * share * radius,
    Math.sin(angle) * share * radius,
  ]
  const outline = roundedPolygon(
    [
      ...[-1, -0.6, -0.2, 0.2, 0.6, 1].map((s) => at(outer, middle + s * outerHalf)),
      at(inner, middle + innerHalf),
      at(inner, middle - innerHalf),
    ],
    radius * 0.06,
  )
  return new Shape(outline.getPoints(6).map(({ x, y }) => new Vector2(x, y)))
}

function disc(parent: Object3D, radius: number, z: number): void {
  const holes = Array.from({ length: 24 }, (_, i) => {
    const angle = (i / 24) * Math.PI * 2
    const out = radius * (i % 3 === 0 ? 0.74 : i % 3 === 1 ? 0.83 : 0.92)
    return hole(Math.cos(angle) * out, Math.sin(angle) * out, 0.0055)
  })
  holes.push(hole(0, 0, radius * 0.66))
  const rotor = new Shape()
  rotor.absarc(0, 0, radius, 0, Math.PI * 2, false)
  piece(parent, extruded(rotor, 0.005, { holes, curveSegments: 64 }), stuff.steel, [0, 0, z - 0.0025])
  const carrier = Array.from({ length: 6 }, (_, i) => ringSector(radius * 0.3, radius * 0.68, (i * Math.PI) / 3, 0.2))
  for (const arm of carrier) piece(parent, extruded(arm, 0.006), stuff.black, [0, 0, z - 0.003])
  piece(parent, cylinder('z', radius * 0.36, z - 0.004, z + 0.004), stuff.black)
}

/** A caliper over the rim of a disc, at an angle from straight ahead. */
function caliper(parent: Object3D, radius: number, z: number, angle: number): void {
  const body = extruded(ringSector(radius * 0.62, radius * 1.1, angle, 0.36), 0.058, { bevel: 0.008 })
  piece(parent, body, stuff.gold, [0, 0, z - 0.029])
  for (const turn of [-0.16, 0.16]) {
    const [x, y] = [Math.cos(angle + turn) * radius * 0.84, Math.sin(angle + turn) * radius * 0.84]
    const side = Math.sign(z)
    piece(parent, cylinder('z', 0.015, z + side * 0.026, z + side * 0.033, { segments: 24 }), stuff.crank, [x, y, 0])
  }
}

/** Part of a ring around a wheel; angles from straight down, forward is positive. */
function guard(inner: number, half: number, from: number, to: number): BufferGeometry {
  const profile: Vector2[] = []
  const arc = (radius: number, width: number, turned: boolean) => {
    const points = Array.from({ length: 13 }, (_, i) => {
      const angle = -1.35 + (i / 12) * 2.7
      return new Vector2(radius - (1 - Math.cos(angle)) * 0.035, Math.sin(angle) * width)
    })
    profile.push(...(turned ? points.toReversed() : points))
  }
  arc(inner + 0.004, half, false)
  arc(inner, half - 0.004, true)
  profile.push(profile[0]!.clone())
  return toCreasedNormals(along('z', new LatheGeometry(profile, 64, from, to - from)), 0.7)
}

function mudguards(root: Group): void {
  const { front, rear } = axles
  piece(root, guard(front.radius + 0.018, front.width / 2 + 0.016, Math.PI - 0.55, Math.PI + 0.95), stuff.paint, [
    front.x,
    front.radius,
    0,
  ])
  piece(root, guard(rear.radius + 0.024, rear.width / 2 + 0.01, Math.PI - 0.35, Math.PI + 0.62), stuff.plastic, [
    rear.x,
    rear.radius,
    0,
  ])
}
