import { BoxGeometry, MeshBasicMaterial, MeshStandardMaterial, type BufferGeometry } from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'
import type { Assembly } from '../../kit/assembly.ts'
import { CurrentFlow } from '../../kit/current-flow.ts'
import { cutColours, type Materials } from '../../kit/materials.ts'
import {
  cylinder,
  extruded,
  hexagon,
  pipe,
  ringSector,
  roundedPolygon,
  turnedBody,
  type Point3,
} from '../../kit/shapes.ts'
import { batteryAt, posts } from './battery.ts'
import { alternator, needleAngle, pulleys, ring, starterAt } from './layout.ts'

/** What carries the system: the engine, calm and dark; the cables; voltmeter and battery light. */

const box = (width: number, height: number, depth: number, x: number, y: number, z: number): BufferGeometry =>
  new BoxGeometry(width, height, depth).translate(x, y, z)

/** A body of the engine from its front outline in z and y. */
function block(
  points: readonly (readonly [z: number, y: number])[],
  from: number,
  to: number,
  round = 0.12,
  bevel = 0.05,
): BufferGeometry {
  const shape = extruded(
    roundedPolygon(
      points.map(([z, y]) => [-z, y] as const),
      round,
    ),
    to - from,
    { bevel },
  )
  return shape.rotateY(Math.PI / 2).translate(from, 0, 0)
}

