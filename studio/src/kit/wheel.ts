import {
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  Quaternion,
  Shape,
  Vector3,
  type BufferGeometry,
  type Material,
} from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import type { Materials } from './materials.ts'
import { cylinder, extruded, hexagon, roundedPolygon, turnedBody, type Point2 } from './shapes.ts'

/** The road wheel that several rigs show as the neighbour of their piece: tyre 205/55 R 16 on a five-spoke rim, with brake disc. */

export const wheelSize = { radius: 3.12, halfWidth: 0.985, rim: 1.85 } as const

export interface CarWheel {
  /** Turns about x; the outer face looks to +x. */
  root: Group
  /** 0: whole, 1: gone. */
  fade(share: number): void
}

export function carWheel(m: Materials): CarWheel {
  const wheel = new Group()
  const rubber = m.rubber.clone()
  const alloy = m.aluminium.clone()
  const steel = m.steel.clone()
  const machined = m.machined.clone()
  const dark = m.dark.clone()
  const zinc = m.zinc.clone()
  const add = (geometry: BufferGeometry, material: Material) => {
    const mesh = new Mesh(geometry, material)
    mesh.castShadow = mesh.receiveShadow = true
    wheel.add(mesh)
  }
  const ground = wheelSize.radius - 0.09
  add(
    turnedBody(
      'x',
      [
        [1.98, -0.72],
        [2.05, -0.86],
        [2.2, -0.93],
        [2.45, -0.985],
        [2.7, -0.97],
        [2.92, -0.88],
        [ground, -0.76],
        [ground, 0.76],
        [2.92, 0.88],
        [2.7, 0.97],
        [2.45, 0.985],
        [2.2, 0.93],
        [2.05, 0.86],
        [1.98, 0.72],
        [1.98, -0.72],
      ],
      120,
    ),
    rubber,
  )
  const rib = (from: number, to: number): Point2[] => [
    [ground - 0.01, from],
    [wheelSize.radius - 0.012, from],
    [wheelSize.radius, from + 0.02],
    [wheelSize.radius, to - 0.02],
    [wheelSize.radius - 0.012, to],
    [ground - 0.01, to],
  ]
  for (const [from, to] of [
    [-0.42, -0.14],
    [-0.07, 0.07],
    [0.14, 0.42],
  ] as const)
    add(turnedBody('x', rib(from, to), 120), rubber)
  const count = 64
  const blocks = new InstancedMesh(new RoundedBoxGeometry(0.34, 0.24, 0.25, 2, 0.03), rubber, count * 2)
  const turn = new Quaternion()
  for (let i = 0; i < count * 2; i++) {
    const side = i < count ? -1 : 1
    const angle = ((i % count) / count) * Math.PI * 2
    turn
      .setFromAxisAngle(new Vector3(1, 0, 0), angle)
      .multiply(new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), -side * 0.1))
    const reach = wheelSize.radius - 0.13
    blocks.setMatrixAt(
      i,
      new Matrix4().compose(
        new Vector3(side * 0.67, Math.cos(angle) * reach, Math.sin(angle) * reach),
        turn,
        new Vector3(1, 1, 1),
      ),
    )
  }
  blocks.castShadow = blocks.receiveShadow = true
  wheel.add(blocks)

  add(
    turnedBody(
      'x',
      [
        [1.9, -0.8],
        [2.1, -0.9],
        [2.14, -0.86],
        [2.06, -0.76],
        [1.98, -0.7],
        [1.9, -0.4],
        [1.9, 0.5],
        [1.98, 0.72],
        [2.1, 0.84],
        [2.1, 0.88],
        [1.94, 0.84],
        [1.85, 0.55],
        [1.85, -0.45],
        [1.93, -0.72],
        [1.9, -0.8],
      ],
      96,
    ),
    alloy,
  )
  const face = new Shape()
  face.absarc(0, 0, 1.92, 0, Math.PI * 2, false)
  for (let spoke = 0; spoke < 5; spoke++) {
    const middle = ((spoke + 0.5) / 5) * Math.PI * 2
    const corner = (radius: number, angle: number): Point2 => [Math.cos(angle) * radius, Math.sin(angle) * radius]
    face.holes.push(
      roundedPolygon(
        [
          corner(1.72, middle + 0.46),
          corner(1.78, middle),
          corner(1.72, middle - 0.46),
          corner(0.72, middle - 0.32),
          corner(0.72, middle + 0.32),
        ],
        0.16,
      ),
    )
  }
  add(
    extruded(face, 0.2, { bevel: 0.04 })
      .rotateY(Math.PI / 2)
      .translate(0.5, 0, 0),
    alloy,
  )
  for (let nut = 0; nut < 5; nut++) {
    const angle = ((nut + 0.5) / 5) * Math.PI * 2
    add(hexagon('x', 0.1, 0.68, 0.8).translate(0, Math.cos(angle) * 0.48, Math.sin(angle) * 0.48), zinc)
  }
  add(
    turnedBody(
      'x',
      [
        [0.0, -0.42],
        [0.6, -0.42],
        [0.62, -0.3],
        [0.4, -0.28],
        [0.36, 0.52],
        [0, 0.52],
      ],
      48,
    ),
    steel,
  )
  add(
    turnedBody(
      'x',
      [
        [0.5, -0.36],
        [1.42, -0.36],
        [1.44, -0.34],
        [1.44, -0.16],
        [1.42, -0.14],
        [0.9, -0.14],
        [0.85, 0.1],
        [0.5, 0.1],
      ],
      96,
    ),
    machined,
  )
  add(cylinder('x', 0.26, 0.68, 0.76, { segments: 40 }), dark)
  return {
    root: wheel,
    fade(share) {
      wheel.visible = share < 0.995
      for (const material of [rubber, alloy, steel, machined, dark, zinc]) {
        const fading = share > 0.005
        if (material.transparent !== fading) material.needsUpdate = true
        material.transparent = fading
        material.opacity = 1 - share
      }
      for (const piece of wheel.children) piece.castShadow = share < 0.5
    },
  }
}
