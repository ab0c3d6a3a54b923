import { type Group, MeshStandardMaterial, Path, type Shape } from 'three'
import type { Assembly } from '../../kit/assembly.ts'
import type { Materials } from '../../kit/materials.ts'
import { Coil } from '../../kit/moving.ts'
import {
  cylinder,
  extruded,
  gearShape,
  hexagon,
  hole,
  roundedPolygon,
  turnedBody,
  type Point2,
} from '../../kit/shapes.ts'
import type { AnchorName } from './anchors.ts'
import { belt, type BeltPath, idlerRoller, pitch, restLean, tensionerArm, toothed, type Wheel } from './path.ts'

/** Sprockets, pump, tensioner, idler and the fixed marks. */

const width = belt.to - belt.from

/** Outline of a sprocket with a gap where the belt's first tooth lies on it. `first` is that tooth's angle at rest. */
function outline(teeth: number, first: number): Shape {
  const radius = toothed(teeth)
  return gearShape(
    teeth,
    radius - belt.land - belt.tooth - 0.006,
    radius - belt.land - 0.002,
    first + Math.PI / teeth,
    0.46,
  )
}

/** Angle on a wheel of a tooth of the belt, when the belt stands at rest. */
export function meshAngle(path: BeltPath, name: Wheel['name']): number {
  const { angle, from, wheel } = path.on(name)
  const before = from / (path.length / Math.round(path.length / pitch)) - 0.5
  return angle + ((before - Math.floor(before)) * 2 * Math.PI) / wheel.teeth
}

/** An opening between two spokes, with rounded corners. */
function opening(inner: number, outer: number, at: number, half: number): Path {
  const path = new Path()
  path.absarc(0, 0, outer, at - half, at + half, false)
  path.absarc(0, 0, inner, at + half * 0.72, at - half * 0.72, true)
  path.closePath()
  return path
}

/** Line of paint on a sprocket's face, at its top when the crank is at 0. */
function mark(assembly: Assembly<AnchorName>, parent: Group, radius: number): MeshStandardMaterial {
  const paint = new MeshStandardMaterial({
    color: 0xffffff,
    emissive: 0xffffff,
    emissiveIntensity: 0.15,
    roughness: 0.6,
  })
  assembly.mesh(
    extruded(
      roundedPolygon(
        [
          [-0.022, radius - 0.17],
          [0.022, radius - 0.17],
          [0.022, radius],
          [-0.022, radius],
        ],
        0.008,
      ),
      0.012,
    ).translate(0, 0, belt.to + 0.012),
    paint,
    parent,
  )
  return paint
}

