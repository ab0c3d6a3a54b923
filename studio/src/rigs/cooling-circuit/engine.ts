import { BoxGeometry } from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'
import type { Assembly } from '../../kit/assembly.ts'
import type { Fading } from '../../kit/fading.ts'
import { cutColours, type Materials } from '../../kit/materials.ts'
import { cylinder, extruded, hexagon, roundedPolygon, turnedBody } from '../../kit/shapes.ts'
import { solid, subtract, unite } from '../../kit/solids.ts'
import { crankAngle, engine, piston } from './layout.ts'

/** Block and head in section, the pistons that move in them, and the crankcase that stays whole. */

const { front: face, rear, base, deck, gasket, headTop, cylinders, bore } = engine
const length = rear - face
const middle = (face + rear) / 2

/** A body with rounded edges along z, between heights, symmetrical about the section. */
function body(
  low: number,
  high: number,
  halfWidth: number,
  { from = face, to = rear, round = 0.05 }: { from?: number; to?: number; round?: number } = {},
) {
  const outline = roundedPolygon(
    [
      [from, low],
      [to, low],
      [to, high],
      [from, high],
    ],
    round,
  )
  const geometry = extruded(outline, 2 * halfWidth, { bevel: 0.03 })
  geometry.translate(0, 0, -halfWidth)
  return geometry
}

export interface Engine {
  set(crank: number): void
}

export function buildEngine<Anchor extends string>(a: Assembly<Anchor>, m: Materials, front: Fading): Engine {
  const cutIron = m.cut(cutColours.iron)
  const cutAluminium = m.cut(cutColours.aluminium)

  // Block: bores, and ribs with bolt bosses on its side.
  const bores = cylinders.map((x) => {
    const drill = cylinder('y', bore, base - 0.1, deck + 0.2, { segments: 72 })
    drill.translate(x, 0, 0)
    return solid(drill, m.machined)
  })
  const ribs = [-1.5, -0.5, 0.5, 1.5].map((x) => {
    const rib = new BoxGeometry(0.09, deck - base - 0.16, 0.16)
    rib.translate(x, (deck + base) / 2 - 0.05, 0.63)
    return solid(rib, m.cast)
  })
  a.openable(subtract(unite(solid(body(base, deck, 0.62), m.cast), ...ribs), ...bores), { axis: 'z', cut: cutIron })

  // Head gasket: a dark line between the two metals.
  const seal = new BoxGeometry(length - 0.02, gasket, 1.22)
  seal.translate(middle, deck + gasket / 2, 0)
  const holes = cylinders.map((x) => {
    const drill = cylinder('y', bore + 0.01, deck - 0.1, deck + 0.1)
    drill.translate(x, 0, 0)
    return solid(drill, m.dark)
  })
  a.openable(subtract(solid(seal, m.dark), ...holes), { axis: 'z', cut: m.cut(0x23272c) })

  // Head: shallow combustion chambers below, the room of the valve gear above.
  const chambers = cylinders.map((x) => {
    const roof = turnedBody(
      'y',
      [
        [0, deck],
        [bore, deck],
        [bore, deck + gasket + 0.02],
        [0.14, deck + 0.2],
        [0, deck + 0.2],
        [0, deck],
      ],
      64,
    )
    roof.translate(x, 0, 0)
    return solid(roof, m.machined)
  })
  const camRoom = new BoxGeometry(2.84, 0.6, 0.7)
  camRoom.translate(0.12, headTop + 0.3 - 0.1, 0)
  const head = subtract(solid(body(deck + gasket, headTop, 0.6), m.aluminium), ...chambers, solid(camRoom, m.aluminium))
  a.openable(head, { axis: 'z', cut: cutAluminium })

  // Cover over the valve gear, with ribs and the filler cap.
  const cover = subtract(
    solid(body(headTop, 3.42, 0.52, { from: -1.42, to: rear - 0.02, round: 0.12 }), m.plastic(0x2b3036)),
    solid(body(headTop - 0.1, 3.34, 0.44, { from: -1.34, to: rear - 0.1, round: 0.1 }), m.dark),
  )
  a.openable(cover, { axis: 'z', cut: m.cut(cutColours.plastic) })
  const coverRibs = [-1.0, -0.6, -0.2, 0.2, 0.6].map((x) => {
    const rib = new BoxGeometry(0.05, 0.05, 0.4)
    rib.translate(x, 3.43, -0.26)
    return rib
  })
  a.mesh(mergeGeometries(coverRibs), m.plastic(0x2b3036))
  const cap = turnedBody(
    'y',
    [
      [0, 3.4],
      [0.17, 3.4],
      [0.17, 3.5],
      [0.21, 3.52],
      [0.21, 3.58],
      [0.17, 3.61],
      [0, 3.61],
    ],
    24,
  )
  cap.translate(1.05, 0, -0.27)
  a.mesh(cap, m.plastic(0x16191c))

  // Oil separator: a bent sheet below the cover, on its posts; the valve gear lies behind it.
  const sheet = extruded(
    roundedPolygon(
      [
        [-1.34, 3.16],
        [-1.1, 3.16],
        [-1.0, 3.24],
        [1.2, 3.24],
        [1.3, 3.16],
        [1.58, 3.16],
        [1.58, 3.12],
        [1.28, 3.12],
        [1.18, 3.2],
        [-0.98, 3.2],
        [-1.08, 3.12],
        [-1.34, 3.12],
      ],
      0.02,
    ),
    0.42,
  )
  a.mesh(sheet.translate(0, 0, -0.43), m.steel)
  const posts = [-1.2, -0.5, 0.5, 1.45].map((x) =>
    cylinder('y', 0.05, headTop - 0.1, 3.2, { segments: 24 }).translate(x, 0, -0.2),
  )
  a.mesh(mergeGeometries(posts), m.aluminium)

  buildNearSide(a, m, front)
  buildCrankcase(a, m)
  return pistons(a, m)
}

