import { BoxGeometry, Matrix4, MeshStandardMaterial, SphereGeometry } from 'three'
import type { Assembly } from '../../kit/assembly.ts'
import { body } from '../../kit/body.ts'
import { cutColours, type Materials } from '../../kit/materials.ts'
import { curve, cylinder, extruded, hexagon, roundedPolygon, turnedBody, type Point2 } from '../../kit/shapes.ts'
import { cutAway, subtract, unite, type Solid } from '../../kit/solids.ts'
import { sweptBar } from '../../kit/swept.ts'
import type { AnchorName } from './anchors.ts'
import { bore, camHeight, cylinders, deck, galleryHeight, half, mains, near, pan, runs } from './layout.ts'

/** Block with main bearings and gallery, head with cam bearings, cover and sump, in the stepped section. */

const depth = 2.2
const box = (x: readonly [number, number], y: readonly [number, number], z: readonly [number, number]) =>
  new BoxGeometry(x[1] - x[0], y[1] - y[0], z[1] - z[0]).translate(
    (x[0] + x[1]) / 2,
    (y[0] + y[1]) / 2,
    (z[0] + z[1]) / 2,
  )
/** An outline in the plane of the section, as a bar through the depth of the engine. */
const bar = (points: (Point2 | readonly [number, number, number])[], length: number, radius = 0.06, bevel = 0.03) =>
  extruded(roundedPolygon(points, radius), length, { bevel }).translate(0, 0, -length / 2)
const rectangle = (left: number, right: number, low: number, high: number): Point2[] => [
  [left, low],
  [right, low],
  [right, high],
  [left, high],
]

/** Drains from the head into the bays of the crankcase. */
export const drains = [-1, 1].map((side) =>
  curve([
    [side * 1.72, 3.72, 0],
    [side * 1.72, 2.6, 0],
    [side * 1.72, 1.3, 0],
    [side * 1.6, 1.02, 0],
    [side * 1.36, 0.8, 0],
  ]),
)

