import { MeshStandardMaterial, Shape, Vector2 } from 'three'
import type { Assembly } from '../../kit/assembly.ts'
import { body } from '../../kit/body.ts'
import { cutColours, fluidColours, type Materials } from '../../kit/materials.ts'
import { Coil } from '../../kit/moving.ts'
import { curve, cylinder, extruded, hexagon, hole, roundedPolygon, turnedBody } from '../../kit/shapes.ts'
import { cutAway, subtract, unite } from '../../kit/solids.ts'
import { sweptBar } from '../../kit/swept.ts'
import type { AnchorName } from './anchors.ts'
import { filterAt, galleryHeight, gerotor, half, mains, near, outerTurn, pickup, rotorOutline, runs } from './layout.ts'

/** What brings the oil to the gallery: pickup, gerotor pump with relief valve, filter; and the pressure switch. */

const way = (name: string) => runs.find((run) => run.name === name)!
/** Front face of the pump's rotors. */
const face = -2.86

export function buildFeed(assembly: Assembly<AnchorName>, m: Materials) {
  buildPickup(assembly, m)
  buildPipes(assembly, m)
  const turn = buildPump(assembly, m)
  const relief = buildRelief(assembly, m)
  const filter = buildFilter(assembly, m)
  // Pressure switch in the end of the gallery.
  const at = assembly.joint([-half - 0.1, galleryHeight, near])
  assembly.mesh(hexagon('x', 0.17, 0, -0.2), m.brass, at)
  assembly.mesh(
    turnedBody(
      'x',
      [
        [0, -0.2],
        [0.15, -0.2],
        [0.15, -0.46],
        [0.11, -0.5],
        [0.07, -0.56],
        [0, -0.56],
      ].map(([r, x]) => [r!, x!] as const),
    ),
    m.plastic(0x23272c),
    at,
  )
  assembly.anchor('pressure_switch', [-0.34, 0.02, 0.14], at)
  return {
    set(crank: number, opened: number) {
      turn(crank)
      relief(opened)
    },
    filter,
  }
}

function buildPickup(assembly: Assembly<AnchorName>, m: Materials): void {
  const path = curve(way('suction').points)
  const tube = subtract(body(sweptBar(path, 0.17), m.steel), body(sweptBar(path, 0.135), m.dark))
  assembly.openable(tube, { axis: 'z', cut: m.cut(cutColours.steel) })
  const { x, mouth } = pickup
  const bell = turnedBody('y', [
    [0.15, mouth + 0.3],
    [0.19, mouth + 0.26],
    [0.42, mouth + 0.08],
    [0.44, mouth],
    [0.41, mouth],
    [0.39, mouth + 0.07],
    [0.16, mouth + 0.23],
    [0.12, mouth + 0.3],
    [0.15, mouth + 0.3],
  ])
  assembly.openable(body(bell.translate(x, 0, 0), m.steel), { axis: 'z', cut: m.cut(cutColours.steel) })
  // Strainer: a mesh of wires over the mouth.
  for (let i = -5; i <= 5; i++) {
    const offset = i * 0.072
    const reach = Math.sqrt(0.4 * 0.4 - offset * offset)
    assembly.mesh(cylinder('x', 0.009, -reach, reach, { segments: 8 }).translate(x, mouth + 0.02, offset), m.brass)
    assembly.mesh(cylinder('z', 0.009, -reach, reach, { segments: 8 }).translate(x + offset, mouth + 0.03, 0), m.brass)
  }
  assembly.anchor('pickup', [x + 0.3, mouth + 0.16, 0.1])
}

/** The sight tube from pump to filter, and the spray bar over the camshaft, cut open like the engine. */
function buildPipes(assembly: Assembly<AnchorName>, m: Materials): void {
  const sleeve = assembly.mesh(sweptBar(curve(way('delivery').points.slice(0, 5)), 0.125), m.glass(0xdfe8ee, 0.28))
  sleeve.castShadow = false
  const riser = way('riser').points
  const rail = curve([...riser.slice(-3), ...way('cam rail').points.slice(1)])
  const steelCut = m.cut(cutColours.steel)
  const tube = subtract(
    unite(
      body(sweptBar(rail, 0.105, { segments: 90 }), m.steel),
      ...mains.map((x) => body(cylinder('y', 0.085, 4.79, 5.06, { segments: 32 }).translate(x, 0, 0), m.steel)),
    ),
    body(sweptBar(rail, 0.078, { segments: 90 }), m.dark),
    ...mains.map((x) => body(cylinder('y', 0.055, 4.7, 5.07, { segments: 32 }).translate(x, 0, 0), m.dark)),
  )
  assembly.solid(cutAway(tube, 'z', 0, steelCut))
}

