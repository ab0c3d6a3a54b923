import { BoxGeometry, SphereGeometry, type Group } from 'three'
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js'
import type { Assembly } from '../../kit/assembly.ts'
import { cutColours, type Materials } from '../../kit/materials.ts'
import { Coil } from '../../kit/moving.ts'
import { cylinder, extruded, hexagon, pipe, turnedBody, type Point2 } from '../../kit/shapes.ts'
import { solid, subtract, unite } from '../../kit/solids.ts'
import type { SteeringAnchor } from './anchors.ts'
import { pinionOutline, rackGaps, rackTips } from './gear.ts'
import { gear, rack } from './kinematics.ts'

const axisDistance = rack.pitchLine + gear.radius

/** Rack, pinion, housing, yoke. The frame lies on the rack's axis and leans with the pinion; the section is at y = 0. */
export function rackPieces(a: Assembly<SteeringAnchor>, m: Materials, frame: Group, pinion: Group): Group {
  const bar = a.joint([0, 0, 0], frame)
  const gaps = mergeGeometries(rackGaps().map((gap) => extruded(mirrored(gap), 0.6)))
  gaps.rotateX(-Math.PI / 2).translate(0, -0.3, -axisDistance)
  const [low, high] = [rackGaps()[0]![0]![0], rackGaps().at(-1)![1]![0]]
  const flat = new BoxGeometry(high - low, 0.6, 0.2).translate((low + high) / 2, 0, -axisDistance + rackTips - 0.1)
  const toothed = subtract(
    solid(cylinder('x', 0.16, -rack.half, rack.half, { segments: 64 }), m.machined),
    solid(flat, m.machined),
    solid(gaps, m.steel),
  )
  a.solid(toothed, bar)
  a.anchor('rack', [-0.1, 0.155, 0], bar)

  a.mesh(
    extruded(pinionOutline(), 0.42, { bevel: 0.008 })
      .rotateX(-Math.PI / 2)
      .translate(0, -0.21, 0),
    m.chrome,
    pinion,
  )
  a.mesh(cylinder('y', 0.07, -0.42, 0.3, { segments: 32 }), m.machined, pinion)
  a.mesh(
    turnedBody(
      'y',
      [
        [0.07, 0.26],
        [0.13, 0.26],
        [0.135, 0.27],
        [0.135, 0.36],
        [0.13, 0.37],
        [0.07, 0.37],
      ],
      40,
    ),
    m.steel,
    pinion,
  )
  a.anchor('pinion', [rack.pinionX + 0.01, 0.17, 0.105 - axisDistance], frame)

  housing(a, m, frame)
  a.anchor('rackEnd', [-1.4, 0.06, 0.148], bar)
  a.anchor('housing', [0.0, 0.2, 0.15], frame)
  a.anchor('shaft', [rack.pinionX + 0.03, 0.62, 0.07 - axisDistance], frame)
  a.anchor('yoke', [rack.pinionX, 0.16, 0.3], frame)
  return bar
}

/** Outlines in the plane of the teeth are given from pinion to rack; extruded and laid flat, that direction is turned over. */
const mirrored = (outline: readonly Point2[]): Point2[] => outline.map(([x, depth]) => [x, -depth])

