import { DoubleSide, Group, MeshStandardMaterial } from 'three'
import { toCreasedNormals } from 'three/examples/jsm/utils/BufferGeometryUtils.js'
import { cylinder, extruded, hexagon, ringSector, turnedBody, type Point2 } from '../../kit/shapes.ts'
import { group, piece } from '../shape/placing.ts'
import type { CarDesign } from './design.ts'
import { rimFace } from './rim.ts'

/** A wheel about z, its outer face towards +z: tyre with tread, rim, brake disc and caliper behind the spokes. */

const rubber = new MeshStandardMaterial({ color: 0x141516, roughness: 0.82 })
const alloy = new MeshStandardMaterial({ color: 0xc3c8cd, metalness: 0.9, roughness: 0.3 })
const barrel = new MeshStandardMaterial({ color: 0x4a4e54, metalness: 0.7, roughness: 0.5, side: DoubleSide })
const iron = new MeshStandardMaterial({ color: 0x8d9399, metalness: 0.85, roughness: 0.38 })
const caliper = new MeshStandardMaterial({ color: 0x3a3f45, metalness: 0.5, roughness: 0.5 })
const dark = new MeshStandardMaterial({ color: 0x15171a, roughness: 0.7 })

export function tyreProfile(radius: number, width: number, bead: number): Point2[] {
  const half = width / 2
  const tread: Point2[] = []
  // Four grooves around.
  for (const middle of [-0.3, -0.1, 0.1, 0.3]) {
    const z = middle * width
    const crown = radius - 0.006 * (middle / 0.3) ** 2
    tread.push([crown, z - 0.007], [crown - 0.009, z - 0.0055], [crown - 0.009, z + 0.0055], [crown, z + 0.007])
  }
  return [
    [bead, -half * 0.82],
    [bead + 0.012, -half * 0.93],
    [(bead + radius) / 2 + 0.005, -half],
    [radius - 0.028, -half * 0.97],
    [radius - 0.012, -half * 0.88],
    ...tread,
    [radius - 0.012, half * 0.88],
    [radius - 0.028, half * 0.97],
    [radius - 0.033, half * 0.985],
    [(bead + radius) / 2 + 0.005, half],
    [bead + 0.016, half * 0.95],
    [bead + 0.012, half * 0.91],
    [bead, half * 0.82],
    [bead, -half * 0.82],
  ]
}

export function carWheel({ radius, width, rim }: CarDesign['wheels']): Group {
  const wheel = new Group()
  const bead = radius * 0.7
  const half = width / 2
  piece(wheel, toCreasedNormals(turnedBody('z', tyreProfile(radius, width, bead)), 0.7), rubber)

  const face = group(wheel, [0, 0, half * 0.86])
  piece(face, rimFace(rim, bead - 0.004), alloy)
  const lip: Point2[] = [
    [bead - 0.012, -0.02],
    [bead - 0.01, -0.002],
    [bead + 0.002, 0.004],
    [bead + 0.009, 0],
    [bead + 0.006, -0.012],
  ]
  piece(face, turnedBody('z', lip), alloy)
  const well: Point2[] = [
    [bead - 0.001, half * 0.84],
    [bead - 0.022, half * 0.6],
    [bead - 0.03, 0],
    [bead - 0.02, -half * 0.7],
    [bead, -half * 0.84],
  ]
  piece(wheel, turnedBody('z', well), barrel)
  piece(wheel, cylinder('z', 0.032, half * 0.4, half * 0.86 - 0.03), dark)
  piece(wheel, cylinder('z', 0.03, half * 0.4, half * 0.86 - 0.022, { farRadius: 0.027 }), alloy)
  for (let bolt = 0; bolt < 5; bolt++) {
    const angle = (bolt * 2 * Math.PI) / 5 + 0.3
    const nut = hexagon('z', 0.009, 0, 0.022)
    piece(wheel, nut, iron, [Math.cos(angle) * 0.055, Math.sin(angle) * 0.055, half * 0.86 - 0.055])
  }
  // The brake stands still; on a turntable so does the wheel.
  piece(wheel, cylinder('z', bead * 0.8, 0.0, 0.024, { segments: 72 }), iron)
  piece(wheel, cylinder('z', bead * 0.42, 0.02, 0.05), dark)
  const jaw = extruded(ringSector(bead * 0.5, bead * 0.9, 0.35, 0.42), 0.075, { bevel: 0.008 })
  piece(wheel, jaw, caliper, [0, 0, -0.02])
  return wheel
}
