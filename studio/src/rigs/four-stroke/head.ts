import { type Group, Matrix4, type Material, type Mesh, MeshStandardMaterial } from 'three'
import { body } from '../../kit/body.ts'
import type { Assembly } from '../../kit/assembly.ts'
import { cutColours, fluidColours, type Materials } from '../../kit/materials.ts'
import { Coil } from '../../kit/moving.ts'
import { curve, cylinder, extruded, hexagon, roundedPolygon, turnedBody, type Point2 } from '../../kit/shapes.ts'
import { cutAway, intersect, subtract, unite } from '../../kit/solids.ts'
import { sweptBar } from '../../kit/swept.ts'
import type { AnchorName } from './anchors.ts'
import {
  bore,
  cam,
  camAngle,
  deck,
  lobeOutline,
  roofAt,
  valveAngle,
  valveFoot,
  valveHead,
  valveLift,
  valveX,
  type ValveSide,
} from './kinematics.ts'

/** Cylinder head with ports, valves, buckets, camshafts, cover and plug. Heights along a stem count from its valve's foot. */

const sides: [ValveSide, 1 | -1][] = [
  ['intake', -1],
  ['exhaust', 1],
]
const depth = 2.1
const stemTip = 1.7
const bucketTop = 1.75
export const camHeight = bucketTop + cam.base
const spring = { from: 1.0, to: 1.54, radius: 0.155, wire: 0.026 }

/** Frame of a valve: its foot at the origin, y along the stem. */
const valveFrame = (sign: 1 | -1) =>
  new Matrix4().makeTranslation(sign * valveX, valveFoot, 0).multiply(new Matrix4().makeRotationZ(-sign * valveAngle))

/** Middle line of a port from its seat to the flange. */
export const portPath = (sign: 1 | -1) =>
  curve([
    [sign * 0.352, deck + 0.085, 0],
    [sign * 0.44, deck + 0.36, 0],
    [sign * 0.74, deck + 0.64, 0],
    [sign * 1.15, deck + 0.76, 0],
    [sign * 1.7, deck + 0.82, 0],
  ])

/** An outline in the plane of the section, made a bar through the whole depth or a part of it. */
const bar = (points: (Point2 | readonly [number, number, number])[], length: number, radius = 0.05, bevel = 0) =>
  extruded(roundedPolygon(points, radius), length, { bevel }).translate(0, 0, -length / 2)

const lifted = (points: Point2[], sign = 1) => points.map(([x, y]) => [sign * x, deck + y] as const)

