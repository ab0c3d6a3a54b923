import { BoxGeometry, MeshStandardMaterial } from 'three'
import { body } from '../../kit/body.ts'
import type { Assembly } from '../../kit/assembly.ts'
import { cutColours, fluidColours, type Materials } from '../../kit/materials.ts'
import { curve, cylinder, extruded, hexagon, roundedPolygon, type Point2 } from '../../kit/shapes.ts'
import { cutAway, subtract, unite } from '../../kit/solids.ts'
import { sweptBar } from '../../kit/swept.ts'
import type { AnchorName } from './anchors.ts'
import { bore, deck } from './kinematics.ts'
import { portPath } from './head.ts'

/** Engine block with its water jacket, sump with oil, and the stubs of both manifolds. */

const depth = 2.1
const bottom = -0.28

const bar = (
  points: readonly (Point2 | readonly [number, number, number])[],
  length: number,
  radius = 0.05,
  bevel = 0,
) => extruded(roundedPolygon(points, radius), length, { bevel }).translate(0, 0, -length / 2)

export function buildBlock(assembly: Assembly<AnchorName>, m: Materials): void {
  const iron = m.cast.clone()
  iron.bumpScale = 0.06
  const inside = new MeshStandardMaterial({ color: 0x2b3035, metalness: 0.5, roughness: 0.7 })
  const casting = unite(
    body(
      bar(
        [
          [-1.15, deck],
          [-1.15, 1.0, 0.2],
          [-1.34, 0.6, 0.2],
          [-1.34, bottom],
          [1.34, bottom],
          [1.34, 0.6, 0.2],
          [1.15, 1.0, 0.2],
          [1.15, deck],
        ],
        depth,
        0.05,
        0.03,
      ),
      iron,
    ),
    // Ribs and the rail of the sump.
    ...[-1, 1].flatMap((sign) =>
      [-0.62, 0, 0.62].map((z) =>
        body(
          bar(
            [
              [sign * 1.1, 2.7],
              [sign * 1.1, 0.2],
              [sign * 1.42, 0.2],
              [sign * 1.42, 0.55],
              [sign * 1.22, 1.0],
              [sign * 1.22, 2.62],
            ],
            0.09,
            0.04,
            0.015,
          ).translate(0, 0, z),
          iron,
        ),
      ),
    ),
    body(
      bar(
        [
          [-1.5, bottom],
          [-1.5, bottom + 0.13],
          [1.5, bottom + 0.13],
          [1.5, bottom],
        ],
        depth + 0.12,
        0.03,
        0.015,
      ),
      iron,
    ),
  )
  const jacket = () =>
    subtract(
      body(cylinder('y', 0.99, 1.58, deck - 0.16, { segments: 96 }), inside),
      body(cylinder('y', 0.815, 0, 5, { segments: 96 }), inside),
    )
  const passages = [-1, 1].map((sign) =>
    body(cylinder('y', 0.055, deck - 0.3, deck + 0.1, { segments: 32 }).translate(sign * 0.89, 0, 0), inside),
  )
  const block = subtract(
    casting,
    body(cylinder('y', bore, -0.1, deck + 1, { segments: 128 }), honed()),
    body(
      bar(
        [
          [-1.16, -1],
          [-1.16, 0.62],
          [-0.95, 0.97],
          [0.95, 0.97],
          [1.16, 0.62],
          [1.16, -1],
        ],
        1.24,
        0.1,
      ),
      inside,
    ),
    body(cylinder('z', 0.315, -2, 2), m.machined),
    jacket(),
    ...passages,
  )
  assembly.openable(block, { axis: 'z', cut: m.cut(cutColours.iron) })
  // Coolant fills the jacket and the passages into the head.
  const coolant = m.fluid(fluidColours.coolantCold, 1)
  coolant.transparent = false
  const filled = unite(
    subtract(
      body(cylinder('y', 0.989, 1.581, deck - 0.161, { segments: 96 }), coolant),
      body(cylinder('y', 0.816, 0, 5, { segments: 96 }), coolant),
    ),
    ...[-1, 1].map((sign) =>
      body(cylinder('y', 0.054, deck - 0.3, deck + 0.06, { segments: 32 }).translate(sign * 0.89, 0, 0), coolant),
    ),
  )
  assembly.solid(cutAway(filled, 'z', 0.0015, coolant)).receiveShadow = false

  // Head gasket: three layers of steel.
  const gasket = subtract(
    body(new BoxGeometry(2.28, 0.011, depth - 0.04).translate(0, deck + 0.006, 0), m.dark),
    body(cylinder('y', bore, 0, 5, { segments: 96 }), m.steel),
  )
  assembly.openable(gasket, { axis: 'z', cut: m.cut(0x2d3136) })

  // Sump: pressed steel, filled to below the reach of the crank.
  const pan = (inset: number, length: number) =>
    bar(
      [
        [-1.44 + inset, bottom + (inset ? 0.2 : -0.002)],
        [-1.44 + inset, bottom - 0.2],
        [-1.22 + inset, -1.42 + inset],
        [1.22 - inset, -1.42 + inset],
        [1.44 - inset, bottom - 0.2],
        [1.44 - inset, bottom + (inset ? 0.2 : -0.002)],
      ],
      length,
      0.16,
      inset ? 0.05 : 0.06,
    )
  const sumpPaint = m.paint(0x23272c)
  const sump = unite(
    subtract(body(pan(0, depth), sumpPaint), body(pan(0.045, depth - 0.1), inside)),
    body(
      subtract(
        body(
          bar(
            [
              [-1.5, bottom - 0.002],
              [-1.5, bottom - 0.06],
              [1.5, bottom - 0.06],
              [1.5, bottom - 0.002],
            ],
            depth + 0.12,
            0.02,
            0.01,
          ),
          sumpPaint,
        ),
        body(pan(0.045, depth - 0.1), inside),
      ).geometry,
      sumpPaint,
    ),
  )
  assembly.openable(sump, { axis: 'z', cut: m.cut(cutColours.steel) })
  const oil = new MeshStandardMaterial({
    color: fluidColours.oil,
    emissive: fluidColours.oil,
    emissiveIntensity: 0.3,
    roughness: 0.55,
  })
  const oilFill = subtract(
    body(pan(0.048, depth - 0.11), oil),
    body(new BoxGeometry(6, 4, 6).translate(0, 0.92, 0), oil),
  )
  assembly.solid(cutAway(oilFill, 'z', 0.0015, oil)).receiveShadow = false
  for (const sign of [-1, 1])
    for (const z of [-0.9, -0.45, 0])
      if (z < 0) assembly.mesh(hexagon('y', 0.045, bottom - 0.12, bottom - 0.06).translate(sign * 1.47, 0, z), m.zinc)

  manifolds(assembly, m)
  assembly.anchor('cylinder_wall', [-0.757, 1.95, 0.002])
  assembly.anchor('coolant_jacket', [0.9, 2.3, 0])
  assembly.anchor('engine_block', [1.24, 0.9, 0])
  assembly.anchor('sump', [-0.6, -1.3, 0])
}

