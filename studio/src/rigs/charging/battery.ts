import { BoxGeometry, MeshBasicMaterial, MeshStandardMaterial, type BufferGeometry } from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'
import type { Assembly } from '../../kit/assembly.ts'
import { cutColours, type Materials } from '../../kit/materials.ts'
import { cylinder, extruded, hexagon, roundedPolygon, turnedBody } from '../../kit/shapes.ts'
import { solid, subtract } from '../../kit/solids.ts'

/** The 12 V battery, cut along its six cells; a bar on its end shows the charge. */

/** Middle of the battery, and half of its size. */
export const batteryAt = { x: -0.1, y: 0.75, z: -4.4 } as const
const half = { x: 0.875, y: 0.82, z: 1.25 } as const
/** Plane of the section: before it the case is taken away. */
const section = batteryAt.x - 0.45
const cells = 6
const cellPitch = (2 * half.z - 0.1) / cells

export const posts = {
  positive: [batteryAt.x + 0.3, batteryAt.y + half.y + 0.3, batteryAt.z + 0.85],
  negative: [batteryAt.x + 0.3, batteryAt.y + half.y + 0.3, batteryAt.z - 0.85],
} as const

export interface Battery {
  /** `open` is the share of the section. */
  set(charge: number, open: number): void
}

const box = (width: number, height: number, depth: number, x: number, y: number, z: number): BufferGeometry =>
  new BoxGeometry(width, height, depth).translate(x, y, z)

