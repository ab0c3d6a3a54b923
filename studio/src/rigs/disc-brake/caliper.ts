import { BoxGeometry, type Object3D } from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import type { Assembly } from '../../kit/assembly.ts'
import { acrossX, alongZ, crispTurned } from '../../kit/castings.ts'
import { cutColours, type Materials } from '../../kit/materials.ts'
import { Bellows } from '../../kit/moving.ts'
import { cylinder, hexagon, roundedPolygon } from '../../kit/shapes.ts'
import { intersect, solid, subtract, unite, type Solid } from '../../kit/solids.ts'
import { sizes } from './motion.ts'
import type { Anchor } from './names.ts'
import { backingOutline } from './pads.ts'

/** The caliper that slides on guide pins, and the bracket that carries pins and pads. Both open at x = 0. */

const pins = { x: 0.86, y: 1.42 }
/** So far that the bridge leaves the way of the pads free. */
const fullSwing = 1.75
const ear = { from: -0.99, to: -0.85 }

/** The one-piece casting: cylinder inboard, bridge over the disc, finger outboard. */
function body(m: Materials): Solid {
  const paint = m.paint(0xb51f2b)
  const side = roundedPolygon(
    [
      [-1.02, 1.0],
      [-0.47, 1.0, 0.04],
      [-0.47, 1.6, 0.06],
      [sizes.finger, 1.6, 0.07],
      [sizes.finger, 0.99, 0.03],
      [0.6, 0.99, 0.07],
      [0.63, 1.68, 0.14],
      [0.48, 1.88, 0.14],
      [-0.5, 1.88, 0.2],
      [-1.02, 1.64, 0.18],
    ],
    0.05,
  )
  const front = roundedPolygon(
    [
      [-0.58, 0.9],
      [0.58, 0.9],
      [0.58, 1.5],
      [0.44, 1.82],
      [0.18, 1.92],
      [-0.18, 1.92],
      [-0.44, 1.82],
      [-0.58, 1.5],
    ],
    0.1,
  )
  const shell = intersect(solid(acrossX(side, 1.3), paint), solid(alongZ(front, -1.3, 0.8), paint))
  const barrel = crispTurned('z', [
    [0.0001, -1.2],
    [0.36, -1.2],
    [0.4, -1.185],
    [0.43, -1.15],
    [0.44, -1.1],
    [0.44, -0.5],
    [0.43, -0.475],
    [0.4, -0.46],
    [0.0001, -0.46],
  ])
  barrel.translate(0, sizes.cylinder, 0)
  const lugs = roundedPolygon(
    [
      [-1.0, 1.3, 0.1],
      [-0.5, 1.2],
      [0.5, 1.2],
      [1.0, 1.3, 0.1],
      [1.0, 1.54, 0.11],
      [0.5, 1.62],
      [-0.5, 1.62],
      [-1.0, 1.54, 0.11],
    ],
    0.08,
  )
  const inletBoss = cylinder('z', 0.13, -1.24, -1.1, { segments: 40 })
  inletBoss.translate(0, 1.36, 0)
  const bore = (radius: number, from: number, to: number) =>
    solid(cylinder('z', radius, from, to, { segments: 96 }).translate(0, sizes.cylinder, 0), m.machined)
  const window = (x: number) => solid(new RoundedBoxGeometry(0.3, 0.9, 0.5, 3, 0.06).translate(x, 1.9, 0.0), paint)
  return subtract(
    unite(shell, solid(barrel, paint), solid(alongZ(lugs, ear.from, ear.to, 0.02), paint), solid(inletBoss, paint)),
    bore(sizes.pistonRadius + 0.004, sizes.boreBottom, -0.3),
    bore(0.335, sizes.seal[0] - 0.005, sizes.seal[1] + 0.005),
    bore(0.325, -0.52, -0.4),
    solid(cylinder('z', 0.045, -1.4, -1.0, { segments: 24 }).translate(0, 1.36, 0), m.machined),
    window(-0.28),
    window(0.28),
  )
}

