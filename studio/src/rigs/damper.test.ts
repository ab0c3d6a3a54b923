import { describe, expect, it } from 'vitest'
import {
  bumpEvery,
  corner,
  damperLength,
  levelAtRest,
  pistonHeight,
  points,
  reserveLevel,
  roadHeight,
  rodLength,
  stroke,
  travelAt,
  tube,
  tyreRadius,
  tyreRise,
  valveLift,
} from './damper/kinematics.ts'
import { ports } from './damper/unit.ts'

const apart = (a: readonly number[], b: readonly number[]) => Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!)
const travels = [-1, -0.6, -0.2, 0, 0.3, 0.7, 1]

describe('the suspension corner', () => {
  it('keeps the length of arm, link and knuckle at every travel', () => {
    for (const travel of travels) {
      const pose = corner(travel)
      expect(apart(pose.armBall, points.armPivot)).toBeCloseTo(apart(points.armBall, points.armPivot), 9)
      expect(apart(pose.eye, points.armPivot)).toBeCloseTo(apart(points.eye, points.armPivot), 9)
      expect(apart(pose.linkBall, points.linkPivot)).toBeCloseTo(apart(points.linkBall, points.linkPivot), 9)
      expect(apart(pose.linkBall, pose.armBall)).toBeCloseTo(apart(points.linkBall, points.armBall), 9)
    }
  })

  it('holds the damper between its eye and its top mount', () => {
    for (const travel of travels)
      expect(apart(corner(travel).eye, points.topMount)).toBeCloseTo(damperLength(travel), 9)
  })

  it('moves the damper about three quarters as far as the wheel', () => {
    const wheel = corner(0.1).wheelCentre[1] - corner(-0.1).wheelCentre[1]
    expect((0.2 * stroke) / wheel).toBeGreaterThan(0.65)
    expect((0.2 * stroke) / wheel).toBeLessThan(0.8)
  })

  it('finds the travel for a rise of the wheel', () => {
    for (const travel of [-0.8, 0, 0.5]) {
      const rise = corner(travel).wheelCentre[1] - points.wheelCentre[1]
      expect(travelAt(rise)).toBeCloseTo(travel, 6)
    }
  })

  it('leans damper and spring by little more than two degrees', () => {
    for (const travel of travels) {
      expect(Math.abs(corner(travel).lean)).toBeLessThan(0.04)
      expect(Math.abs(corner(travel).springLean)).toBeLessThan(0.04)
    }
  })

  it('never presses the spring solid and keeps it out of the damper', () => {
    const solidHeight = 6.5 * 2 * 0.086
    for (const travel of travels) {
      const pose = corner(travel)
      expect(pose.springLength).toBeGreaterThan(solidHeight)
      expect(pose.eye[0] - pose.springLower[0]).toBeGreaterThan(0.686 + tube.outer)
    }
  })

  it('keeps the damper out of the tyre', () => {
    for (const travel of travels) {
      const pose = corner(travel)
      const innerWall =
        pose.wheelCentre[0] - 0.985 * Math.cos(pose.knuckle) - tyreRadius * Math.abs(Math.sin(pose.knuckle))
      expect(innerWall).toBeGreaterThan(Math.max(pose.eye[0], points.topMount[0]) + tube.outer)
    }
  })
})

describe('the twin-tube damper', () => {
  it('has a rod of constant length', () => {
    for (const travel of travels) expect(damperLength(travel) - pistonHeight(travel)).toBeCloseTo(rodLength, 12)
  })

  it('moves the piston down in compression and up in rebound', () => {
    expect(pistonHeight(1)).toBeLessThan(pistonHeight(0))
    expect(pistonHeight(-1)).toBeGreaterThan(pistonHeight(0))
  })

  it('never drives the piston into the base valve or the rod guide', () => {
    expect(pistonHeight(1) - tube.rodEnd).toBeGreaterThan(tube.boltTop)
    expect(pistonHeight(-1) + tube.reboundStop).toBeLessThanOrEqual(tube.guide)
  })

  it('keeps tube and bump stop apart in full bump', () => {
    expect(damperLength(1) - 1.02).toBeGreaterThan(tube.top)
  })

  it('stores in the reserve exactly the oil that the rod displaces', () => {
    const rodVolume = Math.PI * tube.rod ** 2 * 2 * stroke
    const reserveArea = Math.PI * (tube.reserve ** 2 - tube.inner ** 2)
    expect((reserveLevel(1, 0) - reserveLevel(-1, 0)) * reserveArea).toBeCloseTo(rodVolume, 9)
    expect(reserveLevel(1, 0)).toBeLessThan(2.8)
  })

  it('loses its oil level when worn, but not below the base valve', () => {
    expect(levelAtRest(1)).toBeLessThan(levelAtRest(0) - 0.5)
    expect(reserveLevel(-1, 1)).toBeGreaterThan(tube.baseValve.from)
  })

  it('opens the valves of one direction only', () => {
    expect(valveLift(1)).toEqual({ pistonBump: 1, pistonRebound: 0, baseBump: 1, baseIntake: 0 })
    expect(valveLift(-1)).toEqual({ pistonBump: 0, pistonRebound: 1, baseBump: 0, baseIntake: 1 })
    expect(Object.values(valveLift(0)).every((lift) => lift === 0)).toBe(true)
  })

  it('covers each ring of ports with its own disc only', () => {
    const { bump, rebound } = ports.piston
    expect(rebound + ports.radius).toBeLessThan(0.204)
    expect(bump - ports.radius).toBeGreaterThan(0.214)
    expect(bump + ports.radius).toBeLessThan(tube.bore)
    expect(bump - rebound).toBeGreaterThan(2 * ports.radius)
  })
})

describe('tyre and road', () => {
  it('has a bump at every sixth unit', () => {
    expect(roadHeight(0)).toBeCloseTo(0.42)
    expect(roadHeight(7 * bumpEvery)).toBeCloseTo(0.42)
    expect(roadHeight(bumpEvery / 2)).toBe(0)
  })

  it('keeps the tyre on the road and never in it', () => {
    for (let along = -3; along <= 3; along += 0.1) {
      const rise = tyreRise(along, 1)
      const gaps = Array.from({ length: 81 }, (_, index) => {
        const ahead = (index - 40) / 20
        return rise + tyreRadius - Math.sqrt(tyreRadius ** 2 - ahead ** 2) - roadHeight(along + ahead)
      })
      expect(Math.min(...gaps)).toBeCloseTo(0, 9)
    }
  })
})