export function buildEngine(assembly: Assembly<AnchorName>, m: Materials): void {
  const inside = new MeshStandardMaterial({ color: 0x30363c, metalness: 0.45, roughness: 0.7 })
  const iron = new MeshStandardMaterial({ color: 0x6d7278, metalness: 0.85, roughness: 0.6 })
  const ironCut = m.cut(cutColours.iron)
  const drilling = (name: string) => runs.find((run) => run.name === name)!

  const block = subtract(
    unite(
      body(bar(rectangle(-half, half, -0.3, deck - 0.004), depth), iron),
      // Caps of the main bearings.
      ...mains.map((x) => body(box([x - 0.24, x + 0.24], [-0.62, 0], [-0.55, 0.55]), iron)),
    ),
    ...cylinders.map((x) => body(cylinder('y', bore, 0.8, 4, { segments: 96 }).translate(x, 0, 0), m.machined)),
    ...(
      [
        [-1.5, -0.24],
        [0.24, 1.5],
      ] as const
    ).map(([from, to]) => body(bar(rectangle(from, to, -1, 1.02), 1.9, 0.12, 0), inside)),
    body(cylinder('x', 0.335, -4, 4), m.machined),
    ...drains.map((drain) => body(sweptBar(drain, 0.095), inside)),
    body(sweptBar(curve(drilling('riser').points), 0.082), inside),
  )
  assembly.openable(block, { axis: 'z', cut: ironCut })
  // Bearing shells.
  for (const x of mains) {
    const shell = turnedBody(
      'x',
      [
        [0.302, x - 0.2],
        [0.333, x - 0.2],
        [0.333, x + 0.2],
        [0.302, x + 0.2],
        [0.302, x - 0.2],
      ],
      64,
    )
    assembly.solid(cutAway(body(shell, m.brass), 'z', 0.002, m.cut(cutColours.bronze)))
  }
  gallery(assembly, ironCut, iron)

  // Head, with the floor that catches the oil of the valve train.
  const headSkin = new MeshStandardMaterial({ color: 0xa9b0b7, metalness: 0.85, roughness: 0.5 })
  const head = subtract(
    unite(
      body(bar(rectangle(-half, half, deck + 0.004, 4.3), depth), headSkin),
      ...mains.map((x) => body(box([x - 0.17, x + 0.17], [3.6, camHeight + 0.32], [-0.42, 0.42]), headSkin)),
    ),
    ...(
      [
        [-2.14, -1.92],
        [-1.58, -0.17],
        [0.17, 1.58],
        [1.92, 2.0],
      ] as const
    ).map(([from, to]) => body(bar(rectangle(from, to, 3.72, 4.6), depth - 0.3, 0.06, 0), inside)),
    ...cylinders.flatMap((x) => [
      body(new SphereGeometry(1.1, 64, 32).translate(x, deck - 0.88, 0), m.aluminium),
      ...[-0.3, 0.3].map((offset) =>
        body(cylinder('y', 0.04, 2.9, 4, { segments: 24 }).translate(x + offset, 0, 0), m.brass),
      ),
    ]),
    body(cylinder('x', 0.18, -2, 4).translate(0, camHeight, 0), m.machined),
    ...drains.map((drain) => body(sweptBar(drain, 0.095), inside)),
    body(sweptBar(curve(drilling('riser').points), 0.082), inside),
    ...mains.map((x) => body(cylinder('y', 0.055, 4.6, 5, { segments: 24 }).translate(x, 0, 0), inside)),
  )
  assembly.openable(head, { axis: 'z', cut: m.cut(cutColours.aluminium) })

  const cover = subtract(
    body(
      bar(
        [
          [-half - 0.04, 4.306],
          [half + 0.04, 4.306],
          [half + 0.04, 5.2],
          [2.1, 5.5],
          [-2.1, 5.5],
          [-half - 0.04, 5.2],
        ],
        depth + 0.06,
        0.14,
        0.05,
      ),
      m.paint(0x2b3440),
    ),
    body(
      bar(
        [
          [-half + 0.06, 4.2],
          [half - 0.06, 4.2],
          [half - 0.06, 5.16],
          [2.0, 5.4],
          [-2.0, 5.4],
          [-half + 0.06, 5.16],
        ],
        depth - 0.14,
        0.1,
        0,
      ),
      inside,
    ),
  )
  assembly.openable(cover, { axis: 'z', cut: m.cut(cutColours.plastic) })
  for (const x of [-1.9, -0.65, 0.65, 1.9])
    assembly.solid(body(hexagon('y', 0.06, 5.48, 5.57).translate(x, 0, -0.85), m.zinc))

  const sumpPaint = m.paint(0x39424b)
  const sump = subtract(
    unite(
      body(bar(rectangle(-half + 0.04, half - 0.04, pan.floor - 0.06, -0.304), depth - 0.1, 0.16, 0.05), sumpPaint),
      body(bar(rectangle(-half - 0.1, half + 0.1, -0.36, -0.304), depth + 0.14, 0.02, 0.01), sumpPaint),
    ),
    body(bar(rectangle(-half + 0.1, half - 0.1, pan.floor, 0.4), depth - 0.22, 0.1, 0), inside),
  )
  assembly.openable(sump, { axis: 'z', cut: m.cut(cutColours.steel) })
  // Drain plug.
  assembly.mesh(hexagon('x', 0.1, half - 0.04, half + 0.1).translate(0, pan.floor + 0.25, -0.35), m.zinc)
  assembly.mesh(
    cylinder('x', 0.14, half - 0.05, half - 0.01, { segments: 40 }).translate(0, pan.floor + 0.25, -0.35),
    m.copper,
  )

  trim(assembly, m, iron)
  assembly.anchor('sump', [1.3, pan.floor + 0.55, 0.02])
  assembly.anchor('sump_left', [1.0, pan.floor + 0.5, 0.02])
  assembly.anchor('main_bearing', [mains[2], -0.32, 0.12])
  assembly.anchor('oil_return', [1.72, 2.4, 0.03])
}