export function buildEngine<Anchor extends string>(a: Assembly<Anchor>, m: Materials): void {
  const casting = m.cast.clone()
  casting.color.set(0x565d65)
  const light = m.aluminium.clone()
  light.color.set(0x868e97)
  light.roughness = 0.55
  a.mesh(
    block(
      [
        [-0.95, -0.4],
        [0.95, -0.4],
        [0.95, 0.6],
        [0.75, 1.95],
        [-0.75, 1.95],
        [-0.95, 0.6],
      ],
      0.25,
      3.4,
    ),
    casting,
  )
  a.mesh(
    block(
      [
        [-0.72, 1.97],
        [0.72, 1.97],
        [0.72, 2.75],
        [-0.72, 2.75],
      ],
      0.25,
      3.35,
    ),
    light,
  )
  a.mesh(
    block(
      [
        [-0.62, 2.75],
        [0.62, 2.75],
        [0.55, 3.15],
        [-0.55, 3.15],
      ],
      0.3,
      3.3,
      0.16,
    ),
    m.plastic(0x262b31),
  )
  a.mesh(
    block(
      [
        [-0.85, -1.15],
        [0.85, -1.15],
        [0.95, -0.4],
        [-0.95, -0.4],
      ],
      0.35,
      3.3,
      0.2,
    ),
    m.paint(0x22272d),
  )
  const cover = block(
    [
      [-0.9, -0.5],
      [0.9, -0.5],
      [0.9, 0.5],
      [0.7, 1.4],
      [0.66, 2.6],
      [-0.66, 2.6],
      [-0.7, 1.4],
      [-0.9, 0.5],
    ],
    0.02,
    0.28,
    0.25,
  )
  a.mesh(cover, light)
  const rim = [
    [-0.78, -0.3],
    [0.78, -0.3],
    [0.8, 0.5],
    [-0.8, 0.5],
    [0.58, 1.5],
    [-0.58, 1.5],
    [0.55, 2.4],
    [-0.55, 2.4],
  ].map(([z, y]) => hexagon('x', 0.06, -0.04, 0.04).translate(0, y!, z!))
  a.mesh(mergeGeometries(rim), m.zinc)
  a.mesh(
    turnedBody(
      'x',
      [
        [0, -0.03],
        [0.3, -0.03],
        [0.34, 0],
        [0.34, 0.06],
        [0, 0.06],
      ],
      48,
    ),
    m.rubber,
  )
  const ribs = [0.8, 1.4, 2.0, 2.6].map((x) => box(0.07, 1.15, 0.14, x, 1.0, 0.86).rotateX(0))
  a.mesh(mergeGeometries(ribs), casting)
  const ports = [0.8, 1.6, 2.4].map((x) =>
    extruded(
      roundedPolygon(
        [
          [-0.3, -0.12],
          [0.3, -0.12],
          [0.3, 0.12],
          [-0.3, 0.12],
        ],
        0.1,
      ),
      0.1,
      { bevel: 0.02 },
    ).translate(x, 2.35, 0.7),
  )
  a.mesh(mergeGeometries(ports), casting)
  const coverRibs = [0.7, 1.2, 1.7, 2.2, 2.7].map((x) => box(0.06, 0.06, 0.8, x, 3.16, 0))
  a.mesh(mergeGeometries(coverRibs), m.plastic(0x262b31))
  a.mesh(
    turnedBody(
      'y',
      [
        [0, 3.1],
        [0.2, 3.1],
        [0.2, 3.22],
        [0.24, 3.24],
        [0.24, 3.32],
        [0, 3.34],
      ],
      28,
    ).translate(0.75, 0, 0.15),
    m.plastic(0x14171a),
  )

  // End plate with the room for the flywheel, cut off around it.
  const plate = extruded(ringSector(0.6, 1.62, Math.PI / 2, Math.PI), 0.07)
    .rotateY(Math.PI / 2)
    .translate(ring.x - 0.3, 0, 0)
  a.mesh(plate, light)
  const bell = extruded(ringSector(1.5, 1.62, Math.PI * 0.1, 0.7 * Math.PI), 0.6)
    .rotateY(Math.PI / 2)
    .translate(ring.x - 0.24, 0, 0)
  a.mesh(bell, [light, m.cut(cutColours.aluminium)])
  a.mesh(box(0.08, 0.95, 1.1, ring.x - 0.27, starterAt.y, starterAt.z - 0.15), light)

  // Brackets of alternator and water pump.
  const z = alternator.z
  for (const height of [-0.84, 0.84]) {
    const y = alternator.y + height
    a.mesh(
      mergeGeometries([
        box(0.26, 0.2, z - 0.55, 0.04, y, (z + 0.35) / 2),
        cylinder('x', 0.15, -0.09, 0.17, { segments: 40 }).translate(0, y, z - 0.1),
      ]),
      casting,
    )
    a.mesh(
      mergeGeometries([cylinder('x', 0.065, -0.1, 0.46, { segments: 24 }), hexagon('x', 0.1, -0.15, -0.08)]).translate(
        0,
        y,
        z - 0.1,
      ),
      m.zinc,
    )
  }
  const [pumpZ, pumpY] = pulleys.pump.at
  a.mesh(
    turnedBody(
      'x',
      [
        [0, -0.12],
        [0.24, -0.12],
        [0.28, 0],
        [0.5, 0.04],
        [0.52, 0.1],
        [0.52, 0.42],
        [0, 0.42],
      ],
      56,
    ).translate(0, pumpY, pumpZ),
    light,
  )
  a.mesh(box(0.4, 0.6, 0.9, 0.26, pumpY, -0.85), light)
  a.mesh(box(0.3, 0.5, 0.95, 0.14, 0.22, -1.2), light)

  // Feet on a subframe, firewall behind.
  const paint = m.paint(0x55616e)
  a.mesh(box(0.5, 0.5, 0.4, 1.6, -0.9, -1.15), m.dark)
  a.mesh(cylinder('y', 0.24, -1.55, -1.1).translate(1.6, 0, -1.25), m.rubber)
  a.mesh(box(6.2, 0.28, 0.5, 2.1, -1.62, -1.25), paint)
  a.mesh(box(0.6, 0.28, 5.4, batteryAt.x + 0.4, -1.62, -2.4), paint)
  a.mesh(box(0.16, 0.3, 2.4, 4.9, -1.6, -0.4), paint)
  a.mesh(
    block(
      [
        [-1.7, -1.7],
        [1.0, -1.7],
        [1.0, 3.6],
        [0.8, 4.0],
        [-1.2, 4.0],
        [-1.7, 3.4],
      ],
      5.1,
      5.2,
      0.2,
      0.02,
    ),
    paint,
  )
}

