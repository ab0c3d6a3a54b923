import { describe, expect, test } from 'vitest'
import { share, turning } from '../kit/rig.ts'
import { cameraAt, stateAt } from './timeline.ts'

const channels = { pedal: share('the pedal'), wheel: turning('the wheel'), door: share('the door', 1) }

describe('channels over time', () => {
  test('stand still before their first and after their last key, and ease between them', () => {
    const at = stateAt(
      channels,
      {
        pedal: [
          [1, 0],
          [3, 1],
        ],
      },
      5,
    )
    expect(at(0).pedal).toBe(0)
    expect(at(2).pedal).toBeCloseTo(0.5)
    expect(at(5).pedal).toBe(1)
    expect(at(1.1).pedal - at(1).pedal).toBeLessThan(0.002)
  })

  test('rest where the film does not mention them', () => {
    expect(stateAt(channels, {}, 5)(2)).toEqual({ pedal: 0, wheel: 0, door: 1 })
  })

  test('turn by a speed: two full turns in two seconds at one a second', () => {
    const at = stateAt(channels, { wheel: { speed: [[0, Math.PI * 2]], start: 0 } }, 5)
    expect(at(2).wheel).toBeCloseTo(4 * Math.PI, 6)
  })

  test('come back to the same angle when a speed is turned round', () => {
    const at = stateAt(
      channels,
      {
        wheel: {
          speed: [
            [0, 3],
            [1, 3],
            [3, -3],
            [4, -3],
          ],
          start: 1,
        },
      },
      4,
    )
    expect(at(4).wheel).toBeCloseTo(1, 6)
  })

  test('the camera rests on each of its keys', () => {
    const path = [
      {
        at: 0,
        position: [0, 0, 5] as [number, number, number],
        target: [0, 0, 0] as [number, number, number],
        fov: 30,
      },
      {
        at: 4,
        position: [4, 0, 5] as [number, number, number],
        target: [0, 2, 0] as [number, number, number],
        fov: 20,
      },
    ]
    expect(cameraAt(path, 2)).toEqual({ position: [2, 0, 5], target: [0, 1, 0], fov: 25 })
    expect(cameraAt(path, 9).position).toEqual([4, 0, 5])
  })
})
