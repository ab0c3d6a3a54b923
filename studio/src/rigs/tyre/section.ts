import {
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  Shape,
  ShapeGeometry,
  Vector2,
  type BufferGeometry,
  type Object3D,
} from 'three'
import { cutColours, type Materials } from '../../kit/materials.ts'
import { clamp, mix } from '../../kit/motion.ts'
import { pipe, type Point3 } from '../../kit/shapes.ts'
import { floorAt, inside, pitchAngle, ribs, sidewall, sizes, topAt, type Wear } from './profile.ts'

/** The two faces of the wedge that is taken out, and the measure of the tread's depth on the front one. */

/** The wedge, as angles from the top towards the front. */
export const wedge = { from: pitchAngle * 5, to: pitchAngle * 10 }

/** The groove whose depth is measured. */
const measured = -0.2

export interface Section {
  /** `cut` shows the faces, `depth` the measure; both from 0 to 1. */
  set(wear: Wear, cut: number, depth: number): void
}

export function section(m: Materials, wheel: Object3D): Section {
  const rubber = m.cut(cutColours.rubber)
  const measure = new MeshBasicMaterial({ color: 0xffffff, transparent: true, toneMapped: false, side: DoubleSide })
  const arrow = new Mesh(undefined, measure)
  arrow.renderOrder = 5
  const faces = [wedge.from, wedge.to].map((angle, index) => {
    const face = new Mesh(undefined, rubber)
    const [up, forward] = [Math.cos(angle), Math.sin(angle)]
    face.matrixAutoUpdate = false
    face.matrix.set(1, 0, 0, 0, 0, up, -forward, 0, 0, forward, up, 0, 0, 0, 0, 1)
    reinforcement(m, face, index === 0 ? 0.003 : -0.003)
    wheel.add(face)
    return face
  })
  arrow.position.z = 0.012
  faces[0]!.add(arrow)
  let shown = ''
  return {
    set(wear, cut, depth) {
      for (const face of faces) face.visible = cut > 0.02
      measure.opacity = clamp(depth)
      arrow.visible = depth > 0.01
      const key = [wear.wear, wear.centre, wear.edges, wear.side].join()
      if (key === shown) return
      shown = key
      replace(arrow, depthArrow(floorAt(measured), topAt(measured, wear)))
      const outline = outlineOf(wear)
      for (const face of faces) replace(face, outline.clone())
    },
  }
}

function replace(mesh: Mesh, geometry: BufferGeometry): void {
  mesh.geometry.dispose()
  mesh.geometry = geometry
}

/** Rubber from bead to bead, with the ribs as high as the wear leaves them. */
function outlineOf(wear: Wear): ShapeGeometry {
  const side = sidewall.map(([radius, x]) => new Vector2(x, radius))
  const top = ribs()
    .toReversed()
    .flatMap(([from, to]) => [
      new Vector2(to, floorAt(to)),
      ...Array.from({ length: 9 }, (_, i) => {
        const x = mix(to, from, i / 8)
        return new Vector2(x, topAt(x, wear))
      }),
      new Vector2(from, floorAt(from)),
    ])
  const mirrored = side.toReversed().map(({ x, y }) => new Vector2(-x, y))
  const inner = [
    ...inside.toReversed().map(([radius, x]) => new Vector2(-x, radius)),
    ...inside.slice(1).map(([radius, x]) => new Vector2(x, radius)),
  ]
  return new ShapeGeometry(new Shape([...side, ...top, ...mirrored, ...inner]))
}

/** Two steel belts under the tread, the carcass ply, and the wires of the beads; `out` lifts them off the face. */
function reinforcement(m: Materials, face: Object3D, out: number): void {
  const bronze = m.cut(cutColours.bronze)
  const steel = m.cut(cutColours.steel)
  for (const [radius, half] of [
    [3.055, 0.74],
    [3.03, 0.8],
  ] as const) {
    const points = Array.from({ length: 9 }, (_, i): Point3 => {
      const x = half * (i / 4 - 1)
      return [x, radius - 0.018 * (x / sizes.halfTread) ** 2, out]
    })
    face.add(new Mesh(pipe(points, 0.0075, { segments: 40, around: 8 }), bronze))
  }
  const ply = [
    ...inside.toReversed().map(([radius, x]): Point3 => [x * 1.02, radius + 0.02, out]),
    ...inside.slice(1).map(([radius, x]): Point3 => [-x * 1.02, radius + 0.02, out]),
  ]
  face.add(new Mesh(pipe(ply, 0.006, { segments: 120, around: 8 }), steel))
  for (const x of [-0.72, 0.72])
    for (const [sideways, outwards] of [
      [0, 0],
      [0.035, 0],
      [0, 0.035],
      [0.035, 0.035],
    ] as const) {
      const [at, radius] = [x + sideways * Math.sign(x), 2.1 + outwards]
      const ends: Point3[] = [
        [at, radius, out - 0.004],
        [at, radius, out + 0.004],
      ]
      face.add(new Mesh(pipe(ends, 0.016, { segments: 2 }), steel))
    }
}

/** A double arrow in the groove from its floor to the height of the blocks, between two lines. */
function depthArrow(floor: number, top: number): ShapeGeometry {
  const tip = Math.min(0.026, (top - floor) * 0.38)
  const [wide, shaft] = [tip * 0.55, 0.004]
  const around = (points: [number, number][]) => points.map(([x, y]) => new Vector2(measured + x, y))
  const arrow = around([
    [0, floor],
    [wide, floor + tip],
    [shaft, floor + tip],
    [shaft, top - tip],
    [wide, top - tip],
    [0, top],
    [-wide, top - tip],
    [-shaft, top - tip],
    [-shaft, floor + tip],
    [-wide, floor + tip],
  ])
  const line = (y: number) =>
    new Shape(
      around([
        [-0.085, y - 0.002],
        [0.085, y - 0.002],
        [0.085, y + 0.002],
        [-0.085, y + 0.002],
      ]),
    )
  return new ShapeGeometry([new Shape(arrow), line(floor), line(top)])
}
