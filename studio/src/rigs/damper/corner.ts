import { BoxGeometry, type Group, type Material } from 'three'
import type { Assembly } from '../../kit/assembly.ts'
import { cutColours, type Materials } from '../../kit/materials.ts'
import { Bellows, Coil } from '../../kit/moving.ts'
import {
  cylinder,
  extruded,
  hexagon,
  hole,
  pipe,
  roundedPolygon,
  turnedBody,
  type Point2,
  type Point3,
} from '../../kit/shapes.ts'
import type { DamperAnchor } from './anchors.ts'
import { points, type Pose } from './kinematics.ts'

/** What holds the damper: body, arm, upper link, knuckle, spring. Places are those of the rest position. */

export interface Corner {
  set(pose: Pose): void
}

const [pivotX, pivotY] = points.armPivot

export function cornerPieces(a: Assembly<DamperAnchor>, m: Materials, parent: Group, knuckle: Group): Corner {
  const arm = lowerArm(a, m, parent)
  const link = upperLink(a, m, parent)
  knuckleShape(a, m, knuckle)
  bodyShell(a, m, parent)
  const spring = a.joint([0, 0, 0], parent)
  const coil = new Coil(m.paint(0xb9242a), spring, { axis: 'y', radius: 0.6, wire: 0.086, turns: 6.5 })
  a.anchor('spring', [0.52, 1.75, 0.36], spring)
  a.anchor('springLeft', [-0.5, 2.3, 0.42], spring)
  return {
    set(pose) {
      arm.rotation.z = pose.arm
      link.rotation.z = pose.link
      knuckle.position.set(pose.armBall[0], pose.armBall[1], 0)
      knuckle.rotation.z = pose.knuckle
      spring.position.set(pose.springLower[0], pose.springLower[1], 0)
      spring.rotation.z = pose.springLean
      coil.set(0, pose.springLength)
    },
  }
}

