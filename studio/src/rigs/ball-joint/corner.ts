import { BoxGeometry, type Group } from 'three'
import type { Assembly } from '../../kit/assembly.ts'
import { cutColours, type Materials } from '../../kit/materials.ts'
import { Coil } from '../../kit/moving.ts'
import { cylinder, extruded, hexagon, roundedPolygon, turnedBody, type Point2 } from '../../kit/shapes.ts'
import { solid, subtract, unite } from '../../kit/solids.ts'
import type { JointAnchor } from './anchors.ts'
import { joint, points } from './kinematics.ts'

/** What carries the joint: control arm on its bushes, knuckle, strut, and the stubs of the body that hold them. */

/** The outline of the arm from above, x and z: the eye of the joint, two legs to the bushes. */
export const armOutline: readonly (readonly [x: number, z: number, radius: number])[] = [
  [0.3, 0.55, 0.3],
  [-0.9, 0.66, 0.5],
  [-2.8, 1.56, 0.3],
  [-3.42, 1.5, 0.12],
  [-3.42, 0.92, 0.12],
  [-2.75, 0.82, 0.3],
  [-2.05, 0.3, 0.25],
  [-2.05, -0.3, 0.25],
  [-2.75, -0.82, 0.3],
  [-3.42, -0.92, 0.12],
  [-3.42, -1.5, 0.12],
  [-2.8, -1.56, 0.3],
  [-0.9, -0.66, 0.5],
  [0.3, -0.55, 0.3],
]

const [pivotX] = points.armPivot

/** In the frame of the arm, whose origin is its pivot. */
export function controlArm(a: Assembly<JointAnchor>, m: Materials, arm: Group): void {
  const paint = m.dark
  const local = armOutline.map(([x, z, radius]) => [x - pivotX, -z, radius] as const)
  const slab = (from: number, to: number, outline: typeof local) =>
    extruded(roundedPolygon(outline), to - from, { bevel: 0.02 })
      .rotateX(-Math.PI / 2)
      .translate(0, from, 0)
  const pressed = subtract(
    unite(
      solid(slab(-0.26, 0.02, local), paint),
      solid(
        turnedBody(
          'y',
          [
            [0, -0.285],
            [0.5, -0.285],
            [0.55, -0.25],
            [0.55, 0.04],
            [0.5, 0.08],
            [0, 0.08],
            [0, -0.285],
          ],
          72,
        ).translate(-pivotX, 0, 0),
        paint,
      ),
    ),
    // The web lies deep between its flanges; it stops short of the eye.
    solid(
      slab(
        -0.13,
        0.3,
        inset(local, 0.11).map(([x, z, radius]) => [Math.min(x, -pivotX - 0.62), z, radius] as const),
      ),
      paint,
    ),
    solid(
      slab(
        -0.6,
        -0.2,
        inset(local, 0.11).map(([x, z, radius]) => [Math.min(x, -pivotX - 0.62), z, radius] as const),
      ),
      paint,
    ),
    solid(cylinder('y', 0.362, -0.5, 0.5, { segments: 72 }).translate(-pivotX, 0, 0), m.machined),
  )
  a.openable(pressed, { axis: 'z', cut: m.cut(cutColours.iron), parent: arm })
  a.openable(
    solid(
      turnedBody(
        'y',
        [
          [0.353, 0.085],
          [0.4, 0.085],
          [0.4, 0.112],
          [0.353, 0.112],
          [0.353, 0.085],
        ],
        64,
      ).translate(-pivotX, 0, 0),
      m.steel,
    ),
    { axis: 'z', cut: m.cut(cutColours.steel), parent: arm },
  )
  for (const side of [-1, 1]) {
    const bush = a.joint([0, 0, side * 1.21], arm)
    a.mesh(
      turnedBody(
        'z',
        [
          [0.27, -0.26],
          [0.33, -0.26],
          [0.35, -0.24],
          [0.35, 0.24],
          [0.33, 0.26],
          [0.27, 0.26],
        ],
        48,
      ),
      paint,
      bush,
    )
    a.mesh(
      turnedBody(
        'z',
        [
          [0.11, -0.3],
          [0.22, -0.3],
          [0.27, -0.27],
          [0.27, 0.27],
          [0.22, 0.3],
          [0.11, 0.3],
        ],
        48,
      ),
      m.rubber,
      bush,
    )
    a.mesh(cylinder('z', 0.12, -0.33, 0.33, { segments: 32 }), m.steel, bush)
  }
  a.anchor('bushing', [0.2, 0.29, -1.1], arm)
  a.anchor('arm', [1.55, -0.02, 1.0], arm)
  a.anchor('armClose', [-pivotX - 0.46, -0.1, 0.01], arm)
}