export interface Cables {
  set(state: { phase: number; starting: number; charging: number }): void
}

/** Where the charging cable ends on the alternator. */
const stud: Point3 = [alternator.x + 1.92, alternator.y + 0.12, alternator.z - 0.42]

export function buildCables<Anchor extends string>(a: Assembly<Anchor>, m: Materials): Cables {
  const [px, py, pz] = posts.positive
  const [nx, ny, nz] = posts.negative
  const red = 0x9b1f1a
  const toStarter = new CurrentFlow(red, 0xffd23f, 13)
  const charging = new CurrentFlow(red, 0x3df08a, 12)
  const ground = new CurrentFlow(0x1b1e22, 0xffd23f, 8)
  const starterStud: Point3 = [1.33, starterAt.y + 0.72, starterAt.z + 0.02]
  a.mesh(
    pipe(
      [
        [px - 0.42, py - 0.03, pz],
        [px - 0.75, py - 0.1, pz + 0.3],
        [-0.85, 0.9, -2.75],
        [-0.85, -0.5, -2.1],
        [-0.75, -1.08, -0.9],
        [-0.75, -1.12, 0.5],
        [-0.45, -0.95, 1.35],
        [0.4, -0.5, 1.7],
        [0.98, 0.05, 1.58],
        starterStud,
      ],
      0.085,
      { segments: 260, around: 14 },
    ),
    toStarter,
  )
  // Laid from the alternator to the battery: the way of the charging current.
  a.mesh(
    pipe(
      [
        stud,
        [stud[0] + 0.14, stud[1], stud[2]],
        [stud[0] + 0.3, stud[1] + 0.4, stud[2] - 0.3],
        [1.9, 3.3, 1.2],
        [1.4, 3.5, 0.3],
        [0.9, 3.5, -0.8],
        [0.5, 3.3, -2.0],
        [px, 2.8, pz + 0.2],
        [px - 0.1, py + 0.25, pz + 0.02],
        [px - 0.18, py, pz],
      ],
      0.06,
      { segments: 220, around: 12 },
    ),
    charging,
  )
  a.mesh(
    pipe(
      [
        [1.6, -0.62, -0.98],
        [1.4, -0.7, -1.5],
        [1.2, -0.4, -2.6],
        [1.15, 0.8, -4.2],
        [0.95, 1.9, -5.0],
        [nx + 0.25, ny + 0.2, nz],
        [nx + 0.1, ny, nz],
      ],
      0.085,
      { segments: 160, around: 14 },
    ),
    ground,
  )
  // Eyes at the ends, clips on the way.
  const eye = (x: number) =>
    turnedBody(
      'x',
      [
        [0.045, -0.02],
        [0.11, -0.02],
        [0.11, 0.02],
        [0.045, 0.02],
        [0.045, -0.02],
      ],
      28,
    ).translate(x, 0, 0)
  a.mesh(eye(0).translate(...starterStud), m.copper)
  a.mesh(eye(0.02).translate(...stud), m.copper)
  a.mesh(mergeGeometries([box(0.24, 0.24, 0.1, -0.75, -1.12, 0.1), box(1.3, 0.08, 0.08, -0.15, -1.12, 0.1)]), m.dark)
  a.mesh(mergeGeometries([box(0.1, 0.32, 0.12, 1.22, 3.34, -0.2), box(0.14, 0.16, 0.14, 1.22, 3.5, -0.25)]), m.dark)
  return {
    set({ phase, starting, charging: share }) {
      toStarter.set(phase, starting)
      // The starter's current comes back from the engine to the battery; the charging current leaves the other way.
      ground.direct(starting > 0 ? 1 : -1)
      ground.set(phase, Math.max(starting, share))
      ground.paint(0x1b1e22, starting > 0 ? 0xffd23f : 0x3df08a)
      charging.set(phase, share)
    },
  }
}

export interface Instruments {
  set(volts: number, lamp: number): void
}

