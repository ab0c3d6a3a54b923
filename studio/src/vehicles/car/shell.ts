import { both, either, type Extent, type Field } from '../shape/field.ts'
import { profile } from '../shape/profile.ts'
import type { CarDesign } from './design.ts'

/** The body as a field: what lies within the plan, the side view and the front view, joined with a cabin made the same way. */

export function shellOf({ lower, cabin, wheels, arch }: CarDesign): Field {
  const body = lowerBody({ lower, wheels, arch })
  const upper = cabinOf(cabin)
  return (x, y, z) => either(body(x, y, z), upper(x, y, z), 0.045)
}

function lowerBody({ lower, wheels, arch }: Pick<CarDesign, 'lower' | 'wheels' | 'arch'>): Field {
  const nose = profile(lower.nose)
  const tail = profile(lower.tail)
  const deck = profile(lower.deck)
  const plan = profile(lower.plan)
  const tuck = profile(lower.tuck)
  const crease = profile(lower.crease.line)
  const floor = profile(lower.floor)
  const { radii } = lower

  const side: Field = (x, y, z) => {
    const above = y - crease(x)
    // A bend spread over 2 cm reads as pressed steel.
    const lean = lower.crease.lean * (above > 0.25 ? above : Math.log1p(Math.exp(above / 0.012)) * 0.012)
    let flare = 0
    for (const axle of [wheels.front, wheels.rear]) {
      const out = Math.hypot(x - axle, y - wheels.radius) - arch.radius
      flare += arch.flare * Math.exp(-((out / 0.075) ** 2))
    }
    const gap = z - (plan(x) - tuck(y) - lean + flare)
    const slope = plan.slope(x)
    const fall = tuck.slope(y) + (above > 0 ? lower.crease.lean : 0)
    return gap / Math.sqrt(1 + slope * slope + fall * fall)
  }
  const end =
    (line: ReturnType<typeof profile>, [square, sixth]: readonly [number, number], sign: 1 | -1): Field =>
    (x, y, z) => {
      const z2 = z * z
      const fall = square * z2 + sixth * z2 * z2 * z2
      const steep = 2 * square * z + 6 * sixth * z2 * z2 * z
      const slope = line.slope(y)
      return (sign * (x - line(y)) + fall) / Math.sqrt(1 + slope * slope + steep * steep)
    }
  const front = end(nose, lower.noseSweep, 1)
  const back = end(tail, lower.tailSweep, -1)

  return (x, y, z) => {
    const around = both(both(side(x, y, z), front(x, y, z), radii.plan), back(x, y, z), radii.plan)
    const slope = deck.slope(x)
    const top = (y - deck(x) + lower.crown * z * z) / Math.sqrt(1 + slope * slope + (2 * lower.crown * z) ** 2)
    // The brow of the bonnet is as round as the nose asks for, the shoulder as sharp as the side asks for.
    const toEnd = Math.min(1, Math.max(0, (Math.abs(x) - 1.3) / 0.6))
    const edge = radii.shoulder + (radii.brow - radii.shoulder) * toEnd * toEnd * (3 - 2 * toEnd)
    return both(both(around, top, edge), floor(x) - y, radii.foot)
  }
}

function cabinOf(cabin: CarDesign['cabin']): Field {
  const pane = (foot: readonly [number, number], head: readonly [number, number], bow: number, sign: 1 | -1): Field => {
    const [dx, dy] = [head[0] - foot[0], head[1] - foot[1]]
    const length = Math.hypot(dx, dy)
    const [nx, ny] = [(sign * dy) / length, (-sign * dx) / length]
    // Bowed upwards a little as well: a flat pane flashes all at once when the car turns.
    return (x, y, z) => {
      const up = ((x - foot[0]) * dx + (y - foot[1]) * dy) / (length * length)
      const bulge = 0.045 * up * (1 - up)
      return (x - foot[0]) * nx + (y - foot[1]) * ny + bow * z * z - bulge
    }
  }
  const front = pane(cabin.screen[0], cabin.screen[1], cabin.screenBow, 1)
  const back = pane(cabin.back[0], cabin.back[1], cabin.backBow, -1)
  const roof = profile(cabin.roof)
  const [[lowZ, lowY], [highZ, highY]] = cabin.side
  const lean = (lowZ - highZ) / (highY - lowY)
  const norm = Math.sqrt(1 + lean * lean)
  const side: Field = (x, y, z) => {
    const up = (y - lowY) / (highY - lowY)
    return (z - (lowZ - lean * (y - lowY) - cabin.taper * x * x + 0.05 * up * (1 - up))) / norm
  }
  const { radii } = cabin
  return (x, y, z) => {
    const slope = roof.slope(x)
    const top = (y - roof(x) + cabin.crown * z * z) / Math.sqrt(1 + slope * slope + (2 * cabin.crown * z) ** 2)
    const panes = both(both(side(x, y, z), front(x, y, z), radii.pillar), back(x, y, z), radii.pillar)
    // A cabin ends below the deck: its own foot is never seen.
    return both(both(panes, top, radii.roof), lowY - 0.07 - y, 0.02)
  }
}

export function extentOf({ lower, cabin }: CarDesign): Extent {
  const xs = [...lower.nose, ...lower.tail].map(([, x]) => x)
  return {
    x: [Math.min(...xs) - 0.03, Math.max(...xs) + 0.03],
    y: [Math.min(...lower.floor.map(([, y]) => y)) - 0.03, Math.max(...cabin.roof.map(([, y]) => y)) + 0.03],
    z: Math.max(...lower.plan.map(([, z]) => z)) + 0.06,
  }
}
