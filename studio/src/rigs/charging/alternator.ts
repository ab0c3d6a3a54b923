import {
  BoxGeometry,
  type BufferGeometry,
  CatmullRomCurve3,
  Color,
  type MeshStandardMaterial,
  Path,
  Shape,
  SphereGeometry,
  TubeGeometry,
  Vector3,
  type Group,
} from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'
import type { Assembly } from '../../kit/assembly.ts'
import { CurrentFlow } from '../../kit/current-flow.ts'
import type { Fading } from '../../kit/fading.ts'
import { cutColours, fluidColours, type Materials } from '../../kit/materials.ts'
import { clamp } from '../../kit/motion.ts'
import { Coil } from '../../kit/moving.ts'
import { cylinder, extruded, hexagon, hole, pipe, roundedPolygon, turnedBody, type Point2 } from '../../kit/shapes.ts'
import { solid, subtract } from '../../kit/solids.ts'
import { alternator as size, brush, phaseCurrent } from './layout.ts'

/** The alternator, opened along its axis: housing and stator are cut, the rotor turns whole. */

const { x: front, y, z } = size
const placed = (geometry: BufferGeometry): BufferGeometry => geometry.translate(front, y, z)
const turn = 2 * Math.PI

export interface AlternatorState {
  rotor: number
  /** Current in the rotor's winding, 0 to 1. */
  field: number
  /** How clearly the alternating current is seen. */
  induced: number
  /** Pulses on the wires. */
  phase: number
}

export interface Alternator {
  set(state: AlternatorState): void
}

export function buildAlternator<Anchor extends string>(
  a: Assembly<Anchor>,
  m: Materials,
  shaft: Group,
  cover: Fading,
): Alternator {
  buildHousing(a, m)
  const windings = buildStator(a, m)
  const colours = windings.map((copper) => copper.color.clone())
  const coil = buildRotor(a, m, shaft)
  const rear = buildRearEnd(a, m, cover)
  return {
    set({ rotor, field, induced, phase }) {
      // Copper that glows amber: 0 is no current.
      coil.emissive.set(0xff9a1a).multiplyScalar(0.9 * field)
      for (const [number, copper] of windings.entries()) {
        const current = phaseCurrent(rotor, number) * induced
        copper.emissive.set(current > 0 ? 0xffa51f : 0x149cff).multiplyScalar(Math.abs(current) * 0.9)
        // Red copper would turn the blue of the other direction to purple.
        copper.color.copy(colours[number]!).multiplyScalar(1 - 0.88 * Math.sqrt(Math.abs(current)))
      }
      for (const [number, wire] of rear.wires.entries()) {
        const current = phaseCurrent(rotor, number)
        // The pulse runs out and back with the sign of the current.
        wire.set((1 - Math.cos(size.claws * rotor - (number * turn) / 3)) * 0.5, Math.abs(current) * induced)
      }
      rear.direct.set(phase, induced)
    },
  }
}

