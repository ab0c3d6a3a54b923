import { Quaternion, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { wheelSize } from '../kit/wheel.ts'
import { armOutline } from './ball-joint/corner.ts'
import { armLength, joint, points, pose, pulled, rimOpen, tiltLimit, tiltOf, wornGap } from './ball-joint/kinematics.ts'

const still = { steer: 0, travel: 0, play: 0, knock: 0, shake: 0, out: 0 }
const steers = [-0.52, -0.25, 0, 0.25, 0.52]
const travels = [-1, -0.5, 0, 0.5, 1]
const apart = (a: readonly number[], b: readonly number[]) => Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!)
const lean = (turn: Quaternion) => new Vector3(0, 1, 0).applyQuaternion(turn).angleTo(new Vector3(0, 1, 0))

describe('the ball joint', () => {
  it('keeps the ball in the middle of its socket while steering and over bumps', () => {
    for (const steer of steers)
      for (const travel of travels) {
        const at = pose({ ...still, steer, travel })
        expect(apart(at.ball, at.socket)).toBeLessThan(1e-9)
        expect(apart(at.ball, points.armPivot)).toBeCloseTo(armLength, 9)
      }
  })

  it('raises the ball by 50 mm at full travel', () => {
    expect(pose({ ...still, travel: 1 }).ball[1]).toBeCloseTo(0.5, 9)
    expect(pose({ ...still, travel: -1 }).ball[1]).toBeCloseTo(-0.5, 9)
  })

  it('keeps the strut on the line from the ball to its top mount', () => {
    for (const travel of travels) {
      const at = pose({ ...still, steer: 0.4, travel })
      const top = new Vector3(...points.strutTop, 0).setLength(at.strut).applyQuaternion(at.knuckle)
      expect(top.x + at.ball[0]).toBeCloseTo(points.strutTop[0], 9)
      expect(top.y + at.ball[1]).toBeCloseTo(points.strutTop[1], 9)
      expect(top.z).toBeCloseTo(0, 9)
    }
  })

  it('turns the stud with the knuckle and leaves the housing still', () => {
    const at = pose({ ...still, steer: 0.5 })
    expect(at.arm).toBe(0)
    expect(new Quaternion().angleTo(at.knuckle)).toBeCloseTo(0.5, 9)
  })

  it('never lets the neck touch the rim of the housing', () => {
    const tilts = steers.flatMap((steer) =>
      travels.map((travel) => lean(tiltOf(pose({ ...still, steer, travel }).stud))),
    )
    expect(Math.max(...tilts)).toBeLessThan(tiltLimit())
    expect(Math.max(...tilts)).toBeGreaterThan(0.14)
  })

  it('moves a worn ball within its gap, up to a hard stop', () => {
    for (const knock of [-1, 0, 1])
      for (const shake of [-1, 0, 1]) {
        const at = pose({ ...still, play: 1, knock, shake })
        expect(Math.hypot(...at.offset)).toBeLessThanOrEqual(wornGap + 1e-9)
      }
    expect(pose({ ...still, play: 1, knock: 1 }).offset[1]).toBeCloseTo(wornGap, 9)
    expect(Math.hypot(...pose({ ...still, play: 0, knock: 1, shake: 1 }).offset)).toBe(0)
  })

  it('holds the ball: the rim is narrower than the ball until it is bent open', () => {
    expect(joint.rim.opening).toBeLessThan(joint.ball)
    expect(joint.rim.opening + 0.07).toBeGreaterThan(joint.ball)
    for (let out = 0; out <= 1; out += 0.02)
      if (pulled(out) > 0.03) expect(joint.rim.opening + 0.07 * rimOpen(out)).toBeGreaterThan(joint.ball)
  })

  it('lifts the ball clear of the cup before it moves sideways', () => {
    const outs = Array.from({ length: 51 }, (_, index) => index / 50)
    const aside = outs.map((out) => pose({ ...still, out }).offset).filter(([x]) => Math.abs(x) > 0.02)
    expect(aside.length).toBeGreaterThan(5)
    expect(Math.min(...aside.map(([, y]) => y - joint.ball))).toBeGreaterThan(joint.rim.height)
  })

  it('keeps a worn shell between ball and housing', () => {
    expect(joint.shell + wornGap).toBeLessThan(joint.housing)
  })
})

describe('wheel and arm', () => {
  it('never meet between full lock left and right, up and down', () => {
    const reach = (x: number) => {
      // Half the width of the arm at a distance from its pivot: the widest of the outline's edges there.
      const crossings = armOutline.flatMap(([fromX, fromZ], index) => {
        const [toX, toZ] = armOutline[(index + 1) % armOutline.length]!
        if ((fromX - x) * (toX - x) > 0 || fromX === toX) return []
        return [Math.abs(fromZ + ((x - fromX) / (toX - fromX)) * (toZ - fromZ))]
      })
      return Math.max(0, ...crossings)
    }
    const gaps: number[] = []
    for (const steer of steers)
      for (const travel of travels) {
        const at = pose({ ...still, steer, travel })
        for (const radius of [wheelSize.rim, 2.2, 2.6, wheelSize.radius])
          for (let turn = 0; turn < 360; turn += 3) {
            const angle = (turn * Math.PI) / 180
            const spot = new Vector3(
              points.wheelCentre[0] - wheelSize.halfWidth,
              points.wheelCentre[1] + Math.cos(angle) * radius,
              Math.sin(angle) * radius,
            )
            spot.applyQuaternion(at.knuckle).add(new Vector3(at.ball[0], at.ball[1], 0))
            // Back into the frame of the arm, where its height is 0.4 either way.
            spot.sub(new Vector3(...points.armPivot, 0)).applyAxisAngle(new Vector3(0, 0, 1), -at.arm)
            const [x, inHeight] = [spot.x + points.armPivot[0], Math.abs(spot.y) < 0.4]
            if (inHeight) gaps.push(Math.abs(spot.z) - reach(x))
          }
      }
    expect(gaps.length).toBeGreaterThan(100)
    expect(Math.min(...gaps)).toBeGreaterThan(0.1)
  })
})