function buildPump(assembly: Assembly<AnchorName>, m: Materials): (crank: number) => void {
  const ring = 0.68
  const centre = -gerotor.eccentric
  const housing = subtract(
    unite(
      body(cylinder('x', 0.86, half * -1 - 0.62, -half, { segments: 96 }), m.aluminium),
      body(cylinder('x', 0.2, face + 0.02, -half).translate(0, 0.78, 0.35), m.aluminium),
      body(cylinder('x', 0.28, face + 0.02, -half).translate(0, -0.66, 0.05), m.aluminium),
    ),
    body(cylinder('x', ring + 0.005, -4, face + 0.34, { segments: 96 }).translate(0, centre, 0), m.machined),
    body(cylinder('x', 0.25, -5, 0), m.machined),
  )
  assembly.solid(housing)
  for (let i = 0; i < 8; i++) {
    const angle = (i / 8) * Math.PI * 2 + 0.2
    assembly.mesh(
      cylinder('x', 0.035, face - 0.07, face - 0.03, { segments: 20 }).translate(
        0,
        Math.sin(angle) * 0.785,
        Math.cos(angle) * 0.785,
      ),
      m.dark,
    )
  }
  const oil = new MeshStandardMaterial({
    color: fluidColours.oil,
    emissive: fluidColours.oil,
    emissiveIntensity: 0.3,
    roughness: 0.35,
  })
  assembly.mesh(cylinder('x', ring - 0.1, face + 0.02, face + 0.06).translate(0, centre, 0), oil)
  const shape = (teeth: number) => new Shape(rotorOutline(teeth).map(([x, y]) => new Vector2(x, y)))
  const outer = assembly.joint([0, centre, 0])
  const outline = new Shape()
  outline.absarc(0, 0, ring, 0, Math.PI * 2, false)
  const ringGeometry = extruded(outline, 0.3, { holes: [shape(gerotor.outer)], curveSegments: 64 })
  const sintered = new MeshStandardMaterial({ color: 0x7d868f, metalness: 0.9, roughness: 0.4 })
  assembly.mesh(ringGeometry.rotateY(-Math.PI / 2).translate(face + 0.3, 0, 0), sintered, outer)
  const inner = assembly.joint()
  const rotor = extruded(shape(gerotor.inner), 0.3, { holes: [hole(0, 0, 0.2)] })
  assembly.mesh(rotor.rotateY(-Math.PI / 2).translate(face + 0.3, 0, 0), m.machined, inner)
  // Nose of the crank with the key that drives the rotor.
  assembly.mesh(cylinder('x', 0.21, face - 0.3, -half), m.steel, inner)
  assembly.mesh(cylinder('x', 0.06, face - 0.31, face - 0.2, { segments: 32 }), m.dark, inner)
  assembly.mesh(
    extruded(
      roundedPolygon(
        [
          [-0.05, 0.17],
          [0.05, 0.17],
          [0.05, 0.25],
          [-0.05, 0.25],
        ],
        0.01,
      ),
      0.36,
    )
      .rotateY(-Math.PI / 2)
      .translate(face + 0.16, 0, 0),
    m.dark,
    inner,
  )
  assembly.anchor('pump_left', [face + 0.2, -0.3, 0.8])
  assembly.anchor('pump', [face, 0.2, -0.45])
  return (crank) => {
    inner.rotation.x = crank
    outer.rotation.x = outerTurn(crank)
  }
}

/** Plunger and spring in a bore beside the outlet, cut open; the plunger uncovers the spill hole. */
function buildRelief(assembly: Assembly<AnchorName>, m: Materials): (opened: number) => void {
  const at = assembly.joint([-2.58, 0, 0.92])
  const casing = subtract(
    unite(
      body(cylinder('y', 0.17, -0.62, 0.5), m.aluminium),
      body(hexagon('y', 0.16, -0.72, -0.62), m.zinc),
      body(cylinder('z', 0.14, -0.4, 0).translate(0, 0.3, 0), m.aluminium),
    ),
    body(cylinder('y', 0.1, -0.56, 0.44), m.machined),
    body(cylinder('x', 0.045, -1, 0, { segments: 24 }).translate(0, 0.02, 0), m.dark),
  )
  assembly.openable(casing, { axis: 'z', cut: m.cut(cutColours.aluminium), parent: at })
  const plunger = assembly.joint([0, 0, 0], at)
  assembly.mesh(
    turnedBody(
      'y',
      [
        [0, 0.26],
        [0.08, 0.26],
        [0.097, 0.24],
        [0.097, 0.0],
        [0.07, 0.0],
        [0, 0.02],
      ]
        .toReversed()
        .map(([r, y]) => [r!, y!] as const),
      48,
    ),
    m.chrome,
    plunger,
  )
  const coil = new Coil(m.zinc, at, { axis: 'y', radius: 0.07, wire: 0.016, turns: 6 })
  assembly.anchor('relief_valve', [0, 0.12, 0.1], plunger)
  return (opened) => {
    const travel = 0.22 * opened
    plunger.position.y = -travel
    coil.set(-0.54, -0.015 - travel)
  }
}

