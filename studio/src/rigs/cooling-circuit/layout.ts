import { BeltLine } from '../../kit/belt.ts'
import { mix } from '../../kit/motion.ts'
import { planarPath } from '../../kit/planar-path.ts'

/**
 * Where the pieces of the cooling circuit stand and how they move. 1 unit is 100 mm; x points to the rear of the car, the
 * section is the plane z = 0 through the cylinders, the pump, the thermostat and the hoses.
 */

/** A three-cylinder in-line engine: bore 72 mm, stroke 72 mm. */
export const engine = {
  cylinders: [-1, 0, 1],
  bore: 0.36,
  liner: 0.42,
  front: -1.7,
  rear: 1.7,
  base: 0.75,
  deck: 2.05,
  gasket: 0.03,
  headTop: 2.95,
  throw: 0.36,
  rod: 1.39,
  /** From the piston pin up to the crown, and down to the end of the skirt. */
  crown: 0.28,
  skirt: 0.27,
} as const

/** The pump turns as fast as the crankshaft. */
export const crankPulley = 0.45
export const pumpPulley = 0.45

/** Light marks on the belt; it runs five of their distances in one turn of the crank, so that a loop closes. */
export const beltMarks = 9
const marksInOneTurn = 5
/** Height of the pump above the crankshaft: gives the belt the length of its marks. */
export const pumpHeight = (Math.PI * crankPulley * (beltMarks - marksInOneTurn)) / marksInOneTurn
/** Where the belt runs. */
export const beltPlane = -2.75

/** The line of the belt, seen from the front: its x is the car's z. */
export const beltLine = new BeltLine([
  { at: [0, 0], radius: crankPulley },
  { at: [0, pumpHeight], radius: pumpPulley },
])

/** How far the belt has run for an angle of the crank. */
export const beltTravel = (crank: number): number => crank * crankPulley

export const pumpTurn = (crank: number): number => (crank * crankPulley) / pumpPulley

export const impellerVanes = 6
export const pulleyHoles = 4

/** The cranks of three cylinders stand 120 degrees apart. */
export const crankAngle = (cylinder: number, crank: number): number => crank + (cylinder * 2 * Math.PI) / 3

/** Pin height above the crankshaft and lean of the rod, for the angle of a crank from its top. */
export function piston(angle: number): { pin: number; lean: number } {
  const side = Math.sin(angle) * engine.throw
  return {
    pin: Math.cos(angle) * engine.throw + Math.sqrt(engine.rod ** 2 - side ** 2),
    lean: Math.asin(side / engine.rod),
  }
}

export const thermostat = {
  x: -2.12,
  /** Lower face of the flange: the seat of the main plate. */
  seat: 3.1,
  plateThickness: 0.03,
  /** Top face of the rim on which the bypass disc comes to rest. */
  bypassSeat: 2.66,
  /** Travel of the plate: 10 mm. */
  lift: 0.1,
  /** Bypass disc below the main plate. */
  discBelow: 0.34,
  discThickness: 0.02,
} as const

/** Top of the main plate and underside of the bypass disc. 0 is shut, 1 fully open. */
export function thermostatAt(open: number): { plate: number; disc: number } {
  const plate = thermostat.seat - open * thermostat.lift
  return { plate, disc: plate - thermostat.discBelow }
}

/** Working temperature, 90 degrees Celsius, on the scale of heat from 0 (cold) to 1 (too hot). */
export const working = 0.8

/** The expansion tank: inside height of its bottom, and the surface of the coolant. */
export const tank = { bottom: 3.8, min: 4.02, max: 4.28, top: 4.52 } as const

/** 0 is empty, 1 is the MAX mark. */
export const tankSurface = (level: number): number => mix(tank.bottom + 0.03, tank.max, level)

/** Middle lines and bores of what carries coolant, in the direction of the flow. */
export const passages = {
  topHose: {
    path: planarPath([
      [-2.55, 3.46],
      [-3.0, 3.46, 0.4],
      [-3.7, 3.62, 0.7],
      [-4.4, 3.3, 0.6],
      [-5.14, 3.3],
    ]),
    bore: 0.16,
  },
  bottomHose: {
    path: planarPath([
      [-5.14, -0.6],
      [-4.2, -0.6, 0.6],
      [-3.27, 0.4, 0.8],
      [-3.27, 2.12, 0.4],
      [-2.45, 2.12],
    ]),
    bore: 0.16,
  },
  inlet: {
    path: planarPath([
      [-2.47, 2.12],
      [-2.03, 2.12, 0.3],
      [-2.03, 1.56],
    ]),
    bore: 0.15,
  },
  bypass: {
    path: planarPath([
      [-2.12, 2.68],
      [-2.12, 2.18],
    ]),
    bore: 0.1,
  },
  heaterSupply: {
    path: planarPath([
      [1.55, 2.57],
      [1.98, 2.57, 0.3],
      [1.98, 1.4, 0.3],
      [2.95, 1.4],
    ]),
    bore: 0.09,
  },
  heaterReturn: {
    path: planarPath([
      [2.95, 3],
      [1.84, 3],
    ]),
    bore: 0.09,
  },
  feed: {
    path: planarPath([
      [1.95, 3.78],
      [1.95, 3.0],
    ]),
    bore: 0.07,
  },
} as const

/** Middle of the radiator's core. */
export const radiatorAt = -5.4

/** The wall of a hose. */
export const hoseWall = 0.055

/** The needle of the gauge, anticlockwise from the right: cold at the left, working temperature upright, red at the right. */
export const needleAngle = (heat: number): number =>
  heat < working
    ? mix((5 / 6) * Math.PI, Math.PI / 2, heat / working)
    : mix(Math.PI / 2, Math.PI / 6, (heat - working) / (1 - working))
