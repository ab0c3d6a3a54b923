import { Group } from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import { toCreasedNormals } from 'three/examples/jsm/utils/BufferGeometryUtils.js'
import { cylinder, extruded, hexagon, pipe, roundedPolygon, turnedBody, type Point3 } from '../../kit/shapes.ts'
import { group, pair, piece } from '../shape/placing.ts'
import { rod, stuff } from './stuff.ts'

/** Two upright cylinders with fins on one crankcase, and the exhaust. */

export function engineOf(): Group {
  const root = new Group()
  crankcase(root)
  cylinders(root)
  intake(root)
  exhaust(root)
  return root
}

function crankcase(root: Group): void {
  const outline = roundedPolygon(
    [
      [0.27, 0.4],
      [0.21, 0.47],
      [-0.02, 0.49],
      [-0.18, 0.5],
      [-0.25, 0.43],
      [-0.22, 0.3],
      [-0.1, 0.235],
      [0.18, 0.225],
      [0.265, 0.29],
    ],
    0.055,
  )
  const block = extruded(outline, 0.27, { bevel: 0.018 })
  piece(root, toCreasedNormals(block, 0.6), stuff.crank, [0, 0, -0.135])
  // Sump with cooling ribs.
  piece(root, new RoundedBoxGeometry(0.26, 0.06, 0.19, 3, 0.02), stuff.fins, [0.04, 0.215, 0])
  for (let i = 0; i < 6; i++)
    piece(root, new RoundedBoxGeometry(0.24, 0.05, 0.006, 1, 0.002), stuff.fins, [0.04, 0.196, -0.075 + i * 0.03])
  cover(root, [-0.075, 0.375, 0.13], 0.1, 1)
  cover(root, [0.125, 0.35, 0.13], 0.074, 1)
  cover(root, [0.11, 0.355, -0.13], 0.088, -1)
  cover(root, [-0.13, 0.39, -0.13], 0.062, -1)
  // Oil: window, filler and filter.
  piece(root, cylinder('z', 0.016, 0.13, 0.14, { segments: 24 }), stuff.amber, [0.03, 0.285, 0])
  piece(root, cylinder('z', 0.018, 0.16, 0.19, { segments: 8 }), stuff.black, [0.04, 0.44, 0])
  const filter = turnedBody('x', [
    [0.04, 0],
    [0.04, 0.08],
    [0.034, 0.088],
    [0.001, 0.09],
  ])
  piece(root, filter, stuff.black, [0.265, 0.315, 0])
}

function cover(root: Group, [x, y, z]: Point3, radius: number, side: number): void {
  const dish = turnedBody('z', [
    [radius, 0],
    [radius, 0.028],
    [radius - 0.008, 0.038],
    [radius * 0.62, 0.044],
    [radius * 0.58, 0.05],
    [0.001, 0.051],
  ])
  const at = group(root, [x, y, z])
  if (side < 0) at.rotation.y = Math.PI
  piece(at, dish, stuff.alloy)
  for (let i = 0; i < 6; i++) {
    const angle = (i / 6) * Math.PI * 2 + 0.3
    const bolt = hexagon('z', 0.006, 0.02, 0.036)
    piece(at, bolt, stuff.steel, [Math.cos(angle) * (radius + 0.003), Math.sin(angle) * (radius + 0.003), 0])
  }
  piece(at, cylinder('z', radius * 0.2, 0.045, 0.055, { segments: 24 }), stuff.steel)
}

