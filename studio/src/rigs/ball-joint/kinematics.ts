import { Quaternion, Vector3 } from 'three'
import { clamp, ramp } from '../../kit/motion.ts'
import type { Point2 } from '../../kit/shapes.ts'

/**
 * A front corner with a strut: x outwards, y up, z to the front, 1 unit is 100 mm, the origin is the ball at rest. The joint is drawn
 * one and a half times its size, so that it is seen beside the wheel.
 */

export const points = {
  armPivot: [-3.4, 0],
  strutTop: [-0.6, 6.2],
  wheelCentre: [1.25, 1.2],
} as const satisfies Record<string, Point2>

export const armLength = -points.armPivot[0]

/** Radii and heights of the joint, from the centre of the ball. */
export const joint = {
  ball: 0.22,
  neck: 0.126,
  /** Inner radius of a new bearing shell: a film of grease is between. */
  shell: 0.226,
  housing: 0.262,
  rim: { opening: 0.195, height: 0.205 },
  bootFoot: 0.145,
  bootTop: 0.47,
  /** The boss of the knuckle begins here. */
  boss: 0.53,
} as const

/** Gap by which a worn shell is wider. */
export const wornGap = 0.03

export interface JointState {
  /** Radians: a positive angle turns the front of the wheel outwards. */
  steer: number
  /** -1 to 1: the wheel 50 mm down or up. */
  travel: number
  play: number
  /** Where the ball lies in its play, -1 to 1 each: upwards and outwards. */
  knock: number
  shake: number
  /** 0: in its socket, 1: pulled out and folded. */
  out: number
}

export interface JointPose {
  arm: number
  socket: Point2
  ball: Point2
  /** Turn of the knuckle, wheel and stud in space. */
  knuckle: Quaternion
  /** Distance from ball to strut top. */
  strut: number
  /** The stud seen from the housing. */
  stud: Quaternion
  /** Ball from the centre of the housing, in the housing's frame. */
  offset: Point2
}

/** How far the rolled rim is bent open: 1 lets the ball through. */
export const rimOpen = (out: number): number => ramp(out, 0, 0.16)
/** Height of the ball above its place while it leaves the socket. */
export const pulled = (out: number): number => 0.62 * ramp(out, 0.12, 0.5)
const folded = (out: number): number => ramp(out, 0.45, 1)

export function pose({ steer, travel, play, knock, shake, out }: JointState): JointPose {
  const gap = wornGap * clamp(play)
  // A worn ball cannot leave the round room that the shell gives it.
  const reach = Math.hypot(knock, shake) > 1 ? 1 / Math.hypot(knock, shake) : 1
  const inGap: Point2 = [gap * shake * reach, gap * knock * reach]
  const lift = pulled(out)
  const fold = folded(out)
  const arm = Math.asin((clamp(travel, -1, 1) * 0.5 - inGap[1] - lift - 0.35 * fold) / armLength)
  const [cos, sin] = [Math.cos(arm), Math.sin(arm)]
  const socket: Point2 = [points.armPivot[0] + armLength * cos, points.armPivot[1] + armLength * sin]
  const offset: Point2 = [inGap[0], inGap[1] + lift]
  const seated: Point2 = [socket[0] + offset[0] * cos - offset[1] * sin, socket[1] + offset[0] * sin + offset[1] * cos]
  const ball: Point2 = [seated[0] + 1.15 * fold, seated[1] + 0.42 * fold]
  const toTop = new Vector3(points.strutTop[0] - ball[0], points.strutTop[1] - ball[1], 0)
  const atRest = new Vector3(...points.strutTop, 0)
  const strut = toTop.length()
  const tilt = new Quaternion().setFromUnitVectors(atRest.clone().normalize(), toTop.clone().normalize())
  const turn = new Quaternion().setFromAxisAngle(toTop.clone().normalize(), steer)
  const knuckle = turn.multiply(tilt)
  const armTurn = new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), arm)
  const stud = armTurn.clone().invert().multiply(knuckle)
  const apart = new Vector3(ball[0] - socket[0], ball[1] - socket[1], 0).applyQuaternion(armTurn.invert())
  return { arm, socket, ball, knuckle, strut, stud, offset: [apart.x, apart.y] }
}

/** The tilt of the stud in its socket without its turning: what the boot follows. */
export function tiltOf(stud: Quaternion): Quaternion {
  return new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), new Vector3(0, 1, 0).applyQuaternion(stud))
}

/** Largest tilt at which the neck is still clear of the rim. */
export function tiltLimit(): number {
  const { opening, height } = joint.rim
  return Math.atan2(opening, height) - Math.asin(joint.neck / Math.hypot(opening, height))
}
