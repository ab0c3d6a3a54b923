import { CatmullRomCurve3, Group, MeshPhysicalMaterial, MeshStandardMaterial, TubeGeometry, Vector3 } from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import { extruded, roundedPolygon, turnedBody, type Point3 } from '../../kit/shapes.ts'
import { enter, gradient, surface, both, type Field } from '../shape/field.ts'
import { group, pair, piece } from '../shape/placing.ts'
import type { CarDesign } from './design.ts'
import { endOf } from './lamps.ts'

/** What is fastened to the body: mirrors, handles, number plates, wipers, aerial, rails, spoiler, exhaust. */

const black = new MeshStandardMaterial({ color: 0x14161a, roughness: 0.55 })
const chrome = new MeshStandardMaterial({ color: 0xdde2e6, metalness: 1, roughness: 0.18 })
const mirrorGlass = new MeshStandardMaterial({ color: 0x9fb0c0, metalness: 1, roughness: 0.05 })
const plate = new MeshStandardMaterial({ color: 0xf1f1ec, roughness: 0.45 })

export function trimOf(design: CarDesign, field: Field): Group {
  const root = new Group()
  const paint = new MeshPhysicalMaterial({
    color: design.paint,
    metalness: 0.5,
    roughness: 0.3,
    clearcoat: 1,
    clearcoatRoughness: 0.05,
  })
  mirrors(root, design, field, paint)
  for (const [x, y] of design.trim.handles) handle(root, field, x, y, paint)
  plates(root, design, field)
  wipers(root, design, field)
  aerial(root, field, design.trim.aerial, paint)
  if (design.trim.rails) rails(root, field, design.trim.rails)
  if (design.trim.spoiler) spoiler(root, design.trim.spoiler, paint)
  if (design.trim.exhaust) exhaust(root, design, field, design.trim.exhaust)
  return root
}

function mirrors(root: Group, { trim }: CarDesign, field: Field, paint: MeshPhysicalMaterial): void {
  const [x, y] = trim.mirror
  const foot = enter(field, [x, y, 1.5], [0, 0, -1])
  if (!foot) throw new Error('no door where the mirror stands')
  // An egg, cut flat at the back, a little wider at its foot.
  const shell: Field = (px, py, pz) => {
    const egg = Math.hypot(px / 0.085, (py - 0.01 * pz) / 0.07, pz / 0.12) - 1
    return both(egg * 0.08, -0.045 - px, 0.02)
  }
  const housing = surface(shell, { x: [-0.09, 0.1], y: [-0.09, 0.09], z: 0.14 }, 0.009)
  const out = foot[2] + 0.155
  pair(root, housing, paint, [x - 0.02, y + 0.085, out])
  const glass = extruded(
    roundedPolygon(
      [
        [-0.095, -0.045],
        [0.095, -0.05],
        [0.1, 0.04],
        [-0.09, 0.045],
      ],
      0.03,
    ),
    0.004,
  ).rotateY(-Math.PI / 2)
  pair(root, glass, mirrorGlass, [x - 0.064, y + 0.085, out])
  const arm = new RoundedBoxGeometry(0.06, 0.026, 0.17, 3, 0.012).rotateX(-0.32)
  pair(root, arm, black, [x - 0.01, y + 0.025, foot[2] + 0.06])
}

function handle(root: Group, field: Field, x: number, y: number, paint: MeshPhysicalMaterial): void {
  const door = enter(field, [x, y, 1.5], [0, 0, -1])
  if (!door) throw new Error('no door where the handle is')
  const points: Point3[] = [
    [-0.095, 0, 0.001],
    [-0.07, 0.002, 0.022],
    [0, 0.003, 0.029],
    [0.07, 0.002, 0.022],
    [0.095, 0, 0.001],
  ]
  const grip = new TubeGeometry(new CatmullRomCurve3(points.map((p) => new Vector3(...p))), 32, 0.012, 12)
  grip.scale(1, 1.25, 1)
  pair(root, grip, paint, [x, y, door[2]])
  const cup = extruded(
    roundedPolygon(
      [
        [-0.06, -0.026],
        [0.06, -0.026],
        [0.06, 0.026],
        [-0.06, 0.026],
      ],
      0.025,
    ),
    0.004,
  )
  const [, ny, nz] = gradient(field, x, y, door[2])
  cup.rotateX(-Math.atan2(ny, nz))
  pair(root, cup, black, [x, y, door[2] - 0.001])
}

