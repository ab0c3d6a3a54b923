import { describe, expect, test } from 'vitest'
import {
  bore,
  burnt,
  cam,
  camAngle,
  camLift,
  compressionHeight,
  crankpin,
  crankRadius,
  crownHeight,
  cycle,
  deck,
  drawnIn,
  lobeOutline,
  peak,
  pistonPin,
  pushedOut,
  rodAngle,
  rodLength,
  roofAt,
  sparkAt,
  valveAngle,
  valveFoot,
  valveHead,
  valveLift,
  valveX,
} from './four-stroke/kinematics.ts'

const angles = Array.from({ length: 720 }, (_, i) => (i / 720) * cycle)
const degrees = (angle: number) => (angle / 180) * Math.PI
const sides = ['intake', 'exhaust'] as const

describe('four-stroke engine', () => {
  test('the rod keeps its length and its eyes stay on both pins', () => {
    for (const angle of angles) {
      const [x, y] = crankpin(angle)
      expect(Math.hypot(x, pistonPin(angle) - y)).toBeCloseTo(rodLength, 9)
      expect(rodLength * Math.sin(rodAngle(angle))).toBeCloseTo(x, 9)
    }
  })

  test('the crown comes up to the deck, never above it, and travels one stroke', () => {
    const heights = angles.map(crownHeight)
    expect(Math.max(...heights)).toBeLessThan(deck)
    expect(Math.max(...heights)).toBeGreaterThan(deck - 0.03)
    expect(Math.max(...heights) - Math.min(...heights)).toBeCloseTo(2 * crankRadius, 6)
  })

  test('the skirt clears the counterweight at bottom dead centre', () => {
    expect(pistonPin(Math.PI) - compressionHeight).toBeGreaterThan(0.8)
  })

  test('the charge is compressed to about a tenth', () => {
    const swept = Math.PI * bore * bore * 2 * crankRadius
    let roof = 0
    const steps = 400
    for (let i = 0; i < steps; i++) {
      const x = -bore + ((i + 0.5) / steps) * 2 * bore
      roof += roofAt(x) * 2 * Math.sqrt(bore * bore - x * x) * ((2 * bore) / steps)
    }
    const clearance = Math.PI * bore * bore * (deck - crownHeight(0)) + roof
    const ratio = (swept + clearance) / clearance
    expect(ratio).toBeGreaterThan(8)
    expect(ratio).toBeLessThan(12)
  })

  test('the camshafts turn once while the crank turns twice', () => {
    for (const side of sides) expect(camAngle(cycle, side) - camAngle(0, side)).toBeCloseTo(Math.PI * 2, 9)
  })

  test('both valves are shut from the middle of compression to the end of the burn', () => {
    for (const angle of angles.filter((a) => a > degrees(262) && a < degrees(464)))
      for (const side of sides) expect(valveLift(angle, side)).toBe(0)
  })

  test('each valve is open widest in its own stroke', () => {
    expect(valveLift(peak.intake, 'intake')).toBeCloseTo(cam.lift, 9)
    expect(peak.intake).toBeLessThan(Math.PI)
    expect(valveLift(peak.exhaust, 'exhaust')).toBeCloseTo(cam.lift, 9)
    expect(peak.exhaust).toBeGreaterThan(3 * Math.PI)
  })

  test('no valve meets the crown', () => {
    for (const angle of angles)
      for (const side of sides) {
        const lift = valveLift(angle, side)
        for (const edge of [-1, 1]) {
          const low = valveFoot - lift * Math.cos(valveAngle) - valveHead[side] * Math.sin(valveAngle) * edge
          expect(low).toBeGreaterThan(crownHeight(angle) + 0.005)
        }
      }
  })

  test('open valves do not meet each other or the bore', () => {
    for (const angle of angles) {
      const inner = sides.map(
        (side) => valveX - valveLift(angle, side) * Math.sin(valveAngle) - valveHead[side] * Math.cos(valveAngle),
      )
      expect(inner[0]! + inner[1]!).toBeGreaterThan(0)
    }
    for (const side of sides) expect(valveX + valveHead[side] * Math.cos(valveAngle)).toBeLessThan(bore)
  })

  test('the lobe touches the flat tappet in every position and never cuts it', () => {
    const outline = lobeOutline(720)
    for (let i = 0; i < 90; i++) {
      const turn = (i / 90) * Math.PI * 2
      const lowest = Math.min(...outline.map(([x, y]) => -x * Math.sin(turn) + y * Math.cos(turn)))
      expect(-lowest).toBeCloseTo(cam.base + camLift(turn).lift, 3)
    }
  })

  test('the charge comes in on the first stroke, burns after the spark and leaves on the last', () => {
    expect(drawnIn(0)).toBe(0)
    expect(drawnIn(Math.PI)).toBe(1)
    expect(burnt(sparkAt)).toBe(0)
    expect(burnt(sparkAt + 1.1)).toBe(1)
    expect(pushedOut(2 * Math.PI)).toBe(0)
    expect(pushedOut(cycle - 1e-9)).toBeCloseTo(1, 6)
  })
})
