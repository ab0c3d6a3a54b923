import { BoxGeometry, CylinderGeometry, Matrix4, type BufferGeometry, type Group, type Object3D } from 'three'
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js'
import type { Assembly } from '../../kit/assembly.ts'
import { cutColours, type Materials } from '../../kit/materials.ts'
import { HalfBody } from '../../kit/sections.ts'
import { cylinder, hexagon, turnedBody, type Point2 } from '../../kit/shapes.ts'
import { solid, subtract, unite } from '../../kit/solids.ts'
import type { DamperAnchor } from './anchors.ts'
import { damperLength, pistonHeight, tube, valveLift } from './kinematics.ts'

/** The damper itself, upright from its lower eye. Opened at z = 0. */
export interface DamperUnit {
  /** Stands in the eye; turned by the lean. */
  body: Group
  /** Hangs in the top mount and carries the rod. */
  rod: Group
  /** Its origin is the middle of the piston. */
  piston: Group
  set(travel: number, motion: number): void
  open(share: number): void
}

/** Middle of the rings of ports in the piston and in the base valve. */
export const ports = {
  radius: 0.028,
  piston: { bump: 0.247, rebound: 0.166 },
  base: { bump: 0.13, intake: 0.236 },
} as const

const halfPiston = tube.pistonHeight / 2

export function damperUnit(a: Assembly<DamperAnchor>, m: Materials): DamperUnit {
  const body = a.joint()
  const rod = a.joint([0, 0, 0], body)
  const piston = a.joint([0, 0, 0], body)
  const steelCut = m.cut(cutColours.steel)
  const paint = m.paint(0x29323c)
  const ring = (profile: readonly Point2[], parent: Object3D, skin = m.steel, cut = steelCut) =>
    a.openable(solid(turnedBody('y', closed(profile), 72), skin), { axis: 'z', cut, parent })

  lowerEye(a, m, body)
  outerTube(body, ring, paint)
  const { inner, guide, outer, top } = tube
  ring(
    [
      [tube.bore, 0.6],
      [inner, 0.6],
      [inner, 2.8],
      [tube.bore, 2.8],
    ],
    body,
    m.machined,
  )
  ring(
    [
      [0.16, guide],
      [0.307, guide],
      [0.307, 2.8],
      [0.438, 2.8],
      [0.438, 2.92],
      [0.16, 2.92],
    ],
    body,
  )
  ring(
    [
      [0.121, 2.75],
      [0.16, 2.75],
      [0.16, 2.92],
      [0.121, 2.92],
    ],
    body,
    m.brass,
    m.cut(cutColours.bronze),
  )
  ring(
    [
      [0.121, 2.955],
      [0.17, 2.92],
      [0.438, 2.92],
      [0.438, 2.985],
      [0.28, 2.985],
      [0.22, 3.045],
      [0.17, 3.075],
      [0.121, 3.03],
    ],
    body,
    m.rubber,
    m.cut(cutColours.rubber),
  )
  a.anchor('seal', [0.25, 2.95, 0.01], body)
  a.anchor('outerTube', [-outer + 0.02, 1.9, 0.01], body)
  a.anchor('tubeOutside', [-0.25, 2.2, Math.sqrt(outer ** 2 - 0.25 ** 2)], body)
  a.anchor('innerTube', [inner - 0.017, 2.2, 0.01], body)
  a.anchor('tubeTop', [0.2, top, 0.16], body)

  const base = baseValve(a, m, body)
  const moving = pistonValves(a, m, piston)
  upperStop(a, m, rod, ring)
  pistonRod(a, m, rod)

  return {
    body,
    rod,
    piston,
    set(travel, motion) {
      rod.position.y = damperLength(travel)
      piston.position.y = pistonHeight(travel)
      const lift = valveLift(motion)
      moving.set(lift.pistonBump, lift.pistonRebound)
      base.set(lift.baseIntake, lift.baseBump)
    },
    open(share) {
      moving.open(share)
      base.open(share)
    },
  }
}

export const closed = (profile: readonly Point2[]): Point2[] => [...profile, profile[0]!]

/** Drills of one radius on a circle, as one geometry. */
function drills(count: number, circle: number, from: number, to: number): BufferGeometry {
  const holes = Array.from({ length: count }, (_, i) => {
    const angle = (i / count) * Math.PI * 2
    return new CylinderGeometry(ports.radius, ports.radius, to - from, 16).translate(
      Math.cos(angle) * circle,
      (from + to) / 2,
      Math.sin(angle) * circle,
    )
  })
  return mergeGeometries(holes)
}

type Ring = (
  profile: readonly Point2[],
  parent: Object3D,
  skin?: Materials['steel'],
  cut?: Materials['steel'],
) => unknown