function lowerArm(a: Assembly<DamperAnchor>, m: Materials, parent: Group): Group {
  const arm = a.joint([pivotX, pivotY, 0], parent)
  const local = ([x, y]: Point2): Point3 => [x - pivotX, y - pivotY, 0]
  const iron = m.dark
  const wall = (z: number) =>
    extruded(
      roundedPolygon(
        [
          [-0.1, 0.26, 0.1],
          [1.7, 0.12, 0.4],
          [3.4, 0.12, 0.25],
          [3.72, 0.46, 0.16],
          [4.28, 0.46, 0.16],
          [4.45, 0.08, 0.25],
          [5.05, -0.04, 0.15],
          [5.22, -0.24, 0.1],
          [5.05, -0.46, 0.15],
          [4.1, -0.52, 0.4],
          [2.4, -0.5, 0.6],
          [-0.1, -0.26, 0.1],
        ],
        0.1,
      ),
      0.12,
      {
        bevel: 0.025,
        holes: [hole(0.95, -0.03, 0.13), hole(1.62, -0.13, 0.15), hole(2.5, -0.18, 0.17), hole(3.35, -0.19, 0.15)],
      },
    ).translate(0, 0, z)
  for (const z of [-0.47, 0.35]) a.mesh(wall(z), iron, arm)
  a.mesh(
    extruded(
      roundedPolygon(
        [
          [0, 0.18],
          [3.5, 0.03],
          [4.4, -0.1],
          [5.2, -0.14],
          [5.15, -0.38],
          [2.4, -0.42],
          [0, -0.18],
        ],
        0.08,
      ),
      0.14,
    ).translate(0, 0, -0.07),
    iron,
    arm,
  )
  // Bush of the pivot: steel eye, rubber, sleeve, bolt.
  a.mesh(
    turnedBody(
      'z',
      [
        [0.2, -0.5],
        [0.34, -0.5],
        [0.36, -0.47],
        [0.36, 0.47],
        [0.34, 0.5],
        [0.2, 0.5],
      ],
      48,
    ),
    iron,
    arm,
  )
  a.mesh(
    turnedBody(
      'z',
      [
        [0.09, -0.52],
        [0.24, -0.52],
        [0.26, -0.5],
        [0.26, 0.5],
        [0.24, 0.52],
        [0.09, 0.52],
      ],
      48,
    ),
    m.rubber,
    arm,
  )
  bolt(a, m, [0, 0], 0.09, 0.82, arm)
  // Bolt of the damper's eye.
  const [eyeX, eyeY] = local(points.eye)
  bolt(a, m, [eyeX, eyeY], 0.09, 0.5, arm)
  a.anchor('lowerEye', [eyeX, eyeY, 0.6], arm)
  a.anchor('arm', [2.05, -0.3, 0.48], arm)
  // Pan of the spring with its rubber.
  const [panX, panY] = local(points.springLower)
  const pan = a.joint([panX, panY - 0.086, 0], arm)
  a.mesh(
    turnedBody(
      'y',
      [
        [0, -0.1],
        [0.5, -0.1],
        [0.74, -0.08],
        [0.79, -0.03],
        [0.79, 0.09],
        [0.75, 0.09],
        [0.74, -0.02],
        [0.7, -0.04],
        [0, -0.05],
      ],
      72,
    ),
    m.dark,
    pan,
  )
  a.mesh(
    turnedBody(
      'y',
      [
        [0.48, -0.05],
        [0.73, -0.05],
        [0.73, 0],
        [0.48, 0],
      ],
      72,
    ),
    m.rubber,
    pan,
  )
  // Ball joint at the outer end: housing and boot.
  const [ballX, ballY] = local(points.armBall)
  const end = a.joint([ballX, ballY, 0], arm)
  a.mesh(
    turnedBody(
      'y',
      [
        [0, -0.24],
        [0.24, -0.24],
        [0.27, -0.2],
        [0.27, 0.16],
        [0.24, 0.2],
        [0, 0.2],
      ],
      48,
    ),
    m.steel,
    end,
  )
  new Bellows(m.rubber, end, { axis: 'y', folds: 2, depth: 0.03 }).set([0.24, 0.18], [0.1, 0.42])
  return arm
}

/** A hexagon bolt with washer and nut along z, symmetrical to the arm. */
function bolt(
  a: Assembly<DamperAnchor>,
  m: Materials,
  [x, y]: Point2,
  radius: number,
  reach: number,
  parent: Group,
): void {
  const at = a.joint([x, y, 0], parent)
  a.mesh(cylinder('z', radius, -reach - 0.2, reach + 0.06, { segments: 24 }), m.steel, at)
  for (const side of [-1, 1]) {
    a.mesh(cylinder('z', radius * 2, side * reach, side * (reach + 0.025), { segments: 40 }), m.zinc, at)
    a.mesh(hexagon('z', radius * 1.5, side * (reach + 0.025), side * (reach + 0.13)), m.zinc, at)
  }
}

function upperLink(a: Assembly<DamperAnchor>, m: Materials, parent: Group): Group {
  const [x, y] = points.linkPivot
  const link = a.joint([x, y, 0], parent)
  const reach = points.linkBall[0] - x
  const rise = points.linkBall[1] - y
  // It bows round spring and damper and comes forward to the knuckle only beside them.
  a.mesh(
    pipe(
      [
        [0, 0, -1.05],
        [1.1, 0.03, -1.06],
        [2.3, 0.05, -0.96],
        [3.1, 0.05, -0.5],
        [reach, rise, 0],
      ],
      0.1,
    ),
    m.dark,
    link,
  )
  a.mesh(
    turnedBody(
      'z',
      [
        [0.1, -1.2],
        [0.24, -1.2],
        [0.26, -1.17],
        [0.26, -0.93],
        [0.24, -0.9],
        [0.1, -0.9],
      ],
      40,
    ),
    m.dark,
    link,
  )
  a.mesh(cylinder('z', 0.18, -1.21, -0.89, { segments: 32 }), m.rubber, link)
  a.mesh(
    turnedBody(
      'y',
      [
        [0, -0.2],
        [0.18, -0.18],
        [0.22, -0.12],
        [0.22, 0.12],
        [0.16, 0.17],
        [0, 0.18],
      ],
      40,
    ).translate(reach, rise, 0),
    m.steel,
    link,
  )
  a.anchor('link', [1.0, 0.1, -1.0], link)
  return link
}

