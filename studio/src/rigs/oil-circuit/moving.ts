import { type Group, MeshStandardMaterial, Shape } from 'three'
import type { Assembly } from '../../kit/assembly.ts'
import { body } from '../../kit/body.ts'
import { cutColours, type Materials } from '../../kit/materials.ts'
import { Coil } from '../../kit/moving.ts'
import { cylinder, extruded, hexagon, hole, roundedPolygon, turnedBody } from '../../kit/shapes.ts'
import { cutAway, subtract } from '../../kit/solids.ts'
import { cam as lobe, camLift, lobeOutline } from '../four-stroke/kinematics.ts'
import type { AnchorName } from './anchors.ts'
import {
  bore,
  camHeight,
  compressionHeight,
  crankpin,
  crankRadius,
  cylinders,
  half,
  mains,
  pistonPin,
  rodLength,
} from './layout.ts'

/** Crankshaft, rods, pistons, camshaft and valves. Shafts, rods and valves are whole; pistons are in section. */

const alongX = <G extends { rotateY(angle: number): unknown }>(geometry: G): G => {
  geometry.rotateY(Math.PI / 2)
  return geometry
}
/** Crank angles of the greatest lift of the four valves, over 4 pi. */
const peaks = [1.92, Math.PI * 4 - 1.92, 1.92 + Math.PI, Math.PI * 5 - 1.92]

export function buildMoving(assembly: Assembly<AnchorName>, m: Materials): (crank: number) => void {
  const crank = assembly.joint()
  const forged = new MeshStandardMaterial({ color: 0x7a828a, metalness: 0.92, roughness: 0.42 })
  for (const x of mains) assembly.mesh(cylinder('x', 0.3, x - 0.24, x + 0.24), m.machined, crank)
  assembly.mesh(cylinder('x', 0.24, -3.0, -1.9), m.machined, crank)
  assembly.mesh(
    turnedBody('x', [
      [0, half + 0.05],
      [0.62, half + 0.05],
      [0.66, half + 0.08],
      [0.66, half + 0.2],
      [0.62, half + 0.24],
      [0, half + 0.24],
    ]),
    m.machined,
    crank,
  )
  assembly.mesh(cylinder('x', 0.28, 1.9, half + 0.1), m.machined, crank)
  for (const [i, x] of cylinders.entries()) {
    const throwGroup = assembly.joint([x, 0, 0], crank)
    throwGroup.rotation.x = i * Math.PI
    const outline = new Shape()
    outline.absarc(0, crankRadius, 0.33, 0.15, Math.PI - 0.15, false)
    outline.lineTo(-0.38, 0.05)
    outline.absarc(0, 0, 0.78, Math.PI + 0.32, 2 * Math.PI - 0.32, false)
    outline.lineTo(0.38, 0.05)
    outline.closePath()
    for (const side of [-1, 1]) {
      const web = extruded(outline, 0.3, { bevel: 0.035 })
      assembly.mesh(alongX(web.translate(0, 0, side === 1 ? 0.2 : -0.5)), forged, throwGroup)
    }
    assembly.mesh(cylinder('x', 0.26, -0.24, 0.24).translate(0, crankRadius, 0), m.machined, throwGroup)
  }
  assembly.anchor('crankshaft', [0, 0.1, 0.29])

  const rods = cylinders.map((x) => {
    const rod = assembly.joint([x, 0, 0])
    buildRod(assembly, m, rod)
    return rod
  })
  const pistons = cylinders.map((x) => {
    const piston = assembly.joint([x, 0, 0])
    buildPiston(assembly, m, piston)
    return piston
  })

  const cam = assembly.joint([0, camHeight, 0])
  assembly.mesh(cylinder('x', 0.13, -2.1, 2.1), m.steel, cam)
  for (const x of mains) assembly.mesh(cylinder('x', 0.172, x - 0.18, x + 0.18), m.machined, cam)
  assembly.anchor('camshaft', [-0.45, camHeight, 0.13])
  const valves = cylinders.flatMap((x, i) =>
    [-0.3, 0.3].map((offset, k) => buildValve(assembly, m, { x: x + offset, cam, peak: peaks[i * 2 + k]! })),
  )
  return (angle) => {
    crank.rotation.x = angle
    cam.rotation.x = angle / 2
    for (const i of [0, 1] as const) {
      const pin = pistonPin(angle, i)
      pistons[i]!.position.y = pin
      rods[i]!.position.y = pin
      rods[i]!.rotation.x = -Math.asin(crankpin(angle, i)[1] / rodLength)
    }
    for (const valve of valves) valve(angle)
  }
}