export function buildDrive(assembly: Assembly<AnchorName>, m: Materials, path: BeltPath) {
  const sintered = new MeshStandardMaterial({ color: 0x8b939b, metalness: 0.9, roughness: 0.42 })
  const marks: MeshStandardMaterial[] = []
  const wheel = (name: Wheel['name']) => path.on(name).wheel

  const crank = assembly.joint()
  {
    const radius = toothed(22)
    assembly.mesh(
      extruded(outline(22, meshAngle(path, 'crank')), width + 0.02, { bevel: 0.008, curveSegments: 8 }).translate(
        0,
        0,
        belt.from - 0.01,
      ),
      sintered,
      crank,
    )
    assembly.mesh(cylinder('z', 0.27, 0.62, belt.from), m.machined, crank)
    assembly.mesh(
      turnedBody('z', [
        [0, belt.to],
        [0.26, belt.to],
        [0.26, belt.to + 0.05],
        [0.23, belt.to + 0.07],
        [0, belt.to + 0.07],
      ]),
      m.machined,
      crank,
    )
    assembly.mesh(hexagon('z', 0.13, belt.to + 0.06, belt.to + 0.2), m.zinc, crank)
    marks.push(mark(assembly, crank, radius - 0.03))
    assembly.anchor('crankshaft_sprocket', [-0.3, -0.16, belt.to + 0.01])
    assembly.anchor('crankshaft', [0, 0.02, belt.to + 0.2])
  }
  const cams = (['intake', 'exhaust'] as const).map((side) => {
    const { x, y, radius } = wheel(side)
    const group = assembly.joint([x, y, 0])
    const face = outline(44, meshAngle(path, side))
    for (let i = 0; i < 5; i++)
      face.holes.push(opening(0.3, radius - 0.2, Math.PI / 2 + Math.PI / 5 + (i * 2 * Math.PI) / 5, 0.47))
    assembly.mesh(
      extruded(face, width + 0.02, { bevel: 0.01, curveSegments: 16 }).translate(0, 0, belt.from - 0.01),
      sintered,
      group,
    )
    assembly.mesh(cylinder('z', 0.165, 0.2, belt.from), m.steel, group)
    assembly.mesh(
      turnedBody('z', [
        [0, belt.to],
        [0.27, belt.to],
        [0.27, belt.to + 0.04],
        [0.24, belt.to + 0.06],
        [0, belt.to + 0.06],
      ]),
      m.machined,
      group,
    )
    assembly.mesh(hexagon('z', 0.11, belt.to + 0.05, belt.to + 0.16), m.zinc, group)
    marks.push(mark(assembly, group, radius - 0.035))
    return group
  })
  const right = wheel('exhaust')
  assembly.anchor('camshaft_sprocket', [right.x + 0.62, right.y - 0.42, belt.to + 0.012])
  assembly.anchor('camshaft', [-right.x, right.y, belt.to + 0.16])
  // Fixed pointers over the marks.
  const pointer = (x: number, y: number, z: number) => {
    const shape = roundedPolygon(
      [
        [x, y],
        [x + 0.07, y + 0.13],
        [x + 0.07, y + 0.3],
        [x - 0.07, y + 0.3],
        [x - 0.07, y + 0.13],
      ],
      0.012,
    )
    assembly.mesh(extruded(shape, 0.05, { bevel: 0.012 }).translate(0, 0, z), m.zinc)
  }
  for (const side of ['intake', 'exhaust'] as const) {
    const { x, y, radius } = wheel(side)
    pointer(x, y + radius + belt.back + 0.03, 1.5)
    assembly.mesh(
      extruded(
        roundedPolygon(
          [
            [x - 0.07, y + radius + 0.26],
            [x + 0.07, y + radius + 0.26],
            [x + 0.07, y + radius + 0.37],
            [x - 0.07, y + radius + 0.37],
          ],
          0.02,
        ),
        1.5,
      ).translate(0, 0, 0.03),
      m.steel,
    )
  }
  pointer(0, toothed(22) + 0.03, 1.5)
  assembly.mesh(
    extruded(
      roundedPolygon(
        [
          [-0.06, 0.72],
          [0.06, 0.72],
          [0.06, 0.82],
          [-0.06, 0.82],
        ],
        0.02,
      ),
      0.5,
    ).translate(0, 0, 1.04),
    m.steel,
  )
  assembly.anchor('timing_marks', [right.x, right.y + right.radius - 0.12, belt.to + 0.03])
  assembly.anchor('timing_marks_crank', [0, 0.4, belt.to + 0.03])

  const pump = buildPump(assembly, m, path, sintered)
  const idler = assembly.joint([wheel('idler').x, wheel('idler').y, 0])
  const idlerWheel = assembly.joint([0, 0, 0], idler)
  roller(assembly, m, { axle: idler, wheel: idlerWheel, radius: idlerRoller, balls: 12 })
  assembly.mesh(cylinder('z', 0.1, 1.03, belt.from), m.steel, idler)
  assembly.mesh(
    extruded(
      roundedPolygon(
        [
          [-0.42, -0.2],
          [0.16, -0.2],
          [0.16, 0.2],
          [-0.42, 0.2],
        ],
        0.1,
      ),
      0.1,
      { bevel: 0.02 },
    ).translate(0, 0, 1.0),
    m.cast,
    idler,
  )
  assembly.mesh(hexagon('z', 0.075, 1.1, 1.16).translate(-0.3, 0, 0), m.zinc, idler)
  assembly.anchor('idler', [idlerRoller * 0.75, 0, belt.to], idler)

  const tensioner = buildTensioner(assembly, m)
  return {
    mounted: { pump: pump.group, idler, tensioner: tensioner.group },
    set(crankAngle: number, beltTeeth: number, current: BeltPath, lean: number, glow: number): void {
      crank.rotation.z = -crankAngle
      for (const cam of cams) cam.rotation.z = (-beltTeeth * 2 * Math.PI) / 44
      pump.wheel.rotation.z = (-beltTeeth * 2 * Math.PI) / 20
      idlerWheel.rotation.z = (beltTeeth * pitch) / current.on('idler').wheel.radius
      tensioner.set(lean, (beltTeeth * pitch) / current.on('tensioner').wheel.radius)
      for (const paint of marks) {
        paint.emissiveIntensity = 0.15 + 0.85 * glow
        paint.emissive.setRGB(1, 1 - 0.35 * glow, 1 - 0.9 * glow)
      }
    },
  }
}

