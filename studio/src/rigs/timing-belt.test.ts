import { describe, expect, test } from 'vitest'
import { cycle } from './four-stroke/kinematics.ts'
import {
  belt,
  BeltPath,
  beltTeeth,
  camsAsAt,
  clearance,
  pitch,
  restLean,
  strike,
  tensionerArm,
  toothed,
  travel,
  wheels,
} from './timing-belt/path.ts'

const rest = new BeltPath(restLean)
const along = Array.from({ length: 2000 }, (_, i) => (i / 2000) * rest.length)

describe('timing belt', () => {
  test('a cam sprocket has twice the teeth and twice the pitch circle of the crank sprocket', () => {
    expect(toothed(44)).toBeCloseTo(2 * toothed(22), 12)
    expect(wheels(restLean).find(({ name }) => name === 'intake')!.teeth).toBe(44)
  })

  test('two turns of the crank move the belt by one turn of the camshafts', () => {
    expect(travel(cycle, 0)).toBeCloseTo(44, 9)
  })

  test('at rest the belt has a whole number of teeth', () => {
    expect(rest.length / pitch).toBeCloseTo(beltTeeth, 6)
  })

  test('the cords run without a break or a kink', () => {
    const step = 1e-4
    for (const s of along) {
      const [here, next] = [rest.at(s), rest.at(s + step)]
      expect(Math.hypot(next.x - here.x, next.y - here.y)).toBeCloseTo(step, 6)
      expect(Math.abs(Math.sin(next.angle - here.angle))).toBeLessThan(1e-3)
    }
  })

  test('the belt lies on every wheel and runs through none', () => {
    for (const wheel of rest.wheels) {
      const distances = along.map((s) => {
        const { x, y } = rest.at(s)
        return Math.hypot(x - wheel.x, y - wheel.y)
      })
      expect(Math.min(...distances)).toBeGreaterThan(wheel.radius - 1e-6)
      expect(rest.on(wheel.name).length).toBeGreaterThan(pitch / 3)
    }
  })

  test('no two wheels meet, belt and teeth included', () => {
    for (const [i, one] of rest.wheels.entries())
      for (const other of rest.wheels.slice(i + 1)) {
        const gap = Math.hypot(one.x - other.x, one.y - other.y) - one.radius - other.radius
        expect(gap).toBeGreaterThan(one.sense === other.sense ? 0 : belt.back + belt.tooth)
      }
  })

  test('the arm takes up slack when it presses further in', () => {
    expect(new BeltPath(restLean - 0.07).length).toBeGreaterThan(rest.length)
    expect(new BeltPath(restLean + 0.07).length).toBeLessThan(rest.length)
  })

  test('the tensioner roller stays on its arm', () => {
    for (const lean of [restLean - 0.07, restLean, restLean + 0.07]) {
      const roller = wheels(lean).find(({ name }) => name === 'tensioner')!
      const [x, y] = tensionerArm.pivot
      expect(Math.hypot(roller.x - x, roller.y - y)).toBeCloseTo(tensionerArm.length, 9)
    }
  })

  test('in time, the piston keeps clear of both valves', () => {
    expect(strike(0, 0)).toBeNull()
  })

  test('six teeth out of time the piston strikes the exhaust valve before top dead centre', () => {
    const hit = strike(2 * Math.PI + 2, 6)!
    expect(hit.side).toBe('exhaust')
    expect(hit.crank).toBeGreaterThan(12.11)
    expect(hit.crank).toBeLessThan(cycle)
    expect(clearance(12.12, 6, 'exhaust')).toBeLessThan(0.005)
    expect(clearance(12.12, 6, 'exhaust')).toBeGreaterThanOrEqual(0)
  })

  test('a belt that slips leaves the camshafts behind', () => {
    expect(camsAsAt(1, 6)).toBeLessThan(1)
    expect(camsAsAt(1, 22)).toBeCloseTo(1 - 2 * Math.PI, 9)
  })
})
