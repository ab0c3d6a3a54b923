import type { Group } from 'three'
import type { Assembly } from '../../kit/assembly.ts'
import type { Materials } from '../../kit/materials.ts'
import { Bellows, Coil } from '../../kit/moving.ts'
import { cylinder, extruded, hexagon, roundedPolygon, turnedBody } from '../../kit/shapes.ts'
import { carWheel } from '../../kit/wheel.ts'
import type { SteeringAnchor } from './anchors.ts'
import { kingpin, steeringArm, wheelCentre } from './kinematics.ts'

/** Knuckle with steering arm, hub and wheel of one side; its group turns about the kingpin. */
export function knuckleSide(a: Assembly<SteeringAnchor>, m: Materials, side: 1 | -1): Group {
  const knuckle = a.joint([side * kingpin, 0, 0])
  const outwards = wheelCentre.x - kingpin
  const upright = roundedPolygon(
    [
      [-0.2, -0.75, 0.1],
      [0.22, -0.75, 0.1],
      [0.4, -0.1, 0.2],
      [0.46, 0.9, 0.2],
      [0.2, 1.5, 0.1],
      [-0.26, 1.5, 0.1],
      [-0.2, 0.6, 0.2],
    ].map(([x, y, r]) => [side * x!, y!, r!] as const),
    0.08,
  )
  a.mesh(extruded(upright, 0.5, { bevel: 0.05 }).translate(0, 0, -0.25), m.cast, knuckle)
  const hub = turnedBody(
    'x',
    [
      [0, -0.1],
      [0.4, -0.1],
      [0.5, 0],
      [0.54, 0.1],
      [0.54, 0.4],
      [0.46, 0.48],
      [0.3, 0.6],
      [0, 0.6],
    ],
    56,
  ).translate(0.12, 0, 0)
  if (side < 0) hub.rotateY(Math.PI)
  a.mesh(hub.translate(0, wheelCentre.y, 0), m.cast, knuckle)
  // The arm points backwards and a little inwards; its eye takes the stud of the outer joint from above.
  const [inwards, back] = [-side * steeringArm.inwards, -steeringArm.back]
  const arm = roundedPolygon(
    [
      [side * -0.18, 0.1],
      [side * 0.22, 0.1],
      [side * 0.18, -0.5, 0.3],
      [inwards + side * 0.16, back + 0.1, 0.1],
      [inwards + side * 0.14, back - 0.16, 0.13],
      [inwards - side * 0.14, back - 0.16, 0.13],
      [inwards - side * 0.16, back + 0.1, 0.1],
      [side * -0.2, -0.5, 0.3],
    ],
    0.06,
  )
  a.mesh(
    extruded(arm, 0.2, { bevel: 0.04 })
      .rotateX(-Math.PI / 2)
      .translate(0, -0.46, 0),
    m.cast,
    knuckle,
  )
  const stud = a.joint([inwards, 0, -back], knuckle)
  new Bellows(m.rubber, stud, { axis: 'y', folds: 2, depth: 0.02 }).set([0.1, -0.27], [0.15, -0.1])
  a.mesh(cylinder('y', 0.06, -0.6, 0, { segments: 24 }), m.steel, stud)
  a.mesh(hexagon('y', 0.1, -0.56, -0.46), m.zinc, stud)
  a.anchor(side < 0 ? 'knuckleLeft' : 'knuckleRight', [side * -0.16, 0.75, 0.25], knuckle)

  const wheel = carWheel(m).root
  wheel.position.set(side * outwards, wheelCentre.y, 0)
  if (side < 0) wheel.rotation.y = Math.PI
  knuckle.add(wheel)

  const strut = a.joint([0, 1.2, 0], knuckle)
  strut.rotation.z = side * 0.12
  a.mesh(
    turnedBody(
      'y',
      [
        [0, -0.5],
        [0.2, -0.5],
        [0.22, -0.47],
        [0.22, 2.1],
        [0.16, 2.16],
        [0, 2.16],
      ],
      40,
    ),
    m.paint(0x252b33),
    strut,
  )
  a.mesh(
    turnedBody(
      'y',
      [
        [0.2, -0.3],
        [0.3, -0.3],
        [0.3, 0.25],
        [0.2, 0.25],
      ],
      40,
    ),
    m.cast,
    strut,
  )
  a.mesh(
    turnedBody(
      'y',
      [
        [0.22, 1.75],
        [0.5, 1.8],
        [0.62, 1.86],
        [0.66, 1.98],
        [0.6, 1.96],
        [0.48, 1.88],
        [0.22, 1.86],
      ],
      56,
    ),
    m.dark,
    strut,
  )
  a.mesh(cylinder('y', 0.09, 2.1, 3.35, { segments: 28 }), m.chrome, strut)
  new Coil(m.paint(0x3d4f66), strut, { axis: 'y', radius: 0.52, wire: 0.065, turns: 3.5 }).set(1.98, 3.15)
  a.mesh(
    turnedBody(
      'y',
      [
        [0, 3.2],
        [0.6, 3.2],
        [0.66, 3.16],
        [0.68, 3.2],
        [0.62, 3.3],
        [0.4, 3.36],
        [0, 3.4],
      ],
      56,
    ),
    m.dark,
    strut,
  )
  return knuckle
}

/** Lower arm of one side, from the cross-member to the foot of the knuckle. */
export function lowerArm(a: Assembly<SteeringAnchor>, m: Materials, side: 1 | -1): void {
  const outline = roundedPolygon(
    [
      [side * 2.3, -1.6, 0.05],
      [side * 2.7, -1.6, 0.15],
      [side * 3.4, -0.8, 0.5],
      [side * 4.45, -0.26, 0.2],
      [side * 4.64, 0.02, 0.15],
      [side * 4.4, 0.25, 0.15],
      [side * 4.1, 0.15, 0.15],
      [side * 3.2, -0.4, 0.5],
      [side * 2.3, -1.0, 0.05],
    ],
    0.12,
  )
  a.mesh(
    extruded(outline, 0.16, { bevel: 0.04 })
      .rotateX(-Math.PI / 2)
      .translate(0, -0.98, 0),
    m.dark,
  )
  a.mesh(
    turnedBody(
      'y',
      [
        [0, -1.02],
        [0.22, -1.02],
        [0.24, -1.0],
        [0.24, -0.8],
        [0.14, -0.74],
        [0, -0.74],
      ],
      40,
    ).translate(side * kingpin, 0, 0),
    m.steel,
  )
  a.mesh(cylinder('x', 0.18, side * 2.3, side * 2.66, { segments: 36 }).translate(0, -0.9, 1.33), m.rubber)
}
