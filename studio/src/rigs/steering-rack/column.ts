import { Quaternion, TorusGeometry, Vector3, type Group } from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import type { Assembly } from '../../kit/assembly.ts'
import type { Materials } from '../../kit/materials.ts'
import { cylinder, extruded, hexagon, roundedPolygon, turnedBody } from '../../kit/shapes.ts'
import { solid, subtract } from '../../kit/solids.ts'
import type { SteeringAnchor } from './anchors.ts'
import { column, shafts } from './kinematics.ts'

/** Steering wheel, upper shaft in its jacket, middle shaft with a universal joint at each end, pinion shaft above the housing. */
export interface Column {
  /** Shaft of the pinion, its origin in the middle of the teeth. */
  pinion: Group
  set(steer: number): void
}

export function columnPieces(a: Assembly<SteeringAnchor>, m: Materials): Column {
  const upper = a.joint(shafts.upperJoint.toArray())
  const middle = a.joint(shafts.lowerJoint.toArray())
  const pinion = a.joint(shafts.pinion.toArray())
  const spiders = [shafts.upperJoint, shafts.lowerJoint].map((place) => spider(a, m, a.joint(place.toArray())))
  const middleLength = shafts.upperJoint.distanceTo(shafts.lowerJoint)
  const height = shafts.lowerJoint.distanceTo(shafts.pinion)

  yoke(a, m, upper, 1)
  a.mesh(cylinder('y', 0.11, 0.3, 3.5, { segments: 40 }), m.steel, upper)
  yoke(a, m, middle, 1)
  a.mesh(cylinder('y', 0.1, 0.3, middleLength * 0.55, { segments: 40 }), m.steel, middle)
  // The middle shaft slides in a sleeve, so that it can be fitted.
  a.mesh(
    turnedBody(
      'y',
      [
        [0, middleLength * 0.45],
        [0.125, middleLength * 0.45],
        [0.14, middleLength * 0.47],
        [0.14, middleLength - 0.34],
        [0.12, middleLength - 0.3],
        [0, middleLength - 0.3],
      ],
      40,
    ),
    m.dark,
    middle,
  )
  const upperYoke = a.joint([0, middleLength, 0], middle)
  upperYoke.rotation.y = -column(0).phase
  yoke(a, m, upperYoke, -1)
  const top = a.joint([0, height, 0], pinion)
  yoke(a, m, top, -1)
  a.mesh(cylinder('y', 0.075, 0.2, height - 0.3, { segments: 32 }), m.machined, pinion)
  a.mesh(hexagon('x', 0.06, 0.11, 0.19).translate(0, height - 0.36, 0.07), m.zinc, pinion)
  a.anchor('universalJoint', [0.1, 0.05, 0.2], a.joint(shafts.lowerJoint.toArray()))
  a.anchor('columnLow', [0.1, middleLength * 0.5, 0.1], middle)

  const rest = column(0)
  const wheel = a.joint([0, 3.8, 0], upper)
  // At rest the mark stands on top: the wheel's own x is level.
  const face = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), shafts.upperDown.clone().negate())
  wheel.quaternion.copy(rest.upper.clone().invert().multiply(face))
  steeringWheel(a, m, wheel)
  jacket(a, m, face)

  return {
    pinion,
    set(steer) {
      const at = column(steer)
      upper.quaternion.copy(at.upper)
      middle.quaternion.copy(at.middle)
      pinion.quaternion.copy(at.pinion)
      const { pinionPin, lowerPin, upperPin, wheelPin } = at.pins
      spiders[0]!(upperPin, wheelPin)
      spiders[1]!(lowerPin, pinionPin)
    },
  }
}

/** Fork at the end of a shaft; the pin of the spider lies along x. `up` 1: the shaft goes on upwards. */
function yoke(a: Assembly<SteeringAnchor>, m: Materials, at: Group, up: 1 | -1): void {
  const ear = roundedPolygon(
    [
      [-0.12, -0.1, 0.1],
      [0.12, -0.1, 0.1],
      [0.13, 0.1, 0.05],
      [0.1, 0.34, 0.02],
      [-0.1, 0.34, 0.02],
      [-0.13, 0.1, 0.05],
    ],
    0.05,
  )
  for (const side of [-1, 1]) {
    const plate = extruded(ear.clone(), 0.075, { bevel: 0.012 })
      .rotateY(Math.PI / 2)
      .translate(side * 0.165 - 0.0375, 0, 0)
    if (up < 0) plate.rotateX(Math.PI)
    a.mesh(plate, m.cast, at)
  }
  a.mesh(
    turnedBody(
      'y',
      [
        [0, 0.26],
        [0.2, 0.26],
        [0.21, 0.3],
        [0.15, 0.4],
        [0.14, 0.55],
        [0, 0.55],
      ],
      40,
    ).rotateX(up < 0 ? Math.PI : 0),
    m.cast,
    at,
  )
  if (up < 0) return
  a.mesh(hexagon('z', 0.05, 0.12, 0.18).translate(0.08, 0.47, 0), m.zinc, at)
}

