import type { Assembly } from '../../kit/assembly.ts'
import { alongZ } from '../../kit/castings.ts'
import type { Materials } from '../../kit/materials.ts'
import { Coil } from '../../kit/moving.ts'
import { clamp } from '../../kit/motion.ts'
import { cylinder, extruded, gearShape, roundedPolygon } from '../../kit/shapes.ts'
import type { Object3D } from 'three'
import { sizes, type cylinderAndStrut } from './motion.ts'
import type { Anchor } from './names.ts'

/** The strut between the webs: two forks, the right one on a thread; a pawl on the leading shoe turns its star wheel. */

export const teeth = 16
const starPlace = 0.4

type Places = ReturnType<typeof cylinderAndStrut>

export function adjuster(
  a: Assembly<Anchor>,
  m: Materials,
  leadingShoe: Object3D,
): (state: { places: Places; notches: number }) => void {
  const left = a.joint([0, sizes.strut, 0])
  const right = a.joint([0, sizes.strut, 0])
  const fork = (parent: Object3D, direction: 1 | -1) => {
    // The prongs reach past the edge of the web on both of its sides.
    for (const z of [-0.048, 0.034]) {
      const prong = roundedPolygon(
        [
          [-0.06, -0.05],
          [0.13, -0.035],
          [0.13, 0.035],
          [-0.06, 0.05],
        ],
        0.02,
      )
      const geometry = alongZ(prong, z, z + 0.014)
      if (direction === 1) geometry.rotateY(Math.PI).translate(0, 0, 0)
      a.mesh(geometry, m.zinc, parent)
    }
  }
  fork(left, -1)
  fork(right, 1)
  a.mesh(cylinder('x', 0.045, 0.0, 0.14, { segments: 32 }), m.zinc, left)
  a.mesh(cylinder('x', 0.038, 0.1, starPlace, { segments: 32 }), m.zinc, left)
  a.mesh(cylinder('x', 0.045, -0.14, 0, { segments: 32 }), m.zinc, right)
  const sleeve = a.mesh(cylinder('x', 0.05, -0.62, -0.12, { segments: 32 }), m.steel, right)
  sleeve.castShadow = true
  // The thread between star wheel and sleeve: rings of small pitch.
  const thread = a.joint([0, 0, 0], left)
  a.mesh(cylinder('x', 0.031, starPlace, 0.72, { segments: 32 }), m.brass, thread)
  for (let i = 0; i < 16; i++)
    a.mesh(
      cylinder('x', 0.035, starPlace + 0.03 + i * 0.02, starPlace + 0.04 + i * 0.02, { segments: 32 }),
      m.brass,
      thread,
    )
  const star = a.joint([starPlace, 0, 0], left)
  const wheel = extruded(gearShape(teeth, 0.068, 0.095, 0, 0.45), 0.04, { bevel: 0.005 })
  a.mesh(wheel.rotateY(Math.PI / 2), m.brass, star)
  a.anchor('adjuster', [starPlace + 0.02, -0.03, 0.085], left)

  const pawl = a.joint([-0.66, sizes.strut + 0.06, 0.05], leadingShoe)
  const lever = roundedPolygon(
    [
      [-0.06, -0.05],
      [0.1, -0.06],
      [0.3, 0.0],
      [0.48, 0.03],
      [0.49, 0.065],
      [0.3, 0.07],
      [0.0, 0.06],
      [-0.06, 0.05],
    ],
    0.025,
  )
  a.mesh(alongZ(lever, 0, 0.018, 0.003), m.copper, pawl)
  a.mesh(cylinder('z', 0.035, -0.03, 0.035, { segments: 24 }), m.steel, pawl)
  // From the pawl to a hole in the web: it pulls the pawl onto the star wheel.
  const springSeat = a.joint([-0.62, sizes.strut + 0.02, 0.07], leadingShoe)
  springSeat.rotation.z = -0.5
  const pull = new Coil(m.chrome, springSeat, {
    axis: 'y',
    radius: 0.02,
    wire: 0.006,
    turns: 9,
  })
  return ({ places, notches }) => {
    left.position.x = places.strutLeft
    right.position.x = places.strutRight
    star.rotation.x = (-notches * Math.PI * 2) / teeth
    // The further the leading shoe leaves the strut, the lower the pawl's tip.
    pawl.rotation.z = -1.1 * clamp(places.strutGap, 0, 0.08)
    pull.set(-0.37, 0)
  }
}