function cylinders(root: Group): void {
  const bank = group(root, [0.085, 0.46, 0])
  bank.rotation.z = -0.22
  piece(bank, new RoundedBoxGeometry(0.14, 0.17, 0.25, 2, 0.02), stuff.fins, [0, 0.085, 0])
  for (let i = 0; i < 9; i++) {
    const wide = i > 6 ? 0.19 : 0.2
    piece(bank, new RoundedBoxGeometry(wide, 0.0075, 0.32, 2, 0.003), i % 9 === 8 ? stuff.alloy : stuff.fins, [
      0,
      0.02 + i * 0.0175,
      0,
    ])
  }
  // The head with deeper fins, and the cover of the camshafts.
  piece(bank, new RoundedBoxGeometry(0.19, 0.07, 0.28, 3, 0.02), stuff.crank, [0, 0.2, 0])
  for (let i = 0; i < 4; i++)
    piece(bank, new RoundedBoxGeometry(0.215, 0.006, 0.31, 2, 0.002), stuff.crank, [0, 0.178 + i * 0.016, 0])
  const lid = extruded(
    roundedPolygon(
      [
        [-0.105, 0.235],
        [0.105, 0.235],
        [0.1, 0.275],
        [0.05, 0.3],
        [-0.05, 0.3],
        [-0.1, 0.275],
      ],
      0.022,
    ),
    0.29,
    { bevel: 0.014 },
  )
  piece(bank, toCreasedNormals(lid, 0.6), stuff.alloy, [0, 0, -0.145])
  for (const x of [0.06, -0.06])
    pair(bank, cylinder('z', 0.026, 0, 0.012, { segments: 32 }), stuff.crank, [x, 0.262, 0.142])
  for (const z of [0.07, -0.07])
    piece(bank, cylinder('y', 0.014, 0.29, 0.33, { segments: 20 }), stuff.rubber, [0, 0, z])
}

function intake(root: Group): void {
  for (const z of [0.065, -0.065]) {
    piece(root, rod([0.02, 0.655, z], [-0.1, 0.665, z], 0.026), stuff.rubber)
    piece(root, rod([-0.06, 0.662, z], [-0.13, 0.668, z], 0.036), stuff.alloy)
  }
  const box = extruded(
    roundedPolygon(
      [
        [-0.12, 0.75],
        [-0.36, 0.74],
        [-0.33, 0.58],
        [-0.22, 0.53],
        [-0.13, 0.6],
      ],
      0.03,
    ),
    0.2,
    { bevel: 0.02 },
  )
  piece(root, toCreasedNormals(box, 0.6), stuff.plastic, [0, 0, -0.1])
}

function exhaust(root: Group): void {
  for (const z of [0.068, -0.068]) {
    const down: Point3[] = [
      [0.2, 0.625, z],
      [0.265, 0.62, z * 1.02],
      [0.325, 0.55, z * 1.05],
      [0.345, 0.42, z],
      [0.32, 0.28, z * 0.95],
      [0.24, 0.185, z * 0.9 + 0.01],
      [0.08, 0.165, z * 0.7 + 0.03],
      [-0.1, 0.17, z * 0.45 + 0.07],
      [-0.22, 0.195, 0.125 + z * 0.1],
    ]
    piece(root, pipe(down, 0.021, { segments: 140, around: 20 }), stuff.chrome)
    piece(root, rod([0.185, 0.626, z], [0.215, 0.624, z], 0.034), stuff.crank)
  }
  const from: Point3 = [-0.2, 0.195, 0.135]
  piece(root, rod(from, [-0.31, 0.225, 0.165], 0.032, 0.04), stuff.chrome)
  const silencer = group(root, [-0.3, 0.222, 0.162])
  silencer.rotation.z = -0.2
  silencer.rotation.y = 0.07
  const can = turnedBody('x', [
    [0.001, -0.36],
    [0.03, -0.36],
    [0.03, -0.415],
    [0.034, -0.42],
    [0.054, -0.41],
    [0.06, -0.36],
    [0.06, -0.05],
    [0.056, -0.02],
    [0.036, 0.03],
  ])
  piece(silencer, can, stuff.steel)
  for (const x of [-0.05, -0.36]) piece(silencer, cylinder('x', 0.0615, x - 0.012, x + 0.012), stuff.black)
  piece(root, new RoundedBoxGeometry(0.03, 0.14, 0.02, 2, 0.006), stuff.black, [-0.5, 0.36, 0.155])
}