function lowerEye(a: Assembly<DamperAnchor>, m: Materials, body: Group): void {
  const eye = subtract(
    unite(
      solid(cylinder('z', 0.27, -0.27, 0.27, { segments: 48 }), m.dark),
      solid(
        turnedBody(
          'y',
          [
            [0, 0.1],
            [0.2, 0.1],
            [0.22, 0.26],
            [0.32, 0.37],
            [0, 0.37],
          ],
          48,
        ),
        m.dark,
      ),
    ),
    solid(cylinder('z', 0.2, -0.4, 0.4, { segments: 48 }), m.dark),
  )
  a.solid(eye, body)
  const bush = subtract(
    solid(cylinder('z', 0.2, -0.3, 0.3, { segments: 48 }), m.rubber),
    solid(cylinder('z', 0.1, -0.4, 0.4, { segments: 32 }), m.rubber),
  )
  a.solid(bush, body)
  a.mesh(cylinder('z', 0.1, -0.33, 0.33, { segments: 32 }), m.steel, body)
}

function outerTube(body: Group, ring: Ring, paint: Materials['steel']): void {
  const { outer, reserve, cup, top } = tube
  ring(
    [
      [0, 0.35],
      [0.32, 0.35],
      [0.44, 0.39],
      [outer, 0.48],
      [outer, top - 0.06],
      [0.46, top],
      [0.3, top + 0.01],
      [0.3, top - 0.04],
      [0.42, top - 0.05],
      [reserve, top - 0.08],
      [reserve, 0.52],
      [0.4, cup],
      [0, cup],
    ],
    body,
    paint,
  )
}

interface Valves {
  /** Shares of opening: of the disc on top and of the bending discs below. */
  set(disc: number, shims: number): void
  open(share: number): void
}

/** A lifting ring on top of a valve body and a stack of spring steel below it that bends round its clamped middle. */
function discs(
  m: Materials,
  parent: Group,
  at: { top: number; bottom: number; disc: Point2; shims: number; clamp: number },
): Valves {
  const cut = m.cut(0xdfe7ee)
  const disc = new HalfBody(m.chrome, cut, parent)
  const thickness = 0.016
  const shims = [1, 0.84, 0.68].map((size, index) => ({
    body: new HalfBody(m.chrome, cut, parent),
    radius: at.clamp + (at.shims - at.clamp) * size,
    height: at.bottom - index * (thickness + 0.001),
  }))
  return {
    set(lift, bend) {
      const [inner, outer] = at.disc
      const low = at.top + 0.002 + lift * 0.05
      disc.set([
        [inner, low],
        [outer, low],
        [outer, low + thickness],
        [inner, low + thickness],
      ])
      for (const { body, radius, height } of shims) {
        const sag = (r: number) => 0.055 * bend * Math.max(0, (r - at.clamp) / (at.shims - at.clamp)) ** 1.6
        const radii = Array.from({ length: 8 }, (_, i) => 0.06 + ((radius - 0.06) * i) / 7)
        const under = radii.map((r): Point2 => [r, height - thickness - sag(r)])
        const over = radii.map((r): Point2 => [r, height - sag(r)]).toReversed()
        body.set([...under, ...over])
      }
    },
    open(share) {
      disc.open(share)
      for (const { body } of shims) body.open(share)
    },
  }
}

function baseValve(a: Assembly<DamperAnchor>, m: Materials, body: Group): Valves {
  const { from, to } = tube.baseValve
  const foot = turnedBody(
    'y',
    closed([
      [0, from],
      [0.24, from],
      [0.27, from - 0.02],
      [0.27, 0.45],
      [0.36, 0.45],
      [0.36, 0.6],
      [0.309, 0.6],
      [0.309, to],
      [0, to],
    ]),
    72,
  )
  const slots = [0, 1, 2].map((i) =>
    solid(
      new BoxGeometry(1.4, 0.1, 0.13),
      m.brass,
      new Matrix4().makeRotationY((i * Math.PI) / 3).setPosition(0, 0.49, 0),
    ),
  )
  const whole = subtract(
    solid(foot, m.brass),
    ...slots,
    solid(drills(6, ports.base.bump, 0.4, 0.9), m.brass),
    solid(drills(6, ports.base.intake, 0.4, 0.9), m.brass),
  )
  a.openable(whole, { axis: 'z', cut: m.cut(cutColours.bronze), parent: body })
  a.mesh(cylinder('y', 0.05, 0.47, tube.boltTop, { segments: 24 }), m.steel, body)
  a.mesh(hexagon('y', 0.08, 0.452, 0.505), m.zinc, body)
  a.mesh(cylinder('y', 0.085, 0.74, 0.785, { segments: 24 }), m.steel, body)
  a.anchor('baseValve', [-0.185, 0.64, 0.01], body)
  return discs(m, body, { top: to, bottom: from, disc: [0.18, 0.295], shims: 0.185, clamp: 0.09 })
}

