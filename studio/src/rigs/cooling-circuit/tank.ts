import { BoxGeometry, Mesh, MeshBasicMaterial, MeshStandardMaterial, type Object3D } from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'
import type { Assembly } from '../../kit/assembly.ts'
import type { Materials } from '../../kit/materials.ts'
import { cylinder, extruded, roundedPolygon, turnedBody } from '../../kit/shapes.ts'
import { heatColour } from '../../kit/thermal-flow.ts'
import { firewall } from './body.ts'
import { tank, tankSurface } from './layout.ts'

/** The expansion tank of milky plastic with the coolant in it, MIN and MAX marks and the pressure cap. */

const left = 1.3
const right = 2.22
const back = -0.85
const front = 0.14

export interface ExpansionTank {
  set(level: number, heat: number): void
  /** Stands at the surface of the coolant, on the side of the viewer. */
  surface: Object3D
}

export function buildTank<Anchor extends string>(a: Assembly<Anchor>, m: Materials): ExpansionTank {
  const width = right - left
  const depth = front - back
  const shell = m.glass(0xf1f4f2, 0.13)
  shell.roughness = 0.45
  shell.clearcoat = 0.3
  const outline = roundedPolygon(
    [
      [left, tank.bottom],
      [right, tank.bottom],
      [right, tank.top],
      [left, tank.top],
    ],
    0.14,
  )
  const wall = a.mesh(extruded(outline, depth, { bevel: 0.06 }).translate(0, 0, back), shell)
  wall.castShadow = true
  wall.renderOrder = 3

  const coolant = new MeshStandardMaterial({ roughness: 0.25, emissiveIntensity: 0.42 })
  const inside = new BoxGeometry(width - 0.08, 1, depth - 0.08).translate(0, 0.5, 0)
  const pool = a.mesh(inside, coolant)
  pool.position.set((left + right) / 2, tank.bottom + 0.03, (back + front) / 2)

  // Marks, moulded on the wall in front; the seam of the two halves.
  const mark = new MeshBasicMaterial({ color: 0x1c2733, toneMapped: false })
  for (const y of [tank.min, tank.max])
    a.mesh(new BoxGeometry(0.36, 0.028, 0.014).translate(right - 0.32, y, front + 0.004), mark)
  const middle = (back + front) / 2
  const seam = extruded(
    roundedPolygon(
      [
        [left - 0.03, tank.bottom - 0.03],
        [right + 0.03, tank.bottom - 0.03],
        [right + 0.03, tank.top + 0.03],
        [left - 0.03, tank.top + 0.03],
      ],
      0.15,
    ),
    0.03,
  )
  const milky = m.plastic(0xdfe4e2)
  milky.transparent = true
  milky.opacity = 0.45
  a.mesh(seam.translate(0, 0, middle), milky)

  // Neck and cap.
  const x = left + 0.36
  a.mesh(
    turnedBody(
      'y',
      [
        [0, tank.top - 0.02],
        [0.2, tank.top - 0.02],
        [0.18, tank.top + 0.1],
        [0, tank.top + 0.1],
      ],
      40,
    ).translate(x, 0, middle),
    milky,
  )
  const cap = turnedBody(
    'y',
    [
      [0, tank.top + 0.06],
      [0.24, tank.top + 0.06],
      [0.25, tank.top + 0.09],
      [0.25, tank.top + 0.22],
      [0.22, tank.top + 0.26],
      [0, tank.top + 0.27],
    ],
    48,
  ).translate(x, 0, middle)
  const grips = Array.from({ length: 14 }, (_, i) => {
    const angle = (i / 14) * 2 * Math.PI
    return cylinder('y', 0.03, tank.top + 0.07, tank.top + 0.22, { segments: 10 }).translate(
      x + Math.cos(angle) * 0.245,
      0,
      middle + Math.sin(angle) * 0.245,
    )
  })
  a.mesh(mergeGeometries([cap, ...grips].map((piece) => piece.toNonIndexed())), m.plastic(0x1d4f8f))

  // Bracket on the firewall, outlet below, vent above.
  a.mesh(new BoxGeometry(firewall - right + 0.02, 0.5, 0.5).translate((firewall + right) / 2, 4.15, middle), m.dark)
  a.mesh(cylinder('y', 0.1, tank.bottom - 0.12, tank.bottom + 0.02).translate(1.95, 0, 0), milky)

  const surface = new Mesh()
  surface.position.set(left + 0.5, 0, front)
  a.root.add(surface)
  return {
    surface,
    set(level, heat) {
      const y = tankSurface(level)
      pool.scale.y = Math.max(0.001, y - pool.position.y)
      surface.position.y = y - 0.06
      heatColour(heat, coolant.color)
      coolant.emissive.copy(coolant.color)
    },
  }
}