/** A clockwise outline moved inwards, corner by corner. */
function inset(outline: readonly (readonly [number, number, number])[], distance: number) {
  return outline.map(([x, y, radius], index) => {
    const [beforeX, beforeY] = outline[(index + outline.length - 1) % outline.length]!
    const [afterX, afterY] = outline[(index + 1) % outline.length]!
    const first: Point2 = unit(x - beforeX, y - beforeY)
    const second: Point2 = unit(afterX - x, afterY - y)
    const [normalX, normalY] = [-first[1] - second[1], first[0] + second[0]]
    const scale = (-2 * distance) / (normalX ** 2 + normalY ** 2)
    return [x + normalX * scale, y + normalY * scale, Math.max(0.03, radius - distance)] as const
  })
}

const unit = (x: number, y: number): Point2 => [x / Math.hypot(x, y), y / Math.hypot(x, y)]

/** In the frame of the knuckle, whose origin is the ball. */
export function knucklePieces(a: Assembly<JointAnchor>, m: Materials, knuckle: Group): void {
  const { boss } = joint
  const alloy = m.aluminium
  const eye = subtract(
    unite(
      solid(
        turnedBody(
          'y',
          [
            [0, boss],
            [0.27, boss],
            [0.3, boss + 0.03],
            [0.3, 0.93],
            [0.27, 0.965],
            [0, 0.965],
            [0, boss],
          ],
          64,
        ),
        alloy,
      ),
      solid(
        extruded(
          roundedPolygon(
            [
              [0, boss + 0.03],
              [0.62, boss + 0.0],
              [0.62, 0.94],
              [0, 0.94],
            ],
            0.03,
          ),
          0.46,
          { bevel: 0.04 },
        ).translate(0, 0, -0.23),
        alloy,
      ),
    ),
    solid(cylinder('y', 0.151, boss - 0.01, 0.98, { segments: 48, farRadius: 0.1215 }), m.machined),
  )
  a.openable(eye, { axis: 'z', cut: m.cut(cutColours.aluminium), parent: knuckle })
  const upright = roundedPolygon(
    [
      [0.5, 0.54, 0.06],
      [0.85, 0.5, 0.15],
      [0.98, 0.8, 0.1],
      [0.98, 1.75, 0.2],
      [0.72, 2.3, 0.25],
      [0.2, 2.42, 0.05],
      [0.12, 1.82, 0.05],
      [0.42, 1.66, 0.2],
      [0.56, 1.2, 0.2],
    ],
    0.06,
  )
  a.mesh(extruded(upright, 0.5, { bevel: 0.05 }).translate(0, 0, -0.25), alloy, knuckle)
  a.mesh(
    turnedBody(
      'x',
      [
        [0, 0.38],
        [0.4, 0.38],
        [0.5, 0.44],
        [0.56, 0.56],
        [0.56, 0.86],
        [0.5, 0.92],
        [0, 0.92],
      ],
      64,
    ).translate(0, points.wheelCentre[1], 0),
    alloy,
    knuckle,
  )
  a.mesh(hexagon('x', 0.2, 0.28, 0.39).translate(0, points.wheelCentre[1], 0), m.zinc, knuckle)
  for (const turn of [0.8, 2.4, 3.9, 5.5])
    a.mesh(
      hexagon('x', 0.065, 0.37, 0.44).translate(
        0,
        points.wheelCentre[1] + Math.cos(turn) * 0.42,
        Math.sin(turn) * 0.42,
      ),
      m.zinc,
      knuckle,
    )
  a.anchor('knuckle', [0.75, 1.95, 0.25], knuckle)
  a.anchor('knuckleClose', [0.27, 0.8, 0.01], knuckle)

  // The strut stands on the line from the ball to its top mount; the knuckle clamps it.
  const strut = a.joint([0, 0, 0], knuckle)
  strut.rotation.z = Math.atan2(-points.strutTop[0], points.strutTop[1])
  a.mesh(
    turnedBody(
      'y',
      [
        [0, 1.62],
        [0.2, 1.62],
        [0.26, 1.67],
        [0.26, 4.5],
        [0.22, 4.56],
        [0.1, 4.58],
        [0, 4.58],
      ],
      56,
    ),
    m.paint(0x252b33),
    strut,
  )
  a.mesh(
    turnedBody(
      'y',
      [
        [0.24, 1.78],
        [0.38, 1.78],
        [0.4, 1.8],
        [0.4, 2.42],
        [0.38, 2.44],
        [0.24, 2.44],
      ],
      56,
    ),
    alloy,
    strut,
  )
  a.mesh(
    extruded(
      roundedPolygon(
        [
          [-0.62, 1.84],
          [-0.3, 1.84],
          [-0.3, 2.38],
          [-0.62, 2.38],
        ],
        0.06,
      ),
      0.34,
      { bevel: 0.03 },
    ).translate(0, 0, -0.17),
    alloy,
    strut,
  )
  for (const y of [1.98, 2.24]) {
    a.mesh(hexagon('z', 0.08, 0.17, 0.25).translate(-0.5, y, 0), m.zinc, strut)
    a.mesh(cylinder('z', 0.1, 0.165, 0.185, { segments: 32 }).translate(-0.5, y, 0), m.steel, strut)
  }
  a.mesh(
    turnedBody(
      'y',
      [
        [0.26, 4.2],
        [0.5, 4.24],
        [0.78, 4.34],
        [0.84, 4.46],
        [0.8, 4.48],
        [0.74, 4.4],
        [0.48, 4.32],
        [0.26, 4.34],
      ],
      72,
    ),
    m.dark,
    strut,
  )
  a.anchor('strut', [0.1, 3.1, 0.25], strut)
}