function buildHousing<Anchor extends string>(a: Assembly<Anchor>, m: Materials): void {
  const cut = m.cut(cutColours.aluminium)
  const windows = (from: number, to: number, radius: number) =>
    Array.from({ length: 14 }, (_, i) => {
      const window = new BoxGeometry(to - from, 0.3, 0.13).translate((from + to) / 2, radius, 0)
      return solid(placed(window.rotateX(((i + 0.5) / 14) * turn)), m.aluminium)
    })
  const faceSlots = (x: number) =>
    Array.from({ length: 10 }, (_, i) => {
      const slot = cylinder('x', 0.075, x - 0.2, x + 0.2, { segments: 20 }).translate(0, 0.4, 0)
      return solid(placed(slot.rotateX(((i + 0.5) / 10) * turn)), m.aluminium)
    })
  const r = size.shell
  const drive = turnedBody(
    'x',
    [
      [0.1, 0],
      [0.3, 0],
      [0.56, 0.04],
      [0.66, 0.1],
      [r, 0.17],
      [r, 0.5],
      [size.statorOuter - 0.02, 0.5],
      [size.statorOuter - 0.02, 0.2],
      [0.58, 0.13],
      [0.3, 0.08],
      [0.28, 0.2],
      [0.2, 0.2],
      [0.2, 0.04],
      [0.1, 0.04],
      [0.1, 0],
    ],
    84,
  )
  a.openable(subtract(solid(placed(drive), m.aluminium), ...windows(0.24, 0.42, r - 0.05), ...faceSlots(0.08)), {
    axis: 'z',
    at: z,
    cut,
  })
  const l = size.length
  const back = turnedBody(
    'x',
    [
      [size.statorOuter - 0.02, 0.78],
      [r, 0.78],
      [r, l - 0.12],
      [0.62, l - 0.02],
      [0.3, l],
      [0.1, l],
      [0.1, l - 0.04],
      [0.18, l - 0.04],
      [0.18, l - 0.2],
      [0.24, l - 0.2],
      [0.27, l - 0.09],
      [0.58, l - 0.1],
      [size.statorOuter - 0.02, l - 0.17],
      [size.statorOuter - 0.02, 0.78],
    ],
    84,
  )
  a.openable(subtract(solid(placed(back), m.aluminium), ...windows(0.86, 1.04, r - 0.05), ...faceSlots(l - 0.05)), {
    axis: 'z',
    at: z,
    cut,
  })

  // Bearings, cut; long screws that hold both shells on the laminations.
  const steel = m.cut(cutColours.steel)
  for (const [from, to, outer] of [
    [0.05, 0.2, 0.2],
    [l - 0.19, l - 0.05, 0.18],
  ] as const) {
    const middle = (outer + size.shaft) / 2
    for (const [inner, wide] of [
      [middle + 0.022, outer],
      [size.shaft + 0.002, middle - 0.022],
    ] as const)
      a.openable(
        solid(
          placed(
            turnedBody(
              'x',
              [
                [inner, from],
                [wide, from],
                [wide, to],
                [inner, to],
                [inner, from],
              ],
              48,
            ),
          ),
          m.steel,
        ),
        { axis: 'z', at: z, cut: steel },
      )
    const balls = Array.from({ length: 9 }, (_, i) =>
      new SphereGeometry(0.04, 14, 10).translate((from + to) / 2, middle, 0).rotateX(((i + 0.5) / 9) * turn),
    )
    a.mesh(placed(mergeGeometries(balls)), m.chrome)
  }
  const screws = [3.5, 4.7, 5.9].map((angle) => {
    const rod = mergeGeometries([cylinder('x', 0.035, 0.12, 1.1, { segments: 16 }), hexagon('x', 0.06, 0.06, 0.13)])
    return rod.translate(0, 0.73, 0).rotateX(angle)
  })
  a.mesh(placed(mergeGeometries(screws)), m.zinc)

  // Ears by which it hangs on the engine.
  const ears = [-0.86, 0.86].map((height) => {
    const ear = extruded(
      roundedPolygon(
        [
          [-0.17, -0.2],
          [0.17, -0.2],
          [0.17, 0.2],
          [-0.17, 0.2],
        ],
        0.16,
      ),
      0.2,
      { bevel: 0.02, holes: [hole(0, height > 0 ? 0.06 : -0.06, 0.07)] },
    )
    return ear.rotateY(Math.PI / 2).translate(0.18, height * 0.95, -0.1)
  })
  a.mesh(placed(mergeGeometries(ears)), m.aluminium)
}