/** What sits on the side of the viewer and goes with it: core plugs, exhaust ports with their studs, dipstick. */
function buildNearSide<Anchor extends string>(a: Assembly<Anchor>, m: Materials, front: Fading): void {
  const plugs = cylinders.map((x) =>
    turnedBody(
      'z',
      [
        [0, 0.6],
        [0.17, 0.6],
        [0.17, 0.65],
        [0.145, 0.65],
        [0.13, 0.625],
        [0, 0.625],
      ],
      40,
    ).translate(x, 1.45, 0),
  )
  front.add(a.mesh(mergeGeometries(plugs), m.brass))
  const flange = roundedPolygon(
    [
      [-0.34, -0.1],
      [0, -0.2],
      [0.34, -0.1],
      [0.34, 0.1],
      [0, 0.2],
      [-0.34, 0.1],
    ],
    0.1,
  )
  const ports = cylinders.map((x) => extruded(flange, 0.09, { bevel: 0.02 }).translate(x, 2.5, 0.58))
  front.add(a.mesh(mergeGeometries(ports), m.cast))
  const studs = cylinders.flatMap((x) =>
    [-0.26, 0.26].map((off) => hexagon('z', 0.05, 0.66, 0.72).translate(x + off, 2.5, 0)),
  )
  const covers = [-1.25, -0.42, 0.42, 1.25].map((x) => hexagon('y', 0.045, 2.97, 3.03).translate(x, 0, 0.56))
  front.add(a.mesh(mergeGeometries([...studs, ...covers]), m.zinc))
  const openings = cylinders.map((x) => cylinder('z', 0.13, 0.66, 0.674).translate(x, 2.5, 0))
  front.add(a.mesh(mergeGeometries(openings), m.rubber))
}

