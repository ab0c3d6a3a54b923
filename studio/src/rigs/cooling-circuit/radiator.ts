import { BoxGeometry, BufferAttribute, type BufferGeometry, InstancedMesh, Matrix4, Shape, type Material } from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'
import type { Assembly } from '../../kit/assembly.ts'
import type { Fading } from '../../kit/fading.ts'
import { cutColours, type Materials } from '../../kit/materials.ts'
import { cylinder, extruded, roundedPolygon, turnedBody } from '../../kit/shapes.ts'
import { solid, unite } from '../../kit/solids.ts'
import { radiatorAt } from './layout.ts'
import type { ThermalFlow } from '../../kit/thermal-flow.ts'

/** Heat exchangers: upright tubes with folded fins between them, a header tank above and below; and the radiator's fan. */

export interface Exchanger {
  /** Middle and depth of the core along x, its heights, and how far it reaches behind the section. */
  x: number
  depth: number
  low: number
  high: number
  reach: number
  /** Depth and height of the header tanks. */
  tank: { depth: number; height: number }
  tubePitch: number
  finPitch: number
}

/** A passenger car's radiator: 340 mm high, 350 mm behind the section, core 32 mm deep. */
export const radiator: Exchanger = {
  x: radiatorAt,
  depth: 0.32,
  low: -0.3,
  high: 3.0,
  reach: 3.5,
  tank: { depth: 0.5, height: 0.55 },
  tubePitch: 0.16,
  finPitch: 0.062,
}

/** The heater's small radiator. */
export const heater: Exchanger = {
  x: 3.12,
  depth: 0.26,
  low: 1.62,
  high: 2.78,
  reach: 1.7,
  tank: { depth: 0.34, height: 0.38 },
  tubePitch: 0.14,
  finPitch: 0.058,
}

/** Core with tanks. The tubes are drawn as the coolant in them; `down` says which way it flows. */
export function buildExchanger<Anchor extends string>(
  a: Assembly<Anchor>,
  m: Materials,
  { x, depth, low, high, reach, tank, tubePitch, finPitch }: Exchanger,
  { flow, down, shell, front }: { flow: ThermalFlow; down: boolean; shell: Material; front: Fading },
): void {
  const height = high - low
  const count = Math.floor((reach - 0.06) / tubePitch)
  // A tube is a flat pipe; its uv follows the coolant, so that the chevrons run along it.
  const tube = new BoxGeometry(depth - 0.03, height, 0.06)
  const spots = tube.getAttribute('position')
  const uv = new Float32Array(spots.count * 2)
  const way = new Float32Array(spots.count)
  for (let i = 0; i < spots.count; i++) {
    const risen = spots.getY(i) / height + 0.5
    way[i] = down ? 1 - risen : risen
    uv[2 * i] = (way[i]! * height) / 0.34
    uv[2 * i + 1] = 0.5
  }
  tube.setAttribute('uv', new BufferAttribute(uv, 2))
  tube.setAttribute('way', new BufferAttribute(way, 1))
  const tubes = new InstancedMesh(tube, flow, count)
  const place = new Matrix4()
  for (let i = 0; i < count; i++) tubes.setMatrixAt(i, place.makeTranslation(x, (low + high) / 2, -(i + 1) * tubePitch))
  tubes.frustumCulled = false
  a.root.add(tubes)

  // Fins: thin sheets folded to and fro between two tubes.
  const rows = Math.floor(height / finPitch)
  const fin = new BoxGeometry(depth, 0.012, tubePitch - 0.045)
  const fins = new InstancedMesh(fin, m.aluminium, rows * count)
  for (let column = 0; column < count; column++)
    for (let row = 0; row < rows; row++) {
      const tilt = row % 2 === 0 ? 0.24 : -0.24
      place.makeRotationX(tilt).setPosition(x, low + (row + 0.5) * finPitch, -(column + 0.5) * tubePitch)
      fins.setMatrixAt(column * rows + row, place)
    }
  fins.receiveShadow = true
  fins.frustumCulled = false
  a.root.add(fins)

  // What stands before the section: fins and the other side plate.
  const before = Array.from({ length: 3 * rows }, (_, i) =>
    new BoxGeometry(depth - 0.02, 0.02, tubePitch - 0.02)
      .rotateX(i % 2 === 0 ? 0.32 : -0.32)
      .translate(x, low + (Math.floor(i / 3) + 0.5) * finPitch, ((i % 3) + 0.5) * tubePitch * 0.9),
  )
  before.push(new BoxGeometry(depth + 0.04, height, 0.04).translate(x, (low + high) / 2, 0.46))
  front.add(a.mesh(mergeGeometries(before), m.aluminium))

  // Side plate behind, and the wall of the tube that the section opens.
  const back = -(count + 0.35) * tubePitch
  const side = extruded(
    roundedPolygon(
      [
        [x - depth / 2 - 0.02, low - 0.02],
        [x + depth / 2 + 0.02, low - 0.02],
        [x + depth / 2 + 0.02, high + 0.02],
        [x - depth / 2 - 0.02, high + 0.02],
      ],
      0.02,
    ),
    0.05,
  )
  a.mesh(side.translate(0, 0, back - 0.05), m.aluminium)
  const tubeWall = 0.03
  const walls = [-1, 1].map((edge) =>
    new BoxGeometry(tubeWall, height, 0.04).translate(x + edge * (depth / 2 - tubeWall / 2), (low + high) / 2, -0.021),
  )
  a.mesh(mergeGeometries(walls), m.cut(cutColours.aluminium))

  // Header tanks with their crimped foot; the neck for the hose is at the section.
  for (const up of [true, false]) {
    const foot = up ? high : low
    const sign = up ? 1 : -1
    const half = tank.depth / 2
    const outline = roundedPolygon(
      [
        [x - half, foot],
        [x + half, foot],
        [x + half, foot + sign * tank.height, 0.16],
        [x - half, foot + sign * tank.height, 0.16],
      ],
      0.02,
    )
    const length = -back + 0.1 + 0.5
    const shape = extruded(outline, length, { bevel: 0.03 })
    const crimp = new BoxGeometry(tank.depth + 0.06, 0.08, length).translate(
      x,
      foot + sign * 0.05,
      back - 0.1 + length / 2,
    )
    a.openable(unite(solid(shape.translate(0, 0, back - 0.1), shell), solid(crimp, m.aluminium)), {
      axis: 'z',
      cut: m.cut(cutColours.plastic),
    })
    const ribs = Array.from({ length: Math.floor(length / 0.4) - 1 }, (_, i) => {
      const rib = new BoxGeometry(tank.depth + 0.025, tank.height - 0.2, 0.035)
      return rib.translate(x, foot + sign * (tank.height / 2 - 0.02), back + 0.25 + i * 0.4)
    }).filter((rib) => {
      rib.computeBoundingBox()
      return rib.boundingBox!.max.z < -0.2
    })
    a.mesh(mergeGeometries(ribs), shell)
  }
}

