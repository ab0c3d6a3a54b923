import { BoxGeometry, MeshStandardMaterial, Shape } from 'three'
import { body } from '../../kit/body.ts'
import type { Assembly } from '../../kit/assembly.ts'
import { cutColours, type Materials } from '../../kit/materials.ts'
import { cylinder, extruded, hexagon, roundedPolygon, turnedBody } from '../../kit/shapes.ts'
import { cutAway, subtract, unite } from '../../kit/solids.ts'
import type { AnchorName } from './anchors.ts'
import { bore, compressionHeight, crankRadius, pistonPin, rodAngle, rodLength } from './kinematics.ts'

/** Piston in section, whole rod, and the crank's half behind the section. */

const rings = [
  { from: 0.33, height: 0.026, colour: 0x3c4248 },
  { from: 0.255, height: 0.026, colour: 0x3c4248 },
  { from: 0.165, height: 0.044, colour: 0x2e3338 },
]

export function buildCrankTrain(assembly: Assembly<AnchorName>, m: Materials) {
  const piston = assembly.joint()
  buildPiston(assembly, m, piston)
  const rod = assembly.joint()
  assembly.solid(rodBody(m), rod)
  const bearing = turnedBody('z', [
    [0.282, -0.125],
    [0.305, -0.125],
    [0.305, 0.125],
    [0.282, 0.125],
    [0.282, -0.125],
  ])
  assembly.mesh(bearing.translate(0, -rodLength, 0), m.brass, rod)
  const bush = turnedBody(
    'z',
    [
      [0.141, -0.105],
      [0.16, -0.105],
      [0.16, 0.105],
      [0.141, 0.105],
      [0.141, -0.105],
    ],
    64,
  )
  assembly.mesh(bush, m.copper, rod)
  for (const x of [-0.36, 0.36]) {
    assembly.mesh(hexagon('y', 0.05, -rodLength - 0.3, -rodLength - 0.22).translate(x, 0, 0), m.zinc, rod)
    assembly.mesh(
      cylinder('y', 0.032, -rodLength - 0.35, -rodLength - 0.2, { segments: 24 }).translate(x, 0, 0),
      m.steel,
      rod,
    )
  }
  assembly.anchor('connecting_rod', [0, -0.95, 0.06], rod)
  const crank = assembly.joint()
  buildCrank(assembly, m, crank)

  const update = (angle: number) => {
    const pin = pistonPin(angle)
    piston.position.y = pin
    rod.position.y = pin
    rod.rotation.z = rodAngle(angle)
    crank.rotation.z = -angle
  }
  return { crank, update }
}

function buildPiston(
  assembly: Assembly<AnchorName>,
  m: Materials,
  parent: ReturnType<Assembly<AnchorName>['joint']>,
): void {
  const top = compressionHeight
  const land = bore - 0.008
  const outline: [number, number][] = [
    [0, top],
    [land - 0.02, top],
    [land - 0.004, top - 0.015],
  ]
  for (const ring of rings)
    outline.push(
      [land, ring.from + ring.height + 0.002],
      [bore - 0.075, ring.from + ring.height + 0.002],
      [bore - 0.075, ring.from - 0.002],
      [land, ring.from - 0.002],
    )
  outline.push([bore - 0.003, 0.1], [bore - 0.003, -0.4], [bore - 0.03, -0.42], [0, -0.42], [0, top])
  const casting = subtract(
    body(turnedBody('y', outline.toReversed(), 96), m.aluminium),
    // Room under the crown, between the bosses of the pin and around them.
    body(
      extruded(
        roundedPolygon(
          [
            [-0.6, -0.6],
            [-0.6, 0.02],
            [-0.46, 0.2],
            [0.46, 0.2],
            [0.6, 0.02],
            [0.6, -0.6],
          ],
          0.1,
        ),
        0.36,
      ).translate(0, 0, -0.18),
      m.aluminium,
    ),
    body(
      extruded(
        roundedPolygon(
          [
            [-0.62, -0.6],
            [-0.62, -0.02],
            [-0.3, -0.02],
            [-0.3, -0.6],
          ],
          0.08,
        ),
        0.7,
      ).translate(0, 0, -0.35),
      m.aluminium,
    ),
    body(
      extruded(
        roundedPolygon(
          [
            [0.62, -0.6],
            [0.62, -0.02],
            [0.3, -0.02],
            [0.3, -0.6],
          ],
          0.08,
        ),
        0.7,
      ).translate(0, 0, -0.35),
      m.aluminium,
    ),
    body(cylinder('z', 0.145, -1, 1), m.machined),
  )
  assembly.solid(cutAway(casting, 'z', 0, m.cut(cutColours.aluminium)), parent)
  for (const { from, height, colour } of rings) {
    const ring = turnedBody('y', [
      [bore - 0.07, from],
      [bore - 0.001, from],
      [bore - 0.001, from + height],
      [bore - 0.07, from + height],
      [bore - 0.07, from],
    ])
    assembly.solid(cutAway(body(ring, m.dark), 'z', 0.001, m.cut(colour)), parent)
  }
  const pin = subtract(body(cylinder('z', 0.14, -0.52, 0.12), m.chrome), body(cylinder('z', 0.075, -1, 1), m.dark))
  assembly.solid(pin, parent)
  assembly.anchor('piston', [0.5, 0.27, 0.0], parent)
  assembly.anchor('piston_crown', [0.25, top, -0.1], parent)
  assembly.anchor('piston_rings', [bore - 0.03, 0.27, 0.002], parent)
  assembly.anchor('piston_pin', [0, 0, 0.12], parent)
}

