import { describe, expect, test } from 'vitest'
import { later, secondsLeft, touch, untouched, warning } from './idle.ts'

const idleSeconds = 120
const at = (seconds: number) => seconds * 1000

describe('an idle touch screen', () => {
  test('resets after the timeout, with a warning 15 s before', () => {
    const idle = touch(at(0), idleSeconds)
    expect(secondsLeft(idle, at(100))).toBe(20)
    expect(secondsLeft(idle, at(105))).toBe(warning)
    expect(secondsLeft(idle, at(120))).toBe(0)
    expect(secondsLeft(idle, at(500))).toBe(0)
  })

  test('restarts the timeout with every touch', () => {
    expect(secondsLeft(touch(at(119), idleSeconds), at(120))).toBe(119)
  })

  test('stays on its start page indefinitely', () => {
    expect(secondsLeft(untouched, at(100_000))).toBe(Infinity)
    expect(later(untouched, at(500), idleSeconds, 60)).toBe(untouched)
  })
})

describe('a playing film', () => {
  const watch = (film: number, until: number) => {
    let idle = touch(at(0), idleSeconds)
    for (let second = 1; second <= until; second += 1) idle = later(idle, at(second), idleSeconds, film)
    return idle
  }

  test('is not cut off; the reset follows half a minute after its end', () => {
    const idle = watch(150, 150)
    expect(secondsLeft(idle, at(150))).toBe(30)
  })

  test('does not change a longer timeout', () => {
    expect(secondsLeft(watch(60, 60), at(60))).toBe(60)
  })

  test('does not block the reset indefinitely when it repeats', () => {
    const idle = watch(20, 1000)
    expect(secondsLeft(idle, at(139))).toBe(1)
    expect(secondsLeft(idle, at(140))).toBe(0)
  })
})