/** The cast bracket: a tie bar bolted to the knuckle, two legs that bridge the disc, notches for the ears of the pads. */
function bracket(m: Materials): Solid {
  const profile = roundedPolygon(
    [
      [-0.52, 0.42],
      [-0.37, 0.42],
      [-0.22, 1.0],
      [0.3, 1.0],
      [0.5, 1.14],
      [0.5, 1.42],
      [0.34, 1.58],
      [-0.42, 1.58],
      [-0.52, 1.46],
    ],
    0.08,
  )
  const legs = [1, -1].map((end) => {
    const outline = roundedPolygon(
      [
        [end * 0.64, 0.46],
        [end * 0.98, 0.5],
        [end * 1.02, 1.1],
        [end * 1.0, 1.58],
        [end * 0.74, 1.58],
        [end * 0.64, 1.36],
      ],
      0.06,
    )
    return intersect(solid(alongZ(outline, -0.52, 0.5), m.cast), solid(acrossX(profile, 3), m.cast))
  })
  const tie = roundedPolygon(
    [
      [-0.9, 0.48],
      [0.9, 0.48],
      [0.9, 0.78],
      [-0.9, 0.78],
    ],
    0.08,
  )
  const discRoom = cylinder('z', 1.545, -0.21, 0.21, { segments: 128 })
  const padRoom = alongZ(backingOutline(0.008), -0.365, 0.6)
  // Above the ears the notches are open: the pads come out upwards.
  const earWay = (end: number) => solid(new BoxGeometry(0.17, 0.8, 0.9).translate(end * 0.685, 1.6, 0.1), m.machined)
  const pinBore = (side: number) =>
    solid(cylinder('z', 0.066, -0.7, 0.05, { segments: 32 }).translate(side * pins.x, pins.y, 0), m.machined)
  return subtract(
    unite(legs[0]!, legs[1]!, solid(alongZ(tie, -0.5, -0.38, 0.02), m.cast)),
    solid(discRoom, m.cast),
    solid(padRoom, m.machined),
    earWay(1),
    earWay(-1),
    pinBore(1),
    pinBore(-1),
  )
}

export interface CaliperPieces {
  sliding: Object3D
  set(state: { caliper: number; open: number; swing: number }): void
}

export function caliper(a: Assembly<Anchor>, m: Materials): CaliperPieces {
  // For new pads the caliper swings up about its lower pin.
  const hinge = a.joint([-pins.x, pins.y, 0])
  const sliding = a.joint([pins.x, -pins.y, 0], hinge)
  a.openable(body(m), { axis: 'x', cut: m.cut(cutColours.aluminium), parent: sliding })
  a.openable(bracket(m), { axis: 'x', cut: m.cut(cutColours.iron) })

  const pin = (side: number, radius: number, from: number, to: number) =>
    cylinder('z', radius, from, to, { segments: 32 }).translate(side * pins.x, pins.y, 0)
  const head = (side: number) => hexagon('z', 0.09, ear.from - 0.1, ear.from - 0.02).translate(side * pins.x, pins.y, 0)
  const washer = (side: number) => pin(side, 0.115, ear.from - 0.02, ear.from)
  const both = (made: (side: number) => ReturnType<typeof pin>, material = m.zinc) =>
    unite(solid(made(-1), material), solid(made(1), material))
  const steel = m.cut(cutColours.steel)
  a.openable(
    both((side) => pin(side, 0.06, -0.86, -0.1), m.chrome),
    { axis: 'x', cut: steel, parent: sliding },
  )
  a.openable(both(head), { axis: 'x', cut: steel, parent: sliding })
  a.openable(both(washer), { axis: 'x', cut: steel, parent: sliding })

  const boots = [-1, 1].map((side) => {
    const at = a.joint([side * pins.x, pins.y, 0], sliding)
    const boot = new Bellows(m.rubber, at, { axis: 'z', folds: 4, depth: 0.016 })
    return { side, boot }
  })
  bleedScrew(a, m, sliding)
  a.anchor('caliper', [0, 1.75, -0.35], sliding)
  a.anchor('caliper_outside', [-0.02, 1.45, 0.625], sliding)
  a.anchor('guide_pin', [-pins.x + 0.05, pins.y + 0.05, ear.from - 0.06], sliding)
  a.anchor('bracket', [-0.9, 1.5, 0.5])
  return {
    sliding,
    set({ caliper: place, open, swing }) {
      hinge.rotation.z = swing * fullSwing
      sliding.position.z = place
      for (const { side, boot } of boots) {
        boot.set([0.1, ear.to], [0.1, -0.52 - place])
        boot.mesh.visible = side === -1 || open < 0.5
      }
    },
  }
}

/** The bleed screw with its rubber cap at the highest point of the cylinder. */
function bleedScrew(a: Assembly<Anchor>, m: Materials, sliding: Object3D): void {
  const at = a.joint([-0.2, 1.58, -1.07], sliding)
  a.mesh(cylinder('y', 0.1, -0.04, 0.06, { segments: 32 }), m.aluminium, at)
  a.mesh(hexagon('y', 0.065, 0.06, 0.15), m.zinc, at)
  a.mesh(cylinder('y', 0.04, 0.15, 0.26, { segments: 24 }), m.zinc, at)
  a.mesh(
    crispTurned('y', [
      [0.0001, 0.2],
      [0.06, 0.2],
      [0.062, 0.24],
      [0.05, 0.25],
      [0.052, 0.33],
      [0.03, 0.36],
      [0.0001, 0.36],
    ]),
    m.rubber,
    at,
  )
}
