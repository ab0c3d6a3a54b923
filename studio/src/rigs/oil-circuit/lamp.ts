import { MeshStandardMaterial } from 'three'
import type { Assembly } from '../../kit/assembly.ts'
import type { Materials } from '../../kit/materials.ts'
import { cylinder, extruded, pipe, roundedPolygon, turnedBody } from '../../kit/shapes.ts'
import type { AnchorName } from './anchors.ts'
import { galleryHeight, half, near } from './layout.ts'

/** Oil warning lamp with its wire from the pressure switch: the sign of an oil can on a dark lens. */
export function buildLamp(assembly: Assembly<AnchorName>, m: Materials): (light: number) => void {
  const at = assembly.joint([-3.75, 3.5, near])
  assembly.mesh(
    turnedBody('z', [
      [0, -0.3],
      [0.4, -0.3],
      [0.46, -0.24],
      [0.52, 0],
      [0.56, 0.02],
      [0.56, 0.1],
      [0.5, 0.13],
      [0.46, 0.08],
      [0, 0.08],
    ]),
    m.plastic(0x1d2125),
    at,
  )
  const lens = new MeshStandardMaterial({ color: 0x2a0d0d, roughness: 0.25, emissive: 0xd01818, emissiveIntensity: 0 })
  assembly.mesh(cylinder('z', 0.455, 0.07, 0.09), lens, at)
  const sign = new MeshStandardMaterial({ color: 0x7c3030, emissive: 0xffe9df, emissiveIntensity: 0, roughness: 0.5 })
  const outlines: [number, number, number?][][] = [
    [
      [-0.19, -0.11],
      [0.12, -0.11],
      [0.16, 0.04],
      [0.05, 0.04],
      [0.05, 0.06],
      [-0.19, 0.06],
    ],
    [
      [0.12, -0.03],
      [0.17, -0.06],
      [0.33, 0.09],
      [0.3, 0.12],
    ],
    [
      [-0.1, 0.05],
      [-0.04, 0.05],
      [-0.04, 0.12],
      [0.0, 0.12],
      [0.0, 0.15],
      [-0.14, 0.15],
      [-0.14, 0.12],
      [-0.1, 0.12],
    ],
    [
      [-0.18, 0.0],
      [-0.18, -0.04],
      [-0.28, 0.02],
      [-0.3, 0.08],
      [-0.26, 0.1],
      [-0.25, 0.04],
    ],
    [
      [0.35, -0.09, 0.03],
      [0.385, -0.03, 0.01],
      [0.42, -0.09, 0.03],
    ],
  ]
  for (const outline of outlines)
    assembly.mesh(
      extruded(roundedPolygon(outline as [number, number][], 0.012), 0.02).translate(-0.04, -0.02, 0.085),
      sign,
      at,
    )
  assembly.mesh(
    pipe(
      [
        [-half - 0.64, galleryHeight, near],
        [-3.2, galleryHeight, near],
        [-3.6, 1.6, near - 0.1],
        [-3.75, 2.4, near - 0.2],
        [-3.75, 3.1, near - 0.25],
        [-3.75, 3.3, near - 0.25],
      ],
      0.035,
      { around: 12 },
    ),
    m.rubber,
  )
  return (light) => {
    lens.emissiveIntensity = light * 1.1
    sign.emissiveIntensity = light * 1.3
  }
}
