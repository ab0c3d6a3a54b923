import { BoxGeometry, CatmullRomCurve3, Group, TubeGeometry, Vector3, type BufferGeometry } from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js'
import { cylinder, extruded, gearShape, pipe, roundedPolygon, turnedBody, type Point3 } from '../../kit/shapes.ts'
import { group, pair, piece } from '../shape/placing.ts'
import { axles, rod, stuff } from './stuff.ts'

/** Frame, swing arm, spring legs, chain and foot rests. */

export function chassisOf(): Group {
  const root = new Group()
  frame(root)
  swingArm(root)
  springLegs(root)
  chain(root)
  footRests(root)
  return root
}

function frame(root: Group): void {
  const tubes: Point3[][] = [
    [
      [0.4, 0.85, 0.03],
      [0.28, 0.83, 0.1],
      [0.05, 0.76, 0.135],
      [-0.16, 0.68, 0.14],
      [-0.25, 0.56, 0.135],
      [-0.245, 0.4, 0.13],
    ],
    [
      [0.41, 0.79, 0.025],
      [0.36, 0.66, 0.06],
      [0.3, 0.4, 0.11],
      [0.26, 0.25, 0.12],
      [0.16, 0.215, 0.125],
      [-0.14, 0.22, 0.13],
      [-0.225, 0.29, 0.13],
      [-0.25, 0.42, 0.13],
    ],
    [
      [-0.12, 0.7, 0.125],
      [-0.4, 0.755, 0.11],
      [-0.62, 0.795, 0.09],
      [-0.76, 0.82, 0.07],
    ],
    [
      [-0.25, 0.5, 0.13],
      [-0.36, 0.63, 0.118],
      [-0.47, 0.765, 0.105],
    ],
  ]
  for (const [index, points] of tubes.entries())
    pair(root, pipe(points, index < 2 ? 0.0185 : 0.0135, { segments: 90, around: 16 }), stuff.black)
  piece(root, rod([0.425, 0.76, 0], [0.375, 0.89, 0], 0.038), stuff.black)
  const plate = extruded(
    roundedPolygon(
      [
        [-0.2, 0.49],
        [-0.28, 0.5],
        [-0.31, 0.4],
        [-0.26, 0.3],
        [-0.19, 0.32],
      ],
      0.025,
    ),
    0.016,
    { bevel: 0.004 },
  )
  pair(root, plate, stuff.alloy, [0, 0, 0.128])
  pair(root, cylinder('z', 0.022, 0.143, 0.153, { segments: 32 }), stuff.steel, [-0.245, 0.415, 0])
}

function swingArm(root: Group): void {
  const { rear } = axles
  const arm = extruded(
    roundedPolygon(
      [
        [-0.2, 0.445],
        [-0.2, 0.385],
        [rear.x - 0.06, rear.radius - 0.028],
        [rear.x - 0.075, rear.radius],
        [rear.x - 0.06, rear.radius + 0.03],
        [-0.45, 0.412],
      ],
      0.02,
    ),
    0.028,
    { bevel: 0.007 },
  )
  pair(root, arm, stuff.alloy, [0, 0, 0.122])
  piece(root, cylinder('z', 0.032, -0.125, 0.125), stuff.alloy, [-0.245, 0.415, 0])
  piece(root, rod([-0.38, 0.39, -0.13], [-0.38, 0.39, 0.13], 0.024), stuff.alloy)
  const adjuster = new RoundedBoxGeometry(0.045, 0.03, 0.012, 2, 0.004)
  pair(root, adjuster, stuff.steel, [rear.x - 0.035, rear.radius, 0.152])
}

/** A coil about y. */
function coil(radius: number, from: number, to: number, turns: number, thick: number): BufferGeometry {
  const points = Array.from({ length: turns * 20 + 1 }, (_, i) => {
    const angle = (i / 20) * Math.PI * 2
    return new Vector3(Math.cos(angle) * radius, from + ((to - from) * i) / (turns * 20), Math.sin(angle) * radius)
  })
  return new TubeGeometry(new CatmullRomCurve3(points), turns * 28, thick, 10)
}

function springLegs(root: Group): void {
  const [footX, footY] = [-0.63, 0.365]
  const [headX, headY] = [-0.47, 0.765]
  const length = Math.hypot(headX - footX, headY - footY)
  for (const side of [1, -1]) {
    const leg = group(root, [footX, footY, side * 0.175])
    leg.rotation.z = -Math.atan2(headX - footX, headY - footY)
    piece(leg, cylinder('y', 0.024, 0.02, length * 0.5, { segments: 32 }), stuff.black)
    piece(leg, cylinder('y', 0.011, length * 0.45, length - 0.01, { segments: 24 }), stuff.chrome)
    piece(leg, coil(0.037, 0.06, length - 0.06, 8, 0.0065), stuff.paint)
    for (const y of [0.052, length - 0.055])
      piece(leg, cylinder('y', 0.043, y - 0.008, y + 0.008, { segments: 40 }), stuff.alloy)
    piece(leg, cylinder('y', 0.03, length - 0.05, length - 0.015, { segments: 32 }), stuff.black)
    for (const y of [0, length]) {
      piece(leg, cylinder('z', 0.02, -0.016, 0.016, { segments: 32 }), stuff.black, [0, y, 0])
      piece(leg, cylinder('z', 0.01, -side * 0.07, side * 0.024, { segments: 20 }), stuff.steel, [0, y, 0])
    }
  }
}

