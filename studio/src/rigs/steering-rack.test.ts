import { Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { wheelSize } from '../kit/wheel.ts'
import { insideRack, pinionOutline } from './steering-rack/gear.ts'
import {
  column,
  fullLock,
  gear,
  innerJoint,
  kingpin,
  outerJoint,
  rack,
  rackTravel,
  shafts,
  tieRodLength,
  toothPitch,
  wheelAngle,
  wheelCentre,
  type Side,
} from './steering-rack/kinematics.ts'

const degrees = (radians: number) => (radians * 180) / Math.PI
const steers = Array.from({ length: 23 }, (_, index) => ((index - 11) / 11) * fullLock)
const sides: Side[] = [-1, 1]

describe('rack and pinion', () => {
  it('moves the rack by one tooth for every tooth of the pinion', () => {
    expect(rackTravel((2 * Math.PI) / gear.teeth)).toBeCloseTo(toothPitch, 12)
  })

  it('slides the rack to the right when the driver steers left', () => {
    expect(rackTravel(1)).toBeGreaterThan(0)
    expect(rackTravel(-1)).toBeLessThan(0)
  })

  it('meshes: no point of the pinion lies in the metal of the rack at any turn', () => {
    const hits = Array.from({ length: 400 }, (_, index) => ((index - 200) / 200) * 1.6).flatMap((turn) =>
      // The outline turns counter-clockwise with the rack beyond it on the far side, where it moves to the left of the drawing.
      pinionOutline(-turn).filter((point) => insideRack(point, turn)),
    )
    expect(hits).toEqual([])
  })

  it('has a tooth of the pinion in a gap of the rack at any turn', () => {
    for (const turn of [0, 0.2, 0.5, 1, 2.4]) {
      const deepest = Math.max(...pinionOutline(-turn).map(([, depth]) => depth))
      expect(deepest).toBeGreaterThan(gear.radius + 0.006)
    }
  })
})

describe('tie rods and wheels', () => {
  it('never stretches a tie rod', () => {
    for (const side of sides)
      for (const steer of steers) {
        const [innerX, innerZ] = innerJoint(side, steer)
        const [x, z] = outerJoint(side, wheelAngle(side, steer))
        expect(Math.hypot(x - innerX, z - innerZ)).toBeCloseTo(tieRodLength, 6)
      }
  })

  it('turns both wheels left with the steering wheel, and straight ahead without', () => {
    for (const side of sides) {
      expect(wheelAngle(side, 2)).toBeGreaterThan(0.1)
      expect(wheelAngle(side, -2)).toBeLessThan(-0.1)
      expect(wheelAngle(side, 0)).toBeCloseTo(0, 6)
    }
  })

  it('turns the inner wheel further than the outer one', () => {
    const inner = degrees(wheelAngle(-1, fullLock))
    const outer = degrees(wheelAngle(1, fullLock))
    expect(inner).toBeGreaterThan(outer + 1)
    expect(inner).toBeGreaterThan(25)
    expect(inner).toBeLessThan(40)
  })

  it('is the same to the left and to the right', () => {
    for (const steer of steers) expect(wheelAngle(-1, steer)).toBeCloseTo(-wheelAngle(1, -steer), 6)
  })

  it('keeps the tie rods inside the rims, clear of the tyres', () => {
    const clearances = sides.flatMap((side) =>
      steers.flatMap((steer) => {
        const angle = wheelAngle(side, steer)
        const [innerX, innerZ] = innerJoint(side, steer)
        const [outerX, outerZ] = outerJoint(side, angle)
        return Array.from({ length: 41 }, (_, index) => {
          const share = index / 40
          const spot = new Vector3(
            innerX + (outerX - innerX) * share - side * kingpin,
            0,
            innerZ + (outerZ - innerZ) * share,
          )
          spot.applyAxisAngle(new Vector3(0, 1, 0), -angle)
          const depth = side * spot.x - (wheelCentre.x - kingpin - wheelSize.halfWidth)
          return depth > -0.1 ? wheelSize.rim - Math.hypot(spot.z, wheelCentre.y) : 1
        })
      }),
    )
    expect(Math.min(...clearances)).toBeGreaterThan(0.1)
  })

  it('shakes only the wheel of the worn side', () => {
    expect(Math.abs(degrees(wheelAngle(-1, 0, 0.032) - wheelAngle(-1, 0, -0.032)))).toBeGreaterThan(2)
    expect(rackTravel(0)).toBe(0)
  })

  it('leaves the inner joints outside the housing at full lock', () => {
    expect(rack.half - rackTravel(fullLock)).toBeGreaterThan(1.05)
  })
})

describe('the column', () => {
  it('keeps the pins of each joint at a right angle and square to their shafts', () => {
    for (const steer of steers) {
      const { pins } = column(steer)
      expect(pins.pinionPin.dot(pins.lowerPin)).toBeCloseTo(0, 9)
      expect(pins.upperPin.dot(pins.wheelPin)).toBeCloseTo(0, 9)
      expect(pins.pinionPin.dot(shafts.pinionDown)).toBeCloseTo(0, 9)
      expect(pins.lowerPin.dot(shafts.middleDown)).toBeCloseTo(0, 9)
      expect(pins.wheelPin.dot(shafts.upperDown)).toBeCloseTo(0, 9)
    }
  })

  it('bends no universal joint by more than 36 degrees', () => {
    expect(degrees(shafts.upperDown.angleTo(shafts.middleDown))).toBeLessThan(36)
    expect(degrees(shafts.middleDown.angleTo(shafts.pinionDown))).toBeLessThan(36)
  })

  it('turns the steering wheel as far as the pinion, but for the error of its joints', () => {
    const rest = column(0)
    for (const steer of [-1.5, -0.6, 0.6, 1.5]) {
      const turn = column(steer).upper.clone().multiply(rest.upper.clone().invert())
      const angle = 2 * Math.atan2(new Vector3(turn.x, turn.y, turn.z).dot(shafts.upperDown.clone().negate()), turn.w)
      const error = angle - steer
      expect(Math.abs(degrees(Math.atan2(Math.sin(error), Math.cos(error))))).toBeLessThan(5)
    }
  })
})
