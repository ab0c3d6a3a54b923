import type { Group } from 'three'
import { body } from '../../kit/body.ts'
import type { Assembly } from '../../kit/assembly.ts'
import { cutColours, type Materials } from '../../kit/materials.ts'
import { cylinder, extruded, hexagon, roundedPolygon, turnedBody, type Point2 } from '../../kit/shapes.ts'
import { subtract, unite } from '../../kit/solids.ts'
import type { AnchorName } from './anchors.ts'
import { deck } from './kinematics.ts'

/** Front of the engine: timing cover and crank pulley. They leave with the front halves. */

const face = 1.06
const rim: Point2[] = [
  [-1.42, deck + 1.74],
  [1.42, deck + 1.74],
  [1.42, deck + 0.85],
  [0.98, deck + 0.1],
  [0.98, 0.75],
  [0.66, -0.2],
  [-0.66, -0.2],
  [-0.98, 0.75],
  [-0.98, deck + 0.1],
  [-1.42, deck + 0.85],
]
const bolts: Point2[] = [
  [-1.34, deck + 1.3],
  [1.34, deck + 1.3],
  [-1.1, deck + 0.46],
  [1.1, deck + 0.46],
  [-0.9, 2.2],
  [0.9, 2.2],
  [-0.9, 1.2],
  [0.9, 1.2],
  [-0.74, 0.3],
  [0.74, 0.3],
]

export function buildFront(assembly: Assembly<AnchorName>, m: Materials, crank: Group): void {
  const cut = m.cut(cutColours.aluminium)
  const raised = rim.map(([x, y]) => [x * 0.86, deck + 0.72 + (y - deck - 0.72) * 0.93] as const)
  const cover = subtract(
    unite(
      body(extruded(roundedPolygon(rim, 0.16), 0.12, { bevel: 0.03 }).translate(0, 0, face), m.aluminium),
      body(extruded(roundedPolygon(raised, 0.2), 0.2, { bevel: 0.05 }).translate(0, 0, face + 0.02), m.aluminium),
      ...[-0.66, 0.66].map((x) =>
        body(cylinder('z', 0.46, face + 0.1, face + 0.27).translate(x, deck + 1.18, 0), m.aluminium),
      ),
      body(cylinder('z', 0.48, face + 0.1, face + 0.27), m.aluminium),
      ...[-0.3, 0, 0.3].map((x) =>
        body(
          extruded(
            roundedPolygon(
              [
                [x - 0.03, 0.75],
                [x + 0.03, 0.75],
                [x + 0.03, deck + 0.5],
                [x - 0.03, deck + 0.5],
              ],
              0.02,
            ),
            0.1,
            { bevel: 0.015 },
          ).translate(0, 0, face + 0.16),
          m.aluminium,
        ),
      ),
      ...bolts.map(([x, y]) =>
        body(cylinder('z', 0.1, face, face + 0.15, { segments: 32 }).translate(x, y, 0), m.aluminium),
      ),
    ),
    ...[-0.66, 0.66].map((x) =>
      body(cylinder('z', 0.36, face + 0.24, face + 0.4).translate(x, deck + 1.18, 0), m.steel),
    ),
    body(cylinder('z', 0.34, -1, 3), m.dark),
  )
  assembly.openable(cover, { axis: 'z', cut })
  const heads = unite(
    ...([bolts[0]!, ...bolts.slice(1)].map(([x, y]) =>
      body(hexagon('z', 0.055, face + 0.14, face + 0.22).translate(x, y, 0), m.zinc),
    ) as [ReturnType<typeof body>, ...ReturnType<typeof body>[]]),
  )
  assembly.openable(heads, { axis: 'z', cut: m.zinc })
  const grooves = Array.from({ length: 13 }, (_, i) => [i % 2 ? 0.52 : 0.57, face + 0.36 + i * 0.022] as const)
  const pulley = turnedBody('z', [
    [0, 0.4],
    [0.28, 0.4],
    [0.28, face + 0.3],
    [0.5, face + 0.3],
    [0.57, face + 0.34],
    ...grooves,
    [0.57, face + 0.66],
    [0.5, face + 0.66],
    [0.47, face + 0.54],
    [0.22, face + 0.54],
    [0.2, face + 0.6],
    [0, face + 0.6],
    [0, 0.4],
  ])
  assembly.openable(body(pulley, m.dark), { axis: 'z', cut: m.dark, parent: crank })
  assembly.openable(
    unite(
      body(hexagon('z', 0.12, face + 0.6, face + 0.72), m.zinc),
      body(cylinder('z', 0.17, face + 0.58, face + 0.62), m.zinc),
    ),
    { axis: 'z', cut: m.zinc, parent: crank },
  )
}
