import { Group, SphereGeometry, TorusGeometry } from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import { cylinder, extruded, pipe, roundedPolygon, turnedBody, type Point3 } from '../../kit/shapes.ts'
import { group, pair, piece } from '../shape/placing.ts'
import { fork, onFork, rake, rod, stuff } from './stuff.ts'

/** Fork, handlebar with its levers and mirrors, instruments and headlamp. */

export function frontOf(): Group {
  const root = new Group()
  legs(root)
  handlebar(root)
  instruments(root)
  headlamp(root)
  oilCooler(root)
  return root
}

function legs(root: Group): void {
  const z = fork.half
  pair(root, rod(onFork(0.38, z), onFork(1.03, z), 0.0275), stuff.gold)
  pair(root, rod(onFork(0.06, z), onFork(0.5, z), 0.021), stuff.chrome)
  pair(root, rod(onFork(0.375, z), onFork(0.42, z), 0.0305), stuff.black)
  pair(root, rod(onFork(1.03, z), onFork(1.045, z), 0.02), stuff.steel)
  // The foot holds the axle and the caliper.
  pair(root, rod(onFork(-0.03, z), onFork(0.17, z), 0.027, 0.024), stuff.black)
  pair(root, cylinder('z', 0.026, z - 0.022, z + 0.026, { segments: 32 }), stuff.black, [fork.foot[0], fork.foot[1], 0])
  pair(root, rod(onFork(0.14, z - 0.006, -0.015), onFork(0.16, z - 0.022, -0.085), 0.013), stuff.black)
  for (const share of [0.76, 0.98]) {
    const yoke = extruded(
      roundedPolygon(
        [
          [-0.05, -0.03],
          [0.02, -0.137],
          [0.055, -0.13],
          [0.045, 0],
          [0.055, 0.13],
          [0.02, 0.137],
          [-0.05, 0.03],
        ],
        0.024,
      ),
      0.034,
      { bevel: 0.006 },
    ).rotateX(-Math.PI / 2)
    const at = group(root, onFork(share, 0, 0))
    at.rotation.z = rake
    piece(at, yoke, stuff.black)
  }
}

function handlebar(root: Group): void {
  const bar: Point3[] = [
    [0.4, 1.02, 0],
    [0.4, 1.02, 0.08],
    [0.4, 1.035, 0.13],
    [0.38, 1.075, 0.21],
    [0.34, 1.085, 0.3],
    [0.285, 1.08, 0.405],
  ]
  pair(root, pipe(bar, 0.0125, { segments: 80 }), stuff.black)
  for (const z of [0.05, -0.05]) {
    piece(root, rod([0.405, 0.965, z], [0.4, 1.02, z], 0.017), stuff.black)
    piece(root, new RoundedBoxGeometry(0.045, 0.026, 0.032, 3, 0.008), stuff.black, [0.4, 1.024, z])
  }
  pair(root, rod([0.335, 1.084, 0.305], [0.283, 1.08, 0.408], 0.0175), stuff.rubber)
  pair(root, rod([0.283, 1.08, 0.408], [0.275, 1.079, 0.424], 0.015), stuff.steel)
  pair(root, new RoundedBoxGeometry(0.05, 0.045, 0.05, 3, 0.012).rotateY(0.45), stuff.black, [0.345, 1.083, 0.275])
  pair(root, rod([0.365, 1.08, 0.262], [0.4, 1.078, 0.285], 0.013), stuff.black)
  const lever: Point3[] = [
    [0.395, 1.078, 0.28],
    [0.39, 1.074, 0.32],
    [0.365, 1.07, 0.38],
    [0.35, 1.069, 0.43],
  ]
  pair(root, pipe(lever, 0.0068, { segments: 40, around: 12 }), stuff.alloy)
  // The brake fluid's reservoir on the right.
  piece(root, new RoundedBoxGeometry(0.055, 0.042, 0.06, 3, 0.008), stuff.black, [0.4, 1.115, 0.245])
  piece(root, new RoundedBoxGeometry(0.05, 0.008, 0.055, 2, 0.003), stuff.alloy, [0.4, 1.138, 0.245])
  const stem: Point3[] = [
    [0.36, 1.09, 0.265],
    [0.375, 1.15, 0.29],
    [0.365, 1.215, 0.345],
  ]
  pair(root, pipe(stem, 0.0065, { segments: 40, around: 12 }), stuff.black)
  const shell = turnedBody('x', [
    [0.001, -0.006],
    [0.05, -0.008],
    [0.055, -0.006],
    [0.052, 0.008],
    [0.03, 0.022],
    [0.001, 0.026],
  ])
  shell.scale(1, 0.8, 1.15)
  pair(root, shell, stuff.black, [0.365, 1.23, 0.365])
  const face = cylinder('x', 0.05, -0.0085, -0.0075).scale(1, 0.8, 1.15)
  pair(root, face, stuff.mirror, [0.365, 1.23, 0.365])
  // Cables and the brake hose.
  piece(
    root,
    pipe(
      [
        [0.4, 1.1, 0.22],
        [0.48, 1.06, 0.16],
        [0.49, 0.9, 0.09],
        [0.56, 0.66, 0.115],
        [0.63, 0.44, 0.13],
        [0.625, 0.37, 0.1],
      ],
      0.0048,
      { around: 10 },
    ),
    stuff.rubber,
  )
  piece(
    root,
    pipe(
      [
        [0.395, 1.08, -0.25],
        [0.47, 1.05, -0.17],
        [0.44, 0.88, -0.1],
        [0.3, 0.72, -0.13],
        [0.1, 0.56, -0.17],
      ],
      0.0042,
      { around: 10 },
    ),
    stuff.rubber,
  )
}

