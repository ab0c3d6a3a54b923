import { clamp } from '../../kit/motion.ts'
import type { Point2 } from '../../kit/shapes.ts'

/**
 * Lengths and motion of the engine, 1 unit = 60 mm: bore 84 mm, stroke 72 mm, rod 117 mm.
 * Crank angle 0 is top dead centre at the start of the intake stroke; a cycle is 4 pi. The cylinder's axis is y, the crank's z.
 */

export const bore = 0.7
export const crankRadius = 0.6
export const rodLength = 1.95
/** From the piston pin to the crown. */
export const compressionHeight = 0.42
/** Top face of the block. The crown stands a little below it at top dead centre. */
export const deck = 2.99
export const cycle = Math.PI * 4

/** Angle of the valves to the cylinder, which is the slope of the roof of the chamber. */
export const valveAngle = Math.PI / 10
export const valveX = 0.36
export const roofAt = (x: number): number => Math.max(0, (bore - Math.abs(x)) * Math.tan(valveAngle))
export const valveFoot = deck + roofAt(valveX)
export const valveHead = { intake: 0.265, exhaust: 0.24 }

export const crankpin = (crank: number): Point2 => [Math.sin(crank) * crankRadius, Math.cos(crank) * crankRadius]

/** Height of the piston pin above the crank's axis. */
export function pistonPin(crank: number): number {
  const [x, y] = crankpin(crank)
  return y + Math.sqrt(rodLength * rodLength - x * x)
}

export const crownHeight = (crank: number): number => pistonPin(crank) + compressionHeight

/** Lean of the rod from the vertical, positive towards +x at its big end. */
export const rodAngle = (crank: number): number => Math.asin(crankpin(crank)[0] / rodLength)

/** From 0 to 4 pi. */
export const withinCycle = (crank: number): number => ((crank % cycle) + cycle) % cycle

export const cam = { base: 0.28, lift: 0.14, half: 1.25 }
/** Crank angles of the greatest lift. */
export const peak = { intake: 1.92, exhaust: cycle - 1.92 }
export type ValveSide = keyof typeof peak

/** Lift over the angle of the cam from its nose. The tappet is flat, so its slope is where the contact lies. */
export function camLift(angle: number): { lift: number; slope: number } {
  const wrapped = Math.atan2(Math.sin(angle), Math.cos(angle))
  const x = wrapped / cam.half
  if (Math.abs(x) >= 1) return { lift: 0, slope: 0 }
  const rest = 1 - x * x
  return { lift: cam.lift * rest * rest, slope: (-4 * cam.lift * x * rest) / cam.half }
}

/** Angle of a camshaft from the position in which its nose presses the valve. It turns at half the crank's speed. */
export const camAngle = (crank: number, side: ValveSide): number => (crank - peak[side]) / 2

export const valveLift = (crank: number, side: ValveSide): number => camLift(camAngle(crank, side)).lift

/** Outline of a lobe with its nose towards -y: the envelope of the flat tappet in the frame of the cam. */
export function lobeOutline(count = 160): Point2[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (i / count) * Math.PI * 2 - Math.PI
    const { lift, slope } = camLift(angle)
    const reach = cam.base + lift
    // Turned back by `angle` from the position in which the tappet is below.
    const [x, y] = [slope, -reach]
    return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)] as const
  })
}

/** Share of the fresh charge that has come in: it follows the piston from top to bottom dead centre. */
export function drawnIn(crank: number): number {
  const at = withinCycle(crank)
  return at >= Math.PI ? 1 : (1 - Math.cos(at)) / 2
}

/** Share of the burnt gas that has gone: its own pressure drives the first of it out before bottom dead centre. */
export function pushedOut(crank: number): number {
  const at = withinCycle(crank)
  const opens = 2.72 * Math.PI
  const blown = 0.25 * clamp((at - opens) / (3 * Math.PI - opens)) ** 2
  if (at <= 3 * Math.PI) return blown
  return 0.25 + 0.75 * ((1 - Math.cos(at - 3 * Math.PI)) / 2)
}

/** The spark comes a little before top dead centre: less than in a fast engine, so that the stroke ends with its charge whole. */
export const sparkAt = 2 * Math.PI - 0.14

/** How far the flame has spread: 0 before the spark, 1 when it has reached the walls. */
export function burnt(crank: number): number {
  const x = clamp((withinCycle(crank) - sparkAt) / 0.9)
  return x * x * (3 - 2 * x)
}
