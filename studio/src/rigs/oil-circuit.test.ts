import { describe, expect, test } from 'vitest'
import {
  bearing,
  bore,
  crankpin,
  crankRadius,
  cylinders,
  deck,
  filled,
  gerotor,
  half,
  journalMiddle,
  mains,
  oilSurface,
  outerTurn,
  pan,
  pickup,
  pistonPin,
  rodLength,
  rotorOutline,
  runs,
  compressionHeight,
} from './oil-circuit/layout.ts'

const angles = Array.from({ length: 360 }, (_, i) => (i / 360) * Math.PI * 2)

describe('oil circuit', () => {
  test('both rods keep their length and the pins stand opposite', () => {
    for (const angle of angles)
      for (const cylinder of [0, 1] as const) {
        const [y, z] = crankpin(angle, cylinder)
        expect(Math.hypot(pistonPin(angle, cylinder) - y, z)).toBeCloseTo(rodLength, 9)
        expect(pistonPin(angle, cylinder) + compressionHeight).toBeLessThan(deck)
      }
    expect(crankpin(0, 0)[0]).toBeCloseTo(-crankpin(0, 1)[0], 9)
  })

  test('every bearing stands beside the bores, not under them', () => {
    for (const main of mains) for (const x of cylinders) expect(Math.abs(main - x)).toBeGreaterThan(bore)
  })

  test('the outer ring of the pump makes six turns while the rotor makes seven', () => {
    expect(outerTurn(7)).toBeCloseTo(6, 12)
  })

  test('the rotor stays inside the ring in every position and touches it', () => {
    const rotor = rotorOutline(gerotor.inner, 12)
    const ring = rotorOutline(gerotor.outer, 200).map(([x, y]) => ({
      angle: Math.atan2(y, x),
      radius: Math.hypot(x, y),
    }))
    ring.sort((a, b) => a.angle - b.angle)
    const ringRadius = (angle: number) => {
      const wrapped = Math.atan2(Math.sin(angle), Math.cos(angle))
      return ring.reduce((best, point) =>
        Math.abs(point.angle - wrapped) < Math.abs(best.angle - wrapped) ? point : best,
      ).radius
    }
    for (let i = 0; i < 24; i++) {
      const turn = (i / 24) * ((Math.PI * 2) / gerotor.inner)
      const gaps = rotor.map(([x, y]) => {
        const [atX, atY] = [
          x * Math.cos(turn) - y * Math.sin(turn),
          x * Math.sin(turn) + y * Math.cos(turn) + gerotor.eccentric,
        ]
        return ringRadius(Math.atan2(atY, atX) - outerTurn(turn)) - Math.hypot(atX, atY)
      })
      expect(Math.min(...gaps)).toBeGreaterThan(-0.004)
      expect(Math.min(...gaps)).toBeLessThan(0.004)
    }
  })

  test('the crank clears the oil in a full sump', () => {
    expect(oilSurface(1)).toBeLessThan(-crankRadius - 0.36)
    expect(oilSurface(1)).toBeLessThan(-0.78)
  })

  test('the pickup drinks from a full sump and draws air from a low one', () => {
    expect(pickup.mouth).toBeLessThan(oilSurface(1))
    expect(pickup.mouth).toBeGreaterThan(oilSurface(0))
    expect(oilSurface(0)).toBeGreaterThan(pan.floor)
  })

  test('the circuit fills in the order of the way of the oil', () => {
    const start = (name: string) => runs.find((run) => run.name === name)!.fills[0]
    const order = ['suction', 'delivery', 'filter outlet', 'main gallery', 'riser', 'cam rail'].map(start)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    for (const run of runs) {
      expect(filled(run, 0)).toBe(0)
      expect(filled(run, 1)).toBe(1)
    }
  })

  test('each drilling begins on the gallery and ends on its bearing', () => {
    const gallery = runs.find(({ name }) => name === 'main gallery')!.points[0]!
    for (const x of mains) {
      const { points } = runs.find(({ name }) => name === `main ${x}`)!
      expect(points[0]!.slice(1)).toEqual(gallery.slice(1))
      expect(Math.hypot(points.at(-1)![1], points.at(-1)![2])).toBeLessThan(0.46)
    }
  })

  test('the whole circuit lies within the engine and what hangs on its front', () => {
    for (const { points } of runs)
      for (const [x] of points) {
        expect(x).toBeLessThan(half)
        expect(x).toBeGreaterThan(-half - 0.6)
      }
  })

  test('a turning journal is lifted off its shell, a standing one lies on it', () => {
    const gap = (lift: number) => bearing.shell - bearing.journal - Math.hypot(...journalMiddle(lift))
    expect(gap(0)).toBeCloseTo(0, 9)
    expect(gap(1)).toBeGreaterThan(0.03)
    expect(journalMiddle(1)[1]).toBeGreaterThan(journalMiddle(0)[1])
  })
})