function buildFilter(assembly: Assembly<AnchorName>, m: Materials) {
  const { x, z, radius, from, to } = filterAt
  const at = assembly.joint([x, 0, z])
  const can = turnedBody('y', [
    [0, from],
    [radius - 0.16, from],
    [radius - 0.04, from + 0.05],
    [radius, from + 0.16],
    [radius, to],
    [radius - 0.03, to],
    [radius - 0.03, from + 0.17],
    [radius - 0.07, from + 0.08],
    [radius - 0.18, from + 0.035],
    [0, from + 0.035],
    [0, from],
  ])
  assembly.openable(body(can.translate(x, 0, z), m.paint(0x1f4f8f)), { axis: 'z', at: z, cut: m.cut(cutColours.steel) })
  // Bracket on the block with both channels.
  const bracket = subtract(
    unite(
      body(cylinder('y', radius + 0.04, to + 0.004, to + 0.16), m.aluminium),
      body(
        extruded(
          roundedPolygon(
            [
              [x - 0.62, to + 0.1],
              [x + 0.34, to + 0.1],
              [x + 0.34, 1.44],
              [x - 0.62, 1.44],
            ],
            0.06,
          ),
          0.9,
          { bevel: 0.02 },
        ).translate(-x, 0, near + 0.02 - z),
        m.aluminium,
      ),
    ),
    body(sweptBar(curve(way('delivery').points), 0.1).translate(-x, 0, -z), m.dark),
    body(sweptBar(curve(way('filter outlet').points), 0.11).translate(-x, 0, -z), m.dark),
  )
  bracket.position.set(x, 0, z)
  bracket.updateMatrixWorld(true)
  assembly.openable(bracket, { axis: 'z', at: z, cut: m.cut(cutColours.aluminium) })
  // Pleated paper between two end caps.
  const paper = new MeshStandardMaterial({ color: 0xe9dcb4, roughness: 0.9 })
  const pleats = new Shape()
  const fold = (i: number, inset: number): [number, number] => {
    const angle = Math.PI + (i / 72) * Math.PI
    const r = i % 2 ? radius - 0.085 - inset : 0.22 - inset
    return [Math.cos(angle) * r, Math.sin(angle) * r]
  }
  pleats.moveTo(...fold(0, 0))
  for (let i = 1; i <= 72; i++) pleats.lineTo(...fold(i, 0))
  for (let i = 72; i >= 0; i--) pleats.lineTo(...fold(i, 0.025))
  pleats.closePath()
  const low = from + 0.17
  const tall = to - 0.14 - low
  assembly.mesh(
    extruded(pleats, tall)
      .rotateX(Math.PI / 2)
      .translate(0, low + tall, 0),
    paper,
    at,
  )
  for (const y of [low - 0.02, to - 0.14])
    assembly.solid(
      cutAway(
        subtract(body(cylinder('y', radius - 0.08, y, y + 0.03), m.steel), body(cylinder('y', 0.14, -3, 3), m.steel)),
        'z',
        0.001,
        m.cut(cutColours.steel),
      ),
      at,
    )
  const tube = subtract(body(cylinder('y', 0.16, low, to + 0.02), m.steel), body(cylinder('y', 0.125, -3, 3), m.dark))
  assembly.solid(cutAway(tube, 'z', 0.001, m.cut(cutColours.steel)), at)
  const oil = new MeshStandardMaterial({
    color: fluidColours.oil,
    emissive: fluidColours.oil,
    emissiveIntensity: 0.3,
    roughness: 0.4,
  })
  const bath = subtract(
    body(
      turnedBody('y', [
        [0, from + 0.04],
        [radius - 0.19, from + 0.04],
        [radius - 0.075, from + 0.09],
        [radius - 0.034, from + 0.18],
        [radius - 0.034, to - 0.002],
        [0, to - 0.002],
        [0, from + 0.04],
      ]),
      oil,
    ),
    body(cylinder('y', radius - 0.075, low - 0.03, to - 0.1), oil),
  )
  const filling = assembly.solid(cutAway(bath, 'z', 0.0015, oil), at)
  filling.receiveShadow = false
  assembly.anchor('filter', [x + radius, 0.35, z])
  assembly.anchor('filter_left', [x - radius + 0.02, 0.1, z])
  assembly.anchor('filter_paper', [0.3, 0.3, 0.002], at)
  return { paper, oil }
}