function buildRod(assembly: Assembly<AnchorName>, m: Materials, rod: Group): void {
  const shank = extruded(
    roundedPolygon(
      [
        [-0.17, -rodLength + 0.3],
        [0.17, -rodLength + 0.3],
        [0.1, -0.15],
        [-0.1, -0.15],
      ],
      0.02,
    ),
    0.17,
    { bevel: 0.02 },
  )
  assembly.mesh(alongX(shank.translate(0, 0, -0.085)), m.steel, rod)
  const eye = (radius: number, inner: number, width: number) => {
    const outline = new Shape()
    outline.absarc(0, 0, radius, 0, Math.PI * 2, false)
    return alongX(extruded(outline, width, { bevel: 0.02, holes: [hole(0, 0, inner)] }).translate(0, 0, -width / 2))
  }
  assembly.mesh(eye(0.23, 0.14, 0.22), m.steel, rod)
  assembly.mesh(eye(0.36, 0.265, 0.26).translate(0, -rodLength, 0), m.steel, rod)
  for (const z of [-0.33, 0.33]) {
    assembly.mesh(
      cylinder('y', 0.07, -rodLength - 0.16, -rodLength + 0.16, { segments: 32 }).translate(0, 0, z),
      m.steel,
      rod,
    )
    assembly.mesh(hexagon('y', 0.055, -rodLength - 0.24, -rodLength - 0.16).translate(0, 0, z), m.zinc, rod)
  }
}

function buildPiston(assembly: Assembly<AnchorName>, m: Materials, piston: Group): void {
  const top = compressionHeight
  const land = bore - 0.01
  const grooves = [0.32, 0.25, 0.16]
  const casting = subtract(
    body(
      turnedBody('y', [
        [0, -0.4],
        [bore - 0.03, -0.4],
        [bore - 0.004, -0.38],
        [bore - 0.004, 0.1],
        ...grooves.toReversed().flatMap(
          (y) =>
            [
              [land, y - 0.002],
              [land - 0.07, y - 0.002],
              [land - 0.07, y + 0.03],
              [land, y + 0.03],
            ] as const,
        ),
        [land, top - 0.02],
        [land - 0.02, top],
        [0, top],
        [0, -0.4],
      ]),
      m.aluminium,
    ),
    body(
      turnedBody('y', [
        [0, -0.5],
        [0.5, -0.5],
        [0.5, 0.06],
        [0.4, 0.2],
        [0, 0.2],
        [0, -0.5],
      ]),
      m.aluminium,
    ),
  )
  assembly.solid(cutAway(casting, 'z', 0, m.cut(cutColours.aluminium)), piston)
  for (const y of grooves) {
    const ring = turnedBody('y', [
      [land - 0.066, y],
      [bore - 0.002, y],
      [bore - 0.002, y + 0.028],
      [land - 0.066, y + 0.028],
      [land - 0.066, y],
    ])
    assembly.solid(cutAway(body(ring, m.dark), 'z', 0.001, m.cut(0x2e3338)), piston)
  }
  // The pin lies across the section; its front end is cut with the boss.
  assembly.mesh(cylinder('x', 0.138, -0.52, 0.52), m.chrome, piston)
  for (const side of [-1, 1])
    assembly.solid(
      cutAway(body(cylinder('x', 0.22, side * 0.2, side * 0.55), m.aluminium), 'z', -0.02, m.cut(cutColours.aluminium)),
      piston,
    )
}

/** A valve with its spring and bucket, and the lobe that presses it. */
function buildValve(
  assembly: Assembly<AnchorName>,
  m: Materials,
  { x, cam, peak }: { x: number; cam: Group; peak: number },
): (crank: number) => void {
  const moving = assembly.joint([x, 0, 0])
  const top = camHeight - lobe.base
  const foot = 3.13
  assembly.mesh(
    turnedBody(
      'y',
      [
        [0, foot],
        [0.2, foot],
        [0.22, foot + 0.03],
        [0.12, foot + 0.09],
        [0.04, foot + 0.24],
        [0.034, top - 0.06],
        [0, top - 0.06],
      ],
      48,
    ),
    m.chrome,
    moving,
  )
  assembly.mesh(
    turnedBody(
      'y',
      [
        [0, top - 0.16],
        [0.17, top - 0.16],
        [0.19, top - 0.14],
        [0.19, top - 0.02],
        [0.17, top],
        [0, top],
      ],
      48,
    ),
    m.steel,
    moving,
  )
  const seat = assembly.joint([x, 0, 0])
  const coil = new Coil(m.zinc, seat, { axis: 'y', radius: 0.12, wire: 0.02, turns: 5 })
  const nose = assembly.joint([x, 0, 0], cam)
  assembly.mesh(alongX(extruded(lobeOutline(96), 0.22, { bevel: 0.015 }).translate(0, 0, -0.11)), m.machined, nose)
  nose.rotation.x = -peak / 2
  return (crank) => {
    const { lift } = camLift((crank - peak) / 2)
    moving.position.y = -lift
    coil.set(3.745, top - 0.18 - lift)
  }
}