/** Voltmeter and battery light in a binnacle on a stalk above the engine, seen from the front and from the side. */
export function buildInstruments<Anchor extends string>(a: Assembly<Anchor>, m: Materials): Instruments {
  const pod = a.joint([3.55, 3.85, 0.9])
  pod.rotation.y = -0.42
  a.mesh(
    pipe(
      [
        [5.1, 3.6, -0.2],
        [4.6, 3.7, 0.2],
        [4.0, 3.8, 0.55],
        [3.65, 3.85, 0.72],
      ],
      0.07,
      { segments: 40 },
    ),
    m.dark,
  )
  const shell = extruded(
    roundedPolygon(
      [
        [-0.62, -0.55],
        [1.35, -0.55],
        [1.35, 0.55],
        [-0.62, 0.55],
      ],
      0.5,
    ),
    0.3,
    { bevel: 0.06 },
  )
  a.mesh(shell.translate(-0.25, 0, -0.3), m.plastic(0x1d2126), pod)
  const bezel = (radius: number, x: number) =>
    turnedBody(
      'z',
      [
        [radius - 0.04, -0.02],
        [radius, -0.02],
        [radius + 0.02, 0.02],
        [radius - 0.02, 0.05],
        [radius - 0.04, 0.02],
        [radius - 0.04, -0.02],
      ],
      64,
    ).translate(x, 0, 0)
  a.mesh(bezel(0.5, -0.3), m.steel, pod)
  a.mesh(bezel(0.3, 0.66), m.steel, pod)
  const flat = (colour: number) => new MeshBasicMaterial({ color: colour, toneMapped: false })
  const band = (from: number, to: number, colour: number) => {
    const [low, high] = [needleAngle(to), needleAngle(from)]
    a.mesh(
      extruded(ringSector(0.3, 0.37, (low + high) / 2, (high - low) / 2 - 0.02), 0.01).translate(-0.3, 0, 0.004),
      flat(colour),
      pod,
    )
  }
  band(12, 13.2, 0xe5383b)
  band(13.2, 14.8, 0x2fd07a)
  band(14.8, 16, 0xe5383b)
  const ticks = [12, 13, 14, 15, 16].map((volts) =>
    new BoxGeometry(0.08, 0.018, 0.008).translate(0.25, 0, 0.008).rotateZ(needleAngle(volts)).translate(-0.3, 0, 0),
  )
  a.mesh(mergeGeometries(ticks), flat(0xd8dde2), pod)
  const needle = a.joint([-0.3, 0, 0.03], pod)
  a.mesh(
    extruded(
      roundedPolygon(
        [
          [-0.08, -0.025],
          [0.34, -0.008],
          [0.34, 0.008],
          [-0.08, 0.025],
        ],
        0.01,
      ),
      0.016,
    ),
    flat(0xff7a1a),
    needle,
  )
  a.mesh(cylinder('z', 0.055, -0.02, 0.04, { segments: 28 }), m.plastic(0x30363c), needle)

  // Battery light: the sign of a battery with two posts.
  const sign = new MeshStandardMaterial({ color: 0x3a1a1a, roughness: 0.4, emissive: 0xff1a10, emissiveIntensity: 0 })
  const outline = [
    box(0.34, 0.035, 0.012, 0.66, 0.08, 0.012),
    box(0.34, 0.035, 0.012, 0.66, -0.12, 0.012),
    box(0.035, 0.235, 0.012, 0.5075, -0.02, 0.012),
    box(0.035, 0.235, 0.012, 0.8125, -0.02, 0.012),
    box(0.07, 0.05, 0.012, 0.57, 0.12, 0.012),
    box(0.07, 0.05, 0.012, 0.75, 0.12, 0.012),
    box(0.07, 0.022, 0.012, 0.58, -0.02, 0.012),
    box(0.07, 0.022, 0.012, 0.74, -0.02, 0.012),
    box(0.022, 0.07, 0.012, 0.74, -0.02, 0.012),
  ]
  a.mesh(mergeGeometries(outline), sign, pod)
  return {
    set(volts, lamp) {
      needle.rotation.z = needleAngle(volts)
      sign.emissiveIntensity = 1.6 * lamp
    },
  }
}
