import { cycle, crownHeight, deck, valveAngle, valveFoot, valveHead, valveLift } from '../four-stroke/kinematics.ts'

/**
 * The belt's way round its wheels, on the pitch line of its cords. It runs clockwise as seen from the front of the engine.
 * 1 unit = 60 mm, the crank's axis is the origin; the engine behind the belt is that of the rig four-stroke.
 */

export interface Wheel {
  name: 'crank' | 'pump' | 'tensioner' | 'intake' | 'exhaust' | 'idler'
  x: number
  y: number
  /** To the cords of the belt. */
  radius: number
  /** 1: toothed, inside the loop; -1: a smooth roller on the back of the belt. */
  sense: 1 | -1
  teeth: number
}

export const pitch = (2 * Math.PI * 0.467) / 22
export const toothed = (teeth: number): number => (teeth * pitch) / (2 * Math.PI)
/** From the cords to the back of the belt and to the land between its teeth; height of a tooth. */
export const belt = { back: 0.04, land: 0.012, tooth: 0.058, from: 1.22, to: 1.62 }
export const camCentre = { x: 0.98698, y: deck + 0.1105 + 2.03 * Math.cos(valveAngle) }
/** The rollers turn by a whole number of their bearing's balls while four teeth pass: 9 balls and 12 balls. */
export const tensionerArm = {
  pivot: [-1.5, 2.62] as const,
  length: 0.72,
  roller: (4 * pitch) / ((4 * Math.PI) / 9) - belt.back,
}
export const idlerRoller = (4 * pitch) / (Math.PI / 2) - belt.back

/** The wheels in the order in which the belt meets them. `lean` is the angle of the tensioner's arm. */
export function wheels(lean: number): Wheel[] {
  const [pivotX, pivotY] = tensionerArm.pivot
  return [
    { name: 'crank', x: 0, y: 0, radius: toothed(22), sense: 1, teeth: 22 },
    { name: 'pump', x: -1.02, y: 1.52, radius: toothed(20), sense: 1, teeth: 20 },
    {
      name: 'tensioner',
      x: pivotX + Math.cos(lean) * tensionerArm.length,
      y: pivotY + Math.sin(lean) * tensionerArm.length,
      radius: tensionerArm.roller + belt.back,
      sense: -1,
      teeth: 0,
    },
    { name: 'intake', x: -camCentre.x, y: camCentre.y, radius: toothed(44), sense: 1, teeth: 44 },
    { name: 'exhaust', x: camCentre.x, y: camCentre.y, radius: toothed(44), sense: 1, teeth: 44 },
    { name: 'idler', x: 1.21, y: 2.15, radius: idlerRoller + belt.back, sense: -1, teeth: 0 },
  ]
}

export interface Piece {
  wheel: Wheel | null
  from: number
  length: number
  /** Start of a straight run, or angle of the first point on a wheel. */
  x: number
  y: number
  angle: number
}

export interface Place {
  x: number
  y: number
  /** Direction of travel. */
  angle: number
}

export class BeltPath {
  readonly pieces: Piece[] = []
  readonly length: number
  readonly wheels: Wheel[]

  constructor(lean: number) {
    this.wheels = wheels(lean)
    const count = this.wheels.length
    const directions = this.wheels.map((wheel, i) => runDirection(wheel, this.wheels[(i + 1) % count]!))
    let at = 0
    for (const [i, wheel] of this.wheels.entries()) {
      const arrives = directions[(i + count - 1) % count]!
      const leaves = directions[i]!
      const turn = modulo(wheel.sense * (arrives - leaves), 2 * Math.PI)
      const angle = arrives + (wheel.sense * Math.PI) / 2
      this.pieces.push({ wheel, from: at, length: turn * wheel.radius, x: wheel.x, y: wheel.y, angle })
      at += turn * wheel.radius
      const start = onWheel(wheel, leaves)
      const next = this.wheels[(i + 1) % count]!
      const end = onWheel(next, leaves)
      const length = Math.hypot(end[0] - start[0], end[1] - start[1])
      this.pieces.push({ wheel: null, from: at, length, x: start[0], y: start[1], angle: leaves })
      at += length
    }
    this.length = at
  }

  /** The cords at a length along the belt, from where it meets the crank. */
  at(along: number): Place {
    const s = modulo(along, this.length)
    const piece = this.pieces.find(({ from, length }) => s < from + length) ?? this.pieces.at(-1)!
    const beyond = s - piece.from
    const { wheel } = piece
    if (!wheel)
      return {
        x: piece.x + Math.cos(piece.angle) * beyond,
        y: piece.y + Math.sin(piece.angle) * beyond,
        angle: piece.angle,
      }
    const angle = piece.angle - (wheel.sense * beyond) / wheel.radius
    return {
      x: wheel.x + Math.cos(angle) * wheel.radius,
      y: wheel.y + Math.sin(angle) * wheel.radius,
      angle: angle - (wheel.sense * Math.PI) / 2,
    }
  }

  /** The stretch that lies on a wheel. */
  on(name: Wheel['name']): Piece & { wheel: Wheel } {
    return this.pieces.find(({ wheel }) => wheel?.name === name) as Piece & { wheel: Wheel }
  }
}

const modulo = (x: number, m: number) => ((x % m) + m) % m

/** Direction of the run from one wheel to the next: tangent to both on the side of each that the belt lies on. */
function runDirection(from: Wheel, to: Wheel): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  return Math.atan2(dy, dx) - Math.asin((from.sense * from.radius - to.sense * to.radius) / Math.hypot(dx, dy))
}

const onWheel = (wheel: Wheel, direction: number): [number, number] => [
  wheel.x - Math.sin(direction) * wheel.sense * wheel.radius,
  wheel.y + Math.cos(direction) * wheel.sense * wheel.radius,
]

/** Angle of the tensioner's arm at which the belt has a whole number of teeth. */
export const { lean: restLean, teeth: beltTeeth } = tensioned()

function tensioned(): { lean: number; teeth: number } {
  const slack = 1.95
  const teeth = Math.ceil(new BeltPath(slack).length / pitch)
  let [low, high] = [slack, slack - 0.8]
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (new BeltPath(middle).length < teeth * pitch) low = middle
    else high = middle
  }
  return { lean: (low + high) / 2, teeth }
}

/** Teeth that the belt has moved on: the crank pulls it, but for the teeth over which it has slipped. */
export const travel = (crank: number, slip: number): number => (crank * 22) / (2 * Math.PI) - slip

/** Angle of the crank at which the camshafts stand as they do now when nothing had slipped. */
export const camsAsAt = (crank: number, slip: number): number => crank - (slip * 2 * Math.PI) / 22

/** Room between the crown and the lowest edge of a valve's head; 0: they meet. */
export function clearance(crank: number, slip: number, side: 'intake' | 'exhaust'): number {
  const lift = valveLift(camsAsAt(crank, slip), side)
  const low = valveFoot - lift * Math.cos(valveAngle) - valveHead[side] * Math.sin(valveAngle)
  return low - crownHeight(crank)
}

/** The first angle after `from` at which a piston meets a valve when the belt has slipped; null: never in a cycle. */
export function strike(from: number, slip: number): { crank: number; side: 'intake' | 'exhaust' } | null {
  const step = 1 / 2000
  for (let crank = from; crank < from + cycle; crank += step)
    for (const side of ['intake', 'exhaust'] as const) if (clearance(crank, slip, side) <= 0) return { crank, side }
  return null
}