/** Laminations with 36 slots and the copper of the three phases. Answers the material of each phase. */
function buildStator<Anchor extends string>(a: Assembly<Anchor>, m: Materials): MeshStandardMaterial[] {
  const from = size.core - size.coreLength / 2
  const shape = new Shape()
  shape.absarc(0, 0, size.statorOuter, 0, turn, false)
  const bore = new Path()
  const pitch = turn / size.slots
  const deep = size.statorInner + 0.085
  for (let slot = 0; slot < size.slots; slot++) {
    // A tooth, not a slot, lies in the plane of the section.
    const middle = (slot + 0.5) * pitch
    const corners: Point2[] = [
      [size.statorInner, middle - pitch * 0.5],
      [size.statorInner, middle - pitch * 0.16],
      [size.statorInner + 0.015, middle - pitch * 0.28],
      [deep, middle - pitch * 0.28],
      [deep, middle + pitch * 0.28],
      [size.statorInner + 0.015, middle + pitch * 0.28],
      [size.statorInner, middle + pitch * 0.16],
    ]
    for (const [index, [radius, angle]] of corners.entries()) {
      const spot: Point2 = [Math.cos(angle) * radius, Math.sin(angle) * radius]
      if (slot === 0 && index === 0) bore.moveTo(...spot)
      else bore.lineTo(...spot)
    }
  }
  bore.closePath()
  const core = extruded(shape, size.coreLength, { holes: [bore], curveSegments: 72 })
  core.rotateY(Math.PI / 2).translate(from, 0, 0)
  const skin = m.steel.clone()
  skin.color.set(0x6f777f)
  skin.roughness = 0.5
  a.openable(solid(placed(core), skin), { axis: 'z', at: z, cut: m.cut(cutColours.steel) })

  // Each phase fills every third slot and goes over three slots at both ends; only the half behind the section is wound.
  const radius = (size.statorInner + deep) / 2 + 0.008
  return [0xd98a55, 0xb9683a, 0xe8b07a].map((hex, phase) => {
    const copper = m.copper.clone()
    copper.color = new Color(hex)
    copper.roughness = 0.42
    const pieces: BufferGeometry[] = []
    for (let slot = phase; slot < size.slots; slot += 3) {
      // Slot angles are measured from y towards z; behind the section is half of the ring.
      const start = slot * pitch + pitch / 2
      const end = start + 3 * pitch
      const behind = (angle: number) => Math.sin(angle) < 0.06
      if (!behind(start)) continue
      const at = (angle: number, r: number, x: number) => new Vector3(x, Math.cos(angle) * r, Math.sin(angle) * r)
      pieces.push(
        new TubeGeometry(
          new CatmullRomCurve3([at(start, radius, from - 0.05), at(start, radius, from + size.coreLength + 0.05)]),
          2,
          0.026,
          8,
        ),
      )
      if (!behind(end)) continue
      for (const side of [-1, 1]) {
        const base = side === -1 ? from : from + size.coreLength
        const lift = (phase - 1) * 0.026
        const bend = [
          at(start, radius, base),
          at(start + pitch * 0.25, radius + 0.015 + lift, base + side * 0.08),
          at(start + pitch * 1.2, radius + 0.03 + lift, base + side * 0.16),
          at(start + pitch * 1.8, radius + 0.03 + lift, base + side * 0.16),
          at(end - pitch * 0.25, radius + 0.015 + lift, base + side * 0.08),
          at(end, radius, base),
        ]
        for (const off of [-0.028, 0.028])
          pieces.push(
            new TubeGeometry(
              new CatmullRomCurve3(
                bend.map((p) =>
                  p
                    .clone()
                    .add(new Vector3(side * Math.abs(off) * 0.6 + off * 0.4, 0, 0))
                    .multiply(new Vector3(1, 1 + off * 0.9, 1 + off * 0.9)),
                ),
              ),
              18,
              0.025,
              8,
            ),
          )
      }
    }
    a.mesh(placed(mergeGeometries(pieces)), copper)
    return copper
  })
}

/** Shaft, two halves of six claws, the winding between them, slip rings and fans. Answers the winding's material. */
function buildRotor<Anchor extends string>(a: Assembly<Anchor>, m: Materials, shaft: Group): MeshStandardMaterial {
  // The joint stands in the plane of the belt: lengths are measured from the front of the housing.
  const off = front - shaft.position.x
  const add = (geometry: BufferGeometry, material: MeshStandardMaterial) =>
    a.mesh(geometry.translate(off, 0, 0), material, shaft)
  add(cylinder('x', size.shaft, -0.42, 1.27), m.machined)
  const middle = size.core
  const halves = [
    { side: -1, colour: 0xa5302a },
    { side: 1, colour: 0x2f62ad },
  ] as const
  for (const { side, colour } of halves) {
    const iron = m.steel.clone()
    iron.color.set(colour)
    iron.metalness = 0.55
    iron.roughness = 0.55
    const x0 = middle + side * 0.27
    const hub: Point2[] = [
      [size.shaft, Math.min(x0, x0 - side * 0.11)],
      [0.36, Math.min(x0, x0 - side * 0.11)],
      [0.36, Math.max(x0, x0 - side * 0.11)],
      [size.shaft, Math.max(x0, x0 - side * 0.11)],
      [size.shaft, Math.min(x0, x0 - side * 0.11)],
    ]
    const pieces: BufferGeometry[] = [turnedBody('x', hub, 60).toNonIndexed()]
    for (let i = 0; i < size.claws; i++) {
      // A claw: wide at its root, narrow at its tip, bent over the winding.
      const claw = clawGeometry()
      if (side === 1) claw.rotateY(Math.PI)
      claw.rotateX(((i + (side === 1 ? 0.5 : 0)) / size.claws) * turn)
      pieces.push(claw.translate(middle, 0, 0))
    }
    add(mergeGeometries(pieces), iron)
  }
  const copper = m.copper.clone()
  copper.color.set(0xc06a34)
  const layers: Point2[] = [[0.14, middle - 0.15]]
  for (let i = 0; i < 9; i++)
    layers.push([0.335, middle - 0.15 + i * 0.0333], [0.35, middle - 0.15 + (i + 0.5) * 0.0333])
  layers.push([0.335, middle + 0.15], [0.14, middle + 0.15], [0.14, middle - 0.15])
  add(turnedBody('x', layers, 60), copper)

  // Fans behind and before the claws.
  for (const [x, side] of [
    [middle - 0.31, -1],
    [middle + 0.31, 1],
  ] as const) {
    const blades: BufferGeometry[] = Array.from({ length: 12 }, (_, i) =>
      new BoxGeometry(0.09, 0.13, 0.015)
        .rotateY(0.4)
        .translate(x + side * 0.05, 0.34, 0)
        .rotateX((i / 12) * turn),
    )
    blades.push(cylinder('x', 0.4, x - 0.012, x + 0.012, { segments: 48 }))
    add(mergeGeometries(blades), m.aluminium)
  }
  for (const x of size.slipRings)
    add(
      turnedBody(
        'x',
        [
          [0.05, x - 0.05],
          [size.slipRing, x - 0.05],
          [size.slipRing, x + 0.05],
          [0.05, x + 0.05],
          [0.05, x - 0.05],
        ],
        48,
      ),
      m.copper,
    )
  const sleeve = m.plastic(0x1d2126)
  add(cylinder('x', 0.1, size.slipRings[0] - 0.09, size.slipRings[1] + 0.08), sleeve)
  return copper
}