/** Links along the two runs and around both sprockets, on the left. */
function chain(root: Group): void {
  const { rear } = axles
  const a = { x: -0.135, y: 0.395, r: 0.043 }
  const b = { x: rear.x, y: rear.radius, r: 0.11 }
  const lean = Math.asin((b.r - a.r) / Math.hypot(b.x - a.x, b.y - a.y))
  const line = Math.atan2(b.y - a.y, b.x - a.x)
  const path: [number, number][] = []
  const arc = (c: typeof a, from: number, to: number, count: number) => {
    for (let i = 0; i <= count; i++) {
      const angle = from + ((to - from) * i) / count
      path.push([c.x + Math.cos(angle) * c.r, c.y + Math.sin(angle) * c.r])
    }
  }
  const high = line - Math.PI / 2 - lean
  const low = line + Math.PI / 2 + lean
  arc(a, low - 2 * Math.PI, high, 14)
  arc(b, high, low - 2 * Math.PI, 0)
  path.length = 15
  const out: [number, number][] = []
  for (let i = 0; i <= 30; i++) {
    const angle = high + ((low - high) * i) / 30
    out.push([b.x + Math.cos(angle) * b.r, b.y + Math.sin(angle) * b.r])
  }
  const loop = new CatmullRomCurve3(
    dense([...path, ...out]).map(([x, y]) => new Vector3(x, y, -0.113)),
    true,
    'catmullrom',
    0.1,
  )
  const count = 108
  const links = Array.from({ length: count }, (_, i) => {
    const at = loop.getPointAt(i / count)
    const way = loop.getTangentAt(i / count)
    const link = new BoxGeometry(0.0165, i % 2 ? 0.013 : 0.0105, i % 2 ? 0.017 : 0.01)
    return link.rotateZ(Math.atan2(way.y, way.x)).translate(at.x, at.y, at.z)
  })
  piece(root, mergeGeometries(links), stuff.steel)
  piece(root, extruded(gearShape(15, 0.036, 0.045), 0.008), stuff.steel, [a.x, a.y, -0.117])
  const guard = extruded(
    roundedPolygon(
      [
        [-0.24, 0.485],
        [-0.62, 0.452],
        [-0.7, 0.44],
        [-0.62, 0.432],
        [-0.24, 0.46],
      ],
      0.008,
    ),
    0.03,
    { bevel: 0.004 },
  )
  piece(root, guard, stuff.plastic, [0, 0, -0.132])
}

/** Points between distant points of a loop, so that straight runs stay straight. */
function dense(points: [number, number][]): [number, number][] {
  return points.flatMap(([x, y], i) => {
    const [nx, ny] = points[(i + 1) % points.length]!
    const parts = Math.max(1, Math.round(Math.hypot(nx - x, ny - y) / 0.03))
    return Array.from({ length: parts }, (_, p): [number, number] => [
      x + ((nx - x) * p) / parts,
      y + ((ny - y) * p) / parts,
    ])
  })
}

function footRests(root: Group): void {
  const peg = turnedBody('z', [
    [0.001, 0],
    [0.014, 0],
    [0.014, 0.085],
    [0.017, 0.09],
    [0.001, 0.092],
  ])
  pair(root, peg, stuff.rubber, [-0.2, 0.33, 0.165])
  pair(root, rod([-0.23, 0.37, 0.145], [-0.2, 0.33, 0.172], 0.01), stuff.alloy)
  pair(root, peg.clone().scale(0.9, 0.9, 0.9), stuff.rubber, [-0.46, 0.5, 0.16])
  pair(root, rod([-0.36, 0.6, 0.125], [-0.46, 0.5, 0.166], 0.009), stuff.black)
  // Brake pedal on the right, gear lever on the left, the stand folded back.
  piece(
    root,
    pipe(
      [
        [-0.19, 0.3, 0.165],
        [-0.1, 0.275, 0.185],
        [-0.02, 0.29, 0.2],
      ],
      0.007,
    ),
    stuff.steel,
  )
  piece(root, new RoundedBoxGeometry(0.035, 0.012, 0.045, 2, 0.004), stuff.rubber, [-0.01, 0.295, 0.205])
  piece(
    root,
    pipe(
      [
        [-0.16, 0.4, -0.185],
        [-0.1, 0.34, -0.19],
        [-0.03, 0.33, -0.2],
      ],
      0.007,
    ),
    stuff.steel,
  )
  piece(root, cylinder('z', 0.011, -0.235, -0.19, { segments: 20 }), stuff.rubber, [-0.03, 0.33, 0])
  piece(root, rod([-0.1, 0.2, -0.15], [-0.4, 0.235, -0.165], 0.011), stuff.black)
  piece(root, new RoundedBoxGeometry(0.05, 0.012, 0.04, 2, 0.004), stuff.black, [-0.41, 0.234, -0.17])
}