function knuckleShape(a: Assembly<DamperAnchor>, m: Materials, knuckle: Group): void {
  const web = roundedPolygon(
    [
      [-0.14, 0.3, 0.06],
      [0.2, 0.3, 0.06],
      [0.3, 0.8, 0.2],
      [0.3, 1.9, 0.2],
      [0.16, 2.42, 0.06],
      [-0.2, 2.42, 0.06],
      [-0.16, 1.9, 0.2],
      [-0.1, 0.8, 0.2],
    ],
    0.06,
  )
  a.mesh(extruded(web, 0.44, { bevel: 0.04 }).translate(0, 0, -0.22), m.cast, knuckle)
  a.mesh(
    turnedBody(
      'x',
      [
        [0, -0.2],
        [0.5, -0.2],
        [0.58, -0.12],
        [0.58, 0.3],
        [0.46, 0.36],
        [0, 0.36],
      ],
      64,
    ).translate(0, 1.3, 0),
    m.cast,
    knuckle,
  )
  a.mesh(cylinder('y', 0.1, 0, 0.4, { segments: 32, farRadius: 0.08 }), m.steel, knuckle)
  a.mesh(cylinder('y', 0.09, 2.4, 2.62, { segments: 32 }), m.steel, knuckle)
  a.anchor('knuckle', [0.1, 0.75, 0.23], knuckle)
}