/** One claw on top of the rotor, rooted at the left, about the middle of the winding. */
function clawGeometry(): BufferGeometry {
  const outer = size.clawOuter
  const shape = new Shape()
  shape.moveTo(-0.27, -0.138)
  shape.lineTo(-0.16, -0.138)
  shape.lineTo(0.24, -0.042)
  shape.lineTo(0.25, 0.042)
  shape.lineTo(-0.16, 0.138)
  shape.lineTo(-0.27, 0.138)
  shape.closePath()
  // Drawn flat in x and z, 70 mm of iron from the winding up to the outside, then rolled onto the circle.
  const claw = extruded(shape, 0.09, { bevel: 0.014, curveSegments: 4 })
  const spots = claw.getAttribute('position')
  for (let i = 0; i < spots.count; i++) {
    const [x, across, height] = [spots.getX(i), spots.getY(i), spots.getZ(i)]
    const thin = clamp((x + 0.27) / 0.52)
    const radius = outer - (0.09 - height) * (1 - 0.45 * thin)
    const angle = across / outer
    spots.setXYZ(i, x, Math.cos(angle) * radius, Math.sin(angle) * radius)
  }
  const root = new BoxGeometry(0.11, 0.14, 0.24).translate(-0.215, 0.34, 0).toNonIndexed()
  claw.computeVertexNormals()
  return mergeGeometries([claw, root])
}