/** Forged rod of I-section with its cap. Small end at the origin. */
function rodBody(m: Materials) {
  const shank = extruded(
    roundedPolygon(
      [
        [-0.19, -rodLength + 0.3],
        [0.19, -rodLength + 0.3],
        [0.1, -0.15],
        [-0.1, -0.15],
      ],
      0.02,
    ),
    0.17,
    { bevel: 0.02 },
  ).translate(0, 0, -0.085)
  const shoulders = extruded(
    roundedPolygon(
      [
        [-0.44, -rodLength - 0.22],
        [0.44, -rodLength - 0.22],
        [0.44, -rodLength + 0.16],
        [0.2, -rodLength + 0.42],
        [-0.2, -rodLength + 0.42],
        [-0.44, -rodLength + 0.16],
      ],
      0.07,
    ),
    0.22,
    { bevel: 0.02 },
  ).translate(0, 0, -0.11)
  const whole = unite(
    body(shank, m.steel),
    body(shoulders, m.steel),
    body(cylinder('z', 0.23, -0.105, 0.105), m.steel),
    body(cylinder('z', 0.39, -0.115, 0.115).translate(0, -rodLength, 0), m.steel),
  )
  const recess = (z: number) =>
    body(
      extruded(
        roundedPolygon(
          [
            [-0.115, -rodLength + 0.47],
            [0.115, -rodLength + 0.47],
            [0.06, -0.3],
            [-0.06, -0.3],
          ],
          0.05,
        ),
        0.06,
      ).translate(0, 0, z),
      new MeshStandardMaterial({ color: 0x7d858d, metalness: 0.9, roughness: 0.5 }),
    )
  return subtract(
    whole,
    recess(0.04),
    recess(-0.1),
    body(cylinder('z', 0.155, -1, 1), m.machined),
    body(cylinder('z', 0.3, -1, 1).translate(0, -rodLength, 0), m.machined),
    // Parting line of the cap.
    body(new BoxGeometry(2, 0.012, 1).translate(0, -rodLength, 0), m.dark),
  )
}

function buildCrank(
  assembly: Assembly<AnchorName>,
  m: Materials,
  parent: ReturnType<Assembly<AnchorName>['joint']>,
): void {
  const forged = new MeshStandardMaterial({ color: 0x6f777f, metalness: 0.9, roughness: 0.46 })
  const outline = new Shape()
  outline.absarc(0, crankRadius, 0.36, 0.15, Math.PI - 0.15, false)
  outline.lineTo(-0.4, 0.05)
  outline.lineTo(-0.62, -0.08)
  outline.absarc(0, 0, 0.8, Math.PI + 0.3, 2 * Math.PI - 0.3, false)
  outline.lineTo(0.62, -0.08)
  outline.lineTo(0.4, 0.05)
  outline.closePath()
  const web = unite(
    body(extruded(outline, 0.3, { bevel: 0.035 }).translate(0, 0, -0.5), forged),
    body(cylinder('z', 0.33, -0.22, -0.145).translate(0, crankRadius, 0), m.machined),
    body(cylinder('z', 0.36, -0.62, -0.48), m.machined),
  )
  assembly.solid(web, parent)
  assembly.mesh(cylinder('z', 0.28, -0.16, 0.15).translate(0, crankRadius, 0), m.machined, parent)
  assembly.mesh(cylinder('z', 0.28, 0.15, 0.152).translate(0, crankRadius, 0), m.cut(cutColours.steel), parent)
  assembly.mesh(cylinder('z', 0.05, 0.15, 0.156, { segments: 32 }).translate(0, crankRadius, 0), m.dark, parent)
  assembly.mesh(cylinder('z', 0.3, -1.45, -0.5), m.machined, parent)
  // Flywheel flange behind the block.
  assembly.mesh(
    turnedBody(
      'z',
      [
        [0, -1.62],
        [0.5, -1.62],
        [0.52, -1.6],
        [0.52, -1.45],
        [0.5, -1.43],
        [0, -1.43],
      ],
      64,
    ),
    m.machined,
    parent,
  )
  assembly.anchor('crankshaft', [0, -0.42, -0.2], parent)
  assembly.anchor('counterweight', [0.35, -0.5, -0.2], parent)
}