/** The lower half of the engine, not cut: casting, oil pan, timing cover, flange of the gearbox. */
function buildCrankcase<Anchor extends string>(a: Assembly<Anchor>, m: Materials): void {
  const casting = m.cast.clone()
  casting.color.set(0x747b83)
  const openings = cylinders.map((x) => {
    const room = cylinder('y', bore - 0.005, 0.05, base + 0.1)
    room.translate(x, 0, 0)
    return solid(room, m.dark)
  })
  const ribs = [-1.5, -1, -0.5, 0, 0.5, 1, 1.5].map((x) => {
    const rib = new BoxGeometry(0.07, 0.72, 0.3)
    rib.translate(x, 0.24, 0.74)
    return solid(rib, casting)
  })
  a.solid(subtract(unite(solid(body(-0.25, base - 0.002, 0.74), casting), ...ribs), ...openings))

  const panPaint = m.paint(0x24282d)
  const pan = body(-0.86, -0.25, 0.6, { from: face + 0.05, to: rear - 0.05, round: 0.2 })
  a.mesh(pan, panPaint)
  const rim = body(-0.3, -0.22, 0.77, { round: 0.02 })
  a.mesh(rim, panPaint)
  const screws = [-1.5, -1, -0.5, 0, 0.5, 1, 1.5].map((x) => {
    const head = hexagon('y', 0.05, -0.36, -0.3)
    head.translate(x, 0, 0.7)
    return head
  })
  screws.push(...[-1.25, 1.25].map((x) => hexagon('z', 0.07, 0.72, 0.8).translate(x, 0.58, 0)))
  a.mesh(mergeGeometries(screws), m.zinc)
  a.mesh(cylinder('z', 0.1, 0.58, 0.72).translate(-1.2, -0.62, 0), m.zinc)

  // Oil filter on its flange.
  a.mesh(cylinder('z', 0.3, 0.74, 0.92).translate(0.75, 0.2, 0), casting)
  const filter = turnedBody(
    'z',
    [
      [0, 0.92],
      [0.27, 0.92],
      [0.29, 0.95],
      [0.29, 1.2],
      [0.27, 1.22],
      [0.27, 1.5],
      [0.22, 1.58],
      [0, 1.59],
    ],
    48,
  )
  a.mesh(filter.translate(0.75, 0.2, 0), m.paint(0x2e3d52))

  // Timing cover with the nose of the crankshaft.
  const cover = extruded(
    roundedPolygon(
      [
        [-0.55, -0.25],
        [0.55, -0.25],
        [0.55, 0.5],
        [0.32, 0.62],
        [-0.32, 0.62],
        [-0.55, 0.5],
      ],
      0.15,
    ),
    0.62,
    { bevel: 0.05 },
  )
  cover.rotateY(-Math.PI / 2)
  cover.translate(face + 0.02, 0, 0)
  a.mesh(cover, m.aluminium)
  const nose = face - 0.6
  a.mesh(
    turnedBody(
      'x',
      [
        [0, nose - 0.08],
        [0.16, nose - 0.08],
        [0.24, nose - 0.06],
        [0.24, nose],
        [0, nose],
      ],
      48,
    ),
    m.rubber,
  )

  // Flange to the gearbox, cut off.
  const flange = cylinder('x', 0.85, rear, rear + 0.14)
  a.mesh(flange.translate(0, 0.1, 0), casting)
  const bell = cylinder('x', 0.78, rear + 0.14, rear + 0.4, { farRadius: 0.7 })
  a.mesh(bell.translate(0, 0.1, 0), casting)
  a.mesh(cylinder('x', 0.66, rear + 0.4, rear + 0.402).translate(0, 0.1, 0), m.cut(cutColours.aluminium))
}

function pistons<Anchor extends string>(a: Assembly<Anchor>, m: Materials): Engine {
  const r = bore - 0.006
  const top = engine.crown
  const crown = turnedBody(
    'y',
    [
      [0, top],
      [r - 0.02, top],
      [r, top - 0.02],
      [r, top - 0.07],
      [r - 0.03, top - 0.07],
      [r - 0.03, top - 0.1],
      [r, top - 0.1],
      [r, top - 0.15],
      [r - 0.03, top - 0.15],
      [r - 0.03, top - 0.18],
      [r, top - 0.18],
      [r, -engine.skirt],
      [0, -engine.skirt],
    ],
    64,
  )
  const rings = [0.085, 0.165].map((below) =>
    turnedBody(
      'y',
      [
        [r - 0.03, top - below - 0.012],
        [r + 0.003, top - below - 0.012],
        [r + 0.003, top - below + 0.012],
        [r - 0.03, top - below + 0.012],
      ],
      64,
    ),
  )
  const pin = cylinder('z', 0.1, r - 0.02, r + 0.001, { segments: 32 })
  const rodShape = roundedPolygon(
    [
      [-0.1, 0],
      [0.1, 0],
      [0.13, -engine.rod],
      [-0.13, -engine.rod],
    ],
    0.03,
  )
  const rod = extruded(rodShape, 0.16, { bevel: 0.02 })
  rod.translate(0, 0, -0.08)
  rod.rotateY(Math.PI / 2)
  const moving = cylinders.map((x) => {
    const group = a.joint([x, 0, 0])
    a.mesh(crown, m.aluminium, group)
    a.mesh(mergeGeometries(rings), m.dark, group)
    a.mesh(pin, m.steel, group)
    const swing = a.joint([0, 0, 0], group)
    a.mesh(rod, m.steel, swing)
    return { group, swing }
  })
  return {
    set(crank) {
      for (const [number, { group, swing }] of moving.entries()) {
        const { pin: height, lean } = piston(crankAngle(number, crank))
        group.position.y = height
        swing.rotation.x = lean
      }
    },
  }
}