function housing(a: Assembly<SteeringAnchor>, m: Materials, frame: Group): void {
  const x = rack.pinionX
  const alloy = m.aluminium
  const outside = unite(
    solid(cylinder('x', 0.25, -1.0, 0.2, { segments: 64 }), alloy),
    solid(
      turnedBody(
        'y',
        [
          [0, -0.46],
          [0.16, -0.46],
          [0.2, -0.42],
          [0.25, -0.38],
          [0.25, 0.42],
          [0.21, 0.48],
          [0, 0.48],
          [0, -0.46],
        ],
        56,
      ).translate(x, 0, -axisDistance),
      alloy,
    ),
    solid(
      turnedBody(
        'z',
        [
          [0, 0.1],
          [0.24, 0.1],
          [0.24, 0.52],
          [0.22, 0.55],
          [0, 0.55],
          [0, 0.1],
        ],
        56,
      ).translate(x, 0, 0),
      alloy,
    ),
  )
  const bored = subtract(
    outside,
    solid(cylinder('x', 0.168, -1.3, 0.5, { segments: 56 }), m.machined),
    solid(cylinder('y', 0.138, -0.43, 0.7, { segments: 48 }).translate(x, 0, -axisDistance), m.machined),
    solid(cylinder('z', 0.15, 0, 0.8, { segments: 48 }).translate(x, 0, 0), m.machined),
  )
  a.openable(bored, { axis: 'y', cut: m.cut(cutColours.aluminium), parent: frame })
  // Yoke, its spring and the plug that sets their pressure on the back of the rack.
  const yoke = subtract(
    solid(
      turnedBody(
        'z',
        [
          [0, 0.06],
          [0.146, 0.06],
          [0.146, 0.34],
          [0.1, 0.34],
          [0.1, 0.22],
          [0, 0.22],
          [0, 0.06],
        ],
        48,
      ).translate(x, 0, 0),
      m.steel,
    ),
    solid(cylinder('x', 0.161, -1, 0.2, { segments: 56 }), m.brass),
  )
  a.openable(yoke, { axis: 'y', cut: m.cut(cutColours.steel), parent: frame })
  const spring = a.joint([x, 0, 0], frame)
  new Coil(m.chrome, spring, { axis: 'z', radius: 0.068, wire: 0.016, turns: 5 }).set(0.236, 0.424)
  a.openable(
    solid(
      turnedBody(
        'z',
        [
          [0, 0.44],
          [0.149, 0.44],
          [0.149, 0.56],
          [0.19, 0.56],
          [0.19, 0.6],
          [0, 0.6],
          [0, 0.44],
        ],
        48,
      ).translate(x, 0, 0),
      m.zinc,
    ),
    {
      axis: 'y',
      cut: m.cut(cutColours.bronze),
      parent: frame,
    },
  )
  a.mesh(hexagon('z', 0.1, 0.6, 0.68).translate(x, 0, 0), m.zinc, frame)

  // The rest of the tube: closed, with the collars of the boots and the rubber mounts.
  const tube = (profile: readonly Point2[]) =>
    a.solid(
      subtract(
        solid(turnedBody('x', [...profile, profile[0]!], 64), alloy),
        solid(cylinder('x', 0.19, -1.4, 1.4, { segments: 56 }), m.dark),
      ),
      frame,
    )
  tube([
    [0, 0.2],
    [0.25, 0.2],
    [0.25, 0.24],
    [0.225, 0.27],
    [0.225, 0.86],
    [0.25, 0.9],
    [0.27, 0.94],
    [0.27, 1.0],
    [0.255, 1.02],
    [0.27, 1.04],
    [0.27, 1.1],
    [0, 1.1],
  ])
  tube([
    [0, -1.1],
    [0.27, -1.1],
    [0.27, -1.04],
    [0.255, -1.02],
    [0.27, -1.0],
    [0.25, -1.0],
    [0, -1.0],
  ])
  for (const place of [0.42, 0.72]) {
    a.mesh(
      turnedBody(
        'x',
        [
          [0.22, place - 0.09],
          [0.29, place - 0.09],
          [0.3, place - 0.07],
          [0.3, place + 0.07],
          [0.29, place + 0.09],
          [0.22, place + 0.09],
        ],
        48,
      ),
      m.rubber,
      frame,
    )
  }
}

export interface TieRod {
  /** The rod from its inner ball: x runs outwards. */
  rod: Group
  /** Screwed on the end of the rack. */
  socket: Group
}