/** Cross-section of the body: subframe, longitudinal member over the spring, wheel arch with the damper's tower. */
function bodyShell(a: Assembly<DamperAnchor>, m: Materials, parent: Group): void {
  const paint = m.paint(0x5f7286)
  const skins: Material[] = [m.cut(cutColours.steel), paint]
  const slice = (
    outline: Parameters<typeof extruded>[0],
    from: number,
    to: number,
    options: Parameters<typeof extruded>[2] = {},
  ) => a.mesh(extruded(outline, to - from, options).translate(0, 0, from), skins, parent)
  slice(
    roundedPolygon(
      strip(
        [
          [-3.95, 3.1],
          [0.32, 3.1],
          [0.4, 3.2],
          [0.4, 4.2],
          [0.56, 4.36],
          [3.55, 4.36],
          [4.05, 3.9],
          [4.1, 3.0],
        ],
        0.075,
      ).map(([x, y]) => [x, y] as const),
      0.04,
    ),
    -1.75,
    0.62,
  )
  const rail = roundedPolygon(
    [
      [-1.2, 2.5],
      [0.42, 2.5],
      [0.42, 3.07],
      [-1.2, 3.07],
    ],
    0.08,
  )
  rail.holes.push(
    roundedPolygon(
      [
        [-1.13, 2.57],
        [-1.13, 3.0],
        [0.35, 3.0],
        [0.35, 2.57],
      ],
      0.06,
    ),
  )
  slice(rail, -1.75, 0.62)
  // Seat of the spring under the member.
  const seat = a.joint([points.springUpper[0], points.springUpper[1] + 0.086, 0], parent)
  a.mesh(
    turnedBody(
      'y',
      [
        [0.48, 0],
        [0.72, 0],
        [0.72, 0.05],
        [0.48, 0.05],
      ],
      64,
    ),
    m.rubber,
    seat,
  )
  a.mesh(
    turnedBody(
      'y',
      [
        [0, 0.05],
        [0.74, 0.05],
        [0.77, 0.02],
        [0.79, 0.02],
        [0.79, 0.08],
        [0.74, 0.116],
        [0, 0.116],
      ],
      64,
    ),
    m.dark,
    seat,
  )
  a.mesh(
    turnedBody(
      'y',
      [
        [0, -0.26],
        [0.3, -0.26],
        [0.38, -0.2],
        [0.42, 0.05],
        [0, 0.05],
      ],
      48,
    ),
    m.dark,
    seat,
  )

  const column = roundedPolygon(
    [
      [-3.6, 3.06, 0.02],
      [-2.1, 3.06, 0.02],
      [-2.42, 1.2, 0.3],
      [-2.5, -1.0, 0.3],
      [-2.9, -1.45, 0.35],
      [-3.3, -1.0, 0.3],
      [-3.4, 1.2, 0.3],
    ],
    0.1,
  )
  column.holes.push(hole(-2.9, 0.55, 0.24), hole(-2.88, 1.5, 0.28), hole(-2.85, 2.35, 0.24))
  for (const z of [-0.82, 0.7])
    a.mesh(extruded(column.clone(), 0.12, { bevel: 0.025 }).translate(0, 0, z), m.dark, parent)
  a.mesh(new BoxGeometry(1.2, 0.5, 1.4).translate(-2.85, 2.78, 0), m.dark, parent)
  for (const y of [0.05, 1.03, 1.92])
    a.mesh(cylinder('z', 0.13, -0.72, 0.72, { segments: 32 }).translate(-2.9, y, 0), m.cast, parent)
  const bracket = roundedPolygon(
    [
      [-2.6, 2.0],
      [-1.6, 1.62, 0.2],
      [-1.16, 1.3, 0.3],
      [-1.6, 0.98, 0.2],
      [-2.6, 0.5],
    ],
    0.1,
  )
  for (const z of [-1.34, -0.88])
    a.mesh(extruded(bracket.clone(), 0.1, { bevel: 0.02 }).translate(0, 0, z), m.dark, parent)
  a.mesh(new BoxGeometry(0.4, 1.3, 0.6).translate(-2.6, 1.25, -1.05), m.dark, parent)
  const [linkX, linkY] = points.linkPivot
  a.mesh(hexagon('z', 0.13, -0.78, -0.68).translate(linkX, linkY, 0), m.zinc, parent)
  a.mesh(cylinder('z', 0.08, -1.4, -0.7, { segments: 24 }).translate(linkX, linkY, 0), m.steel, parent)

  const tower = a.joint([points.topMount[0], points.topMount[1], 0], parent)
  a.mesh(
    turnedBody(
      'y',
      [
        [0.13, -0.18],
        [0.4, -0.18],
        [0.46, -0.12],
        [0.5, 0.12],
        [0.13, 0.12],
      ],
      56,
    ),
    m.rubber,
    tower,
  )
  a.mesh(
    turnedBody(
      'y',
      [
        [0.09, 0.2],
        [0.36, 0.2],
        [0.38, 0.24],
        [0.34, 0.285],
        [0.09, 0.285],
      ],
      56,
    ),
    m.rubber,
    tower,
  )
  a.mesh(
    turnedBody(
      'y',
      [
        [0.45, 0.06],
        [0.78, 0.08],
        [0.78, 0.13],
        [0.45, 0.13],
      ],
      56,
    ),
    m.zinc,
    tower,
  )
  a.anchor('topMount', [0, 0.39, 0.14], tower)
}

/** The outline of a sheet along a line: the line shifted to both sides. */
function strip(line: readonly Point2[], thickness: number): Point2[] {
  const side = (sign: number) =>
    line.map(([x, y], index): Point2 => {
      const [beforeX, beforeY] = line[Math.max(0, index - 1)]!
      const [afterX, afterY] = line[Math.min(line.length - 1, index + 1)]!
      const length = Math.hypot(afterX - beforeX, afterY - beforeY)
      const shift = (sign * thickness) / 2 / length
      return [x - (afterY - beforeY) * shift, y + (afterX - beforeX) * shift]
    })
  return [...side(1), ...side(-1).toReversed()]
}
