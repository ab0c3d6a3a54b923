import { BoxGeometry, MeshBasicMaterial } from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'
import type { Assembly } from '../../kit/assembly.ts'
import type { Materials } from '../../kit/materials.ts'
import { cylinder, extruded, ringSector, roundedPolygon, turnedBody } from '../../kit/shapes.ts'
import { firewall } from './body.ts'
import { needleAngle } from './layout.ts'

/** The temperature gauge of the dashboard, on an arm behind the firewall: blue for cold, red for too hot. */

const at = [3.28, 4.12, 0.1] as const
const radius = 0.46

export interface Gauge {
  set(heat: number): void
}

export function buildGauge<Anchor extends string>(a: Assembly<Anchor>, m: Materials): Gauge {
  const pod = a.joint([...at])
  const cup = turnedBody(
    'z',
    [
      [0, -0.3],
      [radius - 0.14, -0.3],
      [radius - 0.02, -0.12],
      [radius, 0.06],
      [radius - 0.04, 0.08],
      [radius - 0.05, 0],
      [0, 0],
    ],
    72,
  )
  a.mesh(cup, m.plastic(0x1d2126), pod)
  a.mesh(
    turnedBody(
      'z',
      [
        [radius - 0.05, 0.04],
        [radius - 0.01, 0.05],
        [radius + 0.015, 0.07],
        [radius - 0.01, 0.1],
        [radius - 0.05, 0.08],
        [radius - 0.05, 0.04],
      ],
      72,
    ),
    m.steel,
    pod,
  )
  a.mesh(new BoxGeometry(at[0] - firewall, 0.12, 0.14).translate((firewall - at[0]) / 2, 0, -0.22), m.dark, pod)

  // Marks of the dial: a band from cold to hot and ticks.
  const flat = (colour: number) => new MeshBasicMaterial({ color: colour, toneMapped: false })
  const band = (from: number, to: number, colour: number) => {
    const [low, high] = [needleAngle(to), needleAngle(from)]
    a.mesh(
      extruded(ringSector(0.27, 0.34, (low + high) / 2, (high - low) / 2 - 0.02), 0.01).translate(0, 0, 0.002),
      flat(colour),
      pod,
    )
  }
  band(0, 0.3, 0x3fa7f5)
  band(0.3, 0.86, 0xd8dde2)
  band(0.86, 1, 0xe5383b)
  const ticks = [0, 0.375, 0.75, 0.875, 1].map((heat) => {
    const tick = new BoxGeometry(0.07, 0.018, 0.008).translate(0.225, 0, 0.006)
    return tick.rotateZ(needleAngle(heat))
  })
  a.mesh(mergeGeometries(ticks), flat(0xd8dde2), pod)
  const needle = a.joint([0, 0, 0.03], pod)
  a.mesh(
    extruded(
      roundedPolygon(
        [
          [-0.07, -0.025],
          [0.31, -0.008],
          [0.31, 0.008],
          [-0.07, 0.025],
        ],
        0.01,
      ),
      0.016,
    ),
    flat(0xff7a1a),
    needle,
  )
  a.mesh(cylinder('z', 0.055, -0.02, 0.04, { segments: 32 }), m.plastic(0x30363c), needle)
  return { set: (heat) => void (needle.rotation.z = needleAngle(heat)) }
}