/** The neck of a header tank: x from its tank's wall to its end. */
export function neck<Anchor extends string>(
  a: Assembly<Anchor>,
  shell: Material,
  cut: Material,
  { y, from, to, radius }: { y: number; from: number; to: number; radius: number },
): void {
  const low = Math.min(from, to)
  const high = Math.max(from, to)
  a.openable(solid(cylinder('x', radius, low, high).translate(0, y, 0), shell), { axis: 'z', cut })
}

/** The fan's axis and size: 270 mm across. */
export const fan = { x: radiatorAt + 0.66, y: 1.4, z: -1.82, radius: 1.3, blades: 7 } as const

export interface Fan {
  set(angle: number): void
}

export function buildFan<Anchor extends string>(a: Assembly<Anchor>, m: Materials): Fan {
  const black = m.plastic(0x202428)
  const middle = a.joint([fan.x, fan.y, fan.z])
  // Ring and struts that carry the motor, screwed to the radiator's sides.
  const ring = turnedBody(
    'x',
    [
      [1.36, -0.14],
      [1.4, -0.16],
      [1.42, -0.14],
      [1.42, 0.12],
      [1.46, 0.15],
      [1.46, 0.17],
      [1.38, 0.17],
      [1.36, 0.13],
      [1.36, -0.14],
    ],
    96,
  )
  a.mesh(ring, black, middle)
  const struts: BufferGeometry[] = [0.35, 1.92, 3.49, 5.06].map((angle) =>
    new BoxGeometry(0.05, 1.2, 0.1).translate(0.2, 0.8, 0).rotateX(angle),
  )
  struts.push(cylinder('x', 0.32, 0.14, 0.22, { segments: 40 }))
  a.mesh(mergeGeometries(struts.map((piece) => piece.toNonIndexed())), black, middle)
  const feet = [-1, 1].flatMap((side) =>
    [-1, 1].map((up) => new BoxGeometry(0.52, 0.14, 0.16).translate(-0.28, up * 0.85, side * 1.24)),
  )
  a.mesh(mergeGeometries(feet), black, middle)
  a.mesh(
    turnedBody(
      'x',
      [
        [0, 0.2],
        [0.27, 0.2],
        [0.27, 0.48],
        [0.24, 0.52],
        [0.1, 0.53],
        [0.1, 0.57],
        [0, 0.57],
      ],
      48,
    ),
    m.steel,
    middle,
  )

  const turning = a.joint([fan.x, fan.y, fan.z])
  a.mesh(
    turnedBody(
      'x',
      [
        [0, -0.12],
        [0.3, -0.11],
        [0.36, -0.06],
        [0.36, 0.08],
        [0.33, 0.1],
        [0, 0.1],
      ],
      48,
    ),
    black,
    turning,
  )
  const outline = new Shape()
  outline.moveTo(0.33, -0.13)
  outline.bezierCurveTo(0.6, -0.32, 0.95, -0.34, 1.27, -0.24)
  outline.absarc(0, 0, 1.3, -0.17, 0.17, false)
  outline.bezierCurveTo(0.95, 0.12, 0.6, 0.1, 0.33, 0.13)
  outline.closePath()
  const blades = Array.from({ length: fan.blades }, (_, i) => {
    const blade = extruded(outline, 0.035, { bevel: 0.008, curveSegments: 10 })
    // Set at an angle, so that it pushes the air to the rear.
    blade.rotateX(0.5)
    blade.rotateZ((i / fan.blades) * 2 * Math.PI)
    return blade.rotateY(Math.PI / 2)
  })
  a.mesh(mergeGeometries(blades), m.plastic(0x4d5760), turning)
  return { set: (angle) => void (turning.rotation.x = angle) }
}
