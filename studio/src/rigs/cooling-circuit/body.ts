import { BoxGeometry } from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'
import type { Assembly } from '../../kit/assembly.ts'
import { cutColours, type Materials } from '../../kit/materials.ts'
import { cylinder, extruded, hexagon, pipe, roundedPolygon, turnedBody } from '../../kit/shapes.ts'
import { solid, subtract } from '../../kit/solids.ts'
import { heater, radiator } from './radiator.ts'

/** The piece of the car that carries everything: front crossmember, side rail, firewall; calm and dark. */

export const firewall = 2.42

export function buildBody<Anchor extends string>(a: Assembly<Anchor>, m: Materials): void {
  const paint = m.paint(0x46525f)
  const steel = m.cut(cutColours.steel)

  // Crossmember under the radiator, on two rubber mounts; cut off at the section like the radiator.
  const beam = extruded(
    roundedPolygon(
      [
        [-5.73, -1.4],
        [-5.08, -1.4],
        [-5.08, -1.0],
        [-5.73, -1.0],
      ],
      0.06,
    ),
    4,
    { bevel: 0.02 },
  )
  a.openable(solid(beam.translate(0, 0, -3.9), paint), { axis: 'z', cut: steel })
  for (const z of [-3.2, -0.6]) {
    a.mesh(
      turnedBody(
        'y',
        [
          [0, -1.02],
          [0.16, -1.02],
          [0.12, -0.94],
          [0.16, -0.84],
          [0, -0.84],
        ],
        32,
      ).translate(radiator.x, 0, z),
      m.rubber,
    )
  }

  // Rail behind the engine and the mount on it.
  const rail = extruded(
    roundedPolygon(
      [
        [-5.08, -1.4],
        [2.7, -1.4],
        [2.7, -1.0],
        [-5.08, -1.0],
      ],
      0.05,
    ),
    0.45,
    { bevel: 0.03 },
  )
  a.mesh(rail.translate(0, 0, -1.75), paint)
  a.mesh(cylinder('y', 0.22, -1.02, -0.55).translate(0.2, 0, -1.5), m.rubber)
  a.mesh(new BoxGeometry(0.6, 0.12, 1.1).translate(0.2, -0.5, -1.15), m.dark)

  // Firewall: sheet with beads, grommets where the heater's hoses pass.
  const sheet = extruded(
    roundedPolygon(
      [
        [0, -1.4],
        [2.3, -1.4],
        [2.3, 4.2],
        [1.9, 4.75],
        [0, 4.75],
      ],
      0.12,
    ),
    0.06,
  )
  // Made in x and y; turned so that its x runs behind the section.
  sheet.rotateY(Math.PI / 2)
  const beads = [0.4, 3.8].map((y) =>
    solid(cylinder('z', 0.06, -2.1, -0.2, { segments: 20 }).translate(firewall + 0.06, y, 0), paint),
  )
  a.solid(subtract(solid(sheet.translate(firewall, 0, 0), paint), ...beads))
  for (const y of [1.4, 3.0]) {
    const grommet = turnedBody(
      'x',
      [
        [0.14, -0.06],
        [0.24, -0.05],
        [0.24, -0.01],
        [0.19, 0.03],
        [0.24, 0.07],
        [0.24, 0.11],
        [0.14, 0.12],
        [0.14, -0.06],
      ],
      40,
    )
    a.openable(solid(grommet.translate(firewall, y, 0), m.rubber), { axis: 'z', cut: m.cut(cutColours.rubber) })
  }

  // Brackets from the firewall to the heater's tanks.
  const arms = [heater.low - 0.2, heater.high + 0.2].map((y) =>
    new BoxGeometry(heater.x - firewall, 0.07, 0.22).translate((firewall + heater.x) / 2, y, -1.2),
  )
  a.mesh(mergeGeometries(arms), m.dark)
}

/** Hoses that run behind the section, whole: heater return to the pump, vent of the head to the expansion tank. */
export function buildFarHoses<Anchor extends string>(a: Assembly<Anchor>, m: Materials): void {
  a.mesh(
    pipe(
      [
        [1.93, 3, -0.06],
        [1.92, 3, -0.2],
        [1.86, 2.96, -0.5],
        [1.7, 2.5, -0.9],
        [1.2, 1.95, -0.95],
        [-1.2, 1.95, -0.95],
        [-1.9, 2.05, -0.75],
        [-2.12, 2.1, -0.3],
        [-2.12, 2.1, -0.1],
      ],
      0.13,
      { segments: 140, around: 18 },
    ),
    m.rubber,
  )
  a.mesh(
    pipe(
      [
        [-2.12, 3.5, -0.1],
        [-2.1, 3.75, -0.2],
        [-1.7, 3.85, -0.4],
        [-1.2, 3.62, -0.45],
        [0.4, 3.56, -0.45],
        [0.95, 3.75, -0.5],
        [1.1, 4.3, -0.5],
        [1.3, 4.42, -0.5],
      ],
      0.055,
      { segments: 140 },
    ),
    m.rubber,
  )
  const clips = [-0.9, 0.1].map((x) =>
    turnedBody(
      'x',
      [
        [0.055, x - 0.04],
        [0.08, x - 0.04],
        [0.08, x + 0.04],
        [0.055, x + 0.04],
      ],
      20,
    ).translate(0, x < -0.5 ? 3.59 : 3.56, -0.45),
  )
  const feet = [-0.9, 0.1].map((x) => new BoxGeometry(0.06, 0.14, 0.05).translate(x, 3.48, -0.45))
  a.mesh(mergeGeometries([...clips, ...feet].map((piece) => piece.toNonIndexed())), m.zinc)
  a.mesh(hexagon('y', 0.07, 3.5, 3.58).translate(-2.12, 0, -0.1), m.brass)
}