/** A smooth roller on its bearing, whose balls let the turning be seen; the bolt stands still. */
function roller(
  assembly: Assembly<AnchorName>,
  m: Materials,
  { axle, wheel, radius, balls }: { axle: Group; wheel: Group; radius: number; balls: number },
): void {
  const shell = new MeshStandardMaterial({ color: 0xb4bac0, metalness: 0.9, roughness: 0.38 })
  assembly.mesh(
    turnedBody('z', [
      [radius * 0.5, belt.from],
      [radius - 0.02, belt.from],
      [radius, belt.from + 0.02],
      [radius, belt.to - 0.02],
      [radius - 0.02, belt.to],
      [radius * 0.84, belt.to],
      [radius * 0.82, belt.to - 0.04],
      [radius * 0.52, belt.to - 0.04],
      [radius * 0.5, belt.to],
      [radius * 0.5, belt.from],
    ]),
    shell,
    wheel,
  )
  for (let i = 0; i < balls; i++) {
    const angle = (i * 2 * Math.PI) / balls
    assembly.mesh(
      cylinder('z', radius * 0.075, belt.to - 0.05, belt.to - 0.034, { segments: 20 }).translate(
        Math.cos(angle) * radius * 0.67,
        Math.sin(angle) * radius * 0.67,
        0,
      ),
      m.dark,
      wheel,
    )
  }
  assembly.mesh(
    turnedBody('z', [
      [0, belt.from],
      [radius * 0.46, belt.from],
      [radius * 0.46, belt.to - 0.01],
      [0, belt.to - 0.01],
    ]),
    m.dark,
    axle,
  )
  assembly.mesh(
    turnedBody('z', [
      [0, belt.to - 0.01],
      [radius * 0.36, belt.to - 0.01],
      [radius * 0.36, belt.to + 0.02],
      [0, belt.to + 0.02],
    ]),
    m.machined,
    axle,
  )
  assembly.mesh(hexagon('z', radius * 0.24, belt.to + 0.02, belt.to + 0.12), m.zinc, axle)
}

function buildPump(assembly: Assembly<AnchorName>, m: Materials, path: BeltPath, sintered: MeshStandardMaterial) {
  const { x, y } = path.on('pump').wheel
  const group = assembly.joint([x, y, 0])
  const wheel = assembly.joint([0, 0, 0], group)
  const face = outline(20, meshAngle(path, 'pump'))
  for (let i = 0; i < 5; i++) {
    const angle = (i * 2 * Math.PI) / 5
    face.holes.push(hole(Math.cos(angle) * 0.25, Math.sin(angle) * 0.25, 0.055))
  }
  assembly.mesh(
    extruded(face, width + 0.02, { bevel: 0.008, curveSegments: 8 }).translate(0, 0, belt.from - 0.01),
    sintered,
    wheel,
  )
  assembly.mesh(
    turnedBody('z', [
      [0, belt.to],
      [0.13, belt.to],
      [0.13, belt.to + 0.05],
      [0.1, belt.to + 0.07],
      [0, belt.to + 0.07],
    ]),
    m.machined,
    wheel,
  )
  assembly.mesh(cylinder('z', 0.15, 1.0, belt.from), m.machined, wheel)
  // Housing: flange on the block, neck of the bearing, inlet with a cut-off hose.
  const flange: Point2[] = [
    [-0.2, -0.62],
    [0.36, -0.52],
    [0.42, 0.46],
    [-0.1, 0.62],
    [-0.62, 0.3],
    [-0.62, -0.26],
  ]
  assembly.mesh(extruded(roundedPolygon(flange, 0.14), 0.1, { bevel: 0.025 }).translate(0, 0, 1.02), m.aluminium, group)
  assembly.mesh(
    turnedBody('z', [
      [0, 0.9],
      [0.5, 0.9],
      [0.5, 1.1],
      [0.36, 1.13],
      [0.27, 1.16],
      [0.25, 1.2],
      [0, 1.2],
    ]),
    m.aluminium,
    group,
  )
  for (const [boltX, boltY] of [
    [-0.14, -0.52],
    [0.3, -0.42],
    [0.3, 0.38],
    [-0.1, 0.52],
    [-0.52, 0.2],
  ] as Point2[])
    assembly.mesh(hexagon('z', 0.055, 1.11, 1.18).translate(boltX, boltY, 0), m.zinc, group)
  assembly.mesh(
    turnedBody('x', [
      [0, -0.95],
      [0.17, -0.95],
      [0.19, -0.93],
      [0.19, -0.9],
      [0.165, -0.88],
      [0.165, -0.4],
      [0, -0.4],
    ]).translate(0, -0.05, 0.78),
    m.aluminium,
    group,
  )
  assembly.mesh(
    turnedBody('x', [
      [0.17, -1.25],
      [0.22, -1.25],
      [0.22, -0.72],
      [0.17, -0.72],
      [0.17, -1.25],
    ]).translate(0, -0.05, 0.78),
    m.rubber,
    group,
  )
  assembly.mesh(cylinder('x', 0.17, -1.235, -0.9).translate(0, -0.05, 0.78), m.fluid(0x2a9df4, 1), group)
  assembly.mesh(
    turnedBody('x', [
      [0.222, -0.9],
      [0.24, -0.9],
      [0.24, -0.82],
      [0.222, -0.82],
      [0.222, -0.9],
    ]).translate(0, -0.05, 0.78),
    m.zinc,
    group,
  )
  assembly.anchor('water_pump', [-0.3, -0.16, belt.to + 0.012], group)
  return { group, wheel }
}

