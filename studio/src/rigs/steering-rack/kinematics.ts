import { Quaternion, Vector3 } from 'three'
import { clamp } from '../../kit/motion.ts'

/**
 * Steering of a front axle seen from behind: x to the right, y up, z backwards, 1 unit is 100 mm; the plane of tie rods and
 * steering arms is y = 0. Turning the steering wheel to the left is positive: the pinion turns counter-clockwise seen from
 * above, the rack slides to the right, the steering arms point backwards, so both wheels turn left.
 */

/** Pinion: 8 teeth, module 2.5. */
export const gear = {
  teeth: 8,
  radius: 0.1,
  module: 0.025,
  pressure: (20 * Math.PI) / 180,
  addendum: 0.02,
  rackAddendum: 0.014,
} as const
export const toothPitch = (2 * Math.PI * gear.radius) / gear.teeth

/** Rack axis behind the kingpins; the rack is turned about it, so that the pinion leans towards the driver. */
export const rack = {
  z: 1.3,
  lean: (25 * Math.PI) / 180,
  pinionX: -0.45,
  pitchLine: 0.11,
  half: 1.64,
  innerJoint: 1.8,
} as const

export const kingpin = 4.4
export const wheelCentre = { x: 5.5, y: 0.4 } as const
/** End of the steering arm from the kingpin: inwards and backwards. */
export const steeringArm = { inwards: 0.2, back: 1.3 } as const
export const tieRodLength = kingpin - steeringArm.inwards - rack.innerJoint
/** Full lock of the steering wheel either way. */
export const fullLock = (330 * Math.PI) / 180

export const rackTravel = (steer: number): number => gear.radius * clamp(steer, -fullLock, fullLock)

export type Side = 1 | -1

/** Middle of the inner joint, x and z. */
export const innerJoint = (side: Side, steer: number): readonly [x: number, z: number] => [
  side * rack.innerJoint + rackTravel(steer),
  rack.z,
]

/** Middle of the outer joint at an angle of the road wheel, positive to the left. */
export function outerJoint(side: Side, angle: number): readonly [x: number, z: number] {
  const [armX, armZ] = [-side * steeringArm.inwards, steeringArm.back]
  return [
    side * kingpin + armX * Math.cos(angle) + armZ * Math.sin(angle),
    -armX * Math.sin(angle) + armZ * Math.cos(angle),
  ]
}

/** Angle of a road wheel: the tie rod keeps its length. `slack` shifts the inner ball in a worn joint. */
export function wheelAngle(side: Side, steer: number, slack = 0): number {
  const [innerX, innerZ] = innerJoint(side, steer)
  const stretch = (angle: number) => {
    const [x, z] = outerJoint(side, angle)
    return side * (Math.hypot(x - innerX - slack, z - innerZ) - tieRodLength)
  }
  let [low, high] = [-0.8, 0.8]
  for (let i = 0; i < 44; i++) {
    const middle = (low + high) / 2
    // The arm's end moves to the right with the angle: that pulls the rod of the right side long and pushes the left one short.
    if (stretch(middle) < 0) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Directions of the three shafts, downwards, and the middles of wheel and joints. */
const pinionDown = new Vector3(0, -Math.cos(rack.lean), -Math.sin(rack.lean))
const pinionFoot = new Vector3(
  rack.pinionX,
  (rack.pitchLine + gear.radius) * Math.sin(rack.lean),
  rack.z - (rack.pitchLine + gear.radius) * Math.cos(rack.lean),
)
const tilt = (28 * Math.PI) / 180
const wheelPlace = new Vector3(-1.25, 4.1, 6.3)
const upperDown = new Vector3(0, -Math.sin(tilt), -Math.cos(tilt))
const upperEnd = wheelPlace.clone().addScaledVector(upperDown, 3.8)
const lowerEnd = pinionFoot.clone().addScaledVector(pinionDown, -1.25)
export const shafts = {
  wheel: wheelPlace,
  upperJoint: upperEnd,
  lowerJoint: lowerEnd,
  pinion: pinionFoot,
  upperDown,
  middleDown: lowerEnd.clone().sub(upperEnd).normalize(),
  pinionDown,
} as const

/** Turn of a shaft whose y looks up along it and whose x is the pin of its yoke. */
function frame(down: Vector3, pin: Vector3): Quaternion {
  const up = down.clone().negate()
  const side = new Vector3().crossVectors(pin, up).normalize()
  const along = new Vector3().crossVectors(up, side)
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), up)
  const first = new Vector3(1, 0, 0).applyQuaternion(turn)
  const angle = Math.atan2(first.clone().cross(along).dot(up), first.dot(along))
  return new Quaternion().setFromAxisAngle(up, angle).multiply(turn)
}

/** The column: each joint's two pins stand at a right angle to one another, whatever the angle of the shafts. */
export function column(steer: number) {
  const { upperDown: first, middleDown: second, pinionDown: third } = shafts
  const rest = new Vector3(1, 0, 0)
  const pinionPin = rest.applyAxisAngle(third.clone().negate(), clamp(steer, -fullLock, fullLock))
  const lowerPin = new Vector3().crossVectors(second, pinionPin).normalize()
  // Both yokes of the middle shaft lie in the planes of their joints at the same moment: so the two joints even each other out.
  const lowerPlane = new Vector3().crossVectors(second, third)
  const upperPlane = new Vector3().crossVectors(first, second)
  const phase = Math.atan2(lowerPlane.clone().cross(upperPlane).dot(second), lowerPlane.dot(upperPlane))
  const upperPin = lowerPin.clone().applyAxisAngle(second, phase)
  const wheelPin = new Vector3().crossVectors(upperPin, first).normalize()
  return {
    pinion: frame(third, pinionPin),
    middle: frame(second, lowerPin),
    /** Turn of the upper yoke of the middle shaft against its lower one. */
    phase,
    upper: frame(first, wheelPin),
    pins: { pinionPin, lowerPin, upperPin, wheelPin },
  }
}