/** Brushes with holder and regulator, rectifier with its six diodes, the wires between, the plastic cover. */
function buildRearEnd<Anchor extends string>(a: Assembly<Anchor>, m: Materials, cover: Fading) {
  const l = size.length
  const cap = turnedBody(
    'x',
    [
      [0, l + 0.52],
      [0.5, l + 0.52],
      [0.6, l + 0.44],
      [0.64, l + 0.1],
      [0.64, l - 0.02],
      [0.61, l - 0.02],
      [0.61, l + 0.1],
      [0.57, l + 0.42],
      [0.48, l + 0.49],
      [0, l + 0.49],
    ]
      .map(([r, h]): Point2 => [r!, h!])
      .toReversed(),
    64,
  )
  cover.add(a.mesh(placed(cap), m.plastic(0x22272c)))

  // Brushes ride on the slip rings from above, pressed by springs in the holder.
  const carbon = m.plastic(0x24262a)
  const holder = m.plastic(0x6b4a2f)
  const walls: BufferGeometry[] = []
  for (const x of size.slipRings) {
    a.mesh(placed(new BoxGeometry(0.075, brush.length, 0.12).translate(x, brush.tip + brush.length / 2, 0)), carbon)
    const place = a.joint([front + x, y, z])
    const spring = new Coil(m.steel, place, { axis: 'y', radius: 0.024, wire: 0.007, turns: 6 })
    spring.set(brush.tip + brush.length + 0.007, 0.42)
    for (const side of [-1, 1]) walls.push(new BoxGeometry(0.02, 0.3, 0.12).translate(x + side * 0.05, 0.28, 0))
    walls.push(new BoxGeometry(0.12, 0.3, 0.02).translate(x, 0.28, -0.07))
  }
  walls.push(new BoxGeometry(0.3, 0.03, 0.18).translate(1.405, 0.44, 0))
  a.mesh(placed(mergeGeometries(walls)), holder)
  const regulator = extruded(
    roundedPolygon(
      [
        [-0.19, 0],
        [0.19, 0],
        [0.19, 0.13],
        [-0.19, 0.13],
      ],
      0.03,
    ),
    0.4,
    { bevel: 0.02 },
  )
  a.mesh(placed(regulator.translate(1.42, 0.455, -0.24)), m.paint(0x2f6b4f))
  const fins = Array.from({ length: 6 }, (_, i) =>
    new BoxGeometry(0.3, 0.035, 0.02).translate(1.42, 0.595, -0.18 + i * 0.06),
  )
  a.mesh(placed(mergeGeometries(fins)), m.aluminium)
  a.mesh(placed(new BoxGeometry(0.05, 0.5, 0.3).translate(1.21, 0.42, -0.2)), m.aluminium)

  // Rectifier: two plates one behind the other, three diodes pressed into each.
  for (const [x, radius, material] of [
    [1.36, 0.57, m.aluminium],
    [1.56, 0.53, m.aluminium],
  ] as const) {
    const half = new Shape()
    half.absarc(0, 0, radius, -Math.PI * 0.94, -0.08 * Math.PI, false)
    half.absarc(0, 0, 0.2, -0.12 * Math.PI, -Math.PI * 0.9, true)
    half.closePath()
    // Drawn in x and y: turned so that it stands across the shaft, below it.
    const sheet = extruded(half, 0.05, { bevel: 0.01, curveSegments: 32 }).rotateY(Math.PI / 2)
    a.mesh(placed(sheet.translate(x, 0, 0)), material)
    for (const angle of [-0.25, -0.5, -0.75].map((share) => share * Math.PI)) {
      const [across, up] = [-Math.cos(angle) * 0.4, Math.sin(angle) * 0.4]
      const diode = turnedBody(
        'x',
        [
          [0, x - 0.03],
          [0.065, x - 0.03],
          [0.068, x],
          [0.068, x + 0.07],
          [0.05, x + 0.085],
          [0.02, x + 0.09],
          [0.014, x + 0.15],
          [0, x + 0.15],
        ],
        32,
      )
      a.mesh(placed(diode.translate(0, up, across)), m.machined)
      const seal = turnedBody(
        'x',
        [
          [0, x + 0.07],
          [0.045, x + 0.07],
          [0.04, x + 0.1],
          [0, x + 0.1],
        ],
        28,
      )
      a.mesh(placed(seal.translate(0, up, across)), m.plastic(0x7a2d24))
    }
  }
  const posts = [-0.12, -0.88].map((share) =>
    cylinder('x', 0.03, l - 0.02, 1.6, { segments: 20 }).translate(
      0,
      Math.sin(share * Math.PI) * 0.5,
      -Math.cos(share * Math.PI) * 0.5,
    ),
  )
  a.mesh(placed(mergeGeometries(posts)), m.zinc)

  // Three wires come from the windings, one goes out: the stud of the charging cable.
  const wires = [-0.25, -0.5, -0.75].map((share) => {
    const [across, up] = [-Math.cos(share * Math.PI), Math.sin(share * Math.PI)]
    const flow = new CurrentFlow(0xb4622f, fluidColours.current, 2.5)
    const points = [
      [size.core + size.coreLength / 2 + 0.12, up * 0.54, Math.min(-0.03, across * 0.54)],
      [1.15, up * 0.54, across * 0.54],
      [1.3, up * 0.63, across * 0.63],
      [1.62, up * 0.62, across * 0.62],
      [1.76, up * 0.55, across * 0.55],
      [1.74, up * 0.43, across * 0.43],
      [1.68, up * 0.4, across * 0.4],
    ] as const
    a.mesh(placed(pipe(points, 0.026, { segments: 60, around: 10 })), flow)
    return flow
  })
  const direct = new CurrentFlow(0x9b2a22, 0x3df08a, 4)
  const bar = pipe(
    [
      [1.6, -0.36, -0.3],
      [1.68, -0.2, -0.42],
      [1.7, 0.0, -0.46],
      [1.72, 0.1, -0.44],
      [1.8, 0.12, -0.42],
    ],
    0.035,
    { segments: 60, around: 12 },
  )
  a.mesh(placed(bar), direct)
  a.mesh(
    placed(
      mergeGeometries([cylinder('x', 0.045, 1.72, 1.95, { segments: 24 }), hexagon('x', 0.075, 1.78, 1.84)]).translate(
        0,
        0.12,
        -0.42,
      ),
    ),
    m.zinc,
  )
  return { wires, direct }
}
