import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'
import { BoxGeometry } from 'three'
import type { Assembly } from '../../kit/assembly.ts'
import type { Materials } from '../../kit/materials.ts'
import { Coil } from '../../kit/moving.ts'
import { cylinder, hexagon, turnedBody } from '../../kit/shapes.ts'
import { thermostat, thermostatAt } from './layout.ts'

/** The wax thermostat: the frame stays, the element pushes itself down off its fixed pin and takes the two plates with it. */

const { x, seat, plateThickness, discBelow, discThickness, bypassSeat } = thermostat

export interface Thermostat {
  set(open: number): void
  /** Moves with the plate. */
  element: ReturnType<Assembly<string>['joint']>
}

export function buildThermostat<Anchor extends string>(a: Assembly<Anchor>, m: Materials): Thermostat {
  const frame = a.joint([x, 0, 0])
  // Flange with the seat, bridge with the fixed pin above, stirrup that carries the spring below.
  a.mesh(
    turnedBody(
      'y',
      [
        [0.19, seat],
        [0.46, seat],
        [0.46, seat + 0.04],
        [0.24, seat + 0.04],
        [0.21, seat + 0.06],
        [0.19, seat],
      ],
      72,
    ),
    m.brass,
    frame,
  )
  const legs = [-1, 1].flatMap((side) => [
    new BoxGeometry(0.03, 0.17, 0.08).rotateZ(side * 0.75).translate(side * 0.13, seat + 0.1, 0),
    new BoxGeometry(0.025, 0.3, 0.08).translate(side * 0.245, seat - 0.14, 0),
    new BoxGeometry(0.13, 0.025, 0.08).translate(side * 0.19, seat - 0.28, 0),
  ])
  a.mesh(mergeGeometries(legs), m.brass, frame)
  a.mesh(
    turnedBody(
      'y',
      [
        [0, seat + 0.13],
        [0.06, seat + 0.13],
        [0.05, seat + 0.19],
        [0, seat + 0.2],
      ],
      32,
    ),
    m.brass,
    frame,
  )
  a.mesh(cylinder('y', 0.022, seat - 0.12, seat + 0.14, { segments: 24 }), m.chrome, frame)
  // Rim of the bypass port, on which the small disc comes to rest.
  a.mesh(
    turnedBody(
      'y',
      [
        [0.1, bypassSeat - 0.05],
        [0.16, bypassSeat - 0.05],
        [0.15, bypassSeat],
        [0.115, bypassSeat],
        [0.1, bypassSeat - 0.05],
      ],
      48,
    ),
    m.machined,
    frame,
  )

  // The element: everything is measured from the top of the main plate.
  const element = a.joint([x, seat, 0])
  a.mesh(
    turnedBody(
      'y',
      [
        [0, -plateThickness],
        [0.205, -plateThickness],
        [0.205, -0.008],
        [0.175, 0],
        [0, 0],
      ],
      64,
    ),
    m.brass,
    element,
  )
  const wax = turnedBody(
    'y',
    [
      [0, -discBelow],
      [0.035, -discBelow],
      [0.035, -0.28],
      [0.06, -0.27],
      [0.085, -0.24],
      [0.085, 0],
      [0.055, 0.02],
      [0.045, 0.05],
      [0, 0.05],
    ],
    40,
  )
  a.mesh(wax, m.copper, element)
  a.mesh(
    turnedBody(
      'y',
      [
        [0.085, -0.09],
        [0.092, -0.09],
        [0.092, -0.06],
        [0.085, -0.06],
      ],
      40,
    ),
    m.brass,
    element,
  )
  a.mesh(
    turnedBody(
      'y',
      [
        [0, -discBelow],
        [0.13, -discBelow],
        [0.135, -discBelow + 0.01],
        [0.13, -discBelow + discThickness],
        [0, -discBelow + discThickness],
      ],
      48,
    ),
    m.steel,
    element,
  )
  const spring = new Coil(m.steel, frame, { axis: 'y', radius: 0.145, wire: 0.014, turns: 4 })

  // Temperature sensor, screwed into the outlet of the head.
  const sensor = a.joint([-1.57, 2.95, 0])
  a.mesh(hexagon('y', 0.08, 0, 0.08), m.brass, sensor)
  a.mesh(
    turnedBody(
      'y',
      [
        [0, -0.27],
        [0.035, -0.26],
        [0.04, -0.12],
        [0.055, -0.1],
        [0.055, 0],
        [0, 0],
      ],
      32,
    ),
    m.brass,
    sensor,
  )
  a.mesh(
    turnedBody(
      'y',
      [
        [0, 0.08],
        [0.06, 0.08],
        [0.06, 0.12],
        [0.075, 0.13],
        [0.075, 0.26],
        [0.06, 0.28],
        [0, 0.28],
      ],
      32,
    ),
    m.plastic(0x23272c),
    sensor,
  )
  return {
    element,
    set(open) {
      const { plate } = thermostatAt(open)
      element.position.y = plate
      spring.set(seat - 0.267, plate - plateThickness - 0.014)
    },
  }
}
