import { Color, Mesh, MeshBasicMaterial, MeshStandardMaterial, SphereGeometry } from 'three'
import type { Assembly } from '../../kit/assembly.ts'
import type { Materials } from '../../kit/materials.ts'
import { mix } from '../../kit/motion.ts'
import { curve, cylinder, extruded, hexagon, roundedPolygon, turnedBody } from '../../kit/shapes.ts'
import { sweptBar } from '../../kit/swept.ts'
import type { AnchorName } from './anchors.ts'
import { deck } from './kinematics.ts'

/** Spark plug and ignition coil. Heights count from the edge of the plug's shell. */

const shell = deck + 0.14
/** Ends of the gap, new and worn: spark erodes both electrodes. */
export const gap = { new: [-0.075, -0.096], worn: [-0.05, -0.104] } as const

export function buildPlug(assembly: Assembly<AnchorName>, m: Materials) {
  const at = assembly.joint([0, shell, 0])
  const thread = Array.from({ length: 22 }, (_, i) => [i % 2 ? 0.083 : 0.073, 0.02 + i * 0.016] as const)
  assembly.mesh(
    turnedBody(
      'y',
      [
        [0.05, 0.03],
        [0.062, 0],
        [0.08, 0],
        ...thread,
        [0.083, 0.375],
        [0.15, 0.4],
        [0.15, 0.47],
        [0.09, 0.47],
        [0.09, 0.66],
        [0, 0.66],
      ],
      48,
    ),
    m.steel,
    at,
  )
  assembly.mesh(hexagon('y', 0.13, 0.47, 0.62), m.steel, at)
  const nose = new MeshStandardMaterial({ color: 0xf1ece2, roughness: 0.5 })
  const ribs = Array.from({ length: 9 }, (_, i) => [i % 2 ? 0.088 : 0.076, 0.72 + i * 0.034] as const)
  assembly.mesh(
    turnedBody(
      'y',
      [
        [0, -0.036],
        [0.026, -0.036],
        [0.034, -0.028],
        [0.045, 0.04],
        [0.05, 0.6],
        [0.095, 0.64],
        [0.095, 0.7],
        ...ribs,
        [0.07, 1.04],
        [0.04, 1.05],
        [0, 1.05],
      ],
      48,
    ),
    nose,
    at,
  )
  const centre = assembly.joint([0, -0.03, 0], at)
  const centreReach = -0.03 - gap.new[0]
  assembly.mesh(
    turnedBody(
      'y',
      [
        [0, -centreReach],
        [0.014, -centreReach],
        [0.018, -centreReach + 0.004],
        [0.018, 0.01],
        [0, 0.01],
      ],
      32,
    ),
    new MeshStandardMaterial({ color: 0xb9bec4, metalness: 0.9, roughness: 0.3 }),
    centre,
  )
  // Ground electrode: a bent strip, its end under the centre.
  const strip = sweptBar(
    curve([
      [0.071, 0.012, 0],
      [0.073, -0.06, 0],
      [0.066, -0.1, 0],
      [0.03, -0.111, 0],
      [-0.026, -0.111, 0],
    ]),
    0.015,
    { segments: 40, around: 20 },
  )
  const ground = assembly.mesh(
    strip.scale(1, 1, 1.7),
    new MeshStandardMaterial({ color: 0x9a958c, metalness: 0.9, roughness: 0.42 }),
    at,
  )

  // Ignition coil: boot, stem in the well, head over the cover.
  assembly.mesh(
    turnedBody(
      'y',
      [
        [0, 1.06],
        [0.1, 1.06],
        [0.12, 1.1],
        [0.12, 2.2],
        [0.165, 2.26],
        [0.165, 2.44],
        [0, 2.44],
      ],
      48,
    ),
    m.rubber,
    at,
  )
  const coilHead = extruded(
    roundedPolygon(
      [
        [-0.24, 0],
        [0.24, 0],
        [0.24, 0.2],
        [0.12, 0.28],
        [-0.24, 0.28],
      ],
      0.05,
    ),
    0.5,
    {
      bevel: 0.03,
    },
  )
  assembly.mesh(coilHead.translate(0, 2.4, -0.25), m.plastic(0x2a2f36), at)
  assembly.mesh(
    extruded(
      roundedPolygon(
        [
          [-0.44, 0.06],
          [-0.2, 0.06],
          [-0.2, 0.22],
          [-0.44, 0.22],
        ],
        0.03,
      ),
      0.24,
      { bevel: 0.02 },
    ).translate(0, 2.4, -0.12),
    m.plastic(0x3b424b),
    at,
  )
  assembly.mesh(cylinder('z', 0.05, -0.42, -0.2, { segments: 32 }).translate(0.12, 2.46, 0), m.zinc, at)
  assembly.anchor('spark_plug', [0, 0.55, 0.13], at)
  assembly.anchor('spark_plug_tip', [0.03, 0.14, 0.075], at)
  assembly.anchor('ignition_coil', [0.1, 2.56, 0.25], at)

  const lights = (
    [
      [0.02, 1, 0xffffff],
      [0.045, 0.7, 0xe4f0ff],
      [0.09, 0.4, 0xbfdcff],
      [0.17, 0.18, 0xbfdcff],
    ] as const
  ).map(([radius, strength, color]) => {
    const ball = new Mesh(
      new SphereGeometry(radius, 24, 16),
      new MeshBasicMaterial({ color, transparent: true, opacity: 0, depthWrite: false, toneMapped: false }),
    )
    ball.renderOrder = 4
    at.add(ball)
    return { ball, strength }
  })
  const clean = nose.color.clone()
  const burntNose = new Color(0x9c7f62)
  return (light: number, wear: number) => {
    centre.scale.y = mix(1, (-0.03 - gap.worn[0]) / centreReach, wear)
    ground.position.y = mix(0, gap.worn[1] - gap.new[1], wear)
    nose.color.lerpColors(clean, burntNose, wear)
    for (const { ball, strength } of lights) {
      ball.position.set(0, mix(gap.new[0] + gap.new[1], gap.worn[0] + gap.worn[1], wear) / 2, 0.012)
      ball.visible = light > 0.01
      ball.material.opacity = light * strength
    }
  }
}
