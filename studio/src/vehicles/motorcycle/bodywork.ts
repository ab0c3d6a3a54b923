import { Group } from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import { cylinder, extruded, roundedPolygon, turnedBody } from '../../kit/shapes.ts'
import { both, surface, type Field } from '../shape/field.ts'
import { profile } from '../shape/profile.ts'
import { group, pair, piece } from '../shape/placing.ts'
import { rod, stuff } from './stuff.ts'

/** Tank, seat, tail with its lamp and number plate, side covers. */

export function bodyworkOf(cell: number): Group {
  const root = new Group()
  tank(root, cell)
  seat(root, cell)
  tail(root, cell)
  sideCovers(root)
  return root
}

function tank(root: Group, cell: number): void {
  const top = profile([
    [-0.24, 0.83],
    [-0.12, 0.895],
    [0.04, 0.965],
    [0.18, 0.992],
    [0.3, 0.965],
    [0.4, 0.89],
  ])
  const foot = profile([
    [-0.24, 0.755],
    [-0.05, 0.765],
    [0.15, 0.775],
    [0.4, 0.83],
  ])
  const half = profile([
    [-0.24, 0.085],
    [-0.12, 0.105],
    [0.02, 0.142],
    [0.18, 0.17],
    [0.3, 0.155],
    [0.42, 0.07],
  ])
  const shape: Field = (x, y, z) => {
    const wide = half(x)
    // Knees fit below the widest line.
    const waist = y - 0.885 - 0.12 * (x - 0.1)
    const hollow = 0.03 * Math.exp(-(((x + 0.07) / 0.13) ** 2)) * Math.min(1, Math.max(0, -waist / 0.06))
    const side = z - (wide - 1.6 * waist * waist - hollow)
    const up = y - top(x) + 1.5 * z * z
    const body = both(both(side / 1.1, up / 1.15, 0.07), (foot(x) - y) / 1.02, 0.025)
    return both(both(body, x - 0.375, 0.05), -0.225 - x, 0.03)
  }
  piece(root, surface(shape, { x: [-0.25, 0.4], y: [0.74, 1.01], z: 0.2 }, cell), stuff.paint)
  const cap = turnedBody('y', [
    [0.038, -0.01],
    [0.036, 0.01],
    [0.03, 0.016],
    [0.001, 0.016],
  ])
  const at = group(root, [0.2, 0.99, 0])
  at.rotation.z = -0.02
  piece(at, cap, stuff.chrome)
  piece(at, cylinder('y', 0.026, 0.016, 0.0175), stuff.black)
}

function seat(root: Group, cell: number): void {
  const top = profile([
    [-0.76, 0.905],
    [-0.66, 0.9],
    [-0.5, 0.885],
    [-0.42, 0.848],
    [-0.3, 0.83],
    [-0.18, 0.845],
    [-0.12, 0.87],
  ])
  const foot = profile([
    [-0.76, 0.85],
    [-0.5, 0.8],
    [-0.3, 0.77],
    [-0.12, 0.775],
  ])
  const half = profile([
    [-0.76, 0.08],
    [-0.6, 0.11],
    [-0.4, 0.138],
    [-0.25, 0.13],
    [-0.12, 0.09],
  ])
  const shape: Field = (x, y, z) => {
    const side = z - half(x) + 0.35 * Math.max(0, y - 0.85)
    const up = (y - top(x) + 1.1 * z * z) / 1.1
    const body = both(both(side, up, 0.05), foot(x) - y, 0.02)
    return both(both(body, x + 0.135, 0.03), -0.75 - x, 0.04)
  }
  piece(root, surface(shape, { x: [-0.77, -0.12], y: [0.74, 0.93], z: 0.16 }, cell), stuff.leather)
  // A strap where the passenger's place begins.
  piece(root, new RoundedBoxGeometry(0.02, 0.012, 0.2, 2, 0.005), stuff.plastic, [-0.46, 0.862, 0])
}

function tail(root: Group, cell: number): void {
  const middle = profile([
    [-0.84, 0.862],
    [-0.7, 0.822],
    [-0.5, 0.775],
    [-0.3, 0.735],
  ])
  const half = profile([
    [-0.84, 0.055],
    [-0.7, 0.092],
    [-0.5, 0.126],
    [-0.3, 0.132],
  ])
  const shape: Field = (x, y, z) => {
    const thick = 0.032 + 0.012 * (x + 0.8)
    const body = both(z - half(x) + 4 * (y - middle(x)) ** 2, Math.abs(y - middle(x)) - thick, 0.025)
    return both(both(body, x + 0.29, 0.02), -0.83 - x + 1.5 * z * z, 0.03)
  }
  piece(root, surface(shape, { x: [-0.85, -0.28], y: [0.68, 0.91], z: 0.15 }, cell), stuff.paint)
  piece(root, new RoundedBoxGeometry(0.02, 0.032, 0.1, 3, 0.008), stuff.red, [-0.826, 0.862, 0])
  // Holder of the number plate, with its lamps.
  const holder = extruded(
    roundedPolygon(
      [
        [-0.68, 0.8],
        [-0.78, 0.81],
        [-0.9, 0.63],
        [-0.94, 0.6],
        [-0.93, 0.585],
        [-0.87, 0.61],
      ],
      0.012,
    ),
    0.07,
    { bevel: 0.008 },
  )
  piece(root, holder, stuff.plastic, [0, 0, -0.035])
  const plate = group(root, [-0.95, 0.615, 0])
  plate.rotation.z = -0.42
  piece(plate, new RoundedBoxGeometry(0.012, 0.165, 0.2, 2, 0.005), stuff.plastic)
  piece(plate, new RoundedBoxGeometry(0.006, 0.152, 0.188, 2, 0.003), stuff.plate, [-0.007, 0, 0])
  piece(plate, new RoundedBoxGeometry(0.004, 0.012, 0.11, 1, 0.001), stuff.plastic, [-0.0095, 0, 0])
  piece(plate, new RoundedBoxGeometry(0.014, 0.022, 0.05, 2, 0.005), stuff.red, [-0.006, -0.105, 0])
  for (const side of [1, -1]) {
    piece(root, rod([-0.8, 0.745, side * 0.03], [-0.805, 0.742, side * 0.13], 0.006), stuff.black)
    piece(root, new RoundedBoxGeometry(0.05, 0.028, 0.055, 3, 0.012), stuff.black, [-0.805, 0.742, side * 0.15])
    piece(root, new RoundedBoxGeometry(0.012, 0.022, 0.048, 3, 0.005), stuff.amber, [-0.828, 0.742, side * 0.15])
  }
}

function sideCovers(root: Group): void {
  const cover = extruded(
    roundedPolygon(
      [
        [-0.19, 0.755],
        [-0.42, 0.745],
        [-0.4, 0.66],
        [-0.33, 0.56],
        [-0.25, 0.55],
        [-0.19, 0.66],
      ],
      0.03,
    ),
    0.03,
    { bevel: 0.012 },
  )
  pair(root, cover, stuff.black, [0, 0, 0.098])
  const trim = extruded(
    roundedPolygon(
      [
        [-0.23, 0.725],
        [-0.38, 0.718],
        [-0.36, 0.695],
        [-0.23, 0.7],
      ],
      0.008,
    ),
    0.006,
  )
  pair(root, trim, stuff.alloy, [0, 0, 0.126])
}