export function buildHead(assembly: Assembly<AnchorName>, m: Materials) {
  const cut = m.cut(cutColours.aluminium)
  const skin = new MeshStandardMaterial({ color: 0xaab1b8, metalness: 0.85, roughness: 0.5 })
  const wall: Record<ValveSide, Material> = {
    intake: new MeshStandardMaterial({ color: 0x7fa6cc, metalness: 0.25, roughness: 0.55 }),
    exhaust: new MeshStandardMaterial({ color: 0x7d5a48, metalness: 0.25, roughness: 0.7 }),
  }
  const coolant = m.fluid(fluidColours.coolantCold, 1)
  coolant.transparent = false

  // Casting.
  let head = body(
    bar(
      lifted([
        [-1.15, 0.012],
        [-1.15, 0.2],
        [-1.55, 0.46],
        [-1.55, 1.8],
        [1.55, 1.8],
        [1.55, 0.46],
        [1.15, 0.2],
        [1.15, 0.012],
      ]),
      depth,
      0.07,
      0.03,
    ),
    skin,
  )
  const roof = bar(
    lifted([
      [-bore, 0],
      [0, roofAt(0)],
      [bore, 0],
      [bore, -0.2],
      [-bore, -0.2],
    ]),
    1.6,
    0,
  )
  const chamber = intersect(
    body(roof, m.aluminium),
    body(cylinder('y', bore - 0.001, deck - 0.1, deck + 1, { segments: 96 }), m.aluminium),
  )
  const drillings = [
    chamber,
    body(cylinder('y', 0.085, deck, deck + 0.6), m.aluminium),
    body(cylinder('y', 0.18, deck + 0.5, deck + 3), m.machined),
  ]
  for (const [side, sign] of sides) {
    const frame = valveFrame(sign)
    drillings.push(
      body(
        sweptBar(portPath(sign), (u) => 0.2 - 0.02 * Math.sin(Math.PI * Math.min(1, u * 2.4))),
        wall[side],
      ),
      body(cylinder('y', valveHead[side] + 0.035, -0.1, 0.1), m.steel, frame),
      body(cylinder('y', 0.09, 0.2, 1.1, { segments: 32 }), m.dark, frame),
      body(cylinder('y', 0.262, 0.96, 1.9), m.machined, frame),
      body(
        bar(
          lifted(
            [
              [0.29, 1.628],
              [0.29, 2],
              [1.46, 2],
              [1.46, 1.246],
            ],
            sign,
          ),
          depth - 0.24,
          0.06,
        ),
        skin,
      ),
    )
  }
  const pockets = sides.flatMap(([, sign]) => [
    bar(
      lifted(
        [
          [0.22, 0.66],
          [0.22, 1.08],
          [0.33, 1.06],
          [0.42, 0.87],
          [0.33, 0.68],
        ],
        sign,
      ),
      1.7,
      0.04,
    ),
    bar(
      lifted(
        [
          [0.76, 0.12],
          [1.06, 0.12],
          [1.22, 0.4],
          [1.0, 0.44],
          [0.8, 0.3],
        ],
        sign,
      ),
      1.7,
      0.05,
    ),
    cylinder('y', 0.055, deck - 0.05, deck + 0.2, { segments: 32 }).translate(sign * 0.89, 0, 0),
  ])
  head = subtract(head, ...drillings, ...pockets.map((pocket) => body(pocket, m.dark)))
  assembly.openable(head, { axis: 'z', cut })
  for (const pocket of pockets)
    assembly.solid(cutAway(body(pocket, coolant), 'z', 0.0015, coolant)).receiveShadow = false

  // Seats and guides, in section.
  const frames = {} as Record<ValveSide, Group>
  for (const [side, sign] of sides) {
    const group = assembly.joint([sign * valveX, valveFoot, 0])
    group.rotation.z = -sign * valveAngle
    frames[side] = group
    const radius = valveHead[side]
    const seat = turnedBody('y', [
      [radius - 0.07, 0.098],
      [radius - 0.07, 0.07],
      [radius - 0.005, 0.012],
      [radius + 0.036, 0.001],
      [radius + 0.036, 0.098],
      [radius - 0.07, 0.098],
    ])
    assembly.solid(cutAway(body(seat, m.steel), 'z', 0.001, m.cut(cutColours.steel)), group)
    const guide = turnedBody(
      'y',
      [
        [0.038, 0.4],
        [0.07, 0.4],
        [0.092, 0.46],
        [0.092, 1.06],
        [0.07, 1.1],
        [0.038, 1.1],
        [0.038, 0.4],
      ],
      32,
    )
    assembly.solid(cutAway(body(guide, m.brass), 'z', 0.001, m.cut(cutColours.bronze)), group)
  }

  // Cover with the tube of the plug.
  const inside = new MeshStandardMaterial({ color: 0x3a424b, metalness: 0.3, roughness: 0.7 })
  const cover = subtract(
    body(
      bar(
        lifted([
          [-1.58, 1.802],
          [-1.58, 2.3],
          [-1.28, 2.66],
          [-0.55, 2.66],
          [-0.36, 2.52],
          [0.36, 2.52],
          [0.55, 2.66],
          [1.28, 2.66],
          [1.58, 2.3],
          [1.58, 1.802],
        ]),
        depth + 0.04,
        0.14,
        0.05,
      ),
      m.paint(0x2b3440),
    ),
    ...sides.map(([, sign]) =>
      body(
        bar(
          lifted(
            [
              [0.29, 1.7],
              [0.29, 2.44],
              [0.6, 2.58],
              [1.24, 2.58],
              [1.49, 2.27],
              [1.49, 1.7],
            ],
            sign,
          ),
          depth - 0.2,
          0.1,
        ),
        inside,
      ),
    ),
    body(cylinder('y', 0.18, deck, deck + 4), m.dark),
  )
  assembly.openable(cover, { axis: 'z', cut: m.cut(cutColours.plastic) })
  for (const sign of [-1, 1])
    for (const z of [-0.85, -0.3, 0.3, 0.85]) {
      const bolt = unite(
        body(hexagon('y', 0.055, deck + 2.65, deck + 2.73), m.zinc),
        body(cylinder('y', 0.085, deck + 2.62, deck + 2.665, { segments: 32 }), m.zinc),
      )
      bolt.position.set(sign * 0.92, 0, z)
      if (z < 0) assembly.solid(bolt)
      else assembly.openable(bolt, { axis: 'z', cut: m.zinc })
    }

  const valves = sides.map(([side, sign]) => buildValve(assembly, m, frames[side], side, sign))
  assembly.anchor('intake_port', [-1.0, deck + 0.7, 0])
  assembly.anchor('exhaust_port', [1.0, deck + 0.7, 0])
  assembly.anchor('cylinder_head', [-0.62, deck + 0.82, 0])
  assembly.anchor('combustion_chamber', [0, deck + 0.03, 0.02])
  assembly.anchor('valve_cover', [0.92, deck + 2.62, 0])
  return {
    update(crank: number) {
      for (const valve of valves) valve.update(crank)
    },
    /** The valves themselves, head at the origin of their frame. */
    valve: { intake: valves[0]!.mesh, exhaust: valves[1]!.mesh },
  }
}

