import { BeltLine, type Pulley } from '../../kit/belt.ts'

/**
 * Where the pieces of the charging system stand and how they turn. 1 unit is 100 mm; x points to the rear of the car, the belt
 * drive is at the front of the engine and is seen from there with z to the right. Angles are clockwise from the front.
 */

/** Plane of the belt. */
export const beltPlane = -0.42
export const beltThickness = 0.05
export const beltWidth = 0.24

/** In the plane of the belt: z to the right, y up. Radii are those of the belt's middle. */
export const pulleys = {
  crank: { at: [0, 0], radius: 0.75 },
  alternator: { at: [1.85, 2.1], radius: 0.3 },
  // This height gives the belt a length of 24 distances of its marks.
  pump: { at: [-1.3, 1.83098], radius: 0.45 },
  tensioner: { at: [-1.4, 0.8], radius: 0.3, outside: true },
} as const satisfies Record<string, Pulley>

export const beltLine = new BeltLine([pulleys.crank, pulleys.alternator, pulleys.pump, pulleys.tensioner])

export const beltMarks = 24

/** How far the belt has run for an angle of the crank. A turn of 36 degrees is one mark on, so that loops close. */
export const beltTravel = (crank: number): number => crank * pulleys.crank.radius

export const alternatorRatio = pulleys.crank.radius / pulleys.alternator.radius

/** Turn of the alternator; `slip` is the angle that a worn belt leaves it behind. */
export const alternatorTurn = (crank: number, slip: number): number => crank * alternatorRatio - slip

export const pumpTurn = (crank: number): number => (crank * pulleys.crank.radius) / pulleys.pump.radius
/** The tensioner turns the other way, driven by the back of the belt. */
export const tensionerTurn = (crank: number): number => (-crank * pulleys.crank.radius) / pulleys.tensioner.radius

/** Ring gear of the flywheel and pinion of the starter, module 2.5 mm. */
export const ring = { teeth: 110, pitch: 1.375, x: 3.62, width: 0.14 } as const
export const pinion = { teeth: 10, pitch: 0.125, width: 0.16, travel: 0.24 } as const

/** Direction from the crankshaft to the starter: to the right and a little down. */
const starterAngle = -0.3
export const starterAt = {
  y: Math.sin(starterAngle) * (ring.pitch + pinion.pitch),
  z: Math.cos(starterAngle) * (ring.pitch + pinion.pitch),
} as const

/**
 * Both gears are drawn with their first tooth at -z. Anticlockwise as they are drawn, from -z over y, is clockwise from the
 * front. The direction from the crankshaft to the starter, measured so:
 */
export const starterDirection = Math.PI - starterAngle

/** Turn of the pinion, whose teeth stand in the gaps of the ring gear. */
export function pinionTurn(crank: number): number {
  const pinionPitch = (2 * Math.PI) / pinion.teeth
  const ringPitch = (2 * Math.PI) / ring.teeth
  // Teeth of the ring from the line between the shafts to the first tooth; on the pinion they come from the other side.
  const teeth = (starterDirection - crank) / ringPitch
  return starterDirection + Math.PI - (0.5 - teeth) * pinionPitch
}

/** Front end of the pinion: it slides towards the flywheel. */
export const pinionAt = (engaged: number): number => ring.x - 0.02 - (1 - engaged) * pinion.travel

/** The alternator: its axis, radii and lengths along it, from the front of its housing. */
export const alternator = {
  x: 0.02,
  y: pulleys.alternator.at[1],
  z: pulleys.alternator.at[0],
  length: 1.25,
  shell: 0.69,
  statorOuter: 0.63,
  statorInner: 0.475,
  /** Half a millimetre of air between claws and stator, drawn wider to be seen. */
  clawOuter: 0.46,
  core: 0.64,
  coreLength: 0.38,
  shaft: 0.085,
  slipRing: 0.125,
  slipRings: [1.34, 1.47],
  slots: 36,
  claws: 6,
} as const

/** A pair of claws passes in a sixth of a turn: one cycle of the alternating current. Value of a phase from -1 to 1. */
export function phaseCurrent(rotor: number, phase: number): number {
  return Math.sin(alternator.claws * rotor - (phase * 2 * Math.PI) / 3)
}

/** Brush: its tip rides on the slip ring. */
export const brush = { length: 0.2, tip: alternator.slipRing } as const

/** The voltmeter reads 12 to 16 V; angle of its needle, anticlockwise from the right. */
export const needleAngle = (volts: number): number => Math.PI / 2 - ((volts - 14) / 2) * (Math.PI / 3)