/** In an assembly of its own, which its section opens. */
export function buildBattery(a: Assembly<never>, m: Materials): Battery {
  const { x, y, z } = batteryAt
  const black = m.plastic(0x23282e)
  const plastic = m.cut(cutColours.plastic)
  const outline = roundedPolygon(
    [
      [x - half.x, z - half.z],
      [x + half.x, z - half.z],
      [x + half.x, z + half.z],
      [x - half.x, z + half.z],
    ],
    0.08,
  )
  // Drawn in x and y, laid down: the mirror image of its y is z.
  const body = extruded(outline, 2 * half.y, { bevel: 0.03 }).rotateX(-Math.PI / 2)
  body.translate(0, y - half.y, 2 * z)
  const rooms = Array.from({ length: cells }, (_, i) => {
    const middle = z - half.z + 0.05 + (i + 0.5) * cellPitch
    return solid(box(2 * half.x - 0.1, 2 * half.y - 0.14, cellPitch - 0.05, x, y - 0.01, middle), m.plastic(0x2f363d))
  })
  const whole = subtract(solid(body, black), ...rooms)
  a.openable(whole, { axis: 'x', at: section, cut: plastic, side: -1 })

  // Lid with its edge, plugs and handles.
  const lid = extruded(outline, 0.2, { bevel: 0.05 })
    .rotateX(-Math.PI / 2)
    .translate(0, y + half.y, 2 * z)
  a.openable(solid(lid, m.plastic(0x2b3138)), { axis: 'x', at: section, cut: plastic, side: -1 })
  const plugs = Array.from({ length: cells }, (_, i) => {
    const middle = z - half.z + 0.05 + (i + 0.5) * cellPitch
    return turnedBody(
      'y',
      [
        [0, 0.2],
        [0.12, 0.2],
        [0.12, 0.235],
        [0.09, 0.25],
        [0, 0.25],
      ],
      32,
    ).translate(x + 0.02, y + half.y, middle)
  })
  a.mesh(mergeGeometries(plugs), m.plastic(0x3b434b))

  // Plates: grey lead and brown lead oxide in turn, separators between, straps on top.
  const negative: BufferGeometry[] = []
  const positive: BufferGeometry[] = []
  const separators: BufferGeometry[] = []
  const straps: BufferGeometry[] = []
  const plateCount = 6
  for (let cell = 0; cell < cells; cell++) {
    const from = z - half.z + 0.05 + cell * cellPitch + 0.05
    const step = (cellPitch - 0.1) / plateCount
    for (let i = 0; i < plateCount; i++) {
      const middle = from + (i + 0.5) * step
      const list = i % 2 === 0 ? negative : positive
      list.push(box(1.2, 1.12, step * 0.5, section + 0.63, y - 0.14, middle))
      list.push(box(0.16, 0.12, step * 0.5, section + (i % 2 === 0 ? 0.3 : 0.7), y + 0.47, middle))
      if (i < plateCount - 1) separators.push(box(1.22, 1.16, step * 0.16, section + 0.64, y - 0.13, middle + step / 2))
    }
    straps.push(box(0.2, 0.07, cellPitch - 0.14, section + 0.3, y + 0.55, from + (cellPitch - 0.1) / 2))
    straps.push(box(0.2, 0.07, cellPitch - 0.14, section + 0.7, y + 0.55, from + (cellPitch - 0.1) / 2))
    if (cell > 0) straps.push(box(0.12, 0.07, 0.22, section + 0.5, y + 0.55, from - 0.05))
  }
  const lead = m.steel.clone()
  lead.color.set(0x8d959c)
  lead.roughness = 0.6
  a.mesh(mergeGeometries(negative), lead)
  a.mesh(mergeGeometries(positive), m.plastic(0x6e3a24))
  a.mesh(mergeGeometries(separators), m.plastic(0xaaa898))
  a.mesh(mergeGeometries(straps), lead)
  const acid = m.fluid(0x9fd8e8, 0.16)
  for (let i = 0; i < cells; i++) {
    const middle = z - half.z + 0.05 + (i + 0.5) * cellPitch
    const pool = a.mesh(box(1.24, 1.3, cellPitch - 0.052, section + 0.64, y - 0.1, middle), acid)
    pool.castShadow = false
    pool.renderOrder = 2
  }

  // Posts with clamps.
  for (const [name, colour] of [
    ['positive', 0xb3261e],
    ['negative', 0x22262b],
  ] as const) {
    const [px, py, pz] = posts[name]
    a.mesh(
      turnedBody(
        'y',
        [
          [0, -0.3],
          [0.13, -0.3],
          [0.13, -0.14],
          [0.1, -0.12],
          [0.09, 0.08],
          [0, 0.08],
        ],
        40,
      ).translate(px, py, pz),
      lead,
    )
    a.mesh(
      turnedBody(
        'y',
        [
          [0.1, -0.1],
          [0.19, -0.1],
          [0.2, -0.08],
          [0.2, 0.04],
          [0.1, 0.04],
          [0.1, -0.1],
        ],
        40,
      ).translate(px, py, pz),
      m.brass,
    )
    a.mesh(box(0.36, 0.13, 0.2, px - 0.25, py - 0.03, pz), m.brass)
    a.mesh(hexagon('z', 0.06, pz - 0.17, pz + 0.17).translate(px - 0.33, py - 0.03, 0), m.zinc)
    const cap = extruded(
      roundedPolygon(
        [
          [-0.26, -0.26],
          [0.26, -0.26],
          [0.26, 0.26],
          [-0.26, 0.26],
        ],
        0.12,
      ),
      0.06,
      { bevel: 0.02 },
    )
    a.mesh(cap.rotateX(-Math.PI / 2).translate(px, py - 0.27, pz), m.plastic(colour))
  }

  // Charge: a sunk window in the end of the case with a bar that rises.
  const face = z + half.z
  a.mesh(box(0.36, 1.3, 0.02, x + 0.2, y - 0.02, face + 0.005), m.plastic(0x0e1114))
  const glow = new MeshBasicMaterial({ color: 0x2fd07a, toneMapped: false })
  const bar = a.mesh(new BoxGeometry(0.24, 1, 0.02).translate(0, 0.5, 0), glow)
  bar.position.set(x + 0.2, y - 0.61, face + 0.012)
  bar.castShadow = false
  const marks = [0, 0.25, 0.5, 0.75, 1].map((share) =>
    box(0.05, 0.012, 0.02, x + 0.36, y - 0.61 + share * 1.18, face + 0.012),
  )
  a.mesh(mergeGeometries(marks), new MeshStandardMaterial({ color: 0xcfd4d8 }))

  // Tray with its clamp, on a bracket of the body.
  const tray = m.paint(0x3b4653)
  a.mesh(box(2, 0.08, 2.8, x, y - half.y - 0.05, z), tray)
  for (const side of [-1, 1]) a.mesh(box(2, 0.22, 0.06, x, y - half.y + 0.06, z + side * 1.4), tray)
  a.mesh(box(0.5, 1.2, 2.2, x + 0.4, y - half.y - 0.66, z), tray)
  a.mesh(cylinder('y', 0.04, y - half.y, y - half.y + 0.3), m.zinc)
  return {
    set(charge, open) {
      a.open(open)
      bar.scale.y = Math.max(0.02, charge * 1.18)
      glow.color.set(charge > 0.45 ? 0x2fd07a : 0xe8a32c)
    },
  }
}
