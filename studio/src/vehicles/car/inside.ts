import { BoxGeometry, Group, MeshStandardMaterial, TorusGeometry } from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import { cylinder } from '../../kit/shapes.ts'
import { group, piece } from '../shape/placing.ts'
import type { CarDesign } from './design.ts'

/** What is dimly seen through the glass: seats, dashboard, steering wheel. */

const cloth = new MeshStandardMaterial({ color: 0x3a3e44, roughness: 0.9 })
const trim = new MeshStandardMaterial({ color: 0x1d2024, roughness: 0.8 })
const black = new MeshStandardMaterial({ color: 0x0b0c0e, roughness: 0.9 })

export function insideOf({ inside, cabin, ends }: CarDesign): Group {
  const root = new Group()
  const { seat, rows, dash } = inside
  const long = ends.nose - ends.tail - 1.5
  piece(root, new BoxGeometry(long, 0.05, 1.35), black, [-0.2, seat - 0.25, 0])
  for (const side of [1, -1]) piece(root, new BoxGeometry(2.6, 0.44, 0.03), trim, [-0.35, seat + 0.14, side * 0.7])
  for (const [row, x] of rows.entries())
    for (const z of row === 0 ? [0.36, -0.36] : [0.38, 0, -0.38]) {
      const wide = row === 0 ? 0.5 : 0.36
      const one = group(root, [x, seat, z])
      piece(one, new RoundedBoxGeometry(0.5, 0.16, wide, 3, 0.06), cloth, [0.1, -0.04, 0])
      const back = group(one, [-0.2, 0, 0])
      back.rotation.z = 0.3
      piece(back, new RoundedBoxGeometry(0.14, 0.58, wide, 3, 0.06), cloth, [0, 0.28, 0])
      piece(back, new RoundedBoxGeometry(0.09, 0.17, 0.26, 3, 0.04), cloth, [0.03, 0.69, 0])
      for (const post of [0.06, -0.06])
        piece(back, cylinder('y', 0.006, 0.55, 0.64, { segments: 8 }), trim, [0.03, 0, post])
    }
  const top = cabin.screen[0][1] - 0.03
  piece(root, new RoundedBoxGeometry(0.55, 0.3, 1.4, 3, 0.08), trim, [dash + 0.12, top - 0.17, 0])
  piece(root, new RoundedBoxGeometry(0.2, 0.09, 0.36, 3, 0.03), trim, [dash - 0.06, top - 0.01, -0.36])
  const wheel = group(root, [dash - 0.26, top - 0.06, -0.36])
  wheel.rotation.z = -0.42
  piece(wheel, new TorusGeometry(0.18, 0.014, 12, 48).rotateY(Math.PI / 2), black)
  piece(wheel, new RoundedBoxGeometry(0.03, 0.03, 0.34, 2, 0.01), black)
  piece(wheel, new RoundedBoxGeometry(0.04, 0.11, 0.12, 3, 0.02), black)
  piece(root, new RoundedBoxGeometry(0.015, 0.055, 0.2, 2, 0.007), black, [
    cabin.screen[1][0] + 0.14,
    cabin.screen[1][1] - 0.09,
    0,
  ])
  // The shelf behind the rear seats.
  piece(root, new BoxGeometry(0.6, 0.02, 1.2), black, [rows[1] - 0.6, cabin.back[0][1] - 0.06, 0])
  return root
}
