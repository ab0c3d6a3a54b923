import { describe, expect, test } from 'vitest'
import { later, secondsLeft, touch, untouched, warning } from './idle.ts'

const idleSeconds = 120
const at = (seconds: number) => seconds * 1000

describe('a touch screen that nobody touches', () => {
  test('goes back after its time, and says so 15 s before', () => {
    const idle = touch(at(0), idleSeconds)
    expect(secondsLeft(idle, at(100))).toBe(20)
    expect(secondsLeft(idle, at(105))).toBe(warning)
    expect(secondsLeft(idle, at(120))).toBe(0)
    expect(secondsLeft(idle, at(500))).toBe(0)
  })

  test('begins anew with every touch', () => {
    expect(secondsLeft(touch(at(119), idleSeconds), at(120))).toBe(119)
  })

  test('stays at its start for ever', () => {
    expect(secondsLeft(untouched, at(100_000))).toBe(Infinity)
    expect(later(untouched, at(500), idleSeconds, 60)).toBe(untouched)
  })
})

describe('a film that plays', () => {
  const watch = (film: number, until: number) => {
    let idle = touch(at(0), idleSeconds)
    for (let second = 1; second <= until; second += 1) idle = later(idle, at(second), idleSeconds, film)
    return idle
  }

  test('is not cut off, and leaves half a minute after its end', () => {
    const idle = watch(150, 150)
    expect(secondsLeft(idle, at(150))).toBe(30)
  })

  test('changes nothing while there is more time than that', () => {
    expect(secondsLeft(watch(60, 60), at(60))).toBe(60)
  })

  test('does not hold the screen for ever when it repeats', () => {
    const idle = watch(20, 1000)
    expect(secondsLeft(idle, at(139))).toBe(1)
    expect(secondsLeft(idle, at(140))).toBe(0)
  })
})