export interface Strut {
  set(length: number): void
}

/** Spring and rod above the tube, in the frame of the knuckle; the length is from ball to top mount. */
export function strutSpring(a: Assembly<JointAnchor>, m: Materials, knuckle: Group): Strut {
  const strut = a.joint([0, 0, 0], knuckle)
  strut.rotation.z = Math.atan2(-points.strutTop[0], points.strutTop[1])
  const coil = new Coil(m.paint(0x3d4f66), strut, { axis: 'y', radius: 0.62, wire: 0.075, turns: 3.5 })
  const top = a.joint([0, 0, 0], strut)
  a.mesh(cylinder('y', 0.1, -2.4, 0.3, { segments: 32 }), m.chrome, top)
  a.mesh(
    turnedBody(
      'y',
      [
        [0, -0.24],
        [0.7, -0.24],
        [0.78, -0.28],
        [0.8, -0.24],
        [0.74, -0.14],
        [0.4, -0.1],
        [0, -0.1],
      ],
      64,
    ),
    m.dark,
    top,
  )
  a.mesh(hexagon('y', 0.14, 0.18, 0.3), m.zinc, top)
  return {
    set(length) {
      top.position.y = length
      coil.set(4.47, length - 0.31)
    },
  }
}

/** Subframe with the clevises of the bushes, and the tower of the body over the strut. */
export function bodyStubs(a: Assembly<JointAnchor>, m: Materials): void {
  const cheek = roundedPolygon(
    [
      [-4.11, 0.62, 0.01],
      [-3.6, 0.6, 0.1],
      [-3.12, 0.24, 0.2],
      [-3.06, -0.2, 0.25],
      [-3.5, -0.36, 0.2],
      [-4.11, -0.3, 0.01],
    ],
    0.06,
  )
  for (const side of [-1, 1]) {
    for (const z of [1.21 - 0.46, 1.21 + 0.35])
      a.mesh(extruded(cheek.clone(), 0.11, { bevel: 0.02 }).translate(0, 0, side > 0 ? z : -z - 0.11), m.dark, a.root)
    const bolt = a.joint([pivotX, 0, side * 1.21])
    a.mesh(cylinder('z', 0.085, -0.55, 0.55, { segments: 24 }), m.steel, bolt)
    for (const end of [-1, 1]) {
      a.mesh(cylinder('z', 0.17, end * 0.46, end * 0.485, { segments: 36 }), m.steel, bolt)
      a.mesh(hexagon('z', 0.13, end * 0.485, end * 0.58), m.zinc, bolt)
    }
  }
  const rail = roundedPolygon(
    [
      [-5.0, -0.5],
      [-4.1, -0.5],
      [-4.1, 0.8],
      [-5.0, 0.8],
    ],
    0.14,
  )
  rail.holes.push(
    roundedPolygon(
      [
        [-4.92, -0.42],
        [-4.92, 0.72],
        [-4.18, 0.72],
        [-4.18, -0.42],
      ],
      0.1,
    ),
  )
  const skins = [m.cut(cutColours.steel), m.paint(0x59697a)]
  a.mesh(extruded(rail, 4.6, { bevel: 0 }).translate(0, 0, -2.3), skins, a.root)
  a.mesh(new BoxGeometry(0.2, 0.7, 3.2).translate(-4.18, 0.14, 0), m.dark)
  const [topX, topY] = points.strutTop
  const tower = a.joint([topX, topY, 0])
  a.mesh(
    turnedBody(
      'y',
      [
        [0.13, -0.1],
        [0.42, -0.1],
        [0.5, -0.04],
        [0.5, 0.08],
        [0.34, 0.18],
        [0.13, 0.18],
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
        [0.44, -0.02],
        [1.0, -0.04],
        [1.16, -0.14],
        [1.2, -0.3],
        [1.27, -0.3],
        [1.23, -0.1],
        [1.04, 0.04],
        [0.44, 0.06],
      ],
      72,
    ),
    m.paint(0x59697a),
    tower,
  )
  for (const turn of [0.3, 2.4, 4.5]) {
    a.mesh(hexagon('y', 0.075, 0.05, 0.15).translate(Math.cos(turn) * 0.72, 0, Math.sin(turn) * 0.72), m.zinc, tower)
  }
  // Sheet of the wheel house: from the rail up to the tower.
  const sheet = roundedPolygon(
    [
      [-4.62, 0.76],
      [-4.55, 0.76],
      [-4.42, 4.6, 0.9],
      [-3.3, 6.1, 0.6],
      [-1.72, 6.1, 0.02],
      [-1.72, 6.18, 0.02],
      [-3.34, 6.18, 0.6],
      [-4.5, 4.62, 0.9],
    ],
    0.03,
  )
  a.mesh(extruded(sheet, 2.6).translate(0, 0, -1.6), skins, a.root)
  const apron = roundedPolygon(
    [
      [-1.9, -1.3],
      [-1.1, -1.3],
      [-1.1, 1.0],
      [-1.9, 1.0],
    ],
    0.05,
  )
  a.mesh(
    extruded(apron, 0.08, { bevel: 0.02 })
      .rotateX(Math.PI / 2)
      .translate(-0.02, 6.18, 0),
    skins[1]!,
    a.root,
  )
}
