import { clamp } from '../../kit/motion.ts'
import type { Point2 } from '../../kit/shapes.ts'
import { wheelSize } from '../../kit/wheel.ts'

/**
 * The suspension corner as a plane mechanism, seen from the front of the car: x outwards, y up, 1 unit is 100 mm.
 * Lower arm, upper link and knuckle are a four-bar linkage; the damper stands between the arm and the body.
 */

export const points = {
  armPivot: [-2.9, -1.02],
  armBall: [2.1, -1.28],
  linkPivot: [-1.5, 1.3],
  linkBall: [2.06, 1.34],
  eye: [1.1, -0.78],
  topMount: [1.1, 4.2],
  springLower: [-0.4, -0.74],
  springUpper: [-0.4, 2.3],
  wheelCentre: [2.86, 0.02],
} as const satisfies Record<string, Point2>

export const tyreRadius = wheelSize.radius

/** Radii and heights of the twin-tube damper; heights above its lower eye. */
export const tube = {
  rod: 0.12,
  bore: 0.31,
  inner: 0.345,
  reserve: 0.44,
  outer: 0.485,
  /** Where oil stands: above the base cup and below the rod guide. */
  cup: 0.44,
  guide: 2.74,
  top: 3.06,
  baseValve: { from: 0.56, to: 0.72 },
  pistonHeight: 0.2,
  /** End of the rod below the middle of the piston, top of the bolt of the base valve, top of the rebound stop. */
  rodEnd: 0.285,
  boltTop: 0.81,
  reboundStop: 0.245,
} as const

/** Stroke from the middle to each end. */
export const stroke = 0.68

const distance = (a: Point2, b: Point2): number => Math.hypot(b[0] - a[0], b[1] - a[1])
const direction = (a: Point2, b: Point2): number => Math.atan2(b[1] - a[1], b[0] - a[0])
export const restLength = distance(points.eye, points.topMount)

/** From the eye to the top mount; travel 1 is full bump, -1 full rebound. */
export const damperLength = (travel: number): number => restLength - stroke * clamp(travel, -1, 1)

/** Middle of the piston above the eye: the rod keeps its length. */
export const pistonMiddle = 1.8
export const rodLength = restLength - pistonMiddle
export const pistonHeight = (travel: number): number => damperLength(travel) - rodLength

/** A point that turns with a piece about a pivot. */
function turned(point: Point2, pivot: Point2, angle: number): Point2 {
  const [x, y] = [point[0] - pivot[0], point[1] - pivot[1]]
  return [pivot[0] + x * Math.cos(angle) - y * Math.sin(angle), pivot[1] + x * Math.sin(angle) + y * Math.cos(angle)]
}

/** Where two circles meet; the solution on the left of the way from `a` to `b`. */
function meet(a: Point2, reachA: number, b: Point2, reachB: number): Point2 {
  const apart = distance(a, b)
  const along = (reachA ** 2 - reachB ** 2 + apart ** 2) / (2 * apart)
  const aside = Math.sqrt(reachA ** 2 - along ** 2)
  const angle = direction(a, b)
  return [
    a[0] + along * Math.cos(angle) - aside * Math.sin(angle),
    a[1] + along * Math.sin(angle) + aside * Math.cos(angle),
  ]
}

export interface Pose {
  eye: Point2
  armBall: Point2
  linkBall: Point2
  wheelCentre: Point2
  /** Turns from the rest position, radians. */
  arm: number
  link: number
  knuckle: number
  /** Lean of damper and spring: 0 is upright. */
  lean: number
  springLean: number
  springLower: Point2
  springLength: number
}

/** Where everything stands at a travel. */
export function corner(travel: number): Pose {
  const { armPivot, armBall, linkPivot, linkBall, topMount, wheelCentre } = points
  // Two sides of the triangle pivot, top mount, eye are pieces of steel; the third is the damper.
  const eye = meet(topMount, damperLength(travel), armPivot, distance(armPivot, points.eye))
  const arm = direction(armPivot, eye) - direction(armPivot, points.eye)
  const ball = turned(armBall, armPivot, arm)
  const upper = meet(ball, distance(armBall, linkBall), linkPivot, distance(linkPivot, linkBall))
  const other = meet(linkPivot, distance(linkPivot, linkBall), ball, distance(armBall, linkBall))
  const nearer = distance(upper, linkBall) < distance(other, linkBall) ? upper : other
  const knuckle = direction(ball, nearer) - direction(armBall, linkBall)
  const springLower = turned(points.springLower, armPivot, arm)
  const fromBall: Point2 = [wheelCentre[0] - armBall[0] + ball[0], wheelCentre[1] - armBall[1] + ball[1]]
  return {
    eye,
    armBall: ball,
    linkBall: nearer,
    wheelCentre: turned(fromBall, ball, knuckle),
    arm,
    link: direction(linkPivot, nearer) - direction(linkPivot, linkBall),
    knuckle,
    lean: direction(eye, topMount) - Math.PI / 2,
    springLean: direction(springLower, points.springUpper) - Math.PI / 2,
    springLower,
    springLength: distance(springLower, points.springUpper),
  }
}

const reserveArea = tube.reserve ** 2 - tube.inner ** 2
/** Oil in the reserve at mid stroke; a leak takes some of it. */
export const levelAtRest = (worn: number): number => 1.72 - 0.82 * clamp(worn)
/** The rod that comes in drives its own volume of oil into the reserve. */
export const reserveLevel = (travel: number, worn: number): number =>
  levelAtRest(worn) + (stroke * clamp(travel, -1, 1) * tube.rod ** 2) / reserveArea

/** What opens: the direction of the piston decides. `motion` is 1 in bump, -1 in rebound. */
export const valveLift = (motion: number) => ({
  pistonBump: clamp(motion),
  pistonRebound: clamp(-motion),
  baseBump: clamp(motion),
  baseIntake: clamp(-motion),
})

/** The travel at which the wheel stands `rise` above its place at rest against the body; at the stops beyond them. */
export function travelAt(rise: number): number {
  let [low, high] = [-1, 1]
  for (let i = 0; i < 30; i++) {
    const middle = (low + high) / 2
    if (corner(middle).wheelCentre[1] - points.wheelCentre[1] < rise) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** A road with a bump every 6 units, 0.42 high and 2.4 long; `along` is the place under the axle. */
export const bumpEvery = 6
export function roadHeight(along: number): number {
  const place = along - bumpEvery * Math.round(along / bumpEvery)
  return Math.abs(place) < 1.2 ? 0.42 * Math.cos((place / 1.2) * (Math.PI / 2)) ** 2 : 0
}

/** How high a round tyre rides at a place of the road: it touches, and nothing of it lies below the surface. */
export function tyreRise(along: number, scale: number): number {
  let rise = 0
  for (let step = -40; step <= 40; step++) {
    const ahead = step / 20
    rise = Math.max(rise, scale * roadHeight(along + ahead) - tyreRadius + Math.sqrt(tyreRadius ** 2 - ahead ** 2))
  }
  return rise
}