/** Cross of a universal joint; its arms lie along the pins of the two yokes. */
function spider(a: Assembly<SteeringAnchor>, m: Materials, at: Group): (first: Vector3, second: Vector3) => void {
  const arms = [0, 1].map(() => {
    const arm = a.joint([0, 0, 0], at)
    a.mesh(cylinder('x', 0.055, -0.215, 0.215, { segments: 24 }), m.chrome, arm)
    for (const end of [-1, 1]) a.mesh(cylinder('x', 0.075, end * 0.2, end * 0.222, { segments: 32 }), m.zinc, arm)
    return arm
  })
  return (first, second) => {
    arms[0]!.quaternion.setFromUnitVectors(new Vector3(1, 0, 0), first)
    arms[1]!.quaternion.setFromUnitVectors(new Vector3(1, 0, 0), second)
  }
}

/** About y, its top along -z: leather rim with a mark, three spokes, airbag. */
function steeringWheel(a: Assembly<SteeringAnchor>, m: Materials, wheel: Group): void {
  const leather = m.plastic(0x22252a)
  leather.roughness = 0.62
  const flat = (geometry: TorusGeometry) => geometry.rotateX(Math.PI / 2)
  a.mesh(flat(new TorusGeometry(1.78, 0.145, 18, 96)), leather, wheel)
  a.mesh(flat(new TorusGeometry(1.78, 0.1475, 24, 12, 0.16)).rotateY(Math.PI / 2 - 0.08), m.plastic(0xe8b423), wheel)
  const spoke = roundedPolygon(
    [
      [0.3, -0.2],
      [1.0, -0.13],
      [1.7, -0.17],
      [1.7, 0.17],
      [1.0, 0.13],
      [0.3, 0.2],
    ],
    0.08,
  )
  for (const angle of [0, Math.PI, -Math.PI / 2])
    a.mesh(
      extruded(spoke.clone(), 0.1, { bevel: 0.03 })
        .rotateX(-Math.PI / 2)
        .rotateY(angle)
        .translate(0, -0.1, 0),
      angle === -Math.PI / 2 ? m.aluminium : m.dark,
      wheel,
    )
  a.mesh(
    turnedBody(
      'y',
      [
        [0, -0.42],
        [0.26, -0.42],
        [0.4, -0.2],
        [0.62, -0.08],
        [0.66, 0.04],
        [0.58, 0.14],
        [0.3, 0.19],
        [0, 0.2],
      ],
      64,
    ),
    leather,
    wheel,
  )
  a.mesh(
    turnedBody(
      'y',
      [
        [0.15, 0.19],
        [0.2, 0.21],
        [0.21, 0.205],
        [0.21, 0.19],
      ],
      48,
    ),
    m.chrome,
    wheel,
  )
  a.anchor('steeringWheel', [0, 0.2, 0], wheel)
}

/** Jacket of the upper shaft with its bracket on the cross-beam of the dashboard, cut off at both sides. */
function jacket(a: Assembly<SteeringAnchor>, m: Materials, face: Quaternion): void {
  const frame = a.joint(shafts.upperJoint.toArray())
  frame.quaternion.copy(face)
  const tube = subtract(
    solid(
      turnedBody(
        'y',
        [
          [0, 0.75],
          [0.2, 0.75],
          [0.22, 0.78],
          [0.22, 3.25],
          [0.3, 3.28],
          [0.3, 3.4],
          [0, 3.4],
          [0, 0.75],
        ],
        48,
      ),
      m.dark,
    ),
    solid(cylinder('y', 0.115, 0.5, 3.6, { segments: 40 }), m.dark),
  )
  a.solid(tube, frame)
  a.mesh(new RoundedBoxGeometry(0.62, 1.0, 0.16, 3, 0.04).translate(0, 1.9, -0.3), m.cast, frame)
  for (const side of [-1, 1]) {
    a.mesh(new RoundedBoxGeometry(0.1, 0.9, 0.6, 3, 0.04).translate(side * 0.27, 1.9, -0.06), m.cast, frame)
    a.mesh(hexagon('x', 0.08, side * 0.32, side * 0.4).translate(0, 1.75, 0), m.zinc, frame)
    a.mesh(hexagon('z', 0.07, -0.24, -0.17).translate(side * 0.2, 2.3, 0), m.zinc, frame)
  }
  const beam = subtract(
    solid(cylinder('x', 0.3, -0.8, 0.8, { segments: 56 }), m.paint(0x4b5866)),
    solid(cylinder('x', 0.24, -2, 2, { segments: 56 }), m.dark),
  )
  beam.position.set(0, 1.9, -0.62)
  a.solid(beam, frame)
  a.anchor('column', [-0.05, 1.2, 0.22], frame)
}