function plates(root: Group, { trim, ends }: CarDesign, field: Field): void {
  for (const end of ['front', 'rear'] as const) {
    const y = trim.plates[end]
    const sign = end === 'front' ? 1 : -1
    const x = endOf(field, ends, end, y, 0)
    const [nx, ny] = gradient(field, x, y, 0)
    const stand = group(root, [x + sign * 0.006, y, 0])
    stand.rotation.z = Math.atan2(ny, nx) - (sign < 0 ? Math.PI : 0)
    piece(stand, new RoundedBoxGeometry(0.03, 0.125, 0.54, 3, 0.012), black)
    piece(stand, new RoundedBoxGeometry(0.01, 0.108, 0.52, 2, 0.004), plate, [sign * 0.013, 0, 0])
    // Lines that stand for writing in no alphabet.
    piece(stand, new RoundedBoxGeometry(0.006, 0.012, 0.3, 1, 0.002), black, [sign * 0.0165, 0, 0])
  }
}

function wipers(root: Group, { cabin }: CarDesign, field: Field): void {
  const [[footX, footY], [headX, headY]] = cabin.screen
  // The driver's is the longer one.
  for (const [z, length, lean] of [
    [-0.05, 0.56, 0.1],
    [0.55, 0.5, 0.1],
  ] as const) {
    const points: Vector3[] = []
    for (let i = 0; i <= 8; i++) {
      const along = (i / 8) * length
      const up = 0.05 + (i / 8) * lean
      const from: Point3 = [footX + (headX - footX) * up + 0.25, footY + (headY - footY) * up + 0.4, z - along]
      const hit = enter(field, from, [-0.53, -0.848, 0], 1)
      if (hit) points.push(new Vector3(hit[0] + 0.006, hit[1] + 0.009, hit[2]))
    }
    piece(root, new TubeGeometry(new CatmullRomCurve3(points), 24, 0.0065, 6), black)
  }
}

function aerial(root: Group, field: Field, x: number, paint: MeshPhysicalMaterial): void {
  const foot = enter(field, [x, 2.2, 0], [0, -1, 0])
  if (!foot) return
  const fin = extruded(
    roundedPolygon(
      [
        [-0.085, -0.02],
        [0.09, -0.02],
        [0.01, 0.035],
        [-0.075, 0.055],
      ],
      0.018,
    ),
    0.034,
    { bevel: 0.012 },
  )
  piece(root, fin, paint, [foot[0], foot[1], -0.017])
}

function rails(root: Group, field: Field, { from, to, z }: NonNullable<CarDesign['trim']['rails']>): void {
  const points: Vector3[] = []
  for (let i = 0; i <= 10; i++) {
    const x = from + ((to - from) * i) / 10
    const roof = enter(field, [x, 2.5, z], [0, -1, 0])
    if (!roof) continue
    const lift = i === 0 || i === 10 ? 0.0 : i === 1 || i === 9 ? 0.034 : 0.042
    points.push(new Vector3(x, roof[1] + lift, z))
  }
  pair(root, new TubeGeometry(new CatmullRomCurve3(points), 60, 0.015, 12), chrome)
}

function spoiler(
  root: Group,
  { x, y, half, depth }: NonNullable<CarDesign['trim']['spoiler']>,
  paint: MeshPhysicalMaterial,
): void {
  const lip: Field = (px, py, pz) => {
    const bow = 0.1 * pz * pz
    const top = py + 0.07 * pz * pz - 0.1 * px
    const thick = 0.021 + 0.06 * Math.max(0, px)
    const body = both(Math.abs(top) - thick, both(px - depth / 2, -depth / 2 - px + bow, 0.01), 0.02)
    return both(body, pz - half, 0.03)
  }
  const extent = { x: [-depth / 2 - 0.02, depth / 2 + 0.02], y: [-0.08, 0.08], z: half + 0.02 } as const
  piece(root, surface(lip, extent, 0.012), paint, [x, y, 0])
  piece(
    root,
    new RoundedBoxGeometry(0.012, 0.014, 0.3, 2, 0.005),
    new MeshStandardMaterial({ color: 0x7a0c14, emissive: 0x66060c, roughness: 0.3 }),
    [x - depth / 2 + 0.003, y + 0.008, 0],
  )
}

function exhaust(
  root: Group,
  { ends }: CarDesign,
  field: Field,
  { z, y, sides }: NonNullable<CarDesign['trim']['exhaust']>,
): void {
  const x = endOf(field, ends, 'rear', y + 0.08, z)
  const tip = turnedBody('x', [
    [0.038, -0.02],
    [0.042, -0.022],
    [0.042, 0.18],
    [0.036, 0.18],
    [0.036, -0.02],
  ])
  const soot = new MeshStandardMaterial({ color: 0x060606, roughness: 1 })
  for (const side of sides === 2 ? [1, -1] : [1]) {
    piece(root, tip, chrome, [x + 0.02, y, side * z])
    piece(
      root,
      extruded(
        roundedPolygon(
          [
            [-0.03, -0.03],
            [0.03, -0.03],
            [0.03, 0.03],
            [-0.03, 0.03],
          ],
          0.028,
        ),
        0.002,
      ).rotateY(Math.PI / 2),
      soot,
      [x + 0.05, y, side * z],
    )
  }
}