/** The roller on its arm; a spring turns the arm so that the roller presses the back of the belt. */
function buildTensioner(assembly: Assembly<AnchorName>, m: Materials) {
  const [pivotX, pivotY] = tensionerArm.pivot
  const group = assembly.joint()
  // Bracket on block and head.
  const plate: Point2[] = [
    [-0.98, 2.3],
    [-0.86, 2.5],
    [-0.86, 3.2],
    [-1.2, 3.75],
    [-1.5, 3.75],
    [-1.62, 2.9],
    [-1.72, 2.62],
    [-1.5, 2.36],
  ]
  assembly.mesh(extruded(roundedPolygon(plate, 0.1), 0.07, { bevel: 0.02 }).translate(0, 0, 1.045), m.cast, group)
  for (const [x, y] of [
    [-0.98, 2.5],
    [-0.98, 3.1],
    [-1.38, 3.62],
  ] as Point2[]) {
    assembly.mesh(hexagon('z', 0.06, 1.13, 1.2).translate(x, y, 0), m.zinc, group)
    assembly.mesh(cylinder('z', 0.09, 1.11, 1.135, { segments: 32 }).translate(x, y, 0), m.steel, group)
  }
  const arm = assembly.joint([pivotX, pivotY, 0], group)
  const { length } = tensionerArm
  assembly.mesh(
    extruded(
      roundedPolygon(
        [
          [-0.16, -0.17],
          [length, -0.2],
          [length + 0.2, 0],
          [length, 0.2],
          [-0.16, 0.17],
        ],
        0.14,
      ),
      0.08,
      { bevel: 0.02 },
    ).translate(0, 0, 1.125),
    m.steel,
    arm,
  )
  assembly.mesh(cylinder('z', 0.12, 1.1, 1.26), m.machined, arm)
  assembly.mesh(hexagon('z', 0.085, 1.25, 1.33), m.zinc, arm)
  assembly.mesh(cylinder('z', 0.05, 1.12, 1.3, { segments: 24 }).translate(0.3, 0.12, 0), m.machined, arm)
  const axle = assembly.joint([length, 0, 0], arm)
  const wheel = assembly.joint([0, 0, 0], axle)
  roller(assembly, m, { axle, wheel, radius: tensionerArm.roller, balls: 9 })
  assembly.anchor('tensioner', [0.29, 0.02, belt.to], axle)
  // Tension spring between a lug of the bracket and the pin of the arm.
  const lug = [-0.92, 2.66] as const
  assembly.mesh(cylinder('z', 0.045, 1.1, 1.3, { segments: 24 }).translate(lug[0], lug[1], 0), m.machined, group)
  const springAxis = assembly.joint([lug[0], lug[1], 1.21], group)
  const spring = new Coil(m.zinc, springAxis, { axis: 'y', radius: 0.06, wire: 0.014, turns: 9 })
  return {
    group,
    set(lean: number, turned: number): void {
      arm.rotation.z = lean
      wheel.rotation.z = turned - lean + restLean
      const pinX = pivotX + Math.cos(lean) * 0.3 - Math.sin(lean) * 0.12
      const pinY = pivotY + Math.sin(lean) * 0.3 + Math.cos(lean) * 0.12
      const [dx, dy] = [pinX - lug[0], pinY - lug[1]]
      springAxis.rotation.z = Math.atan2(dy, dx) - Math.PI / 2
      spring.set(0.03, Math.hypot(dx, dy) - 0.03)
    },
  }
}
