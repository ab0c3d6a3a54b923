import { type BufferGeometry, Shape } from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'
import type { Assembly } from '../../kit/assembly.ts'
import type { Materials } from '../../kit/materials.ts'
import { cylinder, extruded, gearShape, hexagon, hole, roundedPolygon, turnedBody } from '../../kit/shapes.ts'
import { pinion, pinionAt, pinionTurn, ring, starterAt } from './layout.ts'

/** The flywheel with its ring gear, and the starter whose pinion slides into it. */

export interface Starter {
  set(crank: number, engaged: number): void
}

/** A gear on x from a shape drawn in x and y. */
const onShaft = (geometry: BufferGeometry): BufferGeometry => geometry.rotateY(Math.PI / 2)

export function buildStarter<Anchor extends string>(a: Assembly<Anchor>, m: Materials): Starter {
  const flywheel = a.joint([ring.x, 0, 0])
  const depth = 0.028
  const teeth = gearShape(ring.teeth, ring.pitch - depth, ring.pitch + depth * 0.85)
  const gear = extruded(teeth, ring.width, { holes: [hole(0, 0, ring.pitch - 0.12)] })
  a.mesh(onShaft(gear), m.steel, flywheel)
  const disc = new Shape()
  disc.absarc(0, 0, ring.pitch - 0.11, 0, 2 * Math.PI, false)
  const holes = Array.from({ length: 10 }, (_, i) => {
    const angle = (i / 10) * 2 * Math.PI
    return hole(Math.cos(angle) * 0.95, Math.sin(angle) * 0.95, 0.09)
  })
  a.mesh(onShaft(extruded(disc, 0.2, { bevel: 0.02, holes, curveSegments: 72 })), m.cast, flywheel)
  const bolts = Array.from({ length: 10 }, (_, i) => {
    const angle = ((i + 0.5) / 10) * 2 * Math.PI
    return hexagon('x', 0.05, 0.2, 0.26).translate(0, 0.4, 0).rotateX(angle)
  })
  a.mesh(mergeGeometries(bolts), m.zinc, flywheel)
  a.mesh(cylinder('x', 0.28, -0.35, 0.22), m.steel, flywheel)

  // Starter: motor below, solenoid above, nose towards the flywheel.
  const { y, z } = starterAt
  const at = (geometry: BufferGeometry) => geometry.translate(0, y, z)
  a.mesh(
    at(
      turnedBody(
        'x',
        [
          [0, 1.2],
          [0.3, 1.2],
          [0.37, 1.24],
          [0.39, 1.3],
          [0.39, 1.42],
          [0.4, 1.44],
          [0.4, 2.75],
          [0.39, 2.77],
          [0.37, 2.95],
          [0.3, 3.12],
          [0, 3.12],
        ],
        64,
      ),
    ),
    m.paint(0x3a4046),
  )
  for (const x of [1.42, 2.74])
    a.mesh(
      at(
        turnedBody(
          'x',
          [
            [0.39, x],
            [0.408, x],
            [0.408, x + 0.03],
            [0.39, x + 0.03],
          ],
          64,
        ),
      ),
      m.zinc,
    )
  const top = 0.62
  a.mesh(
    at(
      turnedBody(
        'x',
        [
          [0, 1.62],
          [0.23, 1.62],
          [0.25, 1.65],
          [0.25, 2.5],
          [0.24, 2.56],
          [0.2, 2.9],
          [0, 2.9],
        ],
        48,
      ).translate(0, top, 0),
    ),
    m.zinc,
  )
  a.mesh(
    at(
      turnedBody(
        'x',
        [
          [0, 1.5],
          [0.19, 1.5],
          [0.22, 1.53],
          [0.22, 1.62],
          [0, 1.62],
        ],
        40,
      ).translate(0, top, 0),
    ),
    m.plastic(0x17191c),
  )
  const studs = [0.1, -0.1].map((side) =>
    cylinder('x', 0.04, 1.32, 1.5, { segments: 20 }).translate(0, top + side, 0.02),
  )
  const nuts = [0.1, -0.1].map((side) => hexagon('x', 0.07, 1.44, 1.5).translate(0, top + side, 0.02))
  a.mesh(at(mergeGeometries([...studs, ...nuts])), m.copper)
  const bridge = extruded(
    roundedPolygon(
      [
        [2.5, 0.3],
        [3.12, 0],
        [3.2, 0.3],
        [2.9, 0.86],
        [2.5, 0.86],
      ],
      0.1,
    ),
    0.3,
    { bevel: 0.04 },
  )
  a.mesh(at(bridge.translate(0, 0, -0.15)), m.aluminium)
  // Flange on the engine's end plate.
  const flange = extruded(
    roundedPolygon(
      [
        [-0.62, -0.16],
        [-0.3, -0.42],
        [0.3, -0.42],
        [0.62, -0.16],
        [0.62, 0.16],
        [0.3, 0.42],
        [-0.3, 0.42],
        [-0.62, 0.16],
      ],
      0.14,
    ),
    0.1,
    { bevel: 0.02, holes: [hole(0, 0, 0.2)] },
  )
  a.mesh(
    at(
      flange
        .rotateZ(Math.PI / 2)
        .rotateY(Math.PI / 2)
        .translate(3.1, 0, 0),
    ),
    m.aluminium,
  )
  a.mesh(
    at(mergeGeometries([0.47, -0.47].map((height) => hexagon('x', 0.08, 3.03, 3.11).translate(0, height, 0)))),
    m.zinc,
  )

  const sliding = a.joint([0, y, z])
  const gearTeeth = gearShape(pinion.teeth, pinion.pitch - 0.03, pinion.pitch + 0.025, 0, 0.46)
  a.mesh(onShaft(extruded(gearTeeth, pinion.width, { bevel: 0.01 })), m.chrome, sliding)
  a.mesh(
    turnedBody(
      'x',
      [
        [0, -0.2],
        [0.15, -0.2],
        [0.18, -0.17],
        [0.18, -0.03],
        [0.11, 0],
        [0, 0],
      ],
      40,
    ),
    m.dark,
    sliding,
  )
  a.mesh(at(cylinder('x', 0.055, 3.0, 3.85)), m.steel)
  return {
    set(crank, engaged) {
      flywheel.rotation.x = crank
      sliding.rotation.x = pinionTurn(crank)
      sliding.position.x = pinionAt(engaged)
    },
  }
}