function pistonValves(a: Assembly<DamperAnchor>, m: Materials, piston: Group): Valves {
  const whole = subtract(
    solid(
      turnedBody(
        'y',
        closed([
          [0, -halfPiston],
          [0.285, -halfPiston],
          [0.3, -0.08],
          [0.3, -0.06],
          [0.292, -0.06],
          [0.292, 0.06],
          [0.3, 0.06],
          [0.3, 0.08],
          [0.285, halfPiston],
          [0, halfPiston],
        ]),
        72,
      ),
      m.aluminium,
    ),
    solid(drills(8, ports.piston.bump, -0.3, 0.3), m.aluminium),
    solid(drills(8, ports.piston.rebound, -0.3, 0.3), m.aluminium),
  )
  a.openable(whole, { axis: 'z', cut: m.cut(cutColours.aluminium), parent: piston })
  // The band seals the piston against the tube.
  a.openable(
    solid(
      turnedBody(
        'y',
        closed([
          [0.292, -0.06],
          [0.309, -0.06],
          [0.309, 0.06],
          [0.292, 0.06],
        ]),
        72,
      ),
      m.dark,
    ),
    {
      axis: 'z',
      cut: m.cut(cutColours.plastic),
      parent: piston,
    },
  )
  a.mesh(cylinder('y', 0.07, -tube.rodEnd, 0.12, { segments: 32 }), m.steel, piston)
  a.mesh(hexagon('y', 0.115, -0.265, -0.16), m.zinc, piston)
  a.mesh(cylinder('y', 0.13, halfPiston, 0.13, { segments: 40 }), m.steel, piston)
  a.mesh(
    turnedBody(
      'y',
      [
        [0.12, 0.17],
        [0.19, 0.17],
        [0.2, 0.18],
        [0.2, 0.235],
        [0.19, 0.245],
        [0.12, 0.245],
      ],
      48,
    ),
    m.plastic(0x3a3f46),
    piston,
  )
  a.anchor('piston', [-0.2, 0, 0.01], piston)
  a.anchor('pistonValves', [0.19, -halfPiston - 0.01, 0.01], piston)
  return discs(m, piston, { top: halfPiston, bottom: -halfPiston, disc: [0.204, 0.296], shims: 0.214, clamp: 0.12 })
}

function upperStop(a: Assembly<DamperAnchor>, m: Materials, rod: Group, ring: Ring): void {
  ring(
    [
      [0.13, -0.29],
      [0.56, -0.29],
      [0.6, -0.33],
      [0.63, -0.33],
      [0.63, -0.25],
      [0.58, -0.21],
      [0.13, -0.21],
    ],
    rod,
    m.zinc,
  )
  ring(
    [
      [0.13, -1],
      [0.19, -1.02],
      [0.24, -0.96],
      [0.24, -0.9],
      [0.2, -0.85],
      [0.28, -0.78],
      [0.28, -0.7],
      [0.23, -0.65],
      [0.33, -0.57],
      [0.33, -0.29],
      [0.13, -0.29],
    ],
    rod,
    m.plastic(0xd9b45f),
    m.cut(0xc79a3e),
  )
  a.anchor('bumpStop', [0.22, -0.75, 0.16], rod)
  // The dust sleeve is ribbed as blown plastic is.
  const ribs = Array.from({ length: 4 }, (_, i) => -1.2 + i * 0.21)
  const outside = ribs.flatMap((y): Point2[] => [
    [0.585, y],
    [0.605, y + 0.05],
    [0.605, y + 0.11],
    [0.585, y + 0.16],
  ])
  ring(
    [[0.555, -1.26], [0.6, -1.26], ...outside, [0.6, -0.29], [0.555, -0.29]],
    rod,
    m.plastic(0x24282d),
    m.cut(cutColours.plastic),
  )
  a.anchor('bumpStopLeft', [-0.25, -0.7, 0.03], rod)
  a.anchor('dustSleeve', [-0.58, -0.8, 0.01], rod)
}

function pistonRod(a: Assembly<DamperAnchor>, m: Materials, rod: Group): void {
  const low = pistonHeight(0) - damperLength(0) + 0.125
  a.mesh(cylinder('y', tube.rod, low, -0.24, { segments: 48 }), m.chrome, rod)
  a.mesh(cylinder('y', 0.075, -0.24, 0.56, { segments: 32 }), m.steel, rod)
  // Thread of the rod end: rings close together read as one.
  for (let i = 0; i < 5; i++)
    a.mesh(
      turnedBody(
        'y',
        [
          [0.07, 0.455 + i * 0.022],
          [0.083, 0.466 + i * 0.022],
          [0.07, 0.477 + i * 0.022],
        ],
        24,
      ),
      m.steel,
      rod,
    )
  a.mesh(cylinder('y', 0.3, 0.285, 0.325, { segments: 48 }), m.zinc, rod)
  a.mesh(hexagon('y', 0.13, 0.325, 0.45), m.zinc, rod)
  a.mesh(cylinder('y', 0.17, -0.23, -0.19, { segments: 40 }), m.steel, rod)
  a.anchor('rodLow', [0.05, -2.25, 0.11], rod)
  a.anchor('rod', [-0.06, -1.35, 0.105], rod)
}