/** The main gallery in its boss, and the drilling to each main bearing in an arm of its bulkhead, both cut open lengthwise. */
function gallery(assembly: Assembly<AnchorName>, cut: ReturnType<Materials['cut']>, iron: MeshStandardMaterial): void {
  const boss: Solid = body(box([-half, half], [galleryHeight - 0.2, galleryHeight + 0.2], [0.45, 1.1]), iron)
  const groove = new MeshStandardMaterial({ color: 0x3a2320, metalness: 0.2, roughness: 0.8 })
  const channel = () =>
    body(cylinder('x', 0.105, -half + 0.1, half - 0.1, { segments: 32 }).translate(0, galleryHeight, near), groove)
  assembly.solid(cutAway(subtract(boss, channel()), 'z', near, cut))
  const lean = Math.atan2(0.52, 0.89)
  const open = new Matrix4()
    .makeTranslation(0, galleryHeight, near)
    .multiply(new Matrix4().makeRotationX(lean))
    .multiply(new Matrix4().makeTranslation(0, 0, 3))
  for (const x of mains) {
    const arm = subtract(
      body(box([x - 0.2, x + 0.2], [0.12, galleryHeight - 0.202], [-0.2, 1]), iron),
      body(new BoxGeometry(8, 6, 6), cut, open),
      body(
        sweptBar(curve(runs.find((run) => run.name === `main ${x}`)!.points), 0.075, { segments: 12, around: 20 }),
        groove,
      ),
      body(cylinder('x', 0.336, -4, 4), iron),
    )
    assembly.solid(arm)
  }
  // Plugs at both ends of the gallery.
  for (const side of [-1, 1])
    assembly.mesh(hexagon('x', 0.12, side * half, side * (half + 0.1)).translate(0, galleryHeight, near), iron)
  assembly.anchor('main_gallery', [-0.45, galleryHeight, near + 0.09])
}

/** What the near side of a closed engine shows: ribs, core plugs, exhaust flanges, bolts. It fades with the front. */
function trim(assembly: Assembly<AnchorName>, m: Materials, iron: MeshStandardMaterial): void {
  const front = (made: Solid) => assembly.openable(made, { axis: 'z', cut: iron })
  for (const x of [-0.9, 0, 0.9, 1.8])
    front(
      body(
        bar(
          [
            [x - 0.05, 1.55],
            [x + 0.05, 1.55],
            [x + 0.05, 2.8],
            [x - 0.05, 2.8],
          ],
          0.12,
          0.03,
          0.02,
        ).translate(0, 0, 1.12),
        iron,
      ),
    )
  front(
    body(
      bar(
        [
          [-1.0, 1.42],
          [2.2, 1.42],
          [2.2, 1.54],
          [-1.0, 1.54],
        ],
        0.14,
        0.04,
        0.02,
      ).translate(0, 0, 1.12),
      iron,
    ),
  )
  for (const x of [-0.45, 0.45, 1.35]) {
    const plug = [
      [0, 1.05],
      [0.26, 1.05],
      [0.26, 1.14],
      [0.22, 1.14],
      [0.2, 1.1],
      [0, 1.1],
      [0, 1.05],
    ] as const
    front(body(turnedBody('z', plug, 48).translate(x, 2.15, 0), m.brass))
  }
  const rust = new MeshStandardMaterial({ color: 0x7a5f50, metalness: 0.7, roughness: 0.68 })
  for (const x of [-0.875, 0.875]) {
    const elbow = curve([
      [x, 3.5, 0.9],
      [x, 3.52, 1.35],
      [x, 3.4, 1.65],
      [x, 3.1, 1.78],
    ])
    front(subtract(body(sweptBar(elbow, 0.24), rust), body(sweptBar(elbow, 0.18), m.dark)))
    front(
      body(
        bar(
          [
            [x - 0.42, 3.2],
            [x + 0.42, 3.2],
            [x + 0.42, 3.82],
            [x - 0.42, 3.82],
          ],
          0.1,
          0.1,
          0.02,
        ).translate(0, 0, 1.15),
        rust,
      ),
    )
    for (const [dx, dy] of [
      [-0.33, -0.22],
      [0.33, 0.22],
    ] as const)
      front(body(hexagon('z', 0.06, 1.19, 1.27).translate(x + dx, 3.51 + dy, 0), m.zinc))
  }
  for (const x of [-2.05, -1.0, 0, 1.0, 2.05])
    front(body(hexagon('y', 0.05, -0.43, -0.36).translate(x, 0, 1.09), m.zinc))
  for (const x of [-1.9, -0.65, 0.65, 1.9]) front(body(hexagon('y', 0.06, 5.48, 5.57).translate(x, 0, 0.85), m.zinc))
}
