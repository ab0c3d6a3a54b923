import { describe, expect, test } from 'vitest'
import { lay, pauses, trim } from './sound.ts'

const rate = 8000
/** A tone of 400 Hz, or silence, for some seconds. */
const tone = (seconds: number) =>
  Array.from({ length: seconds * rate }, (_, i) => 0.5 * Math.sin((2 * Math.PI * 400 * i) / rate))
const quiet = (seconds: number) => Array.from({ length: seconds * rate }, () => 0.0005)
const sound = (...parts: number[][]) => ({ samples: new Float32Array(parts.flat()), rate })

describe('the sound of a line', () => {
  test('loses the silence at its ends, and its words move with it', () => {
    const words = [{ text: 'One.', start: 0.5, end: 1.5 }]
    const trimmed = trim({ ...sound(quiet(0.5), tone(1), quiet(0.7)), words })
    expect(trimmed.samples.length / rate).toBeCloseTo(1.08, 1)
    expect(trimmed.words).toEqual([{ text: 'One.', start: expect.closeTo(0.02), end: expect.closeTo(1.02) }])
  })

  test('is refused when nothing is heard', () => {
    expect(() => trim(sound(tone(0.1).map(() => 0)))).toThrow('said nothing')
  })

  test('shows its pauses', () => {
    const found = pauses(sound(tone(0.5), quiet(0.2), tone(0.5), quiet(0.03), tone(0.5)))
    expect(found).toEqual([[expect.closeTo(0.5), expect.closeTo(0.7)]])
  })

  test('is laid onto the track at its time, and never beyond the end', () => {
    const track = lay([{ samples: new Float32Array(rate).fill(0.5), start: 1.5 }], rate, 2)
    expect(track).toHaveLength(2 * rate)
    expect([track[rate], track[1.5 * rate], track[2 * rate - 1]]).toEqual([0, 0.5, 0.5])
  })
})