/** A valve with spring, retainer, bucket and cam. */
function buildValve(
  assembly: Assembly<AnchorName>,
  m: Materials,
  frame: Group,
  side: ValveSide,
  sign: 1 | -1,
): { mesh: Mesh; update(crank: number): void } {
  const steelCut = m.cut(cutColours.steel)
  const moving = assembly.joint([0, 0, 0], frame)
  const radius = valveHead[side]
  const mesh = assembly.mesh(
    turnedBody(
      'y',
      [
        [0, 0.0],
        [radius - 0.02, 0.0],
        [radius, 0.012],
        [radius, 0.03],
        [radius - 0.06, 0.08],
        [0.13, 0.12],
        [0.06, 0.2],
        [0.036, 0.34],
        [0.036, stemTip - 0.02],
        [0.028, stemTip],
        [0, stemTip],
      ],
      64,
    ),
    side === 'intake' ? m.chrome : new MeshStandardMaterial({ color: 0xb9a892, metalness: 1, roughness: 0.22 }),
    moving,
  )
  // Retainer with the cotters in its cone.
  assembly.mesh(
    turnedBody(
      'y',
      [
        [0.04, 1.5],
        [0.12, 1.5],
        [0.125, 1.565],
        [0.2, 1.565],
        [0.205, 1.6],
        [0.195, 1.625],
        [0.09, 1.625],
        [0.075, 1.66],
        [0.04, 1.66],
      ],
      48,
    ),
    m.steel,
    moving,
  )
  const bucket = turnedBody('y', [
    [0, stemTip],
    [0.05, stemTip],
    [0.06, 1.71],
    [0.215, 1.71],
    [0.225, 1.7],
    [0.225, 1.28],
    [0.255, 1.28],
    [0.26, 1.3],
    [0.26, bucketTop - 0.02],
    [0.24, bucketTop],
    [0, bucketTop],
    [0, stemTip],
  ])
  assembly.solid(cutAway(body(bucket, m.machined), 'z', -0.001, steelCut), moving)
  // Seat washer of the spring.
  assembly.solid(
    cutAway(
      body(
        turnedBody('y', [
          [0.1, 0.961],
          [0.225, 0.961],
          [0.225, 0.975],
          [0.1, 0.975],
          [0.1, 0.961],
        ]),
        m.steel,
      ),
      'z',
      0.16,
      steelCut,
    ),
    frame,
  )
  const coil = new Coil(m.zinc, frame, { axis: 'y', radius: spring.radius, wire: spring.wire, turns: 6 })

  // Camshaft: the lobe on the section, the shaft behind it in its bearings.
  const shaft = assembly.joint([0, camHeight, 0], frame)
  const lobe = assembly.mesh(extruded(lobeOutline(), 0.34, { bevel: 0.018 }).translate(0, 0, -0.17), m.machined, shaft)
  lobe.material = m.machined
  assembly.mesh(cylinder('z', 0.165, -1.25, 0.2), m.steel, shaft)
  assembly.mesh(cylinder('z', 0.2, -0.62, -0.34), m.machined, shaft)
  assembly.mesh(cylinder('z', 0.165, 0.2, 0.203), steelCut, shaft)
  assembly.mesh(cylinder('z', 0.05, 0.2, 0.206, { segments: 32 }), m.dark, shaft)
  assembly.anchor(side === 'intake' ? 'intake_camshaft' : 'exhaust_camshaft', [0, 0.1, 0.2], shaft)
  // Bearing of the shaft: a pedestal that stands on the floor of the head.
  const bearing = subtract(
    unite(
      body(cylinder('z', 0.29, -0.6, -0.36), m.aluminium),
      body(
        extruded(
          roundedPolygon(
            [
              [-0.24, -0.75],
              [0.24, -0.75],
              [0.24, 0],
              [-0.24, 0],
            ],
            0.02,
          ),
          0.24,
        ).translate(0, 0, -0.6),
        m.aluminium,
      ),
    ),
    body(cylinder('z', 0.205, -1, 0), m.machined),
  )
  bearing.position.set(0, camHeight, 0)
  assembly.solid(bearing, frame)

  const name = side === 'intake' ? 'intake_valve' : 'exhaust_valve'
  assembly.anchor(name, [0, 0.3, 0.05], moving)
  assembly.anchor(side === 'intake' ? 'intake_spring' : 'exhaust_spring', [sign * 0.1, 1.27, 0.15], frame)
  assembly.anchor(side === 'intake' ? 'intake_tappet' : 'exhaust_tappet', [sign * 0.2, 1.73, 0], moving)
  return {
    mesh,
    update(crank) {
      const lift = valveLift(crank, side)
      moving.position.y = -lift
      coil.set(spring.from, spring.to - lift)
      shaft.rotation.z = -camAngle(crank, side)
    },
  }
}