/** Inner joint, rod, outer joint of one side. `opened` is the assembly that opens the sockets. */
export function tieRod(
  a: Assembly<SteeringAnchor>,
  opened: Assembly<SteeringAnchor>,
  m: Materials,
  side: 1 | -1,
  length: number,
): TieRod {
  const rod = a.joint()
  const socket = a.joint()
  const out = (geometry: ReturnType<typeof cylinder>) => (side < 0 ? geometry.rotateY(Math.PI) : geometry)
  const reach = rack.half - rack.innerJoint
  const cup = subtract(
    solid(
      out(
        turnedBody(
          'x',
          [
            [0, reach - 0.02],
            [0.13, reach - 0.02],
            [0.17, reach + 0.02],
            [0.18, reach + 0.05],
            [0.18, 0.05],
            [0.16, 0.1],
            [0.105, 0.115],
            [0, 0.115],
            [0, reach - 0.02],
          ],
          48,
        ),
      ),
      m.cast,
    ),
    solid(new SphereGeometry(0.122, 40, 28), m.brass),
    solid(out(cylinder('x', 0.098, 0, 0.3, { segments: 40, farRadius: 0.16 })), m.cast),
  )
  opened.openable(cup, { axis: 'z', cut: m.cut(cutColours.steel), parent: socket })
  const shell = subtract(
    solid(new SphereGeometry(0.12, 40, 28), m.plastic(0xf1efe6)),
    solid(new SphereGeometry(0.106, 40, 28), m.plastic(0xf1efe6)),
    solid(out(cylinder('x', 0.095, 0.03, 0.3, { segments: 40 })), m.plastic(0xf1efe6)),
  )
  opened.openable(shell, { axis: 'z', cut: m.cut(0xf4f2ea), parent: socket })

  a.mesh(new SphereGeometry(0.105, 40, 28), m.chrome, rod)
  const shaft: Point2[] = [
    [0, 0.08],
    [0.055, 0.1],
    [0.06, 0.16],
    [0.07, 0.22],
    [0.07, length - 1.0],
    [0.085, length - 0.96],
    [0.085, length - 0.86],
    [0.07, length - 0.82],
    [0.07, length - 0.7],
    [0.062, length - 0.68],
    [0.062, length - 0.3],
    [0, length - 0.3],
  ]
  a.mesh(out(turnedBody('x', shaft, 32)), m.steel, rod)
  for (let ridge = 0; ridge < 8; ridge++) {
    const x = length - 0.68 + ridge * 0.02
    a.mesh(
      out(
        turnedBody(
          'x',
          [
            [0.06, x],
            [0.072, x + 0.01],
            [0.06, x + 0.02],
          ],
          24,
        ),
      ),
      m.steel,
      rod,
    )
  }
  a.mesh(out(hexagon('x', 0.1, length - 0.52, length - 0.43)), m.zinc, rod)
  a.mesh(
    out(
      turnedBody(
        'x',
        [
          [0, length - 0.43],
          [0.1, length - 0.43],
          [0.105, length - 0.41],
          [0.09, length - 0.2],
          [0.07, length],
          [0, length],
        ],
        32,
      ),
    ),
    m.dark,
    rod,
  )
  const end = a.joint([side * length, 0, 0], rod)
  a.mesh(
    turnedBody(
      'y',
      [
        [0, -0.1],
        [0.15, -0.1],
        [0.18, -0.07],
        [0.18, 0.09],
        [0.15, 0.14],
        [0.09, 0.16],
        [0, 0.165],
      ],
      40,
    ),
    m.dark,
    end,
  )
  a.anchor(side < 0 ? 'tieRodLeft' : 'tieRodRight', [side * length * 0.55, 0.06, 0.04], rod)
  a.anchor(side < 0 ? 'outerJoint' : 'outerJointRight', [0, 0.15, 0.06], end)
  a.anchor(side < 0 ? 'innerJoint' : 'innerJointRight', [side * 0.0, 0.06, 0.1], rod)
  return { rod, socket }
}

/** Cross-member below the rack with the two clamps that hold the housing. */
export function crossMember(a: Assembly<SteeringAnchor>, m: Materials): void {
  const paint = m.paint(0x3a444f)
  a.mesh(
    extruded(
      [
        [-2.6, -0.95],
        [2.6, -0.95],
        [2.6, -0.5],
        [-2.6, -0.5],
      ],
      0.9,
      { bevel: 0.06 },
    ).translate(0, 0, 0.9),
    paint,
  )
  for (const [x, reach] of [
    [0.42, 1],
    [0.72, 1],
    [rack.pinionX, 0],
  ] as const) {
    if (reach === 0) {
      a.mesh(
        extruded(
          [
            [x - 0.18, -0.52],
            [x + 0.18, -0.52],
            [x + 0.12, -0.2],
            [x - 0.12, -0.2],
          ],
          0.2,
          { bevel: 0.02 },
        ).translate(0, 0, 1.16),
        m.aluminium,
      )
      continue
    }
    const band = a.joint([x, 0, rack.z])
    a.mesh(
      pipe(
        [
          [0, -0.5, 0.34],
          [0, -0.1, 0.325],
          [0, 0.2, 0.26],
          [0, 0.325, 0],
          [0, 0.2, -0.26],
          [0, -0.1, -0.325],
          [0, -0.5, -0.34],
        ],
        0.03,
        { segments: 60, around: 8 },
      ).scale(1.7, 1, 1),
      m.zinc,
      band,
    )
    for (const z of [-0.36, 0.36]) a.mesh(hexagon('y', 0.07, -0.5, -0.4).translate(0, 0, z), m.zinc, band)
  }
}
