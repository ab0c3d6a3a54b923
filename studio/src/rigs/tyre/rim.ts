import type { Object3D } from 'three'
import { Matrix4 } from 'three'
import type { Assembly } from '../../kit/assembly.ts'
import { crispTurned } from '../../kit/castings.ts'
import type { Materials } from '../../kit/materials.ts'
import { cylinder, extruded, hexagon, roundedPolygon, type Point2 } from '../../kit/shapes.ts'

/** A cast rim with five double spokes and its hub; the stub of the axle ends in the body of the car. */
export function rim<Anchor extends string>(
  a: Assembly<Anchor>,
  m: Materials,
  turning: Object3D,
  still: Object3D,
): void {
  const barrel: Point2[] = [
    [1.88, -0.82],
    [2.12, -0.86],
    [2.14, -0.82],
    [2.06, -0.78],
    [2.05, -0.62],
    [1.9, -0.45],
    [1.9, 0.3],
    [2.05, 0.62],
    [2.06, 0.78],
    [2.14, 0.82],
    [2.12, 0.86],
    [2.0, 0.84],
    [1.95, 0.7],
    [1.93, 0.6],
    [1.82, 0.3],
    [1.82, -0.45],
    [1.88, -0.82],
  ]
  a.mesh(
    crispTurned(
      'x',
      barrel.map(([radius, x]): Point2 => [radius, x]),
      128,
    ),
    m.aluminium,
    turning,
  )
  for (let i = 0; i < 10; i++) {
    const angle = (Math.floor(i / 2) / 5) * Math.PI * 2 + (i % 2 === 0 ? -0.16 : 0.16)
    const spoke = roundedPolygon(
      [
        [-0.15, 0.3],
        [0.15, 0.3],
        [0.1, 1.9],
        [-0.1, 1.9],
      ],
      0.06,
    )
    const geometry = extruded(spoke, 0.22, { bevel: 0.04 })
    geometry.applyMatrix4(new Matrix4().makeRotationY(Math.PI / 2))
    geometry.translate(0.42, 0, 0)
    geometry.rotateX(angle)
    a.mesh(geometry, m.aluminium, turning)
  }
  const hub: Point2[] = [
    [0.0001, 0.2],
    [0.72, 0.2],
    [0.76, 0.3],
    [0.72, 0.6],
    [0.3, 0.66],
    [0.26, 0.7],
    [0.0001, 0.7],
  ]
  a.mesh(crispTurned('x', hub, 72), m.aluminium, turning)
  for (let i = 0; i < 5; i++) {
    const angle = (i / 5) * Math.PI * 2 + 0.3
    const nut = hexagon('x', 0.095, 0.58, 0.72).translate(0, Math.cos(angle) * 0.5, Math.sin(angle) * 0.5)
    a.mesh(nut, m.zinc, turning)
  }
  const disc: Point2[] = [
    [0.0001, -0.06],
    [1.42, -0.06],
    [1.42, 0.16],
    [0.7, 0.18],
    [0.0001, 0.2],
  ]
  a.mesh(crispTurned('x', disc, 96), m.machined, turning)
  a.mesh(cylinder('x', 0.45, -0.7, -0.06), m.dark, still)
  a.mesh(cylinder('x', 0.2, -2.6, -0.6), m.dark, still)
}