function instruments(root: Group): void {
  const pod = group(root, [0.475, 1.02, 0])
  pod.rotation.z = 0.55
  const dish = turnedBody('y', [
    [0.001, -0.045],
    [0.04, -0.042],
    [0.058, -0.01],
    [0.06, 0.01],
    [0.056, 0.014],
    [0.052, 0.008],
    [0.001, 0.008],
  ])
  piece(pod, dish, stuff.black)
  piece(pod, new TorusGeometry(0.057, 0.004, 12, 64).rotateX(Math.PI / 2), stuff.chrome, [0, 0.012, 0])
  piece(pod, cylinder('y', 0.052, 0.0085, 0.0095), stuff.plastic)
  piece(pod, new RoundedBoxGeometry(0.004, 0.002, 0.045, 1, 0.001), stuff.lampGlow, [0.004, 0.0105, 0.014])
}

function headlamp(root: Group): void {
  const lamp = group(root, [0.55, 0.885, 0])
  lamp.rotation.z = -0.06
  const bowl = turnedBody('x', [
    [0.001, -0.09],
    [0.05, -0.082],
    [0.082, -0.05],
    [0.094, 0.0],
    [0.095, 0.03],
  ])
  piece(lamp, bowl, stuff.black)
  const ring = turnedBody('x', [
    [0.095, 0.02],
    [0.1, 0.026],
    [0.099, 0.044],
    [0.09, 0.05],
    [0.086, 0.042],
    [0.086, 0.02],
  ])
  piece(lamp, ring, stuff.chrome)
  const reflector = turnedBody('x', [
    [0.087, 0.03],
    [0.07, 0.006],
    [0.04, -0.012],
    [0.001, -0.014],
  ])
  piece(lamp, reflector, stuff.crank).castShadow = false
  piece(lamp, new TorusGeometry(0.076, 0.0055, 12, 72).rotateY(Math.PI / 2), stuff.lampGlow, [0.026, 0, 0])
  for (const y of [0.03, -0.03]) {
    piece(lamp, new SphereGeometry(0.026, 24, 16).scale(0.6, 1, 1), stuff.mirror, [0.006, y, 0])
    piece(lamp, new TorusGeometry(0.028, 0.003, 10, 40).rotateY(Math.PI / 2), stuff.black, [0.014, y, 0])
  }
  piece(lamp, new RoundedBoxGeometry(0.01, 0.006, 0.13, 2, 0.002), stuff.black, [0.012, 0, 0])
  const glass = new SphereGeometry(0.2, 48, 12, 0, Math.PI * 2, 0, 0.45).rotateZ(-Math.PI / 2).translate(-0.142, 0, 0)
  const pane = piece(lamp, glass, stuff.clear)
  pane.castShadow = false
  pane.renderOrder = 2
  for (const z of [1, -1]) piece(root, rod([0.545, 0.885, z * 0.093], [0.475, 0.86, z * 0.1], 0.011), stuff.black)
  for (const side of [1, -1]) {
    piece(root, rod([0.5, 0.83, side * 0.1], [0.505, 0.83, side * 0.175], 0.006), stuff.black)
    const blinker = new RoundedBoxGeometry(0.05, 0.028, 0.055, 3, 0.012)
    piece(root, blinker, stuff.black, [0.5, 0.83, side * 0.195])
    piece(root, new RoundedBoxGeometry(0.012, 0.022, 0.048, 3, 0.005), stuff.amber, [0.522, 0.83, side * 0.195])
  }
}

function oilCooler(root: Group): void {
  const at = group(root, [0.375, 0.66, 0])
  at.rotation.z = 0.12
  for (let i = 0; i < 9; i++)
    piece(at, new RoundedBoxGeometry(0.03, 0.006, 0.19, 1, 0.002), stuff.fins, [0, -0.06 + i * 0.015, 0])
  for (const side of [1, -1])
    piece(at, new RoundedBoxGeometry(0.034, 0.145, 0.02, 2, 0.006), stuff.alloy, [0, 0, side * 0.1])
}