/** Bore with the fine marks of the hone. */
const honed = () => new MeshStandardMaterial({ color: 0xb4bbc2, metalness: 0.95, roughness: 0.36 })

/** Cut-off runners on both ports, each with its flange and studs. */
function manifolds(assembly: Assembly<AnchorName>, m: Materials): void {
  const y = deck + 0.82
  const made = [
    {
      sign: -1 as const,
      material: m.aluminium,
      bore: new MeshStandardMaterial({ color: 0x7fa6cc, metalness: 0.25, roughness: 0.55 }),
      cut: cutColours.aluminium,
      reach: 2.35,
    },
    {
      sign: 1 as const,
      material: new MeshStandardMaterial({ color: 0x7a5f50, metalness: 0.7, roughness: 0.68 }),
      bore: new MeshStandardMaterial({ color: 0x7d5a48, metalness: 0.25, roughness: 0.7 }),
      cut: cutColours.iron,
      reach: 2.3,
    },
  ]
  for (const { sign, material, bore: wall, cut, reach } of made) {
    const path = runner(sign, reach)
    const outside = sign === -1 ? 0.27 : 0.26
    const whole = subtract(
      unite(
        body(
          bar(
            [
              [sign * 1.553, y - 0.36],
              [sign * 1.553, y + 0.36],
              [sign * 1.66, y + 0.36],
              [sign * 1.66, y - 0.36],
            ],
            0.9,
            0.03,
            0.012,
          ),
          material,
        ),
        body(sweep(path, outside), material),
      ),
      body(sweep(runner(sign, reach + 0.2), 0.2), wall),
    )
    assembly.openable(whole, { axis: 'z', cut: m.cut(cut) })
    for (const z of [-0.33])
      for (const dy of [-0.24, 0.24]) {
        const nut = hexagon('x', 0.055, sign * 1.66, sign * 1.73).translate(0, y + dy, z)
        assembly.mesh(nut, m.zinc)
        assembly.mesh(cylinder('x', 0.03, sign * 1.66, sign * 1.79, { segments: 20 }).translate(0, y + dy, z), m.steel)
      }
  }
}

/** Middle line of a runner from inside the flange to its cut end. */
export const runner = (sign: 1 | -1, reach: number) =>
  sign === -1
    ? curve([
        [-1.5, deck + 0.8, 0],
        [-1.7, deck + 0.83, 0],
        [-2.0, deck + 0.93, 0],
        [-reach, deck + 1.1 + (reach - 2.35) * 0.6, 0],
      ])
    : curve([
        [1.5, deck + 0.8, 0],
        [1.7, deck + 0.81, 0],
        [2.0, deck + 0.72, 0],
        [reach, deck + 0.5 - (reach - 2.3) * 0.9, 0],
      ])

const sweep = (path: ReturnType<typeof curve>, radius: number) => sweptBar(path, radius)

/** Way of the gas from the open end of a runner to the valve. */
export const gasWay = (sign: 1 | -1) => {
  const outer = runner(sign, 2.3)
    .getPoints(12)
    .filter((point) => Math.abs(point.x) > 1.75)
    .toReversed()
  const inner = portPath(sign)
    .getPoints(24)
    .filter((point) => Math.abs(point.x) < 1.6)
    .toReversed()
  return curve([...outer, ...inner].map((point) => [point.x, point.y, point.z] as const))
}
